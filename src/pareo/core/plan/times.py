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

from pareo.core.pairing.chance import Chance

_STEPS = 1024
_OVER_TIME = 0.85  # so many matches are over when the time is
PACE_SPREAD = 0.08  # of halls: one standard deviation
NINETY = 1.645


@dataclass(frozen=True, slots=True)
class Times:
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
def shares(minutes: int, overtime: int) -> tuple[float, ...]:
    """The lengths of matches in order: the i-th of a thousand."""
    found = []
    for i in range(_STEPS):
        q = (i + 0.5) / _STEPS
        if q < _OVER_TIME:
            found.append(minutes * (0.25 + 0.75 * (q / _OVER_TIME) ** 0.8))
        else:
            found.append(minutes + overtime * (q - _OVER_TIME) / (1 - _OVER_TIME))
    return tuple(found)


def round_length(chance: Chance, tables: int, times: Times, *, minutes: int = 0) -> float:
    """From the start of a round to the start of the next one, at the usual pace."""
    lengths = shares(minutes or times.minutes, times.overtime)
    hall = times.hall or tables or 1
    total, left = 0.0, tables
    while left > 0:  # in turns, where the tables are too few
        now = min(left, hall)
        total += max(lengths[word >> 54] for word in chance.words(now))
        left -= now
    low, high = chance.words(2)
    return total + times.turnover * (0.6 + 0.4 * (low / 2**64 + high / 2**64))


def pace_of(chance: Chance) -> float:
    """How slow this hall is."""
    bell = sum(word / 2**64 for word in chance.words(12)) - 6
    return max(0.7, 1 + PACE_SPREAD * bell)


def span(values: Sequence[float]) -> Span:
    """The middle of many, and what nine of ten lie between."""
    order = sorted(values)
    last = len(order) - 1
    return Span(order[len(order) // 2], order[round(0.05 * last)], order[round(0.95 * last)])


# --- during the day ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def usual_round(tables: int, times: Times, minutes: int = 0) -> tuple[float, float]:
    """Mean and deviation of a round of so many tables, at the usual pace."""
    chance = Chance(f"round/{tables}")
    found = [round_length(chance, tables, times, minutes=minutes) for _ in range(200)]
    mean = sum(found) / len(found)
    return mean, sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1))


def pace_seen(seen: Sequence[tuple[float, int]], times: Times) -> tuple[float, float]:
    """The pace of this hall and its deviation, from rounds played: (minutes from start to start, tables)."""
    weight = 1 / PACE_SPREAD**2
    total = weight
    for length, tables in seen:
        mean, deviation = usual_round(tables, times)
        own = (mean / max(deviation, 0.5)) ** 2
        weight, total = weight + own, total + own * min(2.0, max(0.5, length / mean))
    return total / weight, 1 / sqrt(weight)


def rest_of_day(ahead: Sequence[tuple[int, int]], times: Times, seen: Sequence[tuple[float, int]]) -> Span:
    """How long the rounds ahead take, each with its tables and minutes."""
    pace, unsure = pace_seen(seen, times)
    usual = [usual_round(tables, times, minutes) for tables, minutes in ahead]
    mean = sum(one for one, _ in usual)
    deviation = sqrt((unsure * mean) ** 2 + sum((pace * spread) ** 2 for _, spread in usual))
    return Span(pace * mean, pace * mean - NINETY * deviation, pace * mean + NINETY * deviation)


def round_ends_in(gone: float, waiting: int, times: Times, *, minutes: int = 0) -> float:
    """Minutes until the last of the open tables is done, most likely, when so many minutes are gone."""
    lengths = [one for one in shares(minutes or times.minutes, times.overtime) if one > gone]
    if not lengths or not waiting:
        return 0.0
    at = int(len(lengths) * 0.5 ** (1 / waiting))  # half of the time the longest of them is shorter
    return lengths[min(at, len(lengths) - 1)] - gone
