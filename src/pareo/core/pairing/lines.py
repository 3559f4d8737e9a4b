"""One line of record groups paired optimally: the cheap pass first, the exact kernel where it cannot be filled.

The loop keeps a lower bound for each segment of the line (the plan's, or the kernel's exact value), takes the cheapest
way through all of them, and tries to realise it. What cannot be realised is solved exactly, or its borders are taken
away, and the way is chosen again. A way that is realised at its bound is optimal.
"""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.chance import Chance
from pareo.core.pairing.cheap_pass import NONE, Bounds, Floater, Line, Round, State, bad_pairs, fill, repair
from pareo.core.pairing.costs import Field, Pair, Weights
from pareo.core.pairing.kernel import Kernel, Segment, Tuning, place, segments_of


@dataclass(frozen=True, slots=True)
class Paired:
    """A line paired at least cost."""

    pairs: list[Pair]
    taken: int  # the player taken out, 0 = nobody
    value: int
    proof: str  # "bound" or "exact"
    plain: bool = False  # the exact matching was of the whole line with only real players


Way = list[tuple[Segment, State, State]]


class LineSolver:
    """Pairs one line."""

    def __init__(self, field: Field, weights: Weights, line: Line, chance: Chance, tuning: Tuning) -> None:
        self.field, self.weights, self.line, self.chance, self.tuning = field, weights, line, chance, tuning
        self.bounds = Bounds(field, weights, line)
        self.places = {g: at for at, g in enumerate(line.groups)}

    def solve(self) -> Paired:
        whole = [Segment(0, len(self.line.groups))]
        if not self.tuning.kernel_only:
            made, value, bad = self.realise(whole)
            if not bad:
                return Paired(made.pairs, made.taken, value, "bound")
        segments = segments_of(self.field, self.line) if self.tuning.borders else whole
        kernel = Kernel(self.field, self.weights, self.line, self.chance, self.tuning)
        if self.tuning.kernel_only:
            for segment, came, went in self.way(segments)[0]:
                segment.exact[came, went] = kernel.solve(segment, came, went)
        while True:
            made, value, bad = self.realise(segments)
            if not bad:
                break
            segments = self.tighten(segments, bad, kernel)
        only = segments[0]
        plain = len(segments) == 1 and not any(solved.slots for solved in only.exact.values())
        return Paired(made.pairs, made.taken, value, "exact", plain)

    def way(self, segments: list[Segment]) -> tuple[Way, int]:
        """The cheapest way through the segments (random among equals) and what it costs at least."""
        layer: dict[State, int] = {NONE: 0}
        layers = [layer]
        tables: list[dict[tuple[State, State], int]] = []
        for segment in segments:
            table: dict[tuple[State, State], int] = {}
            fresh: dict[State, int] = {}
            for came, before in layer.items():
                for went, bound in self.bounds.layers(segment.low, segment.high, came)[-1].items():
                    solved = segment.exact.get((came, went))
                    value = bound if solved is None else solved.value
                    table[came, went] = value
                    if went not in fresh or before + value < fresh[went]:
                        fresh[went] = before + value
            tables.append(table)
            layer = fresh
            layers.append(layer)
        way: Way = []
        state, total = NONE, layer[NONE]
        for i in reversed(range(len(segments))):
            options = [c for (c, w), v in tables[i].items() if w == state and layers[i][c] + v == layers[i + 1][state]]
            came = self.chance.pick(options) if len(options) > 1 else options[0]
            way.append((segments[i], came, state))
            state = came
        return way[::-1], total

    def realise(self, segments: list[Segment]) -> tuple[Round, int, list[tuple[Segment, State, State, Pair]]]:
        """Fill the cheapest way with players; what still clashes, with its segment."""
        way, value = self.way(segments)
        made = Round([])
        floater: Floater = None
        clash = self.field.clash()
        for segment, came, went in way:
            solved = segment.exact.get((came, went))
            if solved is None:
                steps = self.bounds.draw(segment.low, segment.high, came, went, self.chance)
                floater = fill(self.line, segment.low, steps, floater, chance=self.chance, into=made)
            else:
                floater = place(solved, self.line, floater, clash=clash, into=made)
        group, division, cells, places = self.field.group, self.field.division, self.line.cells, self.places

        def mates(no: int) -> list[int]:
            return [] if no in made.fixed else cells[places[group[no]]][division[no]]

        bad = [i for i in bad_pairs(self.field, made.pairs) if i not in made.settled]
        left = repair(made.pairs, bad, mates, clash, self.chance)
        trouble = []
        for i in left:
            pair = made.pairs[i]
            lows = sorted(places[group[no]] for no in pair)
            trouble += [(s, came, went, pair) for s, came, went in way if s.low <= lows[1] and lows[0] < s.high]
        return made, value, trouble

    def tighten(
        self, segments: list[Segment], bad: list[tuple[Segment, State, State, Pair]], kernel: Kernel
    ) -> list[Segment]:
        """Solve exactly the segments that could not be filled; join those that cannot be realised side by side."""
        group, division, places = self.field.group, self.field.division, self.places
        done: set[int] = set()
        for segment, came, went, pair in bad:
            if id(segment) in done:
                continue
            done.add(id(segment))
            solved = segment.exact.get((came, went))
            if solved is None:
                segment.exact[came, went] = kernel.solve(segment, came, went)
                continue
            cells = {(places[group[no]], division[no]) for no in pair}
            soft = cells & set(solved.slots)
            if soft:
                segment.shallow |= soft
                segment.exact.clear()
                segment.exact[came, went] = kernel.solve(segment, came, went)
                continue
            # A real player of one segment cannot meet the floater of the other: no border between them.
            at = segments.index(segment)
            low, high = max(0, at - 1), min(len(segments), at + 2)
            joined = Segment(segments[low].low, segments[high - 1].high)
            for old in segments[low:high]:
                joined.shallow |= old.shallow
            return [*segments[:low], joined, *segments[high:]]
        return segments


def solve_line(field: Field, weights: Weights, line: Line, chance: Chance, tuning: Tuning) -> Paired:
    """The players of a line paired at the least cost."""
    return LineSolver(field, weights, line, chance, tuning).solve()
