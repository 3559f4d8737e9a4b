"""Points that are given or taken beside the results: “3:-1@2; 7:+0.5” (TRF26, 299; F-81).

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


class Adjusted(NamedTuple):
    """Points of one player, in the smallest unit, and the round after which they count."""

    number: int
    points: int
    after: int


def read_adjusted(text: str, unit: int) -> list[Adjusted]:
    """ValueError on anything else."""
    return list(_parts(text, unit))


def _parts(text: str, unit: int) -> Iterator[Adjusted]:
    for part in filter(str.strip, text.split(";")):
        found = _PART.fullmatch(part)
        if found is None:
            raise ValueError(text)
        plain = found[3].replace("½", ".5").replace(",", ".")
        points = read_points(f"0{plain}" if plain.startswith(".") else plain, unit)
        yield Adjusted(int(found[1]), -points if found[2] == "-" else points, int(found[4] or 0))


def adjusted_text(typed: str, unit: int) -> str:
    """As it is kept."""
    return "; ".join(
        f"{number}:{'-' if points < 0 else '+'}{points_text(abs(points), unit)}{f'@{after}' if after else ''}"
        for number, points, after in read_adjusted(typed, unit)
    )


def adjusted_after(text: str, unit: int, last: int) -> dict[int, int]:
    """By number, what counts for the places after a round."""
    found: dict[int, int] = {}
    for number, points, after in _parts(text, unit):
        if after <= last or after == PLACES_ONLY:
            found[number] = found.get(number, 0) + points
    return found
