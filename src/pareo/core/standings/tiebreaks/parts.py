"""One term of a tie-break's arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Part(NamedTuple):
    """What one round brought. What was left out (cut, unrated, not strong enough) is shown with `counted` false."""

    round_no: int
    opponent: int | None
    value: Fraction
    counted: bool = True
    raw: Fraction | None = None  # before a floor, a cap or halving
    wins: Fraction | None = None  # of the opponent, for percentages
    rounds: int | None = None  # that the percentage divides by
    note: str = ""  # why the value is not what one would expect: "floor", "half", "left-out" …
