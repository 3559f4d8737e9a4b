"""Deck, team and squad lists, and their checks."""
