"""The seating of a round as values: everybody finds their seat by their number (X-24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pareo.app.papers.slips import Which


class SeatAssignment(NamedTuple):
    """Where a player sits in a round."""

    number: int
    table: int | None  # None: does not play (a bye)
    side: Which | None


def seating(pairs: Iterable[tuple[int, int, int]], sitting: Iterable[int] = ()) -> tuple[SeatAssignment, ...]:
    """From (table, a, b) to the list by player number: everybody finds their seat by their number (X-24)."""
    seats = [SeatAssignment(no, None, None) for no in sitting]
    for table, a, b in pairs:
        seats += [SeatAssignment(a, table, "a"), SeatAssignment(b, table, "b")]
    return tuple(sorted(seats))
