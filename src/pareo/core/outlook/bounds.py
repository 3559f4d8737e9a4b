"""Certified bounds: how many can end above somebody at most, and how many must.

Points are counted match by match: of two who play one another not both can win. In the last round those with equal
points are told apart by the tie-breaks wherever these move in one direction only: each lies between its value with
every open match lost by both sides and its value with every one won by both. What cannot be bounded is left open, so
that nothing that is said here can turn out wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as kept
from enum import Enum
from typing import NamedTuple

from pareo.core.outlook.field import Ending, Field, Goal, Open, endings, highest, lowest
from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.standings.ledger import Ledger, Line
from pareo.core.standings.tiebreaks.book import open_book
from pareo.core.standings.tiebreaks.registry import check_use
from pareo.core.state.outcome import Outcome

_CONSTANT = frozenset({"on-time", "lot", "list-order", "rating-sum"})
_RISING = frozenset({
    "owp", "oowp", "tom-owp", "tom-oowp", "buchholz", "median-buchholz", "buchholz-cut-1", "buchholz-cut-2",
    "sonneborn-berger", "wins", "games-won", "progressive", "sosos",
})
"""Tie-breaks that never fall when somebody, whoever it is, does better in an open match."""

Band = tuple[int, int]
Settled = tuple[Open, Ending]
_CLOSER_LOOK = 300  # players: up to here the tie-breaks are bounded once more for each way a match can end
State = tuple[tuple[int, int], ...]  # (who, points) of those at a table, if it ends in one way


class Verdict(Enum):
    """What is certain."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


class Places(NamedTuple):
    """What is certain of somebody if his match ends in one way."""

    verdict: Verdict
    best: int
    worst: int


@dataclass(slots=True)
class Bounds:
    """The bounds of one goal."""

    field: Field
    goal: Goal
    units: list[tuple[State, ...]] = kept(default_factory=list)  # tables, and who sits at none, in every state
    unit_of: dict[int, int] = kept(default_factory=dict)
    points: dict[int, int] = kept(default_factory=dict)  # without the open matches
    bands: Sequence[Mapping[int, Band]] = ()
    whole: bool = False  # the bands are all tie-breaks there are
    _most: dict[tuple[int, bool], int] = kept(default_factory=dict)
    _least: dict[tuple[int, bool], int] = kept(default_factory=dict)
    _tied: dict[int, list[int]] = kept(default_factory=dict)

    @property
    def high(self) -> int:
        return self.field.to_come * highest(self.field.ruleset)

    @property
    def low(self) -> int:
        return self.field.to_come * lowest(self.field.ruleset)

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

    def tied(self, level: int) -> list[int]:
        """Tables at which somebody can have exactly these points."""
        if level not in self._tied:
            self._tied[level] = [i for i, states in enumerate(self.units)
                                 if any(points == level for state in states for _, points in state)]
        return self._tied[level]

    # --- one player -----------------------------------------------------------------------------------------------

    def places(self, no: int, gained: int, own: State, settled: Settled | None = None) -> Places:
        """What is certain of him if he gains so much now; `own` is his opponent as he then stands, `settled` his match
        with this ending."""
        points = self.points[no] + gained
        least, most = points + self.low, points + self.high
        unit = self.units[self.unit_of[no]] if no in self.unit_of else ((),)
        beside, under = (own,), (own,)
        more = self.most_above(least, ties=False) - peak(unit, least - self.high, ties=False) \
            + peak(beside, least - self.high, ties=False)
        above = self.most_above(least, ties=True) - peak(unit, least - self.high, ties=True) \
            + peak(beside, least - self.high, ties=True)
        below = self.least_above(most, ties=False) - trough(unit, most - self.low, ties=False) \
            + trough(under, most - self.low, ties=False)
        must_more = below
        found = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
        if self.field.is_last and found is Verdict.OPEN and self.bands:
            above, below = self._by_tiebreaks(no, points, own, self.bands)
            found = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
            if found is Verdict.OPEN and settled is not None and len(self.field.ledger.accounts) <= _CLOSER_LOOK:
                above, below = self._by_tiebreaks(no, points, own, bands(self.field, settled)[0])
                found = judge(self.goal, above=above, more=more, below=below, must_more=must_more, own=(least, most))
        return Places(found, below + 1, above + 1)

    def _by_tiebreaks(
        self, no: int, level: int, own: State, known: Sequence[Mapping[int, Band]]
    ) -> tuple[int, int]:
        """At most and at least so many above him, with the tie-breaks of those who may have as many points."""
        mine = self.unit_of.get(no)
        above, below = self.most_above(level, ties=False), self.least_above(level, ties=False)
        if mine is not None:
            above -= peak(self.units[mine], level, ties=False)
            below -= trough(self.units[mine], level, ties=False)
        can: dict[int, bool] = {}
        must: dict[int, bool] = {}
        for unit in (*(i for i in self.tied(level) if i != mine), -1):
            states = self.units[unit] if unit >= 0 else (own,)
            for state in states:
                for other, points in state:
                    if points == level and other not in can:
                        can[other], must[other] = self._can_pass(known, other, no), self._must_pass(known, other, no)
            if unit >= 0:
                above -= peak(states, level, ties=False)
                below -= trough(states, level, ties=False)
            above += max(sum(p > level or (p == level and can[other]) for other, p in s) for s in states)
            below += min(sum(p > level or (p == level and must[other]) for other, p in s) for s in states)
        return above, below

    def _can_pass(self, known: Sequence[Mapping[int, Band]], other: int, no: int) -> bool:
        """Can the other one's tie-breaks be the better ones?"""
        for band in known:
            best, worst = band[other][1], band[no][0]
            if best != worst:
                return best > worst
        return not self.whole or other < no

    def _must_pass(self, known: Sequence[Mapping[int, Band]], other: int, no: int) -> bool:
        """Are the other one's tie-breaks the better ones whatever happens?"""
        for band in known:
            worst, best = band[other][0], band[no][1]
            if worst != best:
                return worst > best
        return self.whole and other < no


def judge(goal: Goal, *, above: int, more: int, below: int, must_more: int, own: tuple[int, int]) -> Verdict:
    """In, out or open: `above` at most above him, `more` of them with more points; `below` at least, as `must_more`;
    `own` are the fewest and most points he can have."""
    least, most = own
    if goal.points is not None and least >= goal.points:
        return Verdict.IN
    if goal.size and (more < goal.size and (not goal.most or above < goal.most) if goal.shared else above < goal.size):
        return Verdict.IN
    if goal.points is not None and most >= goal.points:
        return Verdict.OPEN
    if not goal.size:
        return Verdict.OUT
    gone = must_more >= goal.size or bool(goal.most and below >= goal.most) if goal.shared else below >= goal.size
    return Verdict.OUT if gone else Verdict.OPEN


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


def bounds_of(field: Field, goal: Goal, known: tuple[Sequence[Mapping[int, Band]], bool] | None = None) -> Bounds:
    """The bounds of a goal; `known` are the bands of the field, if they have been reckoned."""
    found = Bounds(field, goal)
    found.points = {no: record.points for no, record in open_book(field.ledger, field.ruleset).records.items()}
    rivals = goal.members & field.here
    ways = endings(field.ruleset)
    playing = set()
    for match in field.open:
        playing |= {match.a, match.b}
        states = tuple(sorted({_state(found, rivals, match.a, match.b, way) for way in ways}))
        for no in (match.a, match.b):
            found.unit_of[no] = len(found.units)
        found.units.append(states)
    for no in sorted(rivals - playing):
        found.unit_of[no] = len(found.units)
        found.units.append((((no, found.points[no]),),))
    if field.is_last:
        found.bands, found.whole = known if known is not None else bands(field)
    return found


def _state(bounds: Bounds, rivals: frozenset[int], a: int, b: int, way: Ending) -> State:
    both = ((a, bounds.points[a] + way.points_a), (b, bounds.points[b] + way.points_b))
    return tuple((no, points) for no, points in both if no in rivals)


# --- tie-breaks between their extremes --------------------------------------------------------------------------------


def bands(field: Field, settled: Settled | None = None) -> tuple[list[dict[int, Band]], bool]:
    """Everybody's lowest and highest value of each tie-break from the first on, better ones higher; and whether these
    are all. `settled`: where one match has ended."""
    extremes = [_all_end(field, outcome, settled) for outcome in _EXTREMES]
    books = [open_book(ledger, field.ruleset) for ledger in extremes]
    found: list[dict[int, Band]] = []
    for use in field.ruleset.tiebreaks:
        tiebreak = check_use(use)
        if tiebreak.per_player is None or not _bounded(use):
            return found, False
        columns = [tiebreak.per_player(book, use.options) for book in books]
        everybody = field.ledger.accounts.keys()
        if len({c.denominator for c in columns}) > 1 or any(c.keys.keys() != everybody for c in columns):
            return found, False
        sign = 1 if tiebreak.higher_first else -1
        values = {no: [sign * column.keys[no] for column in columns] for no in everybody}
        found.append({no: (min(of), max(of)) for no, of in values.items()})
    return found, True


def _bounded(use: TiebreakUse) -> bool:
    return use.id in _CONSTANT or (use.id in _RISING and use.options.get("cut") != "by-score")


_EXTREMES = (Outcome.LOSS, Outcome.WIN, Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)


def _all_end(field: Field, outcome: Outcome, settled: Settled | None) -> Ledger:
    """The ledger if every open match ended so for both: no world, but none is beyond it."""
    accounts = dict(field.ledger.accounts)
    both = Ending(outcome, outcome, field.ruleset.points[outcome], field.ruleset.points[outcome])
    for match in field.open:
        way = settled[1] if settled is not None and settled[0] == match else both
        for no, other, how, worth in ((match.a, match.b, way.a, way.points_a), (match.b, match.a, way.b, way.points_b)):
            account = accounts[no]
            line = Line(field.round_no, how, other, worth, started=no == match.a)
            accounts[no] = replace(account, lines=(*account.lines, line))
    return replace(field.ledger, accounts=accounts)
