"""Files of other programs, made by hand or at random."""
