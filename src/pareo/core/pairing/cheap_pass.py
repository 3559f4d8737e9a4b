"""The cheap pass: a plan that no pairing can beat, filled with players at random.

A `Line` is a run of record groups from the top that is paired on its own (the whole field, or one division of it).
Whatever the players' history, a line cannot do better than its parity chain: a group that is odd, once the floater of
the group above has joined it and a player with the bye has left it, sends exactly one player to the next group. With
divisions, what is left of a group needs at least half as many mixed pairs as it has odd divisions. `plan` minimises
that bound exactly, over the divisions of the floaters, and draws one of the best plans; `fill` puts players into it in
shuffled order, and `repair` removes rematches and the like by exchanging players of the same record and division,
which leaves the plan, hence the bound, untouched. A pairing that attains the bound and has no conflict is optimal.

Every such pairing can come out: its own plan can be drawn, and the shuffle can put its players in place without any
repair. Nothing depends on numbers or input order, because every cell is shuffled before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pareo.core.chance import Chance
from pareo.core.pairing.costs import NOBODY, Clash, Field, Pair, Weights

NONE = -1  # no floater, nobody taken out

Same = Callable[[int, int], bool]
Reach = Callable[[int], int]
State = int  # the division of the player who floats across a border, or NONE
Floater = tuple[int, int] | None  # who floats across a border: (player, division)
Step = tuple[int, int]  # for one group: the divisions of the player taken out and of the one who floats down


@dataclass(frozen=True, slots=True)
class Line:
    """Record groups from the top, each with its players by division; one player may have to be taken out (the bye)."""

    groups: list[int]  # the field's record groups that occur here
    cells: list[dict[int, list[int]]]  # shuffled
    hole: int = NONE  # the place in `groups` whose players the one taken out comes from
    takers: frozenset[int] = frozenset()  # who may be taken out
    hole_cost: int = 0
    bye: bool = False  # the one taken out has the bye: others may have it too, at a higher cost

    def size(self, at: int) -> int:
        return sum(map(len, self.cells[at].values()))

    def emptied(self, at: int) -> bool:
        """The group loses its only player: a floater passes over it."""
        return at == self.hole and self.size(at) == 1


def line_of(field: Field, players: Sequence[int], chance: Chance) -> Line:
    """These players as a line without anybody taken out, every cell in random order."""
    if field.divisions == 1:  # then it is the whole field
        plain: list[list[int]] = [[] for _ in field.levels]
        for no, g in zip(field.players, field.records, strict=True):
            plain[g].append(no)
        return Line(list(range(len(plain))), [{0: chance.shuffled(found)} for found in plain])
    cells: dict[int, dict[int, list[int]]] = {}
    group, division = field.group, field.division
    for no in players:
        cells.setdefault(group[no], {}).setdefault(division[no], []).append(no)
    groups = sorted(cells)
    return Line(groups, [{d: chance.shuffled(cells[g][d]) for d in sorted(cells[g])} for g in groups])


class Bounds:
    """The least that each stretch of a line can cost, by the divisions that float in and out."""

    def __init__(self, who: Field, weights: Weights, line: Line) -> None:
        self.line = line
        self.mixed = weights.mixed
        self.known: dict[tuple[int, State], list[tuple[int, Step]]] = {}
        self.landing = [0] * len(line.groups)  # what it costs that somebody floats into this group
        above = NONE
        for at, g in enumerate(line.groups):
            if above != NONE:
                drop = who.levels[above] - who.levels[g]
                self.landing[at] = weights.count[above] + weights.difference[above] * drop
            if not line.emptied(at):
                above = g

    def moves(self, at: int, came: State) -> list[tuple[int, Step]]:
        """What one group can do with the floater that came: (cost, step)."""
        known = self.known.get((at, came))
        if known is None:
            known = self.known[at, came] = self._moves(at, came)
        return known

    def _moves(self, at: int, came: State) -> list[tuple[int, Step]]:
        line = self.line
        if line.emptied(at):
            return [(line.hole_cost, (next(iter(line.cells[at])), came))]
        sizes = {division: len(cell) for division, cell in line.cells[at].items()}
        cost = 0
        if came != NONE:
            sizes[came] = sizes.get(came, 0) + 1
            cost = self.landing[at]
        holes = [NONE]
        if at == line.hole:
            holes = [d for d, cell in line.cells[at].items() if not line.takers.isdisjoint(cell)]
            cost += line.hole_cost
        odd = sum(sizes.values()) - (at == line.hole)
        found: list[tuple[int, Step]] = []
        for taken in holes:
            for out in line.cells[at] if odd % 2 else (NONE,):
                if out != NONE and len(line.cells[at][out]) <= (taken == out):
                    continue
                uneven = sum((n - (d == taken) - (d == out)) % 2 for d, n in sizes.items())
                found.append((cost + self.mixed * (uneven // 2), (taken, out)))
        return found

    def layers(self, low: int, high: int, came: State) -> list[dict[State, int]]:
        """Least cost of the groups low … at, for each at and each division that floats out of it."""
        layer: dict[State, int] = {came: 0}
        found = [layer]
        for at in range(low, high):
            fresh: dict[State, int] = {}
            for state, before in layer.items():
                for cost, (_, out) in self.moves(at, state):
                    total = before + cost
                    if out not in fresh or total < fresh[out]:
                        fresh[out] = total
            layer = fresh
            found.append(layer)
        return found

    def draw(self, low: int, high: int, came: State, went: State, chance: Chance) -> list[Step]:
        """One of the cheapest ways through these groups; a floater is drawn among the players, not the divisions."""
        layers = self.layers(low, high, came)
        steps: list[Step] = []
        state, total = went, layers[-1][went]
        for at in reversed(range(low, high)):
            options = [
                (before, step)
                for before, value in layers[at - low].items()
                for cost, step in self.moves(at, before)
                if step[1] == state and value + cost == total
            ]
            if len(options) > 1:
                options = [option for option in options for _ in range(self.players_for(at, option))]
            before, step = chance.pick(options) if len(options) > 1 else options[0]
            steps.append(step)
            state, total = before, layers[at - low][before]
        return steps[::-1]

    def players_for(self, at: int, option: tuple[State, Step]) -> int:
        """How many players of the group above could be the floater of this option."""
        before = option[0]
        return 1 if before == NONE or at == 0 else max(1, len(self.line.cells[at - 1].get(before, ())))


@dataclass(slots=True)
class Round:
    """A pairing in the making."""

    pairs: list[Pair]
    taken: int = 0  # the player taken out, 0 = nobody
    fixed: set[int] = field(default_factory=set)  # players whose place an exact matching decided
    settled: set[int] = field(default_factory=set)  # … and the places of pairs of two of them: they may clash


def fill(line: Line, low: int, steps: Sequence[Step], floater: Floater, *, chance: Chance, into: Round) -> Floater:
    """Pair the groups from `low` on as the steps say; the floater that comes in, and the one that goes out."""
    pairs = into.pairs
    for at, (taken, out) in enumerate(steps, low):
        if line.emptied(at):
            into.taken = next(iter(line.cells[at].values()))[0]
            continue
        rest = {division: cell.copy() for division, cell in line.cells[at].items()}
        if taken != NONE:
            into.taken = chance.pick([no for no in rest[taken] if no in line.takers])
            rest[taken].remove(into.taken)
        leaving = (rest[out].pop(), out) if out != NONE else None
        if floater:
            joined = rest.setdefault(floater[1], [])
            joined.insert(chance.below(len(joined) + 1), floater[0])
        floater = leaving
        odd = [cell.pop() for cell in rest.values() if len(cell) % 2]
        for cell in rest.values():
            pairs += zip(cell[::2], cell[1::2], strict=True)
        if odd:
            odd = chance.shuffled(odd)
            pairs += zip(odd[::2], odd[1::2], strict=True)
    return floater


def bad_pairs(field: Field, pairs: Sequence[Pair]) -> list[int]:
    """Where the pairs are that should be kept apart: met, forbidden or avoided."""
    if field.tags:
        clash = field.clash()
        return [i for i, (a, b) in enumerate(pairs) if clash(a, b)]
    known = field.barred.get
    return [i for i, (a, b) in enumerate(pairs) if b in known(a, NOBODY)]


def repair(pairs: list[Pair], bad: Sequence[int], same: Same, clash: Clash, *, reach: Reach | None = None) -> list[int]:
    """Exchange players of one record and division until nobody clashes; returns the places that still do.

    `same(a, x)`: a and x may change places. With 2·D + 4 players in a cell, each with at most D conflicts in it, an
    exchange always exists: each of the other pairs of the cell offers two, and at most D pairs are blocked. The
    nearest pair that helps is taken: pairs of a cell lie together, in random order. `reach(a)`: how far to look.
    """
    left: list[int] = []
    for i in bad:
        a, b = pairs[i]
        if not clash(a, b):
            continue  # an exchange for an earlier pair has helped
        far = len(pairs) if reach is None else max(reach(a), reach(b))
        if not any(_exchange(pairs, i, side, same, clash, reach=far) for side in ((a, b), (b, a))):
            left.append(i)
    return [i for i in left if clash(*pairs[i])]  # an exchange for a later pair may have helped


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
