"""The rows that are shown of what may come: an event by other rules, what players need, the plan of a day."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pareo.app.rows.tables import Inner, Row


class OtherPlace(Inner, frozen=True):
    """Somebody whose place would be another one."""

    table: str
    player: str
    name: str
    place: int
    decided_by: str | None
    other_place: int
    other_decided_by: str | None  # what makes the difference
    paragraph: str  # of the other rules


class OtherPair(Inner, frozen=True):
    """Two who met, or would have met."""

    pod: str
    round: int
    a: str
    b: str  # empty: the bye
    drawn: bool  # they met; else they would have
    paragraph: str


class UndrawableRound(Inner, frozen=True):
    """A round that the other rules cannot draw from what was known then."""

    pod: str
    round: int
    why: str


class Compared(Row, frozen=True, kw_only=True):
    """One event by two rules."""

    ruleset: str
    other: Annotated[str, Meta(description="The ruleset it is compared with.")]
    places: list[OtherPlace]
    pairs: list[OtherPair]
    rounds: Annotated[int, Meta(description="Rounds that were paired again.")]
    refused: Annotated[list[UndrawableRound], Meta(description="Rounds that the other rules could not have paired.")]
    ties: Annotated[int, Meta(description="Tied matches, where the other rules have no ties: no points there.")] = 0


class IfRow(Inner, frozen=True):
    """What is certain if his own match ends so."""

    result: str
    verdict: str
    best: int
    worst: int
    chance: float | None
    margin: float | None


class OutlookRow(Row, frozen=True, kw_only=True):
    """What is certain of one player and one goal, and what he needs."""

    pod: str
    goal: Annotated[str, Meta(description="The pod that is to be formed, or who is to be first in.")]
    kind: Annotated[str, Meta(description="cut, day2 or first")]
    player: str
    name: str
    points: float
    verdict: Annotated[str, Meta(description="in, out or open; in and out are certain")]
    proof: Annotated[str, Meta(description="exact (every way the open matches can end) or bounds")]
    best: Annotated[int, Meta(description="The best place that cannot be ruled out.")]
    worst: int
    safe_to_draw: bool
    chance: Annotated[float | None, Meta(description="Chance from 0 to 1, if still open; assumes even matches.")] = None
    margin: Annotated[float | None, Meta(description="Margin of the chance, in 19 of 20 cases.")] = None
    ifs: list[IfRow]
    says: list[str]


class RecordRow(Inner, frozen=True):
    """Those who end with so many losses."""

    losses: int
    players: float  # on a day
    goes_on: float  # share of them
    by_tiebreaks: float  # share of them that is left out with the points of the last who goes on


class PlannedRow(Inner, frozen=True):
    """One format, from many days."""

    rounds: int
    cut: int
    sections: int
    ends: str  # the middle, as a time of day
    earliest: str  # nine days of ten end between these
    latest: str
    second_ends: str | None  # where there are two days: the middle of the second, begun at the same time
    undefeated: float
    goes_on: float
    misses: float
    misses_share: float
    best_wins: float
    best_in: float
    records: list[RecordRow]  # without a loss first; empty where nobody goes on


class PlanRows(Row, frozen=True, kw_only=True):
    """The plan of a day."""

    ruleset: str
    players: int
    start: str
    days: Annotated[int, Meta(description="Number of simulations of each format.")]
    minutes: Annotated[int, Meta(description="Of a round.")]
    formats: Annotated[list[PlannedRow], Meta(description="The document's, or the one asked for, first; then others.")]
    chart: Annotated[str, Meta(description="When the first of them ends, as SVG.")]
