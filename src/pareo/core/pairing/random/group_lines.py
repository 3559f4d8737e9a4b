"""One line of record groups paired optimally: the cheap pass first, the exact kernel where it cannot be filled.

The loop keeps a lower bound for each segment of the line (the plan's, or the kernel's exact value), takes the cheapest
way through all of them, and tries to realise it. What cannot be realised is solved exactly, or its borders are taken
away, and the way is chosen again. A way that is realised at its bound is optimal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as extra
from types import MappingProxyType

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.costs import CostWeights, Pair, RandomField
from pareo.core.pairing.random.greedy import (
    STAY,
    Floaters,
    GreedyRound,
    GroupLine,
    State,
    StretchBounds,
    bad_pairs,
    fill,
    repair,
)
from pareo.core.pairing.random.matching_graph import Kernel, Segment, Tuning, place_players, segments_of
from pareo.core.pairing.random.small_groups import repair_groups


@dataclass(frozen=True, slots=True)
class PairedLine:
    """A line paired at least cost."""

    pairs: list[Pair]
    taken: int  # the player taken out, 0 = nobody
    value: int
    proof: str  # "bound" or "exact"
    plain: bool = False  # the exact matching was of the whole line with only real players
    extra_floaters: Mapping[tuple[int, State], int] = extra(
        default_factory=dict
    )  # groups that let more float down than parity


_TRIES = 5  # fresh draws of a segment before it is solved exactly
Way = list[tuple[Segment, State, State]]
Trouble = tuple[Segment, State, State, Pair]


class LineSolver:
    """Pairs one line of record groups at least cost."""

    def __init__(
        self, field: RandomField, weights: CostWeights, line: GroupLine, chance: SeededRandom, tuning: Tuning
    ) -> None:
        self.field, self.weights, self.line, self.chance, self.tuning = field, weights, line, chance, tuning
        self.bounds = StretchBounds(field, weights, line)
        self.places = {g: at for at, g in enumerate(line.groups)}

    def solve(self, extra_floaters: Mapping[tuple[int, State], int]) -> PairedLine:
        """Pair the line at least cost. `extra_floaters`: by group, how many float down beyond what parity asks for."""
        whole_line = [Segment(0, len(self.line.groups))]  # stays without exact values: its way is the bound
        bad: list[Pair] = []
        if not self.tuning.kernel_only:
            self.bounds.extra_floaters.update(extra_floaters)
            paired, bad = self.cheap_pass()
            if paired is not None:
                return paired
            self.bounds = StretchBounds(self.field, self.weights, self.line)  # as they were before they were raised
        return self.by_segments(whole_line, bad)

    def cheap_pass(self) -> tuple[PairedLine | None, list[Pair]]:
        """The whole line as the plan says; else the pairs that stand in its way."""
        draft = GreedyRound([])
        count = len(self.line.groups)
        bound = self.bounds.layers(0, count, STAY)[-1][STAY]
        steps = self.bounds.draw(0, count, STAY, STAY, self.chance)
        fill(self.line, 0, steps, [], chance=self.chance, into=draft)
        clash = self.field.clash()
        unresolved = repair(
            draft.pairs, bad_pairs(self.field, draft.pairs), self.is_interchangeable, clash, reach=self.reach
        )
        if not unresolved:
            return PairedLine(draft.pairs, draft.taken, bound, "bound"), []
        bad = [draft.pairs[i] for i in unresolved]
        if self.field.tags:
            return None, bad  # an avoided pair may be the lesser evil
        repaired = repair_groups(
            self.field, self.line, self.bounds, self.chance, draft=draft, steps=steps, bad=unresolved
        )
        if repaired is None:
            return None, bad
        draft, value = repaired
        return PairedLine(
            draft.pairs,
            draft.taken,
            value,
            "bound" if value == bound else "exact",
            extra_floaters=self.bounds.extra_floaters,
        ), []

    def by_segments(self, whole_line: list[Segment], bad: list[Pair]) -> PairedLine:
        """The line cut at its borders, and solved exactly where it must be."""
        segments = segments_of(self.field, self.line) if self.tuning.borders else [Segment(0, len(self.line.groups))]
        kernel = Kernel(self.field, self.weights, self.line, self.chance, self.tuning)
        for segment, incoming, outgoing in self.way(segments)[0] if self.tuning.kernel_only else ():
            segment.exact[incoming, outgoing] = kernel.solve(segment, incoming, outgoing)
        for pair in bad:
            for place_at in [self.places[self.field.group[no]] for no in pair]:
                next(s for s in segments if place_at < s.high).suspect = True
        while True:
            self.settle(segments, kernel)
            draft, value, trouble = self.realise(segments)
            if not trouble:
                break
            segments = self.tighten(segments, trouble, kernel)
        only = segments[0]
        plain = len(segments) == 1 and not any(solved.slots for solved in only.exact.values())
        proof = "bound" if value == self.way(whole_line)[1] else "exact"
        return PairedLine(draft.pairs, draft.taken, value, proof, plain and proof == "exact")

    def settle(self, segments: list[Segment], kernel: Kernel) -> None:
        """Solve suspect segments on the cheapest way, until it leads only through what can be filled or is exact."""
        unknown = True
        while unknown:
            unknown = False
            for segment, incoming, outgoing in self.way(segments)[0]:
                state = (incoming, outgoing)
                if segment.suspect and state not in segment.exact and state not in segment.fillable:
                    unknown = True
                    if self.can_fill(segment, incoming, outgoing):
                        segment.fillable.add(state)
                    else:
                        segment.exact[state] = kernel.solve(segment, incoming, outgoing)

    def can_fill(self, segment: Segment, incoming: State, outgoing: State) -> bool:
        """A few draws of a segment with some floater from above: does one reach the bound?"""
        floaters = [(self.line.cells[segment.low - 1][division][0], division) for division in incoming]
        return bool(self.draw_segment(segment, floaters, incoming, outgoing, tries=_TRIES)[2])

    def draw_segment(
        self, segment: Segment, floaters: Floaters, incoming: State, outgoing: State, *, tries: int
    ) -> tuple[GreedyRound, Floaters, bool]:
        """A segment filled at its bound, its clashes repaired if it is drawn more than once."""
        clash = self.field.clash()
        cells = [cell for at in range(segment.low, segment.high) for cell in self.line.cells[at].values()]
        while True:
            part = GreedyRound([])
            steps = self.bounds.draw(segment.low, segment.high, incoming, outgoing, self.chance)
            floaters_out = fill(self.line, segment.low, steps, floaters, chance=self.chance, into=part)
            tries -= 1
            if not segment.suspect:
                return part, floaters_out, True
            if not repair(
                part.pairs, bad_pairs(self.field, part.pairs), self.is_interchangeable, clash, reach=self.reach
            ):
                return part, floaters_out, True
            if tries <= 0:
                return part, floaters_out, False
            for cell in cells:
                cell[:] = self.chance.shuffled(cell)

    def reach(self, no: int) -> int:
        """How many pairs away the players of one's own record may be: theirs and those of the next groups."""
        at = self.places[self.field.group[no]]
        return 8 + sum(self.line.sizes[max(0, at - 1) : at + 2])

    def is_interchangeable(self, a: int, b: int) -> bool:
        """May two players change places? They need the same record and division."""
        group, division = self.field.group, self.field.division
        return group[a] == group[b] and division[a] == division[b]

    def way(self, segments: list[Segment]) -> tuple[Way, int]:
        """The cheapest way through the segments (random among equals) and what it costs at least."""
        layer: dict[State, int] = {STAY: 0}
        layers = [layer]
        tables: list[dict[tuple[State, State], int]] = []
        for segment in segments:
            table: dict[tuple[State, State], int] = {}
            fresh: dict[State, int] = {}
            for incoming, before in layer.items():
                for outgoing, bound in self.bounds.layers(segment.low, segment.high, incoming)[-1].items():
                    solved = segment.exact.get((incoming, outgoing))
                    value = bound if solved is None else solved.value
                    table[incoming, outgoing] = value
                    if outgoing not in fresh or before + value < fresh[outgoing]:
                        fresh[outgoing] = before + value
            tables.append(table)
            layer = fresh
            layers.append(layer)
        way: Way = []
        state, total = STAY, layer[STAY]
        for i in reversed(range(len(segments))):
            options = [c for (c, w), v in tables[i].items() if w == state and layers[i][c] + v == layers[i + 1][state]]
            incoming = self.chance.pick(options) if len(options) > 1 else options[0]
            way.append((segments[i], incoming, state))
            state = incoming
        return way[::-1], total

    def realise(self, segments: list[Segment]) -> tuple[GreedyRound, int, list[Trouble]]:
        """Fill the cheapest way with players; what still clashes, with its segment."""
        way, value = self.way(segments)
        draft = GreedyRound([])
        floaters: Floaters = []
        clash = self.field.clash()
        group, places, fixed = self.field.group, self.places, draft.fixed

        def same(a: int, b: int) -> bool:
            return a not in fixed and b not in fixed and self.is_interchangeable(a, b)

        for segment, incoming, outgoing in way:
            solved = segment.exact.get((incoming, outgoing))
            if solved is not None:
                floaters = place_players(solved, self.line, floaters, clash=clash, into=draft)
                continue
            part, floaters, _ = self.draw_segment(segment, floaters, incoming, outgoing, tries=4 * _TRIES)
            draft.pairs += part.pairs
            draft.taken = draft.taken or part.taken
        bad = [i for i in bad_pairs(self.field, draft.pairs) if i not in draft.settled]
        unresolved = repair(draft.pairs, bad, same, clash, reach=self.reach)
        trouble = []
        for i in unresolved:
            pair = draft.pairs[i]
            places_met = sorted(places[group[no]] for no in pair)
            trouble += [
                (s, incoming, outgoing, pair)
                for s, incoming, outgoing in way
                if s.low <= places_met[1] and places_met[0] < s.high
            ]
        return draft, value, trouble

    def tighten(self, segments: list[Segment], bad: list[Trouble], kernel: Kernel) -> list[Segment]:
        """Solve exactly the segments that could not be filled; join those that cannot be realised side by side."""
        group, division, places = self.field.group, self.field.division, self.places
        handled: set[int] = set()
        for segment, incoming, outgoing, pair in bad:
            if id(segment) in handled:
                continue
            handled.add(id(segment))
            solved = segment.exact.get((incoming, outgoing))
            if not segment.suspect:
                segment.suspect = True
                continue
            if solved is None:
                segment.exact[incoming, outgoing] = kernel.solve(segment, incoming, outgoing)
                continue
            cells = {(places[group[no]], division[no]) for no in pair}
            soft = cells & set(solved.slots)
            if soft:
                segment.shallow |= soft
                segment.exact.clear()
                segment.exact[incoming, outgoing] = kernel.solve(segment, incoming, outgoing)
                continue
            # A real player of one segment cannot meet the floater of the other: no border between them.
            at = segments.index(segment)
            low, high = max(0, at - 1), min(len(segments), at + 2)
            merged = Segment(segments[low].low, segments[high - 1].high)
            for old in segments[low:high]:
                merged.shallow |= old.shallow
            return [*segments[:low], merged, *segments[high:]]
        return segments


def solve_line(
    field: RandomField,
    weights: CostWeights,
    line: GroupLine,
    chance: SeededRandom,
    tuning: Tuning,
    *,
    extra_floaters: Mapping[tuple[int, State], int] = MappingProxyType({}),
) -> PairedLine:
    """The players of a line paired at the least cost."""
    return LineSolver(field, weights, line, chance, tuning).solve(extra_floaters)
