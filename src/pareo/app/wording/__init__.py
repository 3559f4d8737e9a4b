"""Rules and columns described for people."""
