"""Pareo runs tournaments: Swiss, round robin, single elimination, Swiss + elimination."""

__version__ = "0.1.0"
