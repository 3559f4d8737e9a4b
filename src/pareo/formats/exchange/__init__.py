"""Tournaments from elsewhere and to elsewhere: the values in between, the list of formats."""
