"""What do I need? For everybody and every goal: in, out, or what it takes; whether a draw is safe; and the odds.

`prospects(field, goals, seed)` is exact where few matches are open, else certified by bounds; odds are given only where
nothing is certain. “In” and “out” hold however the matches end that are still to be played; “out” is meant among those
who are there now: who leaves makes room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pareo.core.qualification.bounds import WORK as JOINT_WORK
from pareo.core.qualification.bounds import (
    Certainty,
    PlaceBounds,
    Places,
    State,
    bounds_of,
    lines_together,
    tiebreaks_of,
    with_adjourned,
)
from pareo.core.qualification.exact import (
    WORK,
    Literal,
    PossibleWorld,
    all_worlds,
    countable,
    literal_masks,
    shortest_condition,
)
from pareo.core.qualification.open_field import Ending, OpenField, OpenMatch, QualificationGoal, endings, is_half_draw
from pareo.core.qualification.simulation import Odds, Progress, SimulationCounts, odds, simulate
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.own_results import points as placing_points

RESULTS = ("win", "tie", "loss")
_RUNS, _LINES = (40, 500), 90_000  # how often the rest is played: fewer times with more players


@dataclass(frozen=True, slots=True)
class ConditionalOutcome:
    """What is certain of a player if their own match ends so."""

    result: str  # "win", "tie" or "loss"
    verdict: Certainty
    best: int
    worst: int
    unless: tuple[tuple[Literal, ...], ...] = ()  # in, unless all of one of these happen
    needs: tuple[tuple[Literal, ...], ...] = ()  # in, only if all of one of these happen
    odds: Odds | None = None


@dataclass(frozen=True, slots=True)
class Qualification:
    """What one player needs to reach one goal, and how likely it is."""

    no: int
    goal: str
    kind: str
    verdict: Certainty
    proof: str  # "exact", "bounds"; of what is open: what is said was found so
    points: int  # so far, smallest unit
    best: int
    worst: int
    table: int | None = None  # the player's open match
    ifs: tuple[ConditionalOutcome, ...] = ()
    odds: Odds | None = None

    @property
    def safe_to_draw(self) -> bool:
        """Is a draw enough whatever the others do?"""
        return any(one.result == "tie" and one.verdict is Certainty.IN for one in self.ifs)


def qualifications(
    field: OpenField,
    goals: Sequence[QualificationGoal],
    seed: str,
    *,
    with_odds: bool = True,
    work: int | None = None,
    progress: Progress | None = None,
) -> list[Qualification]:
    """Everybody who is still there, goal by goal, in the order of the numbers. `work`: so many lines of standings may
    be computed at most; odds that would need more are not given."""
    if countable(field, WORK if work is None else 4 * work):  # short lines: nothing is simulated
        return _by_worlds(field, goals)
    if not field.ruleset.points_lead:
        return []  # places go by something else than points first, and nobody can bound it
    tiebreaks = tiebreaks_of(field, 2 * work if work is not None else JOINT_WORK)
    rows = [p for goal in goals for p in _by_bounds(field, goal, bounds_of(field, goal, tiebreaks))]
    if not with_odds or field.adjourned or all(p.verdict is not Certainty.OPEN for p in rows):
        return rows
    lines = len(field.here) * (field.to_come + 1)
    runs = max(_RUNS[0], min(_RUNS[1], (work or _LINES) // max(1, lines)))
    if work is not None and runs * lines > 2 * work:
        return rows
    tallies = simulate(field, goals, seed, runs, progress)
    return [_with_odds(p, tallies[p.goal][p.no]) for p in rows]


def falls_short(field: OpenField, rows: Sequence[Qualification], work: int) -> bool:
    """Would more work than that have said more: odds that are not given, every world, the tables together?"""
    undecided = [p for p in rows if p.verdict is Certainty.OPEN and p.proof != "exact"]
    if not undecided or field.adjourned:
        return False
    together = field.is_last and field.ruleset.points_from == "match" and 2 * work < lines_together(field) <= JOINT_WORK
    return together or countable(field) or any(p.odds is None for p in undecided)


def _result_kind(way: Ending, *, first: bool) -> str:
    outcome = way.a if first else way.b
    return "win" if outcome.won else "loss" if outcome.lost else "tie"


# --- certified -------------------------------------------------------------------------------------------------------


def _by_bounds(field: OpenField, goal: QualificationGoal, bounds: PlaceBounds) -> list[Qualification]:
    seats = {no: m for m in field.open for no in (m.a, m.b)}
    ways = endings(field.ruleset)
    return [_player_by_bounds(goal, bounds, no, seats.get(no), ways) for no in sorted(goal.members & field.here)]


def _player_by_bounds(
    goal: QualificationGoal, bounds: PlaceBounds, no: int, match: OpenMatch | None, ways: Sequence[Ending]
) -> Qualification:
    if match is None:
        place = bounds.places(no, 0, ((),))
        return Qualification(
            no, goal.id, goal.kind, place.verdict, "bounds", bounds.points[no], place.best, place.worst
        )
    first = match.a == no
    other = match.b if first else match.a
    rival = other in goal.members and other in bounds.field.here
    by_result: dict[str, list[Places]] = {}
    for at, way in enumerate(ways):
        gained, theirs = (way.points_a, way.points_b) if first else (way.points_b, way.points_a)
        own: State = ((other, bounds.points[other] + theirs),) if rival else ()
        by_result.setdefault(_result_kind(way, first=first), []).append(
            bounds.places(no, gained, with_adjourned(bounds.field, own), at)
        )
    ifs = tuple(_conditional(result, by_result[result]) for result in RESULTS if result in by_result)
    return Qualification(
        no,
        goal.id,
        goal.kind,
        _joint_verdict([one.verdict for one in ifs]),
        "bounds",
        bounds.points[no],
        min(one.best for one in ifs),
        max(one.worst for one in ifs),
        match.table,
        ifs,
    )


def _conditional(result: str, places: Sequence[Places]) -> ConditionalOutcome:
    return ConditionalOutcome(
        result, _joint_verdict([p.verdict for p in places]), min(p.best for p in places), max(p.worst for p in places)
    )


def _joint_verdict(verdicts: Sequence[Certainty]) -> Certainty:
    return verdicts[0] if len(set(verdicts)) == 1 else Certainty.OPEN


def _with_odds(p: Qualification, tally: SimulationCounts) -> Qualification:
    if p.verdict is not Certainty.OPEN:
        return p
    ifs = tuple(
        one
        if one.verdict is not Certainty.OPEN
        else replace(one, odds=odds(tally.inside[one.result], tally.runs[one.result]))
        for one in p.ifs
    )
    return replace(p, ifs=ifs, odds=odds(tally.inside[""], tally.runs[""]))


# --- every world -----------------------------------------------------------------------------------------------------


def _by_worlds(field: OpenField, goals: Sequence[QualificationGoal]) -> list[Qualification]:
    worlds = list(all_worlds(field, goals))
    exact = _Worlds(field, worlds, [_weight(field, world) for world in worlds])
    return [exact.prospect(goal, no) for goal in goals for no in sorted(goal.members & field.here)]


class _Worlds:
    """Every way the open matches can end, with how likely it is."""

    __slots__ = ("field", "masks", "odd", "points", "seats", "weights", "worlds")

    def __init__(self, field: OpenField, worlds: Sequence[PossibleWorld], weights: Sequence[float]) -> None:
        self.field, self.worlds, self.weights = field, worlds, weights
        self.masks = literal_masks(field, [one.world for one in worlds])
        self.odd = sum(1 << i for i, one in enumerate(worlds) if any(is_half_draw(way) for way in one.world))
        self.seats = {no: (i, m) for i, m in enumerate(field.open) for no in (m.a, m.b)}
        self.points = placing_points(build_context(field.ledger, field.ruleset), {}).keys

    def prospect(self, goal: QualificationGoal, no: int) -> Qualification:
        at, match = self.seats.get(no, (0, None))
        groups: dict[str, list[int]] = {}
        for i, possible in enumerate(self.worlds):
            key = "" if match is None else _result_kind(possible.world[at], first=match.a == no)
            groups.setdefault(key, []).append(i)
        ifs = tuple(
            self._conditional(goal, no, result, groups[result]) for result in ("", *RESULTS) if result in groups
        )
        verdict = _joint_verdict([one.verdict for one in ifs])
        share = self._share(goal, no, range(len(self.worlds))) if verdict is Certainty.OPEN else None
        return Qualification(
            no,
            goal.id,
            goal.kind,
            verdict,
            "exact",
            self.points[no],
            min(one.best for one in ifs),
            max(one.worst for one in ifs),
            match.table if match is not None else None,
            ifs if match is not None or verdict is Certainty.OPEN else (),
            share,
        )

    def _conditional(self, goal: QualificationGoal, no: int, result: str, own: Sequence[int]) -> ConditionalOutcome:
        good = sum(1 << i for i in own if no in self.worlds[i].inside[goal.id])
        bad = sum(1 << i for i in own) ^ good
        places = [self.worlds[i].place[goal.id][no] for i in own]
        if not (good and bad):
            return ConditionalOutcome(result, Certainty.IN if good else Certainty.OUT, min(places), max(places))
        table = self.seats[no][1].table if no in self.seats else 0
        share = self._share(goal, no, own)
        likely = share.share >= 0.5  # what is to be named is what would be a surprise
        warnable = (
            good & ~self.odd
        )  # in the others a warning for nothing does no harm; without any it would be nonsense
        unless = shortest_condition(self.masks, table, bad, warnable) if likely and warnable else ()
        needs = () if unless else shortest_condition(self.masks, table, good, bad)
        unless = unless or (
            () if needs or likely or not warnable else shortest_condition(self.masks, table, bad, warnable)
        )
        return ConditionalOutcome(result, Certainty.OPEN, min(places), max(places), unless, needs, share)

    def _share(self, goal: QualificationGoal, no: int, own: Sequence[int]) -> Odds:
        total = sum(self.weights[i] for i in own)
        inside = sum(self.weights[i] for i in own if no in self.worlds[i].inside[goal.id])
        return Odds(inside / total if total else 0.0, 0.0, 0)


def _weight(field: OpenField, world: PossibleWorld) -> float:
    """How likely a world is: even contests, with as many draws as the event has had; one match in a thousand somebody
    loses and nobody wins."""
    drawn = (field.drawn + 1) / (field.played + 10) if field.ruleset.results.draws else 0.0
    weight = 1.0
    for way in world.world:
        nobody = (way.a.lost or way.b.lost) and not (way.a.won or way.b.won)
        weight *= 0.001 if nobody else drawn if not (way.a.won or way.b.won) else (1 - drawn) / 2
    return weight
