"""The exact kernel: a minimum-cost matching of the few players that matter, where the cheap plan cannot be filled.

*Placeholders.* A cell (record and division) is deep if it is so large, and its players have so few conflicts in it,
that any even number of them can be paired inside it without a conflict (Dirac's theorem with room to spare). Which of
its players leave the cell then does not matter, only how many: q placeholders without conflicts stand for the cell.
The least cost as a function of how many leave is convex on steps of two (valuated matchings are M-convex, Murota), so
if an optimum leaves two placeholders of each cell paired inside it, more would not help; otherwise q grows.

*Segments.* Two neighbouring deep record groups are a border. In an optimum nobody is paired across a whole deep group
(pairing both with members of it would be cheaper at a higher digit), and at most one player crosses a border (two would
rather stay in their groups). So segments between borders are solved alone, for each division of the floater that comes
in and goes out, and only where the plan's bound could not be filled; elsewhere the bound itself is the value. This
holds where gaps come before mixed pairs, and inside one division; otherwise the line is one segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as extra
from itertools import pairwise
from typing import NamedTuple

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.matching import match_all
from pareo.core.pairing.random.costs import (
    NO_TAGS,
    NOBODY,
    Clash,
    CostWeights,
    RandomField,
    bye_cost,
    conflict_cost,
    structure_cost,
)
from pareo.core.pairing.random.greedy import NONE, Floaters, GreedyRound, GroupLine, State

REAL, SLOT, INCOMING, OUTGOING, TAKEN = range(5)
_ROOM = 8  # players of a deep group that may be away or unsuitable for an exchange
_RANDOM_START = 8  # one start in so many ignores cells altogether

Cell = tuple[int, int]  # (place in the line, division)


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the random Swiss searches; the outcome is optimal whatever the values. Tests set them."""

    slots: int = 2  # placeholders of a deep cell to begin with (one more if its size is odd); 0: only real players
    borders: bool = True
    kernel_only: bool = False  # skip the cheap pass
    largest_enumerated: int = 12
    certified: bool = True  # where the proof is quick, it comes with the round


class GraphNode(NamedTuple):
    """One node of the kernel: a player, a placeholder, the floater that comes or goes, or the place of the bye."""

    kind: int
    at: int  # place in the line
    group: int
    division: int
    no: int = 0


class SolvedSegment(NamedTuple):
    """A segment solved exactly for one division in and one out."""

    value: int
    pairs: list[tuple[GraphNode, GraphNode]]
    slots: list[Cell]  # the cells that placeholders stand for


@dataclass(slots=True)
class Segment:
    """A segment between two borders: the groups low … high-1 of a line."""

    low: int
    high: int
    exact: dict[tuple[State, State], SolvedSegment] = extra(default_factory=dict)
    suspect: bool = False  # its bound could not be filled at first
    fillable: set[tuple[State, State]] = extra(default_factory=set)
    shallow: set[Cell] = extra(default_factory=set)  # cells whose players must be real


def segments_of(field: RandomField, line: GroupLine) -> list[Segment]:
    """The segments of a line, which is cut at its borders."""
    count = len(line.groups)
    reach = max(map(len, field.barred.values()), default=0)
    deep = [_deep(field, [no for cell in cells.values() for no in cell], reach) for cells in line.cells]
    cuts = [0, *(at for at in range(1, count) if deep[at - 1] and deep[at]), count]
    segments = [Segment(low, high) for low, high in pairwise(cuts)]
    if line.bye:
        # Everybody above could hand the bye down to an eligible player of a deep group here; else: no borders.
        home = next(s for s in segments if s.low <= line.hole < s.high)
        enough = 2 * reach + _ROOM
        if not any(deep[at] and _eligible(line, at) >= enough for at in range(home.low, home.high)):
            return [Segment(0, count)]
    return segments


def _eligible(line: GroupLine, at: int) -> int:
    return sum(no in line.takers for cell in line.cells[at].values() for no in cell)


def _deep(field: RandomField, players: list[int], reach: int) -> bool:
    """Large enough that rematches and forbidden pairs never force anybody out of the group."""
    if len(players) < max(reach, 4) + _ROOM:
        return False
    members = set(players)
    barred_of = field.barred.get
    degree = max(len(members & barred_of(no, NOBODY)) for no in players)
    return len(players) >= 2 * degree + 4 + _ROOM


def slots_allowed(field: RandomField, players: list[int], reach: int) -> int:
    """How many placeholders may stand for a cell at most: so many players may leave it."""
    if len(players) < max(reach, 4):
        return 0
    members = set(players)
    barred, tags = field.barred, field.tags
    shared: dict[str, int] = {}
    for no in players if tags else ():
        for tag in tags.get(no, NO_TAGS):
            shared[tag] = shared.get(tag, 0) + 1
    degree = 0
    for no in players:
        conflicts = len(members & barred.get(no, NOBODY))
        if tags:
            conflicts += sum(shared[tag] - 1 for tag in tags.get(no, NO_TAGS))
        degree = max(degree, conflicts)
    return min(len(players) - 2 * degree - 4, len(players) - reach - 2)


class Kernel:
    """The exact solver for segments of one line."""

    def __init__(
        self, field: RandomField, weights: CostWeights, line: GroupLine, chance: SeededRandom, tuning: Tuning
    ) -> None:
        self.field, self.weights, self.line, self.chance, self.tuning = field, weights, line, chance, tuning
        self.structure = structure_cost(field, weights)
        self.conflict = conflict_cost(field, weights)
        self.never = weights.repeat_bye * (len(field.players) + 2)  # more than any round can cost
        self.reach = max(map(len, field.barred.values()), default=0)

    def solve(self, segment: Segment, incoming: State, outgoing: State) -> SolvedSegment:
        """The cheapest way through a segment, with placeholders for its deep cells as many as it takes."""
        line, chance = self.line, self.chance
        slots: dict[Cell, int] = {}
        allowed: dict[Cell, int] = {}
        extra_slots = 0
        while chance.below(32) == 0:
            extra_slots += 2  # so that no optimal pairing is out of reach because many players leave a cell
        for at in range(segment.low, segment.high):
            for division, cell in line.cells[at].items():
                most = slots_allowed(self.field, cell, self.reach) if self.tuning.slots else 0
                allowed[at, division] = most
                want = self.tuning.slots + extra_slots
                want += (len(cell) - want) % 2
                if 0 < want <= most and (at, division) not in segment.shallow:
                    slots[at, division] = want
        while True:
            solution = self.match(segment, incoming, outgoing, slots)
            inside = dict.fromkeys(slots, 0)
            for u, v in solution.pairs:
                if u.kind == v.kind == SLOT and u.at == v.at and u.division == v.division:
                    inside[u.at, u.division] += 2
            short = [where for where, count in inside.items() if count < 2]
            if not short:
                return solution
            for where in short:
                slots[where] += 2
                if slots[where] > allowed[where]:
                    del slots[where]

    def match(self, segment: Segment, incoming: State, outgoing: State, slots: dict[Cell, int]) -> SolvedSegment:
        line, groups = self.line, self.line.groups
        nodes: list[GraphNode] = []
        for at in range(segment.low, segment.high):
            for division, cell in line.cells[at].items():
                if (at, division) in slots:
                    nodes += [GraphNode(SLOT, at, groups[at], division)] * slots[at, division]
                else:
                    nodes += [GraphNode(REAL, at, groups[at], division, no) for no in cell]
        nodes = self.chance.shuffled(nodes)
        nodes += [GraphNode(INCOMING, segment.low - 1, groups[segment.low - 1], division) for division in incoming]
        nodes += [GraphNode(OUTGOING, segment.high - 1, groups[segment.high - 1], division) for division in outgoing]
        if line.hole != NONE and segment.low <= line.hole < segment.high:
            nodes.append(GraphNode(TAKEN, line.hole, groups[line.hole], NONE))
        cost = self.costs(nodes)
        start = self.random_start(nodes)
        # Among the optimal pairings take the one that shares most pairs with a random one: any of them can be it.
        # A unit of cost outweighs all such pairs together.
        scale = len(nodes)
        nudged = [[scale * c + 1 for c in row] for row in cost]
        for u, v in start:
            nudged[u][v] -= 1
            nudged[v][u] -= 1
        mate = match_all(nudged, start).mate
        pairs = [(u, v) for u, v in enumerate(mate) if u < v]
        value = sum(cost[u][v] for u, v in pairs)
        return SolvedSegment(value, [(nodes[u], nodes[v]) for u, v in pairs], list(slots))

    def costs(self, nodes: list[GraphNode]) -> list[list[int]]:
        """The cost matrix of the nodes. Nodes of one cell have the same row but for conflicts, which are few."""
        templates: dict[tuple[int, int], list[int]] = {}
        matrix: list[list[int]] = []
        structure, conflict, barred, tags = self.structure, self.conflict, self.field.barred, self.field.tags
        index = {v.no: i for i, v in enumerate(nodes) if v.no}
        for u in nodes:
            kind = (u.group, u.division)
            template = templates.get(kind)
            if template is None:
                template = templates[kind] = [structure(*kind, v.group, v.division) for v in nodes]
            row = template.copy()
            for no in (index if u.no in tags else barred.get(u.no, NOBODY)) if u.no else ():
                if no in index:
                    row[index[no]] += conflict(u.no, no)
            matrix.append(row)
        for i, u in enumerate(nodes):
            if u.kind >= OUTGOING:
                for j, v in enumerate(nodes):
                    matrix[i][j] = matrix[j][i] = self.special(u, v)
        return matrix

    def special(self, special: GraphNode, other: GraphNode) -> int:
        """The cost of going down as the floater, or of being taken out."""
        if other.kind >= INCOMING:
            return self.never
        if special.kind == OUTGOING:
            return 0 if other.at == special.at and other.division == special.division else self.never
        takers = self.line.takers
        if other.kind == REAL:
            eligible = [other.no] if self.line.bye or other.no in takers else []
        else:
            eligible = [no for no in self.line.cells[other.at][other.division] if no in takers][:1]
        if not eligible:
            return self.never
        return bye_cost(self.field, self.weights, eligible[0]) if self.line.bye else 0

    def random_start(self, nodes: list[GraphNode]) -> list[tuple[int, int]]:
        """A random pairing of the nodes, mostly inside cells; every pairing can come out."""
        order = self.chance.shuffled(range(len(nodes)))
        if self.chance.below(_RANDOM_START):
            waiting: dict[tuple[int, int, bool], int] = {}
            pairs: list[tuple[int, int]] = []
            for i in order:
                node = nodes[i]
                key = (node.at, node.division, node.kind >= INCOMING)
                partner = waiting.pop(key, None)
                if partner is None:
                    waiting[key] = i
                else:
                    pairs.append((partner, i))
            rest = self.chance.shuffled(list(waiting.values()))
            return pairs + list(zip(rest[::2], rest[1::2], strict=True))
        return list(zip(order[::2], order[1::2], strict=True))


def place_players(
    solved: SolvedSegment, line: GroupLine, floaters: Floaters, *, clash: Clash, into: GreedyRound
) -> Floaters:
    """Put real, suitable players in the place of placeholders; returns the floater that goes out."""
    rest = {(at, division): line.cells[at][division].copy() for at, division in solved.slots}
    outgoing: Floaters = []

    def player(node: GraphNode, other: int = 0) -> int:
        if node.kind == REAL:
            into.fixed.add(node.no)
            return node.no
        if node.kind == INCOMING:
            return floaters[0][0]  # at most one crosses a border
        return _take(rest[node.at, node.division], other, clash)

    for u, v in sorted(solved.pairs, key=_urgency):
        first, second = (u, v) if u.kind != SLOT else (v, u)  # whoever is known comes first
        if OUTGOING in (first.kind, second.kind):
            node = second if first.kind == OUTGOING else first
            outgoing = [(player(node), node.division)]
        elif TAKEN in (first.kind, second.kind):
            node = second if first.kind == TAKEN else first
            if node.kind == SLOT:
                cell = rest[node.at, node.division]
                into.taken = next(no for no in cell if no in line.takers)
                cell.remove(into.taken)
            else:
                into.taken = player(node)
        elif not (u.kind == v.kind == SLOT and u.at == v.at and u.division == v.division):
            a = player(first)
            if u.kind == v.kind == REAL:
                into.settled.add(len(into.pairs))
            into.pairs.append((a, player(second, a)))
    for cell in rest.values():
        into.pairs += zip(cell[::2], cell[1::2], strict=True)
    return outgoing


def _urgency(pair: tuple[GraphNode, GraphNode]) -> int:
    """The bye first (few may have it), then the players with a placeholder, then the floaters."""
    kinds = (pair[0].kind, pair[1].kind)
    return 0 if TAKEN in kinds else 1 if SLOT in kinds and REAL in kinds else 2


def _take(cell: list[int], opponent: int, clash: Clash) -> int:
    """Remove a player of the cell (it is in random order) who does not clash with the other one, if there is one."""
    if opponent:
        for i in reversed(range(len(cell))):
            if not clash(opponent, cell[i]):
                return cell.pop(i)
    return cell.pop()
