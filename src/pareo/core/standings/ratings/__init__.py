"""Ratings: what an event does to them, by the rules of four federations."""
