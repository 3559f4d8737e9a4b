"""Pareo runs tournaments: Swiss, single elimination, Swiss + elimination."""

__version__ = "0.1.0"
