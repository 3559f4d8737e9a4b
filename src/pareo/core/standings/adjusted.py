"""Points that are given or taken in addition to the results: “3:-1@2; 7:+0.5” (TRF26, 299; F-81).

Number of the starting list, points, and the round after which they count; without one, from the beginning. They count
for the places: pairing here, and the tie-breaks of others, never see them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pareo.core.text.numbers import points_text, read_points

PLACES_ONLY = 999
_PART = re.compile(r"\s*([0-9]{1,5})\s*:\s*([+-]?)\s*([0-9.,½]+)\s*(?:@\s*([0-9]{1,3}))?\s*")


class PointsAdjustment(NamedTuple):
    """Points of one player, in the smallest unit, and the round after which they count."""

    number: int
    points: int
    after: int


def parse_adjustments(text: str, unit: int) -> list[PointsAdjustment]:
    """The point adjustments of a text such as “3:-1@2; 7:+0.5”; ValueError on anything else."""
    return list(_parts(text, unit))


def _parts(text: str, unit: int) -> Iterator[PointsAdjustment]:
    for part in filter(str.strip, text.split(";")):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(text)
        plain = match[3].replace("½", ".5").replace(",", ".")
        points = read_points(f"0{plain}" if plain.startswith(".") else plain, unit)
        yield PointsAdjustment(int(match[1]), -points if match[2] == "-" else points, int(match[4] or 0))


def adjustments_text(typed: str, unit: int) -> str:
    """A typed text of point adjustments in the form in which it is stored; ValueError if it cannot be read."""
    return "; ".join(
        f"{number}:{'-' if points < 0 else '+'}{points_text(abs(points), unit)}{f'@{after}' if after else ''}"
        for number, points, after in parse_adjustments(typed, unit)
    )


def adjustments_after(text: str, unit: int, last: int) -> dict[int, int]:
    """Point adjustments by start number, as they count for the places after round `last`."""
    totals: dict[int, int] = {}
    for number, points, after in _parts(text, unit):
        if after <= last or after == PLACES_ONLY:
            totals[number] = totals.get(number, 0) + points
    return totals
