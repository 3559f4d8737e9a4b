"""Round robins: the tables of Berger and Rutsch, and their rounds."""
