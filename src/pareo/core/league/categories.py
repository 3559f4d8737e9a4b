"""Categories of players by strength, moving between them, and titles, as national federations practise it (S-NAT).

Categories are bands by rating or, for who has none, by average score. `exchange` moves the best of the lower category
up and the last of the upper one down after a period (S-NAT-3), by games won, then points. Titles are data: an
organiser's own thresholds under the federation's names (S-NAT-7). Nothing here draws lots: where only a lot could
decide, it asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from pareo.core.text.errors import BadInput, Refused

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Category:
    """A band: from this rating on, or, for the unrated, from this average on. None: no lower bound of that kind."""

    id: str
    rating_from: int | None = None
    average_from: int | None = None


def category_of(categories: Sequence[Category], *, rating: int | None, average: Number | None = None) -> str:
    """The first category, best first, that the player reaches; the last takes everybody else.

    Choice: the rating decides where there is one; the average only for somebody without.
    """
    if not categories:
        raise BadInput("categories-none", "There are no categories.")
    for c in categories[:-1]:
        if rating is not None:
            if c.rating_from is not None and rating >= c.rating_from:
                return c.id
        elif average is not None and c.average_from is not None and average >= c.average_from:
            return c.id
    return categories[-1].id


# --- promotion and relegation (S-NAT-3) -------------------------------------------------------------------------------


class Period(Enum):
    """How often players move. The document's word can mean either."""

    TWO_MONTHS = "two-months"
    HALF_MONTH = "half-month"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"  # one period without end

    def of(self, year: int, month: int, day: int) -> tuple[int, int]:
        """The period a day belongs to: the year and the number of the period in it, from 1."""
        if self is Period.ALL:
            return 0, 1
        if self is Period.YEAR:
            return year, 1
        if self is Period.MONTH:
            return year, month
        if self is Period.TWO_MONTHS:
            return year, (month + 1) // 2
        return year, 2 * month - (day <= 15)

    def label(self, year: int, month: int, day: int) -> str:
        """The period's name: where it begins, as exactly as needed (2026, 2026-05, 2026-05-16); nothing for ALL."""
        if self is Period.ALL:
            return ""
        if self is Period.YEAR:
            return f"{year:04}"
        if self is Period.HALF_MONTH:
            return f"{year:04}-{month:02}-{'01' if day <= 15 else '16'}"
        return f"{year:04}-{month - (month + 1) % 2 if self is Period.TWO_MONTHS else month:02}"


@dataclass(frozen=True, slots=True)
class Achievement:
    """What somebody achieved: games won (a draw is half) and points scored. Forms of a period are added up."""

    name: str
    wins: Number
    points: int


@dataclass(frozen=True, slots=True)
class ExchangeRules:
    """How many change places, how often, and the fixed size of the upper category (0: as it is)."""

    count: int = 2
    period: Period = Period.TWO_MONTHS
    size: int = 0
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Who moves, and both categories afterwards, each in order."""

    up: tuple[str, ...]
    down: tuple[str, ...]
    upper: tuple[str, ...]
    lower: tuple[str, ...]


def total_achievements(tournaments: Iterable[Iterable[Achievement]]) -> tuple[Achievement, ...]:
    """Everybody's form over several tournaments, best first."""
    total: dict[str, Achievement] = {}
    for tournament in tournaments:
        for f in tournament:
            so_far = total.get(f.name, Achievement(f.name, 0, 0))
            total[f.name] = Achievement(f.name, so_far.wins + f.wins, so_far.points + f.points)
    return tuple(sorted(total.values(), key=lambda f: (-f.wins, -f.points, f.name)))


def exchange(
    upper: Iterable[Achievement],
    lower: Iterable[Achievement],
    rules: ExchangeRules,
    *,
    lots: Mapping[str, int] | None = None,
) -> Exchange:
    """The categories after a period. Level at the border: `lots` decide, low goes first; without them it is refused.

    Choice: the upper category keeps its size: never more move down than up, and free seats are filled from below.
    """
    top, bottom = _in_order(upper, lots or {}), _in_order(lower, lots or {})
    if {f.name for f in top} & {f.name for f in bottom}:
        raise BadInput("category-both", "A player is in both categories.")
    free = (rules.size or len(top)) - len(top)
    if free < 0:
        raise BadInput(
            "category-large",
            "The upper category has {count} players; its limit is {size}.",
            count=len(top),
            size=rules.size,
        )
    going_down = min(rules.count, len(bottom), len(top))
    going_up = min(going_down + free, len(bottom))
    _check_border(top, len(top) - going_down, lots or {})
    _check_border(bottom, going_up, lots or {})
    stay, down = top[: len(top) - going_down], top[len(top) - going_down :]
    up, rest = bottom[:going_up], bottom[going_up:]
    return Exchange(_names(up), _names(down), _names([*stay, *up]), _names([*down, *rest]))


def _in_order(forms: Iterable[Achievement], lots: Mapping[str, int]) -> list[Achievement]:
    ordered = sorted(forms, key=lambda f: (-f.wins, -f.points, lots.get(f.name, 0), f.name))
    if len({f.name for f in ordered}) != len(ordered):
        raise BadInput("category-name-twice", "2 players of a category have the same name.")
    return ordered


def _names(forms: Iterable[Achievement]) -> tuple[str, ...]:
    return tuple(f.name for f in forms)


def _check_border(forms: Sequence[Achievement], border: int, lots: Mapping[str, int]) -> None:
    if not 0 < border < len(forms):
        return
    a, b = forms[border - 1], forms[border]
    if (a.wins, a.points) == (b.wins, b.points) and lots.get(a.name) == lots.get(b.name):
        raise Refused(
            "category-level",
            "{a} and {b} are level in wins and points: draw lots to decide who moves.",
            a=a.name,
            b=b.name,
        )


# --- titles (S-NAT-7) -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Title:
    """A title. The document gives names only: rating and games are the federation's to set. None: not by rating."""

    id: str
    name: str
    rating_from: int | None = None
    games: int = 0  # rated games needed


def title_of(titles: Sequence[Title], *, rating: int, games: int) -> Title | None:
    """The first title, highest first, whose threshold is set and reached."""
    return next((t for t in titles if t.rating_from is not None and rating >= t.rating_from and games >= t.games), None)


def best_performers(performances: Mapping[str, tuple[int, int]], *, games: int = 1) -> tuple[str, ...]:
    """Who had the highest performance of the year among those with enough games: name → (performance, games)."""
    enough = {name: performance for name, (performance, played) in performances.items() if played >= games}
    best = max(enough.values(), default=None)
    return tuple(sorted(name for name, performance in enough.items() if performance == best))
