"""Across tournaments: directory, series, categories, duplicate events, club evenings."""
