"""Ratings: expected score, change and performance by the FIDE tables, "from the average" as Swiss Perfect does it.

One look-up with the whole-number average of the rated opponents, no interpolation, no cap on the difference
(FISE example; S-15). The modern FIDE rule, game by game, is another method and gives other changes.

Choices: the average is rounded half up; the share of points is rounded half up to hundredths before the second table
is read; a player whose rating is below the ruleset's lowest valid rating counts as unrated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pareo.core.errors import NotFound
from pareo.core.ledger import Account, Ledger
from pareo.core.outcome import Outcome
from pareo.core.ruleset import RatingRules

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
PERFECT = 999  # Swiss Perfect's difference for 100 %, as the FISE example shows; FIDE's table says 800

_PLAYED = {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_FORFEITED = {Outcome.FORFEIT_WIN: 2, Outcome.FORFEIT_LOSS: 0}


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One line of the rating view (S-18). None: not to be computed (unrated, or no game against a rated opponent)."""

    no: int
    rating: int | None
    score: Fraction  # against rated opponents
    games: int  # against rated opponents
    expected: Fraction | None
    change: int | None
    average: int | None  # of the rated opponents
    performance: int | None
    new: int | None


def expected_share(difference: int) -> Fraction:
    """p(D): the share of the points that a player rated so much higher (or, negative, lower) is expected to make."""
    hundredths = 49 + bisect_right(_DIFFERENCES, abs(difference))
    return Fraction(hundredths if difference >= 0 else 100 - hundredths, 100)


def performance_difference(share: Fraction, *, perfect: int = PERFECT) -> int:
    """dp(p): the rating difference that a share of the points stands for."""
    hundredths = _half_up(share * 100)
    better = max(hundredths, 100 - hundredths)
    difference = perfect if better == 100 else _PERFORMANCES[better - 50]
    return difference if hundredths >= 50 else -difference


def rating_row(no: int, rating: int | None, score: Fraction, games: int, average: int | None, *, k: int) -> RatingRow:
    """What follows from a score in so many games against opponents of that average."""
    if games == 0 or average is None:
        return RatingRow(no, rating, Fraction(0), 0, None, None, None, None, rating)
    performance = average + performance_difference(score / games)
    if rating is None:
        return RatingRow(no, None, score, games, None, None, average, performance, None)
    expected = games * expected_share(rating - average)
    change = _half_away((score - expected) * k)
    return RatingRow(no, rating, score, games, expected, change, average, performance, rating + change)


def rating_view(ledger: Ledger, ratings: Mapping[int, int | None], rules: RatingRules) -> tuple[RatingRow, ...]:
    """Everybody's rating line, by number."""
    if rules.method != "fide-average":
        raise NotFound(
            "rating-method-unknown", "There is no rating method “{id}”. There is: fide-average.", id=rules.method
        )
    valid = {no: rating for no, rating in ratings.items() if rating is not None and rating >= rules.lowest}
    return tuple(_row(ledger.accounts[no], valid, rules) for no in sorted(ledger.accounts))


def _row(account: Account, ratings: Mapping[int, int], rules: RatingRules) -> RatingRow:
    halves_of = _PLAYED | _FORFEITED if rules.rate_forfeits else _PLAYED
    rated = [line for line in account.lines if line.opponent in ratings and line.outcome in halves_of]
    opponents = [ratings[line.opponent] for line in rated if line.opponent is not None]
    score = Fraction(sum(halves_of[line.outcome] for line in rated), 2)
    average = _half_up(Fraction(sum(opponents), len(opponents))) if opponents else None
    return rating_row(account.no, ratings.get(account.no), score, len(rated), average, k=rules.k)


def _half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _half_away(value: Fraction) -> int:
    """Rounded to a whole number, a half away from zero."""
    return _half_up(value) if value >= 0 else -_half_up(-value)
