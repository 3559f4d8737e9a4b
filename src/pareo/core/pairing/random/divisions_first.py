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

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.costs import CostWeights, RandomField, bye_cost, structure_cost
from pareo.core.pairing.random.greedy import NONE, GroupLine, State, lines_of, repair
from pareo.core.pairing.random.group_lines import PairedLine, solve_line
from pareo.core.pairing.random.matching_graph import Tuning

_BYE = -2
Part = tuple[int, int]  # (division, the place its player exits from; NONE: nobody, _BYE: the bye)
Layout = tuple[Part, ...]  # one part for each division


def pair_by_division(
    field: RandomField, weights: CostWeights, chance: SeededRandom, tuning: Tuning
) -> PairedLine | None:
    """The optimal round where divisions come before records; None if it cannot be found division by division."""
    lines = lines_of(field, chance, by_division=True)
    odd = {d for d, line in enumerate(lines) if sum(line.sizes) % 2}
    if len(odd) - len(field.players) % 2 not in (0, 2):
        return None
    givers, bye_group, least_bye = {NONE}, NONE, 0
    if len(field.players) % 2:
        lowest = max(field.may_have_bye, key=lambda no: (field.group[no], no))
        bye_group, least_bye = field.group[lowest], bye_cost(field, weights, lowest)
        givers = {field.division[no] for no in field.may_have_bye if field.group[no] == bye_group} & odd
        if not givers:
            return None
    mixed = (len(odd) - len(field.players) % 2) // 2
    divisions = [
        DivisionLine(field, weights, line, d, bye_group=bye_group, least_bye=least_bye) for d, line in enumerate(lines)
    ]
    search = _Search(field, weights, divisions, chance, tuning)
    return search.cheapest(odd, sorted(givers), limit=least_bye + (mixed + 1) * weights.mixed)


class DivisionLine:
    """One division as a line, and what it costs at least, whoever leaves it.

    That is its parity chain; where a line of it has been paired and some group had to let more players float down, the
    others that come to that group alike (`more`) have to do so too.
    """

    def __init__(
        self,
        field: RandomField,
        weights: CostWeights,
        line: GroupLine,
        division: int,
        *,
        bye_group: int,
        least_bye: int,
    ) -> None:
        self.field, self.weights, self.line, self.division = field, weights, line, division
        self.least_bye = least_bye
        self.bye_place = line.groups.index(bye_group) if bye_group in line.groups else NONE
        self.sizes = line.sizes
        self.landing = [0, *(self.drop(at - 1, at) for at in range(1, len(line.groups)))]
        self.extra_floaters: dict[
            tuple[int, int, bool], int
        ] = {}  # (place, floaters, somebody leaves here) → floaters beyond 1
        self.solved: dict[Part, PairedLine] = {}
        self.tails: dict[tuple[int, int], int] = {}

    def drop(self, above: int, at: int) -> int:
        """What it costs that one player of the group above is paired here."""
        high, low = self.line.groups[above], self.line.groups[at]
        levels = self.field.levels
        return self.weights.count[high] + self.weights.difference[high] * (levels[high] - levels[low])

    def tail(self, at: int, incoming: int) -> int:
        """The least cost of the groups from here on, with so many floaters."""
        path: list[tuple[int, int]] = []
        while at < len(self.sizes) and (at, incoming) not in self.tails:
            path.append((at, incoming))
            incoming = self.floaters_out(at, incoming)
            at += 1
        total = self.tails[at, incoming] if at < len(self.sizes) else 0
        for place, floaters in reversed(path):
            total += self.landing[place] * floaters
            self.tails[place, floaters] = total
        return total

    def floaters_out(self, at: int, incoming: int, *, hole: bool = False) -> int:
        return (self.sizes[at] + incoming - hole) % 2 + self.extra_floaters.get((at, incoming, hole), 0)

    def bounds(self) -> dict[Part, int]:
        """The least cost by the place its player exits from, or the true cost where it is known."""
        self.tails.clear()
        lower_bounds: dict[Part, int] = {}
        before, incoming, last = 0, 0, len(self.sizes) - 1
        for at, size in enumerate(self.sizes):
            if size == 1:  # the floaters pass over this group
                total = before
                if incoming and at < last:
                    total += self.drop(at - 1, at + 1) * incoming + self.tail(
                        at + 2, (self.sizes[at + 1] + incoming) % 2
                    )
                elif at < last:
                    total += self.tail(at + 1, 0)
            else:
                total = (
                    before + self.landing[at] * incoming + self.tail(at + 1, self.floaters_out(at, incoming, hole=True))
                )
            lower_bounds[self.division, at] = total
            before += self.landing[at] * incoming
            incoming = self.floaters_out(at, incoming)
        if self.bye_place != NONE:
            lower_bounds[self.division, _BYE] = lower_bounds[self.division, self.bye_place] + self.least_bye
        lower_bounds[self.division, NONE] = before
        lower_bounds.update((part, paired.value) for part, paired in self.solved.items())
        return lower_bounds

    def solve(self, part: Part, chance: SeededRandom, tuning: Tuning) -> None:
        """Pair one line exactly."""
        exits = part[1]
        hole = self.bye_place if exits == _BYE else exits
        line = self.line
        if exits == _BYE:
            line = replace(line, hole=hole, takers=self.field.may_have_bye, hole_cost=self.least_bye, bye=True)
        elif exits != NONE:
            line = replace(line, hole=hole, takers=frozenset(line.cells[hole][self.division]))
        passed_over = hole != NONE and self.sizes[hole] == 1
        extra_floaters: dict[tuple[int, State], int] = {
            (at, (self.division,) * incoming): beyond
            for (at, incoming, is_hole), beyond in self.extra_floaters.items()
            if is_hole == (at == hole) and not (passed_over and at in (hole, hole + 1))
        }
        paired = self.solved[part] = solve_line(
            self.field, self.weights, line, chance, tuning, extra_floaters=extra_floaters
        )
        for (at, state), beyond in paired.extra_floaters.items():
            # Only for eligible players may the bye differ from any other exit; and none after a group passed over.
            if not (passed_over and at == hole + 1) and not (exits == _BYE and at == hole):
                self.extra_floaters[at, len(state), at == hole] = beyond


class _Search:
    def __init__(
        self,
        field: RandomField,
        weights: CostWeights,
        divisions: list[DivisionLine],
        chance: SeededRandom,
        tuning: Tuning,
    ) -> None:
        self.field, self.weights, self.divisions, self.chance, self.tuning = field, weights, divisions, chance, tuning
        self.structure = structure_cost(field, weights)

    def cheapest(self, odd: set[int], givers: list[int], *, limit: int) -> PairedLine | None:
        tables = [division.bounds() for division in self.divisions]
        first: int | None = None
        while True:
            options = [self.layouts(tables, odd - {giver}, giver) for giver in givers]
            least = min(total for total, _ in options)
            first = least if first is None else first
            if least >= limit:
                return None
            best = self.chance.pick([layout for total, layouts in options if total == least for layout in layouts])
            unsolved = [(d, part) for d, part in enumerate(best) if part not in self.divisions[d].solved]
            for d, part in unsolved:
                self.divisions[d].solve(part, self.chance, self.tuning)
            changed = [d for d, part in unsolved if self.divisions[d].solved[part].value != tables[d][part]]
            if not changed:
                return self.join_lines(best, least, "bound" if least == first else "exact")
            for d in changed:
                tables[d] = self.divisions[d].bounds()

    def layouts(self, tables: list[dict[Part, int]], odd: set[int], giver: int) -> tuple[int, list[Layout]]:
        """The cheapest layouts with this division giving the bye, and their bound."""
        plain = [(d, _BYE if d == giver else NONE) for d in range(len(tables))]
        base = sum(tables[d][part] for d, part in enumerate(plain) if d not in odd)
        if not odd:
            return base, [tuple(plain)]
        one, two = sorted(odd)
        left, right = (sorted((tables[d][d, i], i) for i in range(len(self.divisions[d].sizes))) for d in (one, two))
        groups, others = self.divisions[one].line.groups, self.divisions[two].line.groups
        structure, mixed = self.structure, self.weights.mixed
        least = left[0][0] + right[0][0] + structure(groups[left[0][1]], one, others[right[0][1]], two)
        best: list[tuple[int, int]] = []
        for value, i in left:
            room = least - mixed - value  # the exits of a layout cost at least a mixed pair
            if room < right[0][0]:
                break
            for other, j in right:
                if other > room:
                    break
                total = value + other + structure(groups[i], one, others[j], two)
                if total < least:
                    least, best, room = total, [], total - mixed - value
                if total == least:
                    best.append((i, j))
        layouts: list[Layout] = []
        for i, j in sorted(best):
            plain[one], plain[two] = (one, i), (two, j)
            layouts.append(tuple(plain))
        return base + least, layouts

    def join_lines(self, layout: Layout, value: int, proof: str) -> PairedLine | None:
        """The lines of a layout as one round, the two exits paired with each other."""
        lines = [self.divisions[d].solved[part] for d, part in enumerate(layout)]
        pairs = [pair for line in lines for pair in line.pairs]
        bye = sum(line.taken for line, part in zip(lines, layout, strict=True) if part[1] == _BYE)
        exits = [line.taken for line, part in zip(lines, layout, strict=True) if part[1] >= 0]
        if exits:
            pairs.append((exits[0], exits[1]))
            clash = self.field.clash()
            if clash(*exits) and repair(pairs, [len(pairs) - 1], self.is_interchangeable, clash):
                return None
        return PairedLine(pairs, bye, value, proof)

    def is_interchangeable(self, a: int, b: int) -> bool:
        return self.field.group[a] == self.field.group[b] and self.field.division[a] == self.field.division[b]
