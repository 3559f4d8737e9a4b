"""Tournaments from elsewhere and to elsewhere: the values in between, the lists of importers and exporters."""
