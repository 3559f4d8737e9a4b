"""The US Chess rating of one event: the standard formula with its bonus, and the special one for up to eight games.

Pure arithmetic in decimals of a fixed precision and in fractions: the same digits on every machine.

Choices: a player whose number of earlier games is not known is established (only the rating limits the effective
games); an unrated player has none. The special formula counts the earlier games as draws against the old rating, and
where several ratings fit (all won, all lost) takes the one nearest the old rating, or nearest the opponents. The
correction for having won or lost *all* earlier games needs facts we do not have and is not made. Nobody falls below
100. Games against unrated opponents are the caller's to leave out. Opponents count with their intermediate ratings, as
the event alone would leave them (`intermediate`): the system's fourth and fifth step.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import NamedTuple

BONUS = 14  # B; 10 since June 2025
LOWEST = 100
SPECIAL_UP_TO = 8  # earlier games

Strength = int | Fraction
"""An opponent's rating: whole before the event, a fraction after the first pass."""

_EXACT = Context(prec=40)
_MOST_GAMES = Decimal(50)
_STEEP = 400  # PWe reaches 0 and 1 so far from the opponent's rating


class UscfChange(NamedTuple):
    """What an event does to a rating, before rounding to whole points."""

    effective_games: Fraction  # N_eff
    k: Fraction | None  # None: by the special formula
    expected: Fraction  # by the winning expectancy, also for the special formula
    gain: Fraction  # K · (S − E), or new − old
    bonus: Fraction
    new: Fraction


@lru_cache(maxsize=32_768)
def _expectancy(difference: Strength) -> Decimal:
    """The winning expectancy at this rating difference, cached: a large event asks for few differences many times."""
    lead = _EXACT.divide(Decimal(difference.numerator), Decimal(400 * difference.denominator))
    power = _EXACT.power(Decimal(10), lead)
    return _EXACT.divide(Decimal(1), _EXACT.add(Decimal(1), power))


def effective_games(rating: int, games: int | None) -> Fraction:
    """How many earlier games the rating rests on: fewer than were played, the lower it is."""
    if rating >= 2355:
        most = _MOST_GAMES
    else:
        far = Decimal(2569 - rating)
        most = _EXACT.divide(
            _MOST_GAMES, _EXACT.sqrt(Decimal("0.662") + _EXACT.multiply(Decimal("0.00000739"), far * far))
        )
    return Fraction(most) if games is None else min(Fraction(games), Fraction(most))


def intermediate(
    rating: int, opponents: Sequence[int], score: Fraction, *, games: int | None = None, bonus: int = BONUS
) -> Fraction:
    """The intermediate rating after the first pass, opponents at their old ratings: what opponents are rated by.

    To a tenth of a point, so that a large event asks for few differences (a tenth moves no change by 0.01).
    """
    change = uscf_change(rating, opponents, score, games=games, bonus=bonus)
    return Fraction(round(change.new * 10), 10)


def uscf_change(
    rating: int | None, opponents: Sequence[Strength], score: Fraction, *, games: int | None = None, bonus: int = BONUS
) -> UscfChange:
    """The US Chess rating after an event of at least one game. `games`: rated games before it; None: not known."""
    if rating is None:
        new = special_rating(opponents, score)
        return UscfChange(Fraction(0), None, score, Fraction(0), Fraction(0), max(new, Fraction(LOWEST)))
    rests_on = effective_games(rating, games)
    expected = Fraction(reduce(_EXACT.add, (_expectancy(other - rating) for other in opponents)))
    if games is not None and games <= SPECIAL_UP_TO:
        new = max(special_rating(opponents, score, old=rating, rests_on=rests_on), Fraction(LOWEST))
        return UscfChange(rests_on, None, expected, new - rating, Fraction(0), new)
    count = len(opponents)
    k = Fraction(800) / (rests_on + count)
    gain = k * (score - expected)
    extra = Fraction(0)
    if count >= 3:
        threshold = bonus * Fraction(_EXACT.sqrt(Decimal(max(count, 4))))
        extra = max(extra, gain - threshold)
    return UscfChange(rests_on, k, expected, gain, extra, max(rating + gain + extra, Fraction(LOWEST)))


def special_rating(
    opponents: Sequence[Strength], score: Fraction, *, old: int | None = None, rests_on: Fraction = Fraction(0)
) -> Fraction:
    """The US Chess special rating: the one whose provisional expectancy PWe, summed over all games, is the score."""
    weights: list[tuple[Strength, Fraction]] = [(other, Fraction(1)) for other in opponents]
    goal = score
    if old is not None and rests_on:
        weights.append((old, rests_on))
        goal += rests_on / 2
    knots = sorted({other + side for other, _ in weights for side in (-_STEEP, _STEEP)})
    values = [_provisional(knot, weights) for knot in knots]
    # The sum never falls: everything that fits is one stretch, possibly a single point.
    fitting = [Fraction(knot) for knot, value in zip(knots, values, strict=True) if value == goal]
    if not fitting:
        for (left, low), (right, high) in pairwise(zip(knots, values, strict=True)):
            if low < goal < high:
                return left + (goal - low) * (right - left) / (high - low)
    low_end, high_end = min(fitting), max(fitting)
    if goal == values[0]:  # all lost: nothing holds it from below
        return high_end if old is None else min(high_end, Fraction(old))
    if goal == values[-1]:
        return low_end if old is None else max(low_end, Fraction(old))
    return (low_end + high_end) / 2 if old is None else max(low_end, min(high_end, Fraction(old)))


def _provisional(rating: Strength, weights: Sequence[tuple[Strength, Fraction]]) -> Fraction:
    """Σ PWe: ½ + (R − Ri) / 800 for each game, kept between 0 and 1."""
    total = Fraction(0)
    for other, weight in weights:
        share = Fraction(1, 2) + Fraction(rating - other, 2 * _STEEP)
        total += weight * max(Fraction(0), min(Fraction(1), share))
    return total
