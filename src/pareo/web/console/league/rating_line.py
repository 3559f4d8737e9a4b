"""A person's ratings as a line chart: the geometry as plain numbers; the template makes the markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pareo.core.league.directory import RatingHistoryStep

WIDTH, HEIGHT, MARGIN = 640, 150, 14
_LEFT = 52  # room for the figures of the scale
_FLAT = 20  # points of rating the picture spans at least: a change of one is no cliff


class Dot(NamedTuple):
    """A point of the chart: one step of the rating history."""

    x: int
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The chart of one person's ratings on one list."""

    path: str  # of our own numbers only
    dots: tuple[Dot, ...]
    low: int
    high: int
    low_y: int
    high_y: int


def rating_line(steps: Sequence[RatingHistoryStep], list_no: int) -> RatingChart | None:
    """The ratings after each step of a list, oldest on the left; None where a line would have fewer than two ends."""
    list_steps = [s for s in steps if s.list_no == list_no]
    values = [(s.after, f"{s.date}: {s.after}") for s in list_steps if s.after is not None]
    if list_steps and list_steps[0].before is not None:
        values.insert(0, (list_steps[0].before, str(list_steps[0].before)))
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
