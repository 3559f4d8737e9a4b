"""FIDE's rating tables and its rule game by game. Pure arithmetic: no ledger, no names.

`fide_expected` adds up p(D) over the games, each difference cut to 400 points unless that is switched off;
`fide_k` chooses K from the facts that the caller knows (FIDE Handbook B.02, 8.3).

Choices: a player about whom nothing is known has K = 20, or 10 from 2400; the age counts at the end of the year;
K is lowered so that K · games stays within 700, as for a whole rating period, only where K follows the rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

# FIDE Handbook B.02, table 8.1b: the lowest difference for 50 %, 51 % … 100 %.
_DIFFERENCES = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189,
    198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560,
    620, 736,
)  # fmt: skip
# Table 8.1a: the difference that a score of 50 %, 51 % … 99 % stands for.
_PERFORMANCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677,
)  # fmt: skip
PERFECT = 999  # Swiss Perfect's difference for 100 %, as the FISE example shows
FIDE_PERFECT = 800  # FIDE's own table
FIDE_CAP = 400

_NEW, _USUAL, _TOP = 40, 20, 10
_NEW_GAMES, _TOP_RATING, _JUNIOR_AGE, _JUNIOR_RATING, _K_GAMES = 30, 2400, 18, 2300, 700


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """What is known of a player's rating history. None: not known, which counts as an established player."""

    games: int | None = None  # rated games before this event
    age: int | None = None  # reached in this calendar year
    peak: int | None = None  # the highest rating ever
    k: int | None = None  # the player's own K, whatever the rules would give


def expected_share(difference: int) -> Fraction:
    """p(D): the share of the points that a player rated so much higher (or, negative, lower) is expected to make."""
    return Fraction(expected_hundredths(difference), 100)


def expected_hundredths(difference: int) -> int:
    """p(D) in hundredths: the expected share of the points at this rating difference, for sums over many games."""
    hundredths = 49 + bisect_right(_DIFFERENCES, abs(difference))
    return hundredths if difference >= 0 else 100 - hundredths


def performance_difference(share: Fraction, *, perfect: int = PERFECT) -> int:
    """dp(p): the rating difference that a share of the points stands for."""
    hundredths = round_half_up(share * 100)
    better = max(hundredths, 100 - hundredths)
    difference = perfect if better == 100 else _PERFORMANCES[better - 50]
    return difference if hundredths >= 50 else -difference


def fide_expected(rating: int, opponents: Iterable[int], *, cap: int | None = FIDE_CAP) -> Fraction:
    """The expected score against these opponents, game by game; a difference above `cap` counts as `cap`."""
    total = Fraction(0)
    for other in opponents:
        difference = rating - other
        if cap is not None:
            difference = max(-cap, min(cap, difference))
        total += expected_share(difference)
    return total


def fide_k(rating: int, history: RatingHistory, *, games: int = 0) -> int:
    """K by FIDE's rules (B.02, 8.3): 40 new or young, 10 once 2400 was reached, else 20; K · games is at most 700."""
    new = history.games is not None and history.games < _NEW_GAMES
    young = history.age is not None and history.age <= _JUNIOR_AGE and rating < _JUNIOR_RATING
    if new or young:
        k = _NEW
    elif max(rating, history.peak or 0) >= _TOP_RATING:
        k = _TOP
    else:
        k = _USUAL
    return min(k, max(1, _K_GAMES // games)) if games else k


def round_half_up(value: Fraction) -> int:
    """The value rounded to a whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def round_half_away(value: Fraction) -> int:
    """The value rounded to a whole number, a half away from zero."""
    return round_half_up(value) if value >= 0 else -round_half_up(-value)
