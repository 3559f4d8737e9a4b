"""The Polish federation's (PZSzach) rating: category ratings, and one formula for an event.

Choice: a player without a rating has no category, hence 1000, as a player and as an opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pareo.core.text.errors import NotFound

CATEGORIES = ("none", "V", "IV", "III", "II", "I", "candidate", "master")
_MEN = (1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400)
_WOMEN = (1000, 1100, 1250, 1400, 1600, 1800, 2000, 2200)
NO_CATEGORY = _MEN[0]


def category_rating(category: str, *, woman: bool = False) -> int:
    """The PZSzach rating that stands for a category; NotFound for any other."""
    if category not in CATEGORIES:
        raise NotFound(
            "category-unknown",
            "There is no category “{category}”. Choose one of: {known}.",
            category=category,
            known=", ".join(CATEGORIES),
        )
    return (_WOMEN if woman else _MEN)[CATEGORIES.index(category)]


def pzszach_rating(own: int, opponents: Sequence[int], *, wins: int, losses: int) -> Fraction:
    """The PZSzach rating after an event: R = (own + ΣRi + 400 · (wins − losses)) / (n + 1)."""
    return Fraction(own + sum(opponents) + 400 * (wins - losses), len(opponents) + 1)
