"""The legal round with the best gaps that comes first in table order (B-23), found group by group from the top.

The gaps of a round are, for each points group from the top, how many of its players are paired below it and by how many
points in all. What is best of all legal rounds, the exact pairing of the random Swiss says (`pair_random`): its cost
without byes, divisions and clubs is the gaps alone. It gives one such round too, the *witness*.

A group that has to pair `count` players below it, by `apart` points in all, takes as many *joiners*. They are looked
for in table order. Whether a best round exists with the joiners so far and one more the exact pairing is asked again,
with these put into the group: they may not meet each other, and the group then needs fewer from below. (None of them
can be paired below the group instead: without the two players of such a pair it would have needed fewer.) Mostly the
answer is seen from the witness: the player is a joiner in it, or changes places with one who has the same points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.core.model.pairing_contract import Candidate, PairingInput
from pareo.core.pairing.legal import Foes, unpaired_count
from pareo.core.pairing.random.matching_graph import Tuning
from pareo.core.pairing.random.swiss import pair_random

_SEED = "fise"  # any: what is asked has one answer
_TUNING = Tuning(certified=False)

Gaps = dict[int, tuple[int, int]]  # points of a group → (players paired below it, sum of differences), where not zero


class GapsRound:
    """The players still to be paired, in table order, and one of their legal rounds with the best gaps.

    Needs that a legal round exists.
    """

    def __init__(self, players: Sequence[int], points: Mapping[int, int], foes: Foes) -> None:
        self.remaining = list(players)
        self._points = points
        self._foes = foes
        found = self._best(points, foes)
        if found is None:
            raise AssertionError("there is no legal round")
        self._gaps, self._mate = found

    def next_group(self) -> tuple[list[int], list[int]]:
        """The first group and who joins it; they are not among the remaining any more."""
        level = self._points[self.remaining[0]]
        group = [no for no in self.remaining if self._points[no] == level]
        rest = self.remaining[len(group) :]
        joiners = self._find_joiners(group, rest)
        self._gaps.pop(level, None)
        taken = set(joiners)
        self.remaining = [no for no in rest if no not in taken]
        return group, joiners

    def _find_joiners(self, group: Sequence[int], rest: Sequence[int]) -> list[int]:
        level = self._points[group[0]]
        count, apart = self._gaps.get(level, (0, 0))
        joiners: list[int] = []
        for no in rest:
            if len(joiners) == count:
                break
            difference = level - self._points[no]
            to_come, left = count - len(joiners) - 1, apart - difference
            # Those who come later in the table are at least as far below.
            if left < to_come * difference or (to_come == 0 and left):
                continue
            if self._exchange(no, group, joiners) or self._join(no, group, joiners, (to_come, left)):
                joiners.append(no)
                apart = left
        if len(joiners) < count:
            raise AssertionError("a group has fewer joiners than in a round that exists")
        return joiners

    def _exchange(self, no: int, group: Sequence[int], joiners: Sequence[int]) -> bool:
        """Make the player a joiner of the witness, by changing places with another one on the same points."""
        mate, foes, inside = self._mate, self._foes, set(group)
        if mate[no] in inside:
            return True
        for other in (mate[own] for own in group):
            if other in inside or other in joiners or self._points[other] != self._points[no]:
                continue
            own, partner = mate[other], mate[no]
            if no not in foes[own] and partner not in foes[other]:
                mate[own], mate[no], mate[other], mate[partner] = no, own, partner, other
                return True
        return False

    def _join(self, no: int, group: Sequence[int], joiners: Sequence[int], needed: tuple[int, int]) -> bool:
        """Is there a best round in which the player joins the group with these joiners? It is the new witness then."""
        joined = [*joiners, no]
        if self._foes[no].issuperset(group) or unpaired_count([*group, *joined], self._foes) > needed[0]:
            return False
        level = self._points[group[0]]
        together = frozenset(joined)
        found = self._best(
            {**self._points, **dict.fromkeys(joined, level)},
            {**self._foes, **{one: self._foes[one] | together - {one} for one in joined}},
        )
        wanted = {**self._gaps, level: needed}
        if found is None or found[0] != {points: gap for points, gap in wanted.items() if gap[0]}:
            return False
        self._mate = found[1]
        return True

    def _best(self, points: Mapping[int, int], foes: Foes) -> tuple[Gaps, dict[int, int]] | None:
        """The best gaps of the remaining players with these points and foes, and a round that has them.

        None: no round is legal.
        """
        result = pair_random(
            PairingInput(tuple(Candidate(no, points[no]) for no in self.remaining), foes, _SEED), _TUNING
        )
        if result.cost.rematches:
            return None
        levels = sorted({points[no] for no in self.remaining}, reverse=True)
        gaps = {level: gap for level, gap in zip(levels, result.cost.gaps, strict=True) if gap[0]}
        mate = {m.a: m.b for m in result.matches} | {m.b: m.a for m in result.matches}
        return gaps, mate
