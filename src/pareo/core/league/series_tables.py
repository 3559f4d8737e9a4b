"""The table of a series, whatever it counts: places, best games, games won, or performance.

`series_table(plan, events)` gives everybody a line with one value, and for each event (or game) what it gave and
whether it counted: a line can show its arithmetic. People are known by a text that the caller makes; two equal texts
are one person, and ties are listed in the order of these texts. Whole numbers and fractions only.

Choices: a game won is a game won however it was (a rest counts as in the tournament, S-1); a performance is the average
rating of the rated opponents of all games, rounded half up, and FIDE's difference for the share of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo.core.league.categories import Achievement, total_achievements
from pareo.core.league.series import Placing, SeriesEvent, best_games, grand_prix
from pareo.core.league.series_rules import SeriesPlan
from pareo.core.standings.ratings.fide import FIDE_PERFECT, performance_difference, round_half_up
from pareo.core.text.errors import BadInput


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as the list of a period sees it."""

    points: int | None  # own points on the table; None: not entered, or no game
    halves: int  # 2 won, 1 drawn, 0 lost
    opponent_rating: int | None = None  # None: unrated, or not played over the board


@dataclass(frozen=True, slots=True)
class EventResult:
    """What somebody did in one event. `wins` as in its standings: draws are halves."""

    name: str
    place: int
    score: Fraction
    wins: Fraction
    games: tuple[PlayedGame, ...] = ()
    rating: int | None = None

    @property
    def total(self) -> int:
        return sum(game.points or 0 for game in self.games)


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """One event of the series, best first."""

    id: str
    players: tuple[EventResult, ...]
    weight: Fraction = Fraction(1)
    kind: str = ""  # of a series with kinds of events


@dataclass(frozen=True, slots=True)
class EventShare:
    """What one event, or one game, gave."""

    event: str
    value: Fraction
    counts: bool = True
    place: int | None = None
    points: int | None = None  # points on the table, where games won are counted
    games: int = 0  # rated games, where performance is counted


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the table. `place` is None for who has not played enough."""

    place: int | None
    name: str
    value: Fraction  # points, average, games won or performance
    second: int | None  # points on the table, where games won are counted
    parts: tuple[EventShare, ...]
    decided_by: str | None
    category: str = ""  # whose table this line is in, where categories change places


def series_table(
    plan: SeriesPlan, events: Sequence[PlayedEvent], categories: Mapping[str, str] | None = None
) -> tuple[TableLine, ...]:
    """Everybody, best first; those without a place at the end.

    Where players of two categories change places each category has a table of its own, the upper one first (S-NAT-3):
    `categories` tells who is in which; who is in none is in the lowest.
    """
    if plan.exchange is None or not categories:
        return _one_table(plan, events)
    lowest = plan.categories[-1].id
    lines: list[TableLine] = []
    for category in plan.categories:
        own = [
            replace(e, players=tuple(p for p in e.players if categories.get(p.name, lowest) == category.id))
            for e in events
        ]
        lines += [replace(line, category=category.id) for line in _one_table(plan, own)]
    return tuple(lines)


def _one_table(plan: SeriesPlan, events: Sequence[PlayedEvent]) -> tuple[TableLine, ...]:
    for event in events:
        names = [p.name for p in event.players]
        if len(set(names)) != len(names):
            raise BadInput(
                "series-twice",
                "{event}: {name} has two places.",
                event=event.id,
                name=next(n for n in names if names.count(n) > 1),
            )
    if plan.places is not None:
        return _by_places(plan, events)
    if plan.games is not None:
        return _by_best_games(plan, events)
    return _by_wins(events) if plan.count == "wins" else _by_performance(plan, events)


def _by_places(plan: SeriesPlan, events: Sequence[PlayedEvent]) -> tuple[TableLine, ...]:
    if plan.places is None:
        return ()
    series_events = [
        SeriesEvent(e.id, tuple(Placing(p.name, p.place, p.score) for p in e.players), e.weight, e.kind) for e in events
    ]
    return tuple(
        TableLine(
            row.place,
            row.name,
            row.points,
            None,
            tuple(EventShare(s.event, s.points, s.counts, s.place) for s in row.scores),
            row.decided_by,
        )
        for row in grand_prix(series_events, plan.places)
    )


def _by_best_games(plan: SeriesPlan, events: Sequence[PlayedEvent]) -> tuple[TableLine, ...]:
    if plan.games is None:
        return ()
    scored = [{p.name: [g.points for g in p.games if g.points is not None] for p in e.players} for e in events]
    lines: list[TableLine] = []
    for at, row in enumerate(best_games(scored, plan.games)):
        every = [
            (points, e.id)
            for e, points_of in zip(events, scored, strict=True)
            for points in points_of.get(row.name, ())
        ]
        counting = set(sorted(range(len(every)), key=lambda i: (-every[i][0], i))[: plan.games.best])
        parts = tuple(EventShare(event, Fraction(points), i in counting) for i, (points, event) in enumerate(every))
        lines.append(TableLine(row.place, row.name, row.average, None, parts, _reason(at, row.place, lines)))
    return tuple(lines)


def _reason(at: int, place: int | None, above: Sequence[TableLine]) -> str | None:
    if place is None:
        return "minimum"
    return None if at == 0 else "shared" if above[-1].place == place else "points"


def _by_wins(events: Sequence[PlayedEvent]) -> tuple[TableLine, ...]:
    """Games won, then points on the table, over all events (S-NAT-3)."""
    played = _by_person(events)
    lines: list[TableLine] = []
    for at, form in enumerate(achievements(events), 1):
        parts = tuple(EventShare(event, p.wins, place=p.place, points=p.total) for event, p in played[form.name])
        value = Fraction(form.wins)
        above = lines[-1] if lines else None
        level = above is not None and (above.value, above.second) == (value, form.points)
        place = above.place if level and above is not None else at
        reason = None if above is None else "shared" if level else "wins" if above.value != value else "secondary"
        lines.append(TableLine(place, form.name, value, form.points, parts, reason))
    return tuple(lines)


def achievements(events: Iterable[PlayedEvent]) -> tuple[Achievement, ...]:
    """Everybody's games won and points of these events, best first."""
    return total_achievements((Achievement(p.name, p.wins, p.total) for p in e.players) for e in events)


def _by_person(events: Iterable[PlayedEvent]) -> dict[str, list[tuple[str, EventResult]]]:
    by_person: dict[str, list[tuple[str, EventResult]]] = {}
    for e in events:
        for p in e.players:
            by_person.setdefault(p.name, []).append((e.id, p))
    return by_person


def _rated_games(p: EventResult) -> list[tuple[int, int]]:
    """Rating of the opponent and half points made, of the games that count for a performance."""
    return [(g.opponent_rating, g.halves) for g in p.games if g.opponent_rating is not None]


def performances(events: Iterable[PlayedEvent]) -> Mapping[str, tuple[int, int]]:
    """Performance and rated games of everybody who has met a rated opponent (S-NAT-7)."""
    games: dict[str, list[tuple[int, int]]] = {}
    for e in events:
        for p in e.players:
            games.setdefault(p.name, []).extend(_rated_games(p))
    result = {}
    for name, met in games.items():
        if met:
            average = round_half_up(Fraction(sum(rating for rating, _ in met), len(met)))
            share = Fraction(sum(halves for _, halves in met), 2 * len(met))
            result[name] = (average + performance_difference(share, perfect=FIDE_PERFECT), len(met))
    return result


def _by_performance(plan: SeriesPlan, events: Sequence[PlayedEvent]) -> tuple[TableLine, ...]:
    """The highest performance first; who has too few rated games has no place."""
    people = _by_person(events)
    performance_of = performances(events)
    enough = sorted(
        (n for n in performance_of if performance_of[n][1] >= plan.performer_games),
        key=lambda n: (-performance_of[n][0], n),
    )
    rest = sorted((n for n in people if n not in set(enough)), key=lambda n: (-performance_of.get(n, (0, 0))[0], n))
    lines: list[TableLine] = []
    for at, name in enumerate((*enough, *rest)):
        parts = []
        for event, p in people[name]:
            rated = _rated_games(p)
            parts.append(EventShare(event, Fraction(sum(halves for _, halves in rated), 2), games=len(rated)))
        value = Fraction(performance_of.get(name, (0, 0))[0])
        place: int | None = None
        if at < len(enough):
            place = lines[-1].place if lines and lines[-1].value == value else at + 1
        lines.append(TableLine(place, name, value, None, tuple(parts), _reason(at, place, lines)))
    return tuple(lines)
