"""How long matches, rounds and days take: a match ends somewhere in its time or goes over it, a round when its last
table does, and then the next one has to be paired, posted and seated. A hall with too few tables plays in turns. Some
halls are quicker than others: the pace of a day is one number that its rounds reveal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pareo.core.model.random_source import SeededRandom

_SAMPLES = 1024
_OVER_TIME = 0.85  # so many matches are over when the time is
PACE_SPREAD = 0.08  # of halls: one standard deviation
NINETY = 1.645


@dataclass(frozen=True, slots=True)
class DayTimes:
    """What the day is made of, in minutes."""

    minutes: int = 50  # of a round
    overtime: int = 5  # after the time is over
    turnover: float = 8.0  # between the last result and the next start
    cut_minutes: int = 0  # of a round of the elimination; 0: as the others
    hall: int = 0  # tables there are; 0: enough


class Span(NamedTuple):
    """A moment or a length in minutes, and how far off it may be, nine times of ten."""

    middle: float
    low: float
    high: float


@lru_cache(maxsize=32)
def match_lengths(minutes: int, overtime: int) -> tuple[float, ...]:
    """The lengths of 1,024 typical matches in minutes, shortest first."""
    lengths = []
    for i in range(_SAMPLES):
        q = (i + 0.5) / _SAMPLES
        if q < _OVER_TIME:
            lengths.append(minutes * (0.25 + 0.75 * (q / _OVER_TIME) ** 0.8))
        else:
            lengths.append(minutes + overtime * (q - _OVER_TIME) / (1 - _OVER_TIME))
    return tuple(lengths)


def round_length(chance: SeededRandom, tables: int, times: DayTimes, *, minutes: int = 0) -> float:
    """From the start of a round to the start of the next one, at the usual pace."""
    lengths = match_lengths(minutes or times.minutes, times.overtime)
    available = times.hall or tables or 1
    total, left = 0.0, tables
    while left > 0:  # in turns, where the tables are too few
        now = min(left, available)
        total += max(lengths[word >> 54] for word in chance.words(now))
        left -= now
    low, high = chance.words(2)
    return total + times.turnover * (0.6 + 0.4 * (low / 2**64 + high / 2**64))


def pace_of(chance: SeededRandom) -> float:
    """The pace of a day's hall, drawn from a seed: 1 is usual, more is slower."""
    bell = sum(word / 2**64 for word in chance.words(12)) - 6
    return max(0.7, 1 + PACE_SPREAD * bell)


def span(values: Sequence[float]) -> Span:
    """The median of the values, and the bounds that nine of ten lie between."""
    order = sorted(values)
    last = len(order) - 1
    return Span(order[len(order) // 2], order[round(0.05 * last)], order[round(0.95 * last)])


# --- during the day ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def usual_round(tables: int, times: DayTimes, minutes: int = 0) -> tuple[float, float]:
    """Mean and deviation of a round of so many tables, at the usual pace."""
    chance = SeededRandom(f"round/{tables}")
    lengths = [round_length(chance, tables, times, minutes=minutes) for _ in range(200)]
    mean = sum(lengths) / len(lengths)
    return mean, sqrt(sum((length - mean) ** 2 for length in lengths) / (len(lengths) - 1))


def observed_pace(played: Sequence[tuple[float, int]], times: DayTimes) -> tuple[float, float]:
    """The pace of this hall and its deviation, from rounds played: (minutes from start to start, tables)."""
    weight = 1 / PACE_SPREAD**2
    total = weight
    for length, tables in played:
        mean, deviation = usual_round(tables, times)
        precision = (mean / max(deviation, 0.5)) ** 2
        weight, total = weight + precision, total + precision * min(2.0, max(0.5, length / mean))
    return total / weight, 1 / sqrt(weight)


def rest_of_day(
    ahead: Sequence[tuple[int, int]], times: DayTimes, seen: Sequence[tuple[float, int]], now: Playing | None = None
) -> Span:
    """How long it takes until the last of the rounds ahead is over, each with its tables and minutes; and before them
    the one being played."""
    pace, unsure = observed_pace(seen, times)
    usual = [usual_round(tables, times, minutes) for tables, minutes in ahead]
    left, spread = (0.0, 0.0) if now is None else _remaining(now, times, pace)
    mean = sum(one for one, _ in usual)
    by_pace = mean + (0 if now is None else (now.gone + left) / pace)  # minutes that a slower hall makes longer
    deviation = sqrt((unsure * by_pace) ** 2 + spread**2 + sum((pace * one) ** 2 for _, one in usual))
    middle = left + pace * mean
    return Span(middle, max(0.0, middle - NINETY * deviation), middle + NINETY * deviation)


class Playing(NamedTuple):
    """The round that is being played, as far as its end is concerned."""

    gone: float  # minutes since it started
    waiting: int  # tables without a result
    minutes: int = 0  # 0: as the others


def round_ends_in(now: Playing, times: DayTimes, seen: Sequence[tuple[float, int]] = ()) -> float:
    """Minutes until the last of the open tables is done, most likely."""
    return _remaining(now, times, observed_pace(seen, times)[0])[0]


_QUANTILES = 40


def _remaining(now: Playing, times: DayTimes, pace: float) -> tuple[float, float]:
    """Mean and deviation of the minutes until the last open table is done, at this pace. Who plays longer than anybody
    does is expected every moment."""
    lengths = [
        length * pace
        for length in match_lengths(now.minutes or times.minutes, times.overtime)
        if length * pace > now.gone
    ]
    if not lengths or not now.waiting:
        return 0.0, 0.0
    at = [
        int(len(lengths) * ((i + 0.5) / _QUANTILES) ** (1 / now.waiting)) for i in range(_QUANTILES)
    ]  # the longest of them
    remaining = [lengths[i] - now.gone for i in at]
    mean = sum(remaining) / _QUANTILES
    return mean, sqrt(sum((length - mean) ** 2 for length in remaining) / _QUANTILES)
