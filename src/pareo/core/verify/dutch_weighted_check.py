"""A bracket that is not at the bounds of counting: is it the cheapest, and the first of the cheapest?

The criteria, and behind them the order of candidates, are digits of whole numbers; a cheapest matching
(`verify.matching`) of a region gives the best. First of the bracket alone, anybody being free to float (what is below
can only make it worse): where the round is as cheap as that, it is proved. Else of the bracket with everything below,
which decides. A region of more than `limit` players is not solved.

The solver is not trusted: the potentials and blossoms it leaves are a certificate, of which every inequality is checked
(`_certified_bound`); they bound the cost of every matching from below by what the one found costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pareo.core.verify.dutch_criteria import Criteria, Row
from pareo.core.verify.matching import CheckedMatching, cheapest_matching

Pairs = list[tuple[int, int]]
Cost = Callable[[int, int], int | None]


class Better(NamedTuple):
    """A better candidate: its row of criteria (equal to the round's where it only comes earlier in order)."""

    row: Row


class TooMany(Exception):
    """A region has more players than the checker solves."""


def check_by_weights(
    criteria: Criteria, near: Sequence[int], mate: Mapping[int, int], remaining: Sequence[int], limit: int
) -> Better | None:
    """A better candidate for a bracket, by a cheapest matching; None: the round is best and first. TooMany: unknown."""
    return _Region(criteria, near, mate, remaining, limit).better()


class _Region:
    def __init__(
        self, criteria: Criteria, near: Sequence[int], mate: Mapping[int, int], remaining: Sequence[int], limit: int
    ) -> None:
        self.criteria, self.near, self.mate, self.remaining, self.limit = criteria, near, mate, remaining, limit
        field = criteria.field
        self.moved = [i for i in sorted(criteria.bracket) if field.level[i] > criteria.level]
        self.residents = [i for i in sorted(criteria.bracket) if field.level[i] == criteria.level]
        self.floats = [i for i in criteria.bracket if mate[i] not in criteria.inside]
        self.row = criteria.row((i, mate[i]) for i in remaining if i < mate[i])
        self.width = max(len(remaining), 2 + max((p.unplayed for p in criteria.players), default=0)).bit_length() + 1

    def better(self) -> Better | None:
        if self._c8_is_at_bound() and len(self.criteria.bracket) + len(self.floats) <= self.limit:
            slots = [self.criteria.field.bye + 1 + i for i in range(len(self.floats))]
            nodes = [*self.criteria.bracket, *slots]
            current = {**{i: self.mate[i] for i in self.criteria.bracket}, **dict(zip(slots, self.floats, strict=True))}
            current |= dict(zip(self.floats, slots, strict=True))
            if self._first_better(nodes, current, self._alone_cost) is None:
                return None
        if len(self.remaining) > self.limit:
            raise TooMany
        better_pairs = self._first_better(list(self.remaining), dict(self.mate), self._whole_cost)
        return None if better_pairs is None else Better(self.criteria.row(better_pairs))

    # -- what pairs cost ---------------------------------------------------------------------------------------------

    def _c8_is_at_bound(self) -> bool:
        """Is C8 at its bound for so many floaters, so that it can be left out of the costs?"""
        criteria = self.criteria
        if criteria.bye_level == criteria.level:
            if len(self.floats) != 1:
                return False
        elif criteria.bye_level > criteria.level:
            return False
        start = criteria.at["C8"]
        out, of_this = criteria.least_after(len(self.floats))
        return self.row[start : start + 2 + criteria.steps] == (out, *[0] * criteria.steps, of_this)

    def _alone_cost(self, a: int, b: int) -> int | None:
        """The cost of a pair where the region is the bracket and places for those who float."""
        criteria, bye = self.criteria, self.criteria.field.bye
        if a > bye and b > bye:
            return 0
        if max(a, b) > bye:
            player = min(a, b)
            if criteria.bye_level == criteria.level:  # the place is the bye
                return criteria.number(player, bye, self.width, without="C8") if self.near[bye] >> player & 1 else None
            lowest = next((i for i in self.remaining if i not in criteria.inside and i != bye), None)
            return None if lowest is None else criteria.number(player, lowest, self.width, without="C8")
        return self._pair_cost(a, b, without="C8")

    def _whole_cost(self, a: int, b: int) -> int | None:
        return self._pair_cost(a, b)

    def _pair_cost(self, a: int, b: int, *, without: str = "") -> int | None:
        level, field = self.criteria.level, self.criteria.field
        if not self.near[a] >> b & 1 or (field.level[a] > level and field.level[b] > level):
            return None
        return self.criteria.number(a, b, self.width, without=without)

    # -- cheapest matchings ------------------------------------------------------------------------------------------

    def _first_better(self, nodes: list[int], current: Mapping[int, int], cost: Cost) -> Pairs | None:
        """A matching that is cheaper, or of the same cost and earlier; None: there is none."""
        inside = self.criteria.inside
        if self.moved:
            better = self._cheaper(nodes, current, cost, self._order_of_moved(inside), self._bits_of_moved())
            if better is not None:
                return better
        fixed = {i for j in self.moved if current[j] in inside for i in (j, current[j])}
        rest = [i for i in nodes if i not in fixed]
        residents = [i for i in self.residents if i not in fixed]
        pairs = sum(current[i] in inside for i in residents) // 2
        width = (len(residents) + 1).bit_length()
        order, bits = self._order_of_remainder(residents, pairs, width), width * (len(residents) + 4) + len(residents)
        better = self._cheaper(rest, current, cost, order, bits)
        return None if better is None else [*better, *((j, current[j]) for j in self.moved if current[j] in inside)]

    def _cheaper(
        self, nodes: list[int], current: Mapping[int, int], cost: Cost, order: Callable[[int, int], int], bits: int
    ) -> Pairs | None:
        table: list[list[int]] = [[0] * len(nodes) for _ in nodes]
        impossible = []
        for x, a in enumerate(nodes):
            for y in range(x):
                b = nodes[y]
                value = cost(min(a, b), max(a, b))
                if value is None:
                    impossible.append((x, y))
                else:
                    table[x][y] = table[y][x] = (value << bits) + order(min(a, b), max(a, b))
        never = 1 + len(nodes) * max(map(max, table), default=0)
        for x, y in impossible:
            table[x][y] = table[y][x] = never
        at = {i: x for x, i in enumerate(nodes)}
        current_cost = sum(table[at[i]][at[current[i]]] for i in nodes) // 2
        solved = cheapest_matching(table)
        mate, best = solved.mate, sum(table[x][y] for x, y in enumerate(solved.mate)) // 2
        if _certified_bound(table, solved) != 2 * best:
            raise AssertionError("the solver's certificate does not fit its matching")
        return [(nodes[x], nodes[y]) for x, y in enumerate(mate) if x < y] if best < current_cost else None

    def _bits_of_moved(self) -> int:
        return (len(self.residents) + 2).bit_length() * len(self.moved) + len(self.moved)

    def _order_of_moved(self, inside: frozenset[int]) -> Callable[[int, int], int]:
        """Who floats on, the highest weighing most; then their opponents."""
        last = len(self.moved) - 1
        rank = {i: last - n for n, i in enumerate(self.moved)}
        place = {i: n for n, i in enumerate(self.residents, 1)}
        width = (len(self.residents) + 2).bit_length()

        def order(a: int, b: int) -> int:
            if a not in rank:
                return 0
            return place[b] << width * rank[a] if b in inside else 1 << width * len(rank) + rank[a]

        return order

    @staticmethod
    def _order_of_remainder(residents: list[int], pairs: int, width: int) -> Callable[[int, int], int]:
        """Exchanged players, the sum of uppers' places, who leaves S1, who enters it, the uppers' opponents."""
        size = len(residents)
        place = {i: n for n, i in enumerate(residents)}

        def order(a: int, b: int) -> int:
            if a not in place or b not in place:
                return 0
            upper, lower = place[a], place[b]
            value = lower << width * (size - 1 - upper)
            value += upper << width * size + size
            if upper < pairs:
                return value + (1 << width * size + size - pairs + upper)
            return value + (1 << width * (size + 2) + size) - (1 << width * size + size - 1 - upper)

        return order


def _certified_bound(table: Sequence[Sequence[int]], solved: CheckedMatching) -> int:
    """What every matching costs at least, doubled, by the certificate, once all its inequalities hold."""
    shared: dict[tuple[int, int], int] = {}
    for members, value in solved.blossoms:
        if value <= 0 or len(members) % 2 == 0:
            raise AssertionError("a blossom is an odd set with a positive value")
        for pair in combinations(sorted(members), 2):
            shared[pair] = shared.get(pair, 0) + value
    y = solved.potentials
    for v, row in enumerate(table):
        for u in range(v):
            if y[u] + y[v] - shared.get((u, v), 0) > 2 * row[u]:
                raise AssertionError("an inequality of the certificate does not hold")
    return sum(y) - sum(value * ((len(members) - 1) // 2) for members, value in solved.blossoms)
