"""Pareo runs tournaments: Swiss, round robin, elimination, Swiss + elimination."""

__version__ = "0.1.0"
