"""What happened between this process and the database, counted for `/metrics`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counts:
    """Counters since the process began."""

    appends: int = 0
    append_seconds: float = 0.0
    moved: int = 0  # somebody else's entry came in between
    races: int = 0  # transactions that ran again
    lost: int = 0  # connections that broke
    unknown: int = 0  # commits of which nobody knew at first whether they were done
