"""Random tournaments as reports in FIDE's format, for testing pairing programs (F-105 … F-112)."""
