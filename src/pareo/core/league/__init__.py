"""Across tournaments: the directory of people, series, categories, duplicate events."""
