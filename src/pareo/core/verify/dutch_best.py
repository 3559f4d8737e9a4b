"""Is a Dutch round the best one? Bracket by bracket from the top: C6 – C21, then the order of candidates.

For each bracket the cheapest proof that does:
 - a field of up to ten players: every matching is looked at (`dutch_exhaustive`, "enumerated");
 - all criteria at the bounds of counting (`dutch_criteria`), and the first candidate by alternating paths
   (`dutch_order`): "bound";
 - a cheapest matching of the bracket, or of the bracket with all below it (`dutch_weighted_check`, "exact").
Else the bracket is left open: nothing is claimed of it. What is found against the round names the criterion. After the
first bracket that is not best the rest is not looked at: it would have had other players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pareo.core.verify.augmenting_paths import NOBODY, match_everybody
from pareo.core.verify.dutch_criteria import Criteria, Row
from pareo.core.verify.dutch_exhaustive import MOST, first_of_all, key
from pareo.core.verify.dutch_field import DutchCheckField
from pareo.core.verify.dutch_order import Order
from pareo.core.verify.dutch_weighted_check import TooMany, check_by_weights


class Worse(NamedTuple):
    """A bracket that is not best: its score group from the top, the criterion ("": the order), its values."""

    group: int
    criterion: str
    have: int = 0
    best: int = 0
    floats: int = 0


class BracketProof(NamedTuple):
    """How the brackets were proved, the first that is not best, and the groups of which nothing is known."""

    methods: frozenset[str]
    worse: Worse | None
    unknown: tuple[int, ...]

    @property
    def method(self) -> str:
        """The method that stands for all brackets: the most thorough one used."""
        return next((word for word in ("enumerated", "exact", "bound") if word in self.methods), "bound")


def prove(field: DutchCheckField, near: Sequence[int], mate: Mapping[int, int], limit: int) -> BracketProof:
    """Prove bracket by bracket that a round (`mate`: by places, the bye's among them) is the best one.

    `near`: who may meet whom, as masks; `limit`: players of a field that is solved exactly.
    """
    methods: set[str] = set()
    unknown = []
    for bracket in _brackets(field, near, mate):
        group = max(field.level) + 1 - bracket.criteria.level
        try:
            method, worse = bracket.prove(limit)
        except TooMany:
            unknown.append(group)
            continue
        methods.add(method)
        if worse is not None:
            return BracketProof(frozenset(methods), worse._replace(group=group), tuple(unknown))
    return BracketProof(frozenset(methods), None, tuple(unknown))


def _brackets(field: DutchCheckField, near: Sequence[int], mate: Mapping[int, int]) -> Iterator[_Bracket]:
    remaining = set(mate)
    bye_level = field.level[mate[field.bye]] if field.bye in mate else 0
    for level in range(max(field.level), 0, -1):
        members = sorted(i for i in remaining if field.level[i] >= level)
        inside = set(members)
        floats = [i for i in members if mate[i] not in inside]
        counts = level <= bye_level and (level == 1 or _can_give_the_bye(field, near, mate, remaining, inside))
        criteria = Criteria(field, level, members, bye_level=bye_level, bye_counts=counts)
        yield _Bracket(criteria, near, mate, sorted(remaining))
        remaining -= {i for i in members if mate[i] in inside}
        if level == bye_level and [mate[i] for i in floats] == [field.bye]:
            remaining -= {field.bye, *floats}
            bye_level = 0


def _can_give_the_bye(
    field: DutchCheckField, near: Sequence[int], mate: Mapping[int, int], remaining: set[int], bracket: set[int]
) -> bool:
    """C9 is of this bracket if with the bye it can be paired, and everything below without it."""
    with_bye = bracket | {field.bye}
    return all(_pair_up(near, mate, part) for part in (with_bye, remaining - with_bye))


def _pair_up(near: Sequence[int], mate: Mapping[int, int], part: set[int]) -> bool:
    if len(part) % 2:
        return False
    matching = [NOBODY] * len(near)
    for i in part:
        if mate[i] in part:
            matching[i] = mate[i]
    return match_everybody(near, matching, sum(1 << i for i in part))


class _Bracket(NamedTuple):
    criteria: Criteria
    near: Sequence[int]
    mate: Mapping[int, int]
    remaining: list[int]

    def prove(self, limit: int) -> tuple[str, Worse | None]:
        """How the bracket was checked, and in what it is worse than it could be. TooMany: it is not known."""
        criteria = self.criteria
        mate = {i: self.mate[i] for i in self.remaining}
        row = criteria.row((a, b) for a, b in mate.items() if a < b)
        if len(criteria.players) <= min(MOST, limit):
            return "enumerated", self._worse(row, self._better_by_enumeration(mate))
        mask = sum(1 << i for i in self.remaining)
        if row == criteria.lower_bound():
            first = Order(criteria, self.near, mate, mask).is_first()
            if first is not None:
                return "bound", self._worse(row, None if first else row)
        better = check_by_weights(criteria, self.near, mate, self.remaining, limit)
        return "exact", self._worse(row, None if better is None else better.row)

    def _better_by_enumeration(self, mate: Mapping[int, int]) -> Row | None:
        best = first_of_all(self.criteria.field, self.criteria, self.remaining, self.near)
        if best is None:
            raise AssertionError("the round is one of all matchings")
        return best[0] if best < key(self.criteria.field, self.criteria, mate) else None

    def _worse(self, row: Row, better: Row | None) -> Worse | None:
        """The first criterion in which a better candidate differs."""
        if better is None:
            return None
        floats = sum(self.mate[i] not in self.criteria.inside for i in self.criteria.bracket)
        for name, have, best in zip(self.criteria.names, row, better, strict=True):
            if have != best:
                after = row[self.criteria.at["C8"]]
                return Worse(0, name, have, best, after if name == "C8" else floats)
        return Worse(0, "", floats=floats)
