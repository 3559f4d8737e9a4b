"""The cheap pass: a plan that no pairing can beat, filled with players at random.

A `GroupLine` is a run of record groups from the top that is paired on its own: the whole field, or one division of it.
Whatever the players' history, a line cannot do better than its parity chain: a group that is odd, once the floater of
the group above has joined it and a player with the bye has left it, sends exactly one player to the next group. With
divisions, what is left of a group needs at least half as many mixed pairs as it has odd divisions. `StretchBounds`
minimises that bound exactly, over the divisions of the floaters, and draws one of the best plans; `fill` puts players
in shuffled order into it, and `repair` removes rematches and the like by exchanging players of one record and division,
which leaves the plan, hence the bound, untouched. A pairing that attains the bound and has no conflict is optimal.

Every such pairing can come out: its own plan can be drawn, and the shuffle can put its players in place without any
repair. Nothing depends on numbers or input order, because every cell is shuffled before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import prod

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.costs import NOBODY, Clash, CostWeights, Pair, RandomField

NONE = -1  # nobody taken out
_MANY = 1500  # pairs

Same = Callable[[int, int], bool]
Reach = Callable[[int], int]
State = tuple[int, ...]  # the divisions of the players who float across a border, sorted
STAY: State = ()  # nobody floats
Floaters = list[tuple[int, int]]  # who floats across a border: (player, division)
Step = tuple[int, State]  # for one group: the divisions of the player taken out and of those who float down


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Record groups from the top, each with its players by division; one player may have to be taken out (the bye)."""

    groups: list[int]  # the field's record groups that occur here
    cells: list[dict[int, list[int]]]  # shuffled
    sizes: list[int]  # of the groups
    hole: int = NONE  # the place in `groups` whose players the one taken out comes from
    takers: frozenset[int] = frozenset()  # who may be taken out
    hole_cost: int = 0
    bye: bool = False  # the one taken out has the bye: others may have it too, at a higher cost

    def is_emptied(self, at: int) -> bool:
        """Does the group lose its only player? A floater then passes over it."""
        return at == self.hole and self.sizes[at] == 1


def lines_of(field: RandomField, chance: SeededRandom, *, by_division: bool) -> list[GroupLine]:
    """The whole field as one line, or a line for each division, nobody taken out; every cell in random order."""
    division_count, count = field.divisions, len(field.levels)
    group, division = field.group, field.division
    cells: list[list[int]] = [[] for _ in range(count * division_count)]  # by division, then record
    if division_count == 1:
        for no, g in zip(field.players, field.records, strict=True):
            cells[g].append(no)
        cells = [chance.shuffled(cell) for cell in cells]
    else:  # many small cells: dealt out of one shuffled pack, each is in random order, too
        for no in chance.shuffled(field.players):
            cells[division[no] * count + group[no]].append(no)
    lines: list[GroupLine] = []
    for divisions in [[d] for d in range(division_count)] if by_division else [range(division_count)]:
        line = GroupLine([], [], [])
        for g in range(count):
            members = {d: cells[d * count + g] for d in divisions if cells[d * count + g]}
            if members:
                line.groups.append(g)
                line.cells.append(members)
                line.sizes.append(sum(map(len, members.values())))
        lines.append(line)
    return lines


class StretchBounds:
    """The least that each stretch of a line can cost, by the divisions that float in and out.

    At first this is the parity chain. Where history makes a step impossible, `rule_out` raises its bound.
    """

    def __init__(self, who: RandomField, weights: CostWeights, line: GroupLine) -> None:
        self.line = line
        self.mixed = weights.mixed
        self.known_moves: dict[tuple[int, State], dict[Step, int]] = {}
        self.extra_mixed: dict[tuple[int, State, Step], int] = {}  # mixed pairs beyond those that parity asks for
        self.extra_floaters: dict[tuple[int, State], int] = {}  # players who float down beyond parity
        self.known_layers: dict[tuple[int, State], list[dict[State, int]]] = {}  # layers that are known so far
        self.landing = [0] * len(line.groups)  # what it costs that somebody floats into this group
        above = NONE
        for at, g in enumerate(line.groups):
            if above != NONE:
                drop = who.levels[above] - who.levels[g]
                self.landing[at] = weights.count[above] + weights.difference[above] * drop
            if not line.is_emptied(at):
                above = g

    def moves(self, at: int, incoming: State) -> dict[Step, int]:
        """The steps one group can take with its incoming floaters, and what each costs at least."""
        known = self.known_moves.get((at, incoming))
        if known is None:
            known = self.known_moves[at, incoming] = self._moves(at, incoming)
        return known

    def _moves(self, at: int, incoming: State) -> dict[Step, int]:
        line = self.line
        cells = line.cells[at]
        if line.is_emptied(at):
            return {(next(iter(cells)), incoming): line.hole_cost}
        cost = self.landing[at] * len(incoming)
        holes = [NONE]
        if at == line.hole:
            holes = [d for d, cell in cells.items() if not line.takers.isdisjoint(cell)]
            cost += line.hole_cost
        leaving = (line.sizes[at] + len(incoming) - (at == line.hole)) % 2 + self.extra_floaters.get((at, incoming), 0)
        moves: dict[Step, int] = {}
        if len(cells) == 1 and cells.keys() >= set(incoming):  # one division: there is one way
            ((d, cell),) = cells.items()
            return {(taken, (d,) * leaving): cost for taken in holes if leaving <= len(cell) - (taken == d)}
        for taken in holes:
            for out in combinations_with_replacement(cells, leaving):
                if all(out.count(d) <= len(cells[d]) - (taken == d) for d in out):
                    moves[taken, out] = cost + self.mixed * self.least_mixed(at, incoming, (taken, out))
        return moves

    def least_mixed(self, at: int, incoming: State, step: Step) -> int:
        """The mixed pairs that parity asks for: half as many as divisions are odd."""
        taken, out = step
        odd = {d for d, cell in self.line.cells[at].items() if len(cell) % 2}
        for d in (*incoming, *out, *((taken,) if taken != NONE else ())):
            odd ^= {d}
        return len(odd) // 2

    def mixed_pairs(self, at: int, incoming: State, step: Step) -> int:
        """How many mixed pairs the bound of a step allows."""
        return self.least_mixed(at, incoming, step) + self.extra_mixed.get((at, incoming, step), 0)

    def rule_out(self, at: int, incoming: State, step: Step) -> None:
        """Raise the bound of a step that has a conflict: it needs another mixed pair, or two more floaters."""
        divisions = {*self.line.cells[at], *incoming}
        for (low, _), layers in self.known_layers.items():
            if low <= at:
                del layers[at - low + 1 :]
        if len(divisions) > 1 and 2 * self.mixed_pairs(at, incoming, step) < self.line.sizes[at] + len(incoming):
            self.extra_mixed[at, incoming, step] = self.extra_mixed.get((at, incoming, step), 0) + 1
            self.known_moves[at, incoming][step] += self.mixed
            return
        del self.known_moves[at, incoming][step]
        while not self.known_moves[at, incoming] and self.extra_floaters.get((at, incoming), 0) < self.line.sizes[at]:
            self.extra_floaters[at, incoming] = self.extra_floaters.get((at, incoming), 0) + 2
            self.known_moves[at, incoming] = self._moves(at, incoming)

    def layers(self, low: int, high: int, incoming: State) -> list[dict[State, int]]:
        """For each place from `low` to `high`, the least cost of the groups above, by the floaters that reach it."""
        layers = self.known_layers.setdefault((low, incoming), [{incoming: 0}])
        layer = layers[-1]
        for at in range(low + len(layers) - 1, high):
            fresh: dict[State, int] = {}
            for state, before in layer.items():
                for (_, out), cost in (self.known_moves.get((at, state)) or self.moves(at, state)).items():
                    total = before + cost
                    if out not in fresh or total < fresh[out]:
                        fresh[out] = total
            layer = fresh
            layers.append(layer)
        return layers[: high - low + 1]

    def draw(
        self, low: int, high: int, incoming: State, outgoing: State, chance: SeededRandom, *, old: Sequence[Step] = ()
    ) -> list[Step]:
        """One of the cheapest ways through these groups; a floater is drawn among the players, not the divisions.

        `old`: the steps of an earlier plan, reused where they are still among the cheapest.
        """
        layers = self.layers(low, high, incoming)
        steps: list[Step] = []
        state, total = outgoing, layers[-1][outgoing]
        for at in reversed(range(low, high)):
            if len(layers[at - low]) == 1:
                ((before, total),) = layers[at - low].items()
                if len(self.moves(at, before)) == 1:
                    steps += self.moves(at, before)
                    state = before
                    continue
                total = layers[at - low + 1][state]
            options = [
                (before, step)
                for before, value in layers[at - low].items()
                for step, cost in self.moves(at, before).items()
                if step[1] == state and value + cost == total
            ]
            previous = ((old[at - low - 1][1] if at > low else incoming), old[at - low]) if old else None
            if previous in options:
                options = [previous]
            before, step = options[0] if len(options) == 1 else self.pick(at, options, chance)
            steps.append(step)
            state, total = before, layers[at - low][before]
        return steps[::-1]

    def pick(self, at: int, options: list[tuple[State, Step]], chance: SeededRandom) -> tuple[State, Step]:
        """One of the options, by the number of players who could float into this group."""
        index = chance.below(sum(self.players_for(at, before) for before, _ in options))
        for option in options:
            index -= self.players_for(at, option[0])
            if index < 0:
                break
        return option

    def players_for(self, at: int, incoming: State) -> int:
        """How many players of the group above could be the floaters."""
        return prod(max(1, len(self.line.cells[at - 1].get(d, ()))) for d in incoming) if at else 1


@dataclass(slots=True)
class GreedyRound:
    """A draft of a round, or of a part of it, that is still being filled."""

    pairs: list[Pair]
    taken: int = 0  # the player taken out, 0 = nobody
    starts: list[int] = field(default_factory=list)  # where the pairs of each group begin
    fixed: set[int] = field(default_factory=set)  # players whose place an exact matching decided
    settled: set[int] = field(default_factory=set)  # … and the places of pairs of two of them: they may clash


def fill(
    line: GroupLine, low: int, steps: Sequence[Step], floaters: Floaters, *, chance: SeededRandom, into: GreedyRound
) -> Floaters:
    """Pair the groups from `low` on as the steps say, with the incoming `floaters`; returns the outgoing ones."""
    pairs = into.pairs
    for at, (taken, out) in enumerate(steps, low):
        into.starts.append(len(pairs))
        if line.is_emptied(at):
            into.taken = next(iter(line.cells[at].values()))[0]
            continue
        rest = {division: cell.copy() for division, cell in line.cells[at].items()}
        if taken != NONE:
            into.taken = chance.pick([no for no in rest[taken] if no in line.takers])
            rest[taken].remove(into.taken)
        leaving = [(rest[division].pop(), division) for division in out]
        for no, division in floaters:
            cell_joined = rest.setdefault(division, [])
            cell_joined.insert(chance.below(len(cell_joined) + 1), no)
        floaters = leaving
        odd = [cell.pop() for cell in rest.values() if len(cell) % 2]
        for cell in rest.values():
            pairs += zip(cell[::2], cell[1::2], strict=True)
        if odd:
            odd = chance.shuffled(odd)
            pairs += zip(odd[::2], odd[1::2], strict=True)
    return floaters


def bad_pairs(field: RandomField, pairs: Sequence[Pair]) -> list[int]:
    """The places of the pairs that should be kept apart: met, forbidden or avoided."""
    if field.tags:
        clash = field.clash()
        return [i for i, (a, b) in enumerate(pairs) if clash(a, b)]
    if len(pairs) < _MANY:
        barred_of = field.barred.get
        return [i for i, (a, b) in enumerate(pairs) if b in barred_of(a, NOBODY)]
    # One history after the other, as they lie in memory: in a large field that is what takes the time.
    mate = dict(pairs).get
    clashing = {a for a, opponents in field.barred.items() if mate(a) in opponents}
    return [i for i, (a, _) in enumerate(pairs) if a in clashing] if clashing else []


def repair(pairs: list[Pair], bad: Sequence[int], same: Same, clash: Clash, *, reach: Reach | None = None) -> list[int]:
    """Exchange players of one record and division until nobody clashes; returns the places that still do.

    `same(a, x)`: a and x may change places. With 2·D + 4 players in a cell, each with at most D conflicts in it, an
    exchange always exists: each of the other pairs of the cell offers two, and at most D pairs are blocked. The
    nearest pair that helps is taken: pairs of a cell lie together, in random order. `reach(a)`: how far to look.
    """
    unresolved: list[int] = []
    for i in bad:
        a, b = pairs[i]
        if not clash(a, b):
            continue  # an exchange for an earlier pair has helped
        distance = len(pairs) if reach is None else max(reach(a), reach(b))
        if not any(_exchange(pairs, i, side, same, clash, reach=distance) for side in ((a, b), (b, a))):
            unresolved.append(i)
    return [i for i in unresolved if clash(*pairs[i])]  # an exchange for a later pair may have helped


def _exchange(pairs: list[Pair], i: int, pair: Pair, same: Same, clash: Clash, *, reach: int) -> bool:
    a, b = pair
    for distance in range(1, min(reach, max(i, len(pairs) - 1 - i)) + 1):
        for j in (i - distance, i + distance):
            if not 0 <= j < len(pairs):
                continue
            c, d = pairs[j]
            for x, y in ((c, d), (d, c)):
                if same(a, x) and not clash(x, b) and not clash(a, y):
                    pairs[i], pairs[j] = (x, b), (a, y)
                    return True
    return False
