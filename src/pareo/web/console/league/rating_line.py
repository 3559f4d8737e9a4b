"""Somebody's ratings as a line: geometry in, plain numbers out; the markup is the template's work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pareo.core.league.directory import RatingHistoryStep

WIDTH, HEIGHT, MARGIN = 640, 150, 14
_LEFT = 52  # room for the figures of the scale
_FLAT = 20  # points of rating the picture spans at least: a change of one is no cliff


class Dot(NamedTuple):
    """One line of the history."""

    x: int
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The picture of one list."""

    path: str  # of our own numbers only
    dots: tuple[Dot, ...]
    low: int
    high: int
    low_y: int
    high_y: int


def rating_line(steps: Sequence[RatingHistoryStep], list_no: int) -> RatingChart | None:
    """The ratings after each step of a list, oldest on the left; None where a line would have fewer than two ends."""
    own = [s for s in steps if s.list_no == list_no]
    values = [(s.after, f"{s.date}: {s.after}") for s in own if s.after is not None]
    if own and own[0].before is not None:
        values.insert(0, (own[0].before, str(own[0].before)))
    if len(values) < 2:
        return None
    ratings = [value for value, _ in values]
    low, high = min(ratings), max(ratings)
    spare = max(0, _FLAT - (high - low))
    bottom, span = low - spare // 2, max(_FLAT, high - low)
    across, down = WIDTH - _LEFT - MARGIN, HEIGHT - 2 * MARGIN

    def y_of(rating: int) -> int:
        return HEIGHT - MARGIN - down * (rating - bottom) // span

    dots = tuple(
        Dot(_LEFT + across * i // (len(values) - 1), y_of(rating), label) for i, (rating, label) in enumerate(values)
    )
    path = "M" + "L".join(f"{dot.x} {dot.y}" for dot in dots)
    return RatingChart(path, dots, low, high, y_of(low), y_of(high))
