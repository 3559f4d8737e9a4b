"""FIDE's tournament reports held against a second opinion: when one is read, and before one goes to FIDE."""
