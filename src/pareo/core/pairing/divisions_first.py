"""Where divisions come before records (Play! Pokémon 2009 and April 2019): each division is a line of its own.

The least number of mixed pairs is half the number of divisions that are odd, once the bye has been given. With none,
the divisions are paired apart. With one, a player of each of the two odd divisions leaves ("exits") and they meet:
a *layout* says from which record groups. Layouts are tried from the cheapest bound upwards, their lines paired exactly
and the bound replaced by the true cost, until the cheapest layout is one whose lines are all known. Anything else, and
any case in which keeping divisions apart would cost a rematch or a higher bye, returns None: it needs the exact kernel
over the whole field, because those come before divisions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pareo.core.chance import Chance
from pareo.core.pairing.cheap_pass import NONE, Line, line_of, repair
from pareo.core.pairing.costs import Field, Weights, bye_cost, structure_cost
from pareo.core.pairing.kernel import Tuning
from pareo.core.pairing.lines import Paired, solve_line

_BYE = -2
Part = tuple[int, int]  # (division, the place its player exits from; NONE: nobody, _BYE: the bye)


class Layout(NamedTuple):
    """Which player leaves each division, and what the mixed pair between the two exits costs."""

    parts: tuple[Part, ...]
    extra: int


def pair_by_division(field: Field, weights: Weights, chance: Chance, tuning: Tuning) -> Paired | None:
    """The optimal round, or None if it cannot be found division by division."""
    players: list[list[int]] = [[] for _ in range(field.divisions)]
    for no in field.players:
        players[field.division[no]].append(no)
    lines = [line_of(field, group, chance) for group in players]
    odd = {d for d, group in enumerate(players) if len(group) % 2}
    bye_group = max((field.group[no] for no in field.may_have_bye), default=NONE)
    if len(field.players) % 2:
        givers = {field.division[no] for no in field.may_have_bye if field.group[no] == bye_group} & odd
        if not givers:
            return None
    else:
        givers = {NONE}
    if len(odd) - len(field.players) % 2 not in (0, 2):
        return None
    layouts = [layout for giver in sorted(givers) for layout in _layouts(field, weights, lines, odd - {giver}, giver)]
    mixed = (len(odd) - len(field.players) % 2) // 2
    lowest = next((no for no in field.may_have_bye if field.group[no] == bye_group), 0)
    least_bye = bye_cost(field, weights, lowest) if lowest else 0
    limit = least_bye + (mixed + 1) * weights.mixed
    search = _Search(field, weights, lines, chance, tuning)
    search.bye_group, search.least_bye = bye_group, least_bye
    return search.cheapest(layouts, limit)


def _layouts(field: Field, weights: Weights, lines: list[Line], odd: set[int], giver: int) -> list[Layout]:
    plain = {d: (d, _BYE if d == giver else NONE) for d in range(len(lines))}
    if not odd:
        return [Layout(tuple(plain.values()), 0)]
    first, second = sorted(odd)
    structure = structure_cost(field, weights)
    found = []
    for i, g in enumerate(lines[first].groups):
        for j, h in enumerate(lines[second].groups):
            parts = {**plain, first: (first, i), second: (second, j)}
            found.append(Layout(tuple(parts.values()), structure(g, first, h, second)))
    return found


class _Search:
    def __init__(self, field: Field, weights: Weights, lines: list[Line], chance: Chance, tuning: Tuning) -> None:
        self.field, self.weights, self.lines, self.chance, self.tuning = field, weights, lines, chance, tuning
        self.bye_group, self.least_bye = NONE, 0
        self.known: dict[Part, Paired] = {}
        self.bound: dict[Part, int] = {}

    def cheapest(self, layouts: list[Layout], limit: int) -> Paired | None:
        for layout in layouts:
            for part in layout.parts:
                if part not in self.bound:
                    self.bound[part] = self.chain(part)
        bound = self.bound
        first = min(layout_value(layout, bound) for layout in layouts)
        while True:
            totals = [layout_value(layout, bound) for layout in layouts]
            least = min(totals)
            if least >= limit:
                return None
            best = self.chance.pick([layout for layout, total in zip(layouts, totals, strict=True) if total == least])
            fresh = [part for part in best.parts if part not in self.known]
            for part in fresh:
                self.known[part] = solve_line(self.field, self.weights, self.line(part), self.chance, self.tuning)
                bound[part] = self.known[part].value
            if least == layout_value(best, bound):
                return self.joined(best, least, "bound" if least == first else "exact")

    def chain(self, part: Part) -> int:
        """The parity chain of one division: what its line costs at least."""
        line, hole = self.lines[part[0]], self.place(part)
        levels, groups = self.field.levels, line.groups
        total, carry, above = 0, 0, NONE
        for at, g in enumerate(groups):
            size = line.size(at) - (at == hole)
            if not size:
                continue
            if carry:
                total += self.weights.count[above] + self.weights.difference[above] * (levels[above] - levels[g])
            carry, above = (carry + size) % 2, g
        return total + (self.least_bye if part[1] == _BYE else 0)

    def place(self, part: Part) -> int:
        return self.lines[part[0]].groups.index(self.bye_group) if part[1] == _BYE else part[1]

    def line(self, part: Part) -> Line:
        line, hole = self.lines[part[0]], self.place(part)
        if hole == NONE:
            return line
        if part[1] == _BYE:
            return replace(line, hole=hole, takers=self.field.may_have_bye, hole_cost=self.least_bye, bye=True)
        return replace(line, hole=hole, takers=frozenset(line.cells[hole][part[0]]))

    def joined(self, layout: Layout, value: int, proof: str) -> Paired | None:
        """The lines of a layout as one round, the two exits paired with each other."""
        found = [self.known[part] for part in layout.parts]
        pairs = [pair for one in found for pair in one.pairs]
        bye = sum(one.taken for one, part in zip(found, layout.parts, strict=True) if part[1] == _BYE)
        exits = [one.taken for one, part in zip(found, layout.parts, strict=True) if part[1] >= 0]
        if exits:
            pairs.append((exits[0], exits[1]))
            clash = self.field.clash()
            if clash(*exits) and repair(pairs, [len(pairs) - 1], self.same, clash):
                return None
        return Paired(pairs, bye, value, proof)

    def same(self, a: int, b: int) -> bool:
        return self.field.group[a] == self.field.group[b] and self.field.division[a] == self.field.division[b]


def layout_value(layout: Layout, bound: dict[Part, int]) -> int:
    """What a layout costs at least."""
    return layout.extra + sum(bound[part] for part in layout.parts)
