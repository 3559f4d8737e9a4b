"""Certified bounds: how many can end above somebody at most, and how many must.

Points are counted match by match: of two who play one another not both can win. In the last round those with equal
points are told apart by the tie-breaks wherever these move in one direction only: each lies between its value with
every open match lost by both sides and its value with every one won by both. Where that leaves somebody open, all that
can happen at the tables together is looked at (`combined_key`, `search`). What cannot be bounded is left open, so that
nothing that is said here can turn out wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from enum import Enum
from itertools import product
from typing import NamedTuple

from pareo.core.model.ruleset import TiebreakUse
from pareo.core.qualification.combined_key import Band, CombinedKey, combine_keys, extremes, rivals_of
from pareo.core.qualification.open_field import Ending, OpenField, QualificationGoal, endings, least_points, most_points
from pareo.core.qualification.search import NODES, Rival, Search
from pareo.core.standings.tiebreaks.context import TiebreakColumn, build_context
from pareo.core.standings.tiebreaks.own_results import LOT, lot
from pareo.core.standings.tiebreaks.own_results import points as placing_points
from pareo.core.standings.tiebreaks.registry import check_use
from pareo.core.standings.tiebreaks.tiebreak import Tiebreak

_CONSTANT = frozenset({"on-time", "lot", "list-order", "rating-sum"})
_RISING = frozenset(
    {
        "owp",
        "oowp",
        "tom-owp",
        "tom-oowp",
        "buchholz",
        "median-buchholz",
        "buchholz-cut-1",
        "buchholz-cut-2",
        "sonneborn-berger",
        "wins",
        "games-won",
        "progressive",
        "sosos",
    }
)
"""Tie-breaks that never fall when somebody, whoever it is, does better in an open match."""

WORK = 60_000
"""Lines of standings that are computed at most before the tables are looked at together; a fifth as many nodes are
searched."""
State = tuple[tuple[int, int], ...]  # (who, points) of those at a table, if it ends in one way


class Certainty(Enum):
    """Whether somebody reaches a goal for sure."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


class Places(NamedTuple):
    """What is certain of somebody if their match ends in one way."""

    verdict: Certainty
    best: int
    worst: int


@dataclass(slots=True)
class Tiebreaks:
    """What is known of the tie-breaks in the last round, for all goals: their bands, and the tables together."""

    field: OpenField
    work: int = WORK
    bands: Sequence[Mapping[int, Band]] = ()
    whole: bool = False  # the bands are all tie-breaks there are
    nodes: int = 0  # left for searches
    _joint: list[CombinedKey] = dataclass_field(default_factory=list)  # made when first asked for

    def joint(self) -> CombinedKey | None:
        """Everybody's numbers; None where there are too many, or where scores give the points."""
        field = self.field
        if lines_together(field) > self.work or field.ruleset.points_from != "match" or not field.is_last:
            return None
        if not self._joint:
            self._joint.append(combine_keys(field, self.bands))
        return self._joint[0]


def lines_together(field: OpenField) -> int:
    """Lines of standings that looking at all tables together takes."""
    return len(field.open) * len(endings(field.ruleset)) * len(field.ledger.accounts)


def tiebreaks_of(field: OpenField, work: int = WORK) -> Tiebreaks:
    """What is known of the tie-breaks; nothing before the last round, nor where games or margins give the points."""
    columns, whole = bands(field) if field.is_last and field.ruleset.points_from == "match" else ([], False)
    return Tiebreaks(field, work, columns, whole, work // 5)


@dataclass(slots=True)
class PlaceBounds:
    """The bounds of one goal."""

    field: OpenField
    goal: QualificationGoal
    tiebreaks: Tiebreaks
    units: list[tuple[State, ...]] = dataclass_field(
        default_factory=list
    )  # tables, and who sits at none, in every state
    unit_of: dict[int, int] = dataclass_field(default_factory=dict)
    points: dict[int, int] = dataclass_field(default_factory=dict)  # without the open matches
    _most: dict[tuple[int, bool], int] = dataclass_field(default_factory=dict)
    _least: dict[tuple[int, bool], int] = dataclass_field(default_factory=dict)
    _tied: dict[int, list[int]] = dataclass_field(default_factory=dict)

    @property
    def high(self) -> int:
        return self.field.to_come * most_points(self.field.ruleset)

    @property
    def low(self) -> int:
        return self.field.to_come * least_points(self.field.ruleset)

    # --- counting by points -------------------------------------------------------------------------------------

    def most_above(self, level: int, *, ties: bool) -> int:
        """Rivals who can have more points than that in the end, or as many."""
        key = (level, ties)
        if key not in self._most:
            self._most[key] = sum(peak(states, level - self.high, ties=ties) for states in self.units)
        return self._most[key]

    def least_above(self, level: int, *, ties: bool) -> int:
        """Rivals who must have more points than that in the end."""
        key = (level, ties)
        if key not in self._least:
            self._least[key] = sum(trough(states, level - self.low, ties=ties) for states in self.units)
        return self._least[key]

    def tied_tables(self, level: int) -> list[int]:
        """Tables at which somebody can have exactly these points."""
        if level not in self._tied:
            self._tied[level] = [
                i
                for i, states in enumerate(self.units)
                if any(points == level for state in states for _, points in state)
            ]
        return self._tied[level]

    # --- one player -----------------------------------------------------------------------------------------------

    def places(self, no: int, gained: int, own: Sequence[State], way: int | None = None) -> Places:
        """What is certain of a player who gains so much now; `own` is the opponent as they may then stand, `way` how
        the match has ended."""
        points, (down, up) = self.points[no] + gained, self.field.adjourned.get(no, (0, 0))
        least, most = points + self.low + down, points + self.high + up
        unit = self.units[self.unit_of[no]] if no in self.unit_of else ((),)
        more = (
            self.most_above(least, ties=False)
            - peak(unit, least - self.high, ties=False)
            + peak(own, least - self.high, ties=False)
        )
        above = (
            self.most_above(least, ties=True)
            - peak(unit, least - self.high, ties=True)
            + peak(own, least - self.high, ties=True)
        )
        below = (
            self.least_above(most, ties=False)
            - trough(unit, most - self.low, ties=False)
            + trough(own, most - self.low, ties=False)
        )
        must_more = below
        verdict = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
        if self.field.is_last and verdict is Certainty.OPEN:
            above, below = self._by_tiebreaks(no, points, own)
            verdict = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
            if verdict is Certainty.OPEN:
                above, below = self._joint_bounds(no, way, above, below, more=more, must_more=must_more)
                verdict = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
        return Places(verdict, below + 1, above + 1)

    def _joint_bounds(
        self, no: int, way: int | None, above: int, below: int, *, more: int, must_more: int
    ) -> tuple[int, int]:
        """Closer bounds from all tables looked at together; searched only if the goal hangs on it."""
        joint = self.tiebreaks.joint()
        if joint is None:
            return above, below
        sure, rivals = rivals_of(joint, self.field, no, way, self.goal.members & self.field.here - {no})
        mirrored, ways = [rival.mirror() for rival in rivals], len(joint.ways)
        above = min(above, sure + Search(rivals, ways).most())
        below = max(below, sure + len(rivals) - Search(mirrored, ways).most())
        line = self.goal.most if self.goal.shared else self.goal.size
        if line and above >= line > below:
            if (not self.goal.shared or more < self.goal.size) and self._is_impossible(rivals, line - sure):
                above = line - 1
            elif (not self.goal.shared or must_more < self.goal.size) and self._is_impossible(
                mirrored, sure + len(rivals) - line + 1
            ):
                below = line
        return above, below

    def _is_impossible(self, rivals: Sequence[Rival], target: int) -> bool:
        """Can so many of the rivals never count?"""
        search = Search(rivals, len(endings(self.field.ruleset)), target, nodes := min(NODES, self.tiebreaks.nodes))
        possible = search.possible()
        self.tiebreaks.nodes -= nodes - search.nodes_left
        return possible is False

    def _by_tiebreaks(self, no: int, level: int, own: Sequence[State]) -> tuple[int, int]:
        """How many end above a player at most and at least, by the tie-breaks of those who may have as many points."""
        own_unit = self.unit_of.get(no)
        above, below = self.most_above(level, ties=False), self.least_above(level, ties=False)
        if own_unit is not None:
            above -= peak(self.units[own_unit], level, ties=False)
            below -= trough(self.units[own_unit], level, ties=False)
        can_pass: dict[int, bool] = {}
        must_pass: dict[int, bool] = {}
        for unit in (*(i for i in self.tied_tables(level) if i != own_unit), -1):
            states = self.units[unit] if unit >= 0 else own
            for state in states:
                for other, points in state:
                    if points == level and other not in can_pass:
                        can_pass[other], must_pass[other] = self._can_pass(other, no), self._must_pass(other, no)
            if unit >= 0:
                above -= peak(states, level, ties=False)
                below -= trough(states, level, ties=False)
            above += max(sum(p > level or (p == level and can_pass[other]) for other, p in s) for s in states)
            below += min(sum(p > level or (p == level and must_pass[other]) for other, p in s) for s in states)
        return above, below

    def _can_pass(self, other: int, no: int) -> bool:
        """Can the other one's tie-breaks be the better ones?"""
        for band in self.tiebreaks.bands:
            best, worst = band[other][1], band[no][0]
            if best != worst:
                return best > worst
        return not self.tiebreaks.whole or other < no

    def _must_pass(self, other: int, no: int) -> bool:
        """Are the other one's tie-breaks the better ones whatever happens?"""
        for band in self.tiebreaks.bands:
            worst, best = band[other][0], band[no][1]
            if worst != best:
                return worst > best
        return self.tiebreaks.whole and other < no


def judge(
    goal: QualificationGoal, *, above: int, more: int, below: int, must_more: int, own: tuple[int, int]
) -> Certainty:
    """In, out or open: `above` at most above a player, `more` of them with more points; `below` at least, as
    `must_more`; `own` are the fewest and most points they can have."""
    least, most = own
    if goal.points is not None and least >= goal.points:
        return Certainty.IN
    if goal.size and (more < goal.size and (not goal.most or above < goal.most) if goal.shared else above < goal.size):
        return Certainty.IN
    if goal.points is not None and most >= goal.points:
        return Certainty.OPEN
    if not goal.size:
        return Certainty.OUT
    out = must_more >= goal.size or bool(goal.most and below >= goal.most) if goal.shared else below >= goal.size
    return Certainty.OUT if out else Certainty.OPEN


def peak(states: Sequence[State], level: int, *, ties: bool) -> int:
    """The most at one table who can be above."""
    if ties:
        return max(sum(points >= level for _, points in state) for state in states)
    return max(sum(points > level for _, points in state) for state in states)


def trough(states: Sequence[State], level: int, *, ties: bool) -> int:
    """The fewest at one table who can be above."""
    if ties:
        return min(sum(points >= level for _, points in state) for state in states)
    return min(sum(points > level for _, points in state) for state in states)


def bounds_of(field: OpenField, goal: QualificationGoal, tiebreaks: Tiebreaks) -> PlaceBounds:
    """The bounds of a goal."""
    bounds = PlaceBounds(field, goal, tiebreaks)
    bounds.points = placing_points(build_context(field.ledger, field.ruleset), {}).keys
    rivals = goal.members & field.here
    ways = endings(field.ruleset)
    playing = set()
    for match in field.open:
        playing |= {match.a, match.b}
        states = {
            state
            for way in ways
            for state in with_adjourned(field, _state_after(bounds, rivals, match.a, match.b, way))
        }
        for no in (match.a, match.b):
            bounds.unit_of[no] = len(bounds.units)
        bounds.units.append(tuple(sorted(states)))
    for no in sorted(rivals - playing):
        bounds.unit_of[no] = len(bounds.units)
        bounds.units.append(with_adjourned(field, ((no, bounds.points[no]),)))
    return bounds


def with_adjourned(field: OpenField, state: State) -> tuple[State, ...]:
    """A state with the players' adjourned games won and lost: everything that can become of it."""
    return tuple(product(*([(no, points + more) for more in field.adjourned.get(no, (0,))] for no, points in state)))


def _state_after(bounds: PlaceBounds, rivals: frozenset[int], a: int, b: int, way: Ending) -> State:
    both = ((a, bounds.points[a] + way.points_a), (b, bounds.points[b] + way.points_b))
    return tuple((no, points) for no, points in both if no in rivals)


# --- tie-breaks between their extremes --------------------------------------------------------------------------------


def bands(field: OpenField) -> tuple[list[dict[int, Band]], bool]:
    """Everybody's lowest and highest value of each tie-break from the first on, better ones higher; and whether these
    are all."""
    books = [build_context(ledger, field.ruleset) for ledger in extremes(field)]
    everybody = field.ledger.accounts.keys()
    spans: list[dict[int, Band]] = []
    for use in field.ruleset.tiebreaks:
        tiebreak = check_use(use)
        if tiebreak.per_player is None or not _can_be_bounded(use):
            return spans, False
        columns = [tiebreak.per_player(book, use.options) for book in books]
        if len({c.denominator for c in columns}) > 1 or any(c.keys.keys() != everybody for c in columns):
            return spans, False
        spans.append(_bands_of(tiebreak, columns, everybody))
    if field.ledger.outside or field.ruleset.shared_places:
        return spans, False
    spans.append(_bands_of(LOT, [lot(books[0], {})], everybody))
    return spans, True


def _bands_of(tiebreak: Tiebreak, columns: Sequence[TiebreakColumn], everybody: Iterable[int]) -> dict[int, Band]:
    sign = 1 if tiebreak.higher_first else -1
    values = {no: [sign * column.keys[no] for column in columns] for no in everybody}
    return {no: (min(both), max(both)) for no, both in values.items()}


def _can_be_bounded(use: TiebreakUse) -> bool:
    return use.id in _CONSTANT or (
        use.id in _RISING
        and use.options.get("cut") != "by-score"
        and use.options.get("unplayed", "nothing") == "nothing"
    )
