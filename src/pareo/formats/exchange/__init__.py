"""Tournaments from elsewhere and to elsewhere: the values in between, and how they become a journal."""
