"""FIDE's tournament reports (TRF16, TRF26)."""
