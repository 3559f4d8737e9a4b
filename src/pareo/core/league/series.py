"""Series of tournaments: a Grand Prix by places (SP-16), and a list by the best games of a period (S-NAT-2).

`grand_prix(events, rules)` gives each event's places points by a table, a formula or the score itself, lets those who
share a place share its points, counts the best k events (of each kind, where a series has kinds of events), and ranks
with the series' own tie-breaks. All numbers are whole or fractions. People are known by name: two names are one person
only if they are equal letter for letter, never by likeness.

Choices: rounding is done to an event's shared points, before its weight; a place beyond the table gets the table's
`beyond`; who has played fewer events than the minimum is listed below, without a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from typing import NamedTuple

from pareo.core.text.errors import BadInput, NotFound

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Placing:
    """Somebody's place in one event. Shared places are equal (1, 1, 3); tie-breaks give the order of the list."""

    name: str
    place: int
    score: Number = 0


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """One tournament of the series, best first."""

    id: str
    placings: tuple[Placing, ...]
    weight: Number = 1
    kind: str = ""  # of a series with kinds of events (PN-CP-1)


# --- points for a place -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Points by place: 25, 18, 15 …"""

    points: tuple[Number, ...]
    beyond: Number = 0

    def of(self, place: int, _size: int, _score: Number) -> Fraction:
        return Fraction(self.points[place - 1] if place <= len(self.points) else self.beyond)


@dataclass(frozen=True, slots=True)
class PointsFormula:
    """constant + per_player · size of the field + per_place · place, and at least so much."""

    constant: Number = 0
    per_player: Number = 0
    per_place: Number = -1
    least: Number = 0

    def of(self, place: int, size: int, _score: Number) -> Fraction:
        return Fraction(max(self.least, self.constant + self.per_player * size + self.per_place * place))


@dataclass(frozen=True, slots=True)
class OwnScore:
    """The points scored in the event, times a factor."""

    factor: Number = 1

    def of(self, _place: int, _size: int, score: Number) -> Fraction:
        return Fraction(self.factor * score)


class Band(NamedTuple):
    """Places that get the same, from so many players on."""

    last: int  # place
    points: Number
    players: int = 0


@dataclass(frozen=True, slots=True)
class PointsBands:
    """Points by bands of places: 3rd and 4th 300; a band may pay only in large enough fields (PN-CP-2)."""

    bands: tuple[Band, ...]

    def of(self, place: int, size: int, _score: Number) -> Fraction:
        band = next((band for band in self.bands if place <= band.last), None)
        return Fraction(0 if band is None or size < band.players else band.points)


Points = PointsTable | PointsFormula | OwnScore | PointsBands


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event: what its places give, and how many of its group count."""

    id: str
    title: str
    points: Points | None = None  # None: nobody has said yet
    group: str = ""  # kinds of one group share `best`; "": it is a group for itself
    best: int = 0  # 0: all


class Sharing(Enum):
    """What those who share a place get."""

    MEAN = "mean"  # the mean of the places they fill
    BEST = "best"  # all get the points of the best of these places
    TIEBREAK = "tie-break"  # each gets the points of their own place, in the order of the event's list


@dataclass(frozen=True, slots=True)
class Rounding:
    """To a multiple of `step`: "down", "up", or "nearest" (a half goes up)."""

    step: Number = 1
    way: str = "nearest"

    def of(self, value: Fraction) -> Fraction:
        if self.step <= 0 or self.way not in ("down", "up", "nearest"):
            raise BadInput("series-rounding", "Rounding goes down, up or nearest, to a step above 0.")
        steps = value / Fraction(self.step)
        whole = {"down": floor(steps), "up": ceil(steps), "nearest": floor(steps + Fraction(1, 2))}[self.way]
        return whole * Fraction(self.step)


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How a series is counted."""

    points: Points
    sharing: Sharing = Sharing.MEAN
    rounding: Rounding | None = None
    best: int = 0  # events that count, the best ones; 0: all
    minimum: int = 1  # events somebody must have played to be ranked
    tiebreaks: tuple[str, ...] = ("best-results", "event-wins", "latest-event")
    cite: str = ""
    kinds: tuple[EventKind, ...] = ()  # then every event is of one of them

    def kind(self, event: SeriesEvent) -> EventKind:
        """The kind of an event; BadInput if it names none, or one without points."""
        if not self.kinds:
            return EventKind("", "", self.points, "", self.best)
        own_kind = next((kind for kind in self.kinds if kind.id == event.kind), None)
        if own_kind is None:
            raise BadInput(
                "series-kind",
                "{event}: choose its kind ({known}).",
                event=event.id,
                known=", ".join(kind.id for kind in self.kinds),
            )
        if own_kind.points is None:
            raise BadInput(
                "series-kind-points",
                "“{kind}” has no points yet: add them to the rules.",
                kind=own_kind.id,
            )
        return own_kind


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventScore:
    """What one event gave to one person."""

    event: str
    place: int
    points: Fraction  # with the event's weight
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """A line of the series' table. `place` is None for who has not played the minimum of events."""

    place: int | None
    name: str
    points: Fraction
    scores: tuple[EventScore, ...]  # in the order of the events
    decided_by: str | None  # what put them below the one above: "points", a tie-break, "shared"; None for the first


@dataclass(frozen=True, slots=True)
class _Card:
    """One person's series, while it is being ranked."""

    name: str
    scores: tuple[EventScore, ...]
    latest: tuple[Fraction, ...] = field(default=())  # points of each event, the last one first; 0: not there

    @property
    def points(self) -> Fraction:
        return sum((s.points for s in self.scores if s.counts), Fraction(0))


Key = tuple[Number, ...]

TIEBREAKS: Mapping[str, Callable[[_Card], Key]] = {
    "best-result": lambda c: (max(s.points for s in c.scores),),
    "best-results": lambda c: tuple(sorted((s.points for s in c.scores if s.points > 0), reverse=True)),
    "event-wins": lambda c: (sum(s.place == 1 for s in c.scores),),
    "best-place": lambda c: (-min(s.place for s in c.scores),),
    "latest-event": lambda c: c.latest,
    "all-points": lambda c: (sum((s.points for s in c.scores), Fraction(0)),),
    "more-events": lambda c: (len(c.scores),),
    "fewer-events": lambda c: (-len(c.scores),),
}
"""Tie-breaks of a series; of two keys the larger goes first."""


def grand_prix(events: Sequence[SeriesEvent], rules: SeriesRules) -> tuple[SeriesPlace, ...]:
    """The table of the series after these events, in the order they were played."""
    criteria = [_tiebreak(name) for name in rules.tiebreaks]
    if len({event.id for event in events}) != len(events):
        raise BadInput("series-event-twice", "An event is in the series twice.")
    scores_by_event = [_event_points(event, rules) for event in events]
    cards = [
        _card(name, events, scores_by_event, rules)
        for name in sorted({n for scores in scores_by_event for n in scores})
    ]
    ranked = [c for c in cards if len(c.scores) >= rules.minimum]
    keys = {c.name: ((c.points,), *(criterion(c) for criterion in criteria)) for c in ranked}
    names = ("points", *rules.tiebreaks)
    rows: list[SeriesPlace] = []
    place = 0
    before: tuple[Key, ...] | None = None
    for at, c in enumerate(sorted(ranked, key=lambda c: keys[c.name], reverse=True), 1):
        now = keys[c.name]
        split = next((n for n, a, b in zip(names, now, before or now, strict=True) if a != b), None)
        place = place if before is not None and split is None else at
        rows.append(SeriesPlace(place, c.name, c.points, c.scores, None if before is None else split or "shared"))
        before = now
    rest = sorted((c for c in cards if len(c.scores) < rules.minimum), key=lambda c: (-c.points, c.name))
    return (*rows, *(SeriesPlace(None, c.name, c.points, c.scores, "minimum") for c in rest))


def _tiebreak(name: str) -> Callable[[_Card], Key]:
    if name not in TIEBREAKS:
        raise NotFound(
            "series-tiebreak",
            "There is no series tie-break “{name}”. Choose one of: {known}.",
            name=name,
            known=", ".join(TIEBREAKS),
        )
    return TIEBREAKS[name]


def _event_points(event: SeriesEvent, rules: SeriesRules) -> dict[str, tuple[int, Fraction]]:
    """Place and points of everybody in one event."""
    if any(a.place > b.place for a, b in zip(event.placings, event.placings[1:], strict=False)):
        raise BadInput("series-order", "{event}: the places are not in order.", event=event.id)
    size, table = len(event.placings), rules.kind(event).points or rules.points
    points_of: dict[str, tuple[int, Fraction]] = {}
    at = 0
    for place, sharers in groupby(event.placings, lambda p: p.place):
        group = list(sharers)
        if place != at + 1:
            raise BadInput(
                "series-places",
                "{event}: place {place} should be {right} (shared places are 1, 1, 3).",
                event=event.id,
                place=place,
                right=at + 1,
            )
        own = [table.of(at + i, size, p.score) for i, p in enumerate(group, 1)]
        for p, points in zip(group, _share_points(own, rules, table), strict=True):
            if p.name in points_of:
                raise BadInput("series-twice", "{event}: {name} has two places.", event=event.id, name=p.name)
            points_of[p.name] = (place, points * Fraction(event.weight))
        at += len(group)
    return points_of


def _share_points(own: Sequence[Fraction], rules: SeriesRules, table: Points) -> list[Fraction]:
    if rules.sharing is Sharing.TIEBREAK or isinstance(table, OwnScore):
        shared = list(own)
    elif rules.sharing is Sharing.BEST:
        shared = [max(own)] * len(own)
    else:
        shared = [sum(own, Fraction(0)) / len(own)] * len(own)
    return [rules.rounding.of(points) for points in shared] if rules.rounding else shared


def _card(
    name: str,
    events: Sequence[SeriesEvent],
    scores_by_event: Sequence[Mapping[str, tuple[int, Fraction]]],
    rules: SeriesRules,
) -> _Card:
    played = [(i, *scores[name]) for i, scores in enumerate(scores_by_event) if name in scores]
    counting: set[int] = set()
    left: dict[str, int] = {}
    for i, _, _ in sorted(played, key=lambda p: (-p[2], p[0])):  # the best by points, not by place (PN-CP-1)
        kind = rules.kind(events[i])
        group = kind.group or kind.id
        left[group] = left.get(group, kind.best) - 1
        if not kind.best or left[group] >= 0:
            counting.add(i)
    scores = tuple(EventScore(events[i].id, place, points, i in counting) for i, place, points in played)
    latest = tuple(s[name][1] if name in s else Fraction(0) for s in reversed(scores_by_event))
    return _Card(name, scores, latest)


# --- best games of a period (S-NAT-2) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BestGamesRules:
    """The best so many games of a period's tournaments are averaged."""

    best: int = 3
    cite: str = ""


@dataclass(frozen=True, slots=True)
class BestGamesRow:
    """A line of the list. Who has too few games has no place, and an average over the games played."""

    place: int | None
    name: str
    average: Fraction
    games: tuple[int, ...]  # that count, best first
    played: int


def best_games(tournaments: Iterable[Mapping[str, Sequence[int]]], rules: BestGamesRules) -> tuple[BestGamesRow, ...]:
    """The list of a period from the points that everybody scored in each game of its tournaments."""
    if rules.best < 1:
        raise BadInput("series-best", "At least 1 game must count.")
    games: dict[str, list[int]] = {}
    for tournament in tournaments:
        for name, points in tournament.items():
            games.setdefault(name, []).extend(points)
    lines = []
    for name, points in games.items():
        if points:
            best = tuple(sorted(points, reverse=True)[: rules.best])
            lines.append((name, Fraction(sum(best), len(best)), best, len(points)))
    lines.sort(key=lambda line: (len(line[2]) < rules.best, -line[1], line[0]))
    rows: list[BestGamesRow] = []
    for at, (name, average, best, played) in enumerate(lines, 1):
        same = bool(rows) and rows[-1].average == average
        place = None if len(best) < rules.best else rows[-1].place if same else at
        rows.append(BestGamesRow(place, name, average, best, played))
    return tuple(rows)
