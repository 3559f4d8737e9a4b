"""Results: typed, reported, imported, corrected."""
