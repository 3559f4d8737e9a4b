"""TOM's save files (.tdf)."""
