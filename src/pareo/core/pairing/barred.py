"""Barred pairings (SP-4, «pareos barridos»): players of the same club or federation who must not meet in some rounds.

A text such as “club:1-2;federation:1-3” names a field and the rounds; without rounds it holds in all of them. The pairs
are forbidden ones: a round has as few of them as possible, and those it has are listed before it is published.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from pareo.core.model.entities import Entrant

FIELDS = ("club", "federation", "together")
LAST = 999


class Barring(NamedTuple):
    """Players with the same value of this field do not meet in these rounds."""

    field: str
    first: int = 1
    last: int = LAST


def read_barred(text: str) -> tuple[Barring, ...]:
    """The barrings of a text such as “club:1-2;federation”; ValueError if it cannot be read."""
    return tuple(_read(part) for part in text.replace(";", " ").replace(",", " ").split())


def _read(part: str) -> Barring:
    field, _, rounds = part.partition(":")
    if field not in FIELDS:
        raise ValueError(part)
    if not rounds and ":" not in part:
        return Barring(field)
    low, dash, high = rounds.partition("-")
    first = int(low)
    last = int(high) if dash else first
    if not 1 <= first <= last <= LAST:
        raise ValueError(part)
    return Barring(field, first, last)


def barred_pairs(entrants: Iterable[Entrant], barrings: Iterable[Barring], round_no: int) -> set[tuple[int, int]]:
    """The pairs (low, high) of entrants that the barrings keep apart in a round (SP-4)."""
    fields = {b.field for b in barrings if b.first <= round_no <= b.last}
    if not fields:
        return set()
    numbers_by_value: dict[tuple[str, str], list[int]] = {}
    for e in entrants:
        for field in fields:
            if value := getattr(e, field):
                numbers_by_value.setdefault((field, value), []).append(e.no)
    return {pair for nos in numbers_by_value.values() for pair in combinations(sorted(nos), 2)}
