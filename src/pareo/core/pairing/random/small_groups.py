"""Tight groups: record groups so small that who has met whom decides how they can be paired.

The cheap pass may leave a few clashes in groups of two to a dozen players, at the top and the bottom of the field.
`repair_groups` closes such a group by trying all its pairings, with the incoming and the outgoing floaters. Where that
is impossible whoever the floaters are, the bound of that step is raised (one more mixed pair, or two more players float
down), the plan is drawn again and only the groups whose part in it has changed are paired again. A round that attains
the raised bound without any clash is optimal: from the top, no group can do with less.

It holds where records come before divisions, and inside one division. It gives up, and returns None, where a large
group is in trouble, where floaters would have to pass over a group, or after a number of tries: the exact kernel knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.costs import NOBODY, Pair, RandomField
from pareo.core.pairing.random.greedy import (
    NONE,
    STAY,
    Floaters,
    GreedyRound,
    GroupLine,
    Same,
    State,
    Step,
    StretchBounds,
    bad_pairs,
    fill,
    repair,
)

_TIGHT = 16  # players of a group, with its floaters, whose pairings are tried one by one
_VISITS = 1500  # pairs tried before a group is left to the kernel
_TRIES = 40  # groups paired again before the line is left to the kernel
_AFRESH = 8  # one plan in so many is drawn without regard to the one before
_FEW = 3  # floaters of a cell so small are looked at one by one


class Unclear(Exception):
    """The repair gives up: too much to try, or not a case it covers."""


class PairedGroup(NamedTuple):
    """A group paired without a clash."""

    pairs: list[Pair]
    leaving: Floaters
    taken: int


class Seats(NamedTuple):
    """The nodes of a group: the incoming floaters, the places of the outgoing ones, and the group's own players."""

    players: list[int]  # 0 = somebody, or a place
    divisions: list[int]
    suits: list[int]  # for each node the set of nodes it can be paired with, as bits
    incoming: int  # how many of the nodes are incoming floaters
    places: int


def repair_groups(
    field: RandomField,
    line: GroupLine,
    bounds: StretchBounds,
    chance: SeededRandom,
    *,
    draft: GreedyRound,
    steps: list[Step],
    bad: Sequence[int],
) -> tuple[GreedyRound, int] | None:
    """The draft without its bad pairs, and its bound; None where only the exact kernel can tell.

    `steps`: the plan the draft was filled by; `bad`: the places of its clashing pairs.
    """
    try:
        return _GroupRepair(field, line, bounds, chance, draft=draft, steps=steps).run(bad)
    except Unclear:
        return None


class _GroupRepair:
    def __init__(
        self,
        field: RandomField,
        line: GroupLine,
        bounds: StretchBounds,
        chance: SeededRandom,
        *,
        draft: GreedyRound,
        steps: list[Step],
    ) -> None:
        self.field, self.line, self.bounds, self.chance = field, line, bounds, chance
        self.steps, self.taken = steps, draft.taken
        self.starts = draft.starts
        ends = [*draft.starts[1:], len(draft.pairs)]
        self.tables = [draft.pairs[low:high] for low, high in zip(draft.starts, ends, strict=True)]
        self.unwelcome: dict[int, set[int]] = {}  # floaters with whom a group could not be closed

    def run(self, bad: Sequence[int]) -> tuple[GreedyRound, int]:
        starts = self.starts
        redo = {max(at for at, start in enumerate(starts) if start <= i) for i in bad}
        arrived = self.arrivals()
        for _ in range(_TRIES):
            if not redo:
                total = self.bounds.layers(0, len(self.steps), STAY)[-1][STAY]
                return GreedyRound([pair for table in self.tables for pair in table], self.taken), total
            at = min(redo)
            group = self.close(at, arrived[at])
            if group is not None:
                redo.discard(at)
                self.tables[at] = group.pairs
                self.taken = group.taken or self.taken
                if at + 1 < len(arrived) and sorted(group.leaving) != sorted(arrived[at + 1]):
                    arrived[at + 1] = group.leaving
                    redo.add(at + 1)
            elif self.is_possible(at):
                if not at:
                    raise Unclear
                # Only these floaters are in the way: let others of the group above come.
                self.unwelcome.setdefault(at, set()).update(no for no, _ in arrived[at])
                redo.add(at - 1)
            else:
                redo |= self.plan_again(at)
        raise Unclear

    def arrivals(self) -> list[Floaters]:
        """Who floated into each group."""
        group, division = self.field.group, self.field.division
        arrivals: list[Floaters] = []
        for g, table in zip(self.line.groups, self.tables, strict=True):
            arrivals.append([(no, division[no]) for pair in table for no in pair if group[no] != g])
        if self.line.hole != NONE and self.line.is_emptied(self.line.hole) and self.line.hole + 1 < len(arrivals):
            arrivals[self.line.hole] = arrivals[self.line.hole + 1]  # they pass over it
        return arrivals

    def incoming(self, at: int) -> State:
        return self.steps[at - 1][1] if at else STAY

    def plan_again(self, at: int) -> set[int]:
        """Raise the bound of a step that cannot be made; the groups whose part in the plan is another now."""
        incoming, step = self.incoming(at), self.steps[at]
        self.bounds.rule_out(at, incoming, step)
        count = len(self.steps)
        if STAY not in self.bounds.layers(0, count, STAY)[-1]:
            raise Unclear
        old = [(self.incoming(i), self.steps[i]) for i in range(count)]
        # Mostly the plan is kept to where it can be, which is quick; at times not, so that no plan is out of reach.
        previous = self.steps if self.chance.below(_AFRESH) else ()
        self.steps = self.bounds.draw(0, count, STAY, STAY, self.chance, old=previous)
        self.unwelcome.clear()
        return {i for i in range(count) if old[i] != (self.incoming(i), self.steps[i])} | {at}

    # ---- one group -------------------------------------------------------------------------------------------

    def close(self, at: int, arrived: Floaters) -> PairedGroup | None:
        """The group paired anew as the plan says, or None."""
        step = self.steps[at]
        if self.line.is_emptied(at):
            return PairedGroup([], arrived, next(iter(self.line.cells[at].values()))[0])
        if sorted(division for _, division in arrived) != sorted(self.incoming(at)):
            raise Unclear  # the group above could not be paired again before this one
        if self.line.sizes[at] + len(arrived) > _TIGHT:
            return self.redraw(at, arrived, step)
        seats = self.seats(at, [(no, d, self.field.barred.get(no, NOBODY)) for no, d in arrived], step)
        pairing = seat(seats, self.bounds.mixed_pairs(at, self.incoming(at), step))
        return None if pairing is None else self.to_paired_group(seats, pairing, step)

    def is_possible(self, at: int) -> bool:
        """Whether the step could be made with any floaters at all, in and out."""
        incoming, step = self.incoming(at), self.steps[at]
        if not (incoming or self.unwelcome.get(at + 1)):
            return False
        if self.line.sizes[at] + len(incoming) > _TIGHT:
            raise Unclear
        seats = self.seats(at, [(0, d, self.met_by_all(at, d)) for d in incoming], step, anyone=True)
        return seat(seats, self.bounds.mixed_pairs(at, incoming, step)) is not None

    def met_by_all(self, at: int, division: int) -> frozenset[int]:
        """Whom every possible floater of the group above has met."""
        if self.line.is_emptied(at - 1):
            return NOBODY
        cell = self.line.cells[at - 1][division]
        if len(cell) > _FEW:
            return NOBODY
        return frozenset.intersection(*(self.field.barred.get(no, NOBODY) for no in cell))

    def seats(
        self, at: int, incoming: Sequence[tuple[int, int, frozenset[int]]], step: Step, *, anyone: bool = False
    ) -> Seats:
        line, barred = self.line, self.field.barred.get
        taken, out = step
        own = self.chance.shuffled([(no, d) for d, cell in line.cells[at].items() for no in cell])
        players = [no for no, _, _ in incoming] + [0] * (len(out) + (taken != NONE)) + [no for no, _ in own]
        divisions = [d for _, d, _ in incoming] + [*out, *((taken,) if taken != NONE else ())] + [d for _, d in own]
        first = len(players) - len(own)
        suits = [0] * len(players)

        def join(i: int, j: int) -> None:
            suits[i] |= 1 << j
            suits[j] |= 1 << i

        stays = NOBODY if anyone else self.unwelcome.get(at + 1, NOBODY)
        for j, (no, d) in enumerate(own, first):
            barred_opponents = barred(no, NOBODY)
            for i, (_, _, barred_here) in enumerate(incoming):
                if no not in barred_here:
                    join(i, j)
            for i, division in enumerate(out, len(incoming)):
                if d == division and no not in stays:
                    join(i, j)
            if taken == d and no in line.takers:
                join(first - 1, j)
            for i in range(first, j):
                if players[i] not in barred_opponents:
                    join(i, j)
        return Seats(players, divisions, suits, len(incoming), first - len(incoming))

    def to_paired_group(self, seats: Seats, pairing: list[Pair], step: Step) -> PairedGroup:
        players, low, first = seats.players, seats.incoming, seats.incoming + seats.places
        pairs: list[Pair] = []
        leaving: Floaters = []
        taken = 0
        for i, j in pairing:  # i < j, and places come before the group's own players
            if not low <= i < first:
                pairs.append((players[i], players[j]))
            elif i == first - 1 and step[0] != NONE:
                taken = players[j]
            else:
                leaving.append((players[j], seats.divisions[j]))
        return PairedGroup(pairs, leaving, taken)

    def redraw(self, at: int, arrived: Floaters, step: Step) -> PairedGroup:
        """A large group: drawn again, a few times if need be."""
        line, chance, clash = self.line, self.chance, self.field.clash()
        stays = self.unwelcome.get(at + 1, NOBODY)
        if self.bounds.extra_mixed.get((at, self.incoming(at), step)):
            raise Unclear
        for _ in range(4):
            for cell in line.cells[at].values():
                cell[:] = chance.shuffled(cell)
            draft = GreedyRound([])
            leaving = fill(line, at, [step], arrived, chance=chance, into=draft)
            if stays.isdisjoint(no for no, _ in leaving) and not repair(
                draft.pairs, bad_pairs(self.field, draft.pairs), self.is_interchangeable, clash
            ):
                return PairedGroup(draft.pairs, leaving, draft.taken)
        raise Unclear

    @property
    def is_interchangeable(self) -> Same:
        group, division = self.field.group, self.field.division
        return lambda a, b: group[a] == group[b] and division[a] == division[b]


def seat(seats: Seats, mixed: int) -> list[Pair] | None:
    """Suitable pairs of all nodes, at most `mixed` of them mixed; None if there are none. The order is random."""
    divisions, suits = seats.divisions, seats.suits
    alike: dict[int, int] = {}
    for i, d in enumerate(divisions):
        alike[d] = alike.get(d, 0) | 1 << i
    visits = 0
    pairs: list[Pair] = []

    def pair_up(rest: int, mixed: int) -> bool:
        nonlocal visits
        if not rest:
            return True
        # Each odd division needs a mixed pair with another one.
        if mixed < len(alike) and sum((rest & same).bit_count() & 1 for same in alike.values()) > 2 * mixed:
            return False
        first = rest & -rest
        i = first.bit_length() - 1
        own = alike[divisions[i]]
        options = suits[i] & rest
        if not mixed:
            options &= own
        while options:
            bit = options & -options
            options ^= bit
            visits += 1
            if visits > _VISITS:
                raise Unclear
            if pair_up(rest ^ first ^ bit, mixed if bit & own else mixed - 1):
                pairs.append((i, bit.bit_length() - 1))
                return True
        return False

    return pairs if pair_up((1 << len(divisions)) - 1, mixed) else None
