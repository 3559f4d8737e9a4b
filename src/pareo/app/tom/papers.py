"""Papers that print by themselves when a round of TOM is published (BT-PRN-1): which of them are due.

A paper is due once. What was printed is known by who sat at which table, so a round that was paired again gives slips
of the changed tables alone (BT-PUB-2), and one that came back with the same pairs gives none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pareo.core.model.entities import Round, Status
from pareo.core.settings.tom import TOM_PRINT
from pareo.core.tournament.tournament import Tournament

_SEATING, _PAIRINGS, _SLIPS = "pairings-names", "pairings-tables", "slips"
_KINDS = {"slips": (_SLIPS,), "pairings": (_PAIRINGS,), "all": (_SLIPS, _SEATING, _PAIRINGS)}

Seats: TypeAlias = Mapping[int, tuple[int, int]]
"""Who sits at which table."""
Printed: TypeAlias = Mapping[tuple[str, int], Seats]
"""By pod and round."""


class DuePapers(NamedTuple):
    """Papers of one round of one pod."""

    pod: str
    number: int
    kinds: tuple[str, ...]
    seats: Seats  # as they are printed
    tables: tuple[int, ...] = ()  # slips of these alone; empty: of all


def seats_of(r: Round) -> dict[int, tuple[int, int]]:
    return {m.table: (m.a, m.b) for m in r.matches.values()}


def due_papers(t: Tournament, printed: Printed) -> list[DuePapers]:
    """The papers to be printed now. A round that was going on before anybody wanted papers is left alone."""
    kinds = _KINDS.get(str(t.setting(TOM_PRINT) or "off"), ())
    if not kinds or t.tom is None or not t.tom.following:
        return []
    due = []
    for p in t.pods.values():
        r = p.last_round
        if r is None or p.closed or r.status not in (Status.PUBLISHED, Status.STARTED) or not r.matches:
            continue
        seats, printed_seats = seats_of(r), printed.get((p.id, r.number))
        if printed_seats is None:
            if all(m.result is None for m in r.matches.values()):
                due.append(DuePapers(p.id, r.number, kinds, seats))
        elif others := tuple(sorted(table for table, who in seats.items() if printed_seats.get(table) != who)):
            due.append(DuePapers(p.id, r.number, kinds, {**printed_seats, **seats}, others))
    return due
