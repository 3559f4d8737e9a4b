"""Random Swiss rounds are optimal: against every pairing of small fields, and exact matching of larger ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import networkx as nx
import pytest

from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, PairingResult, Priority
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.random.costs import field_of
from pareo.core.pairing.random.greedy import lines_of
from pareo.core.pairing.random.matching_graph import Kernel, Segment, SolvedSegment, Tuning, segments_of
from pareo.core.pairing.random.swiss import pair_random

GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
MIXED_FIRST = (Priority.MIXED, Priority.GAPS)
Pairs = list[tuple[int, int]]


def some_field(
    n: int, dice: Random, *, history: float = 2, divisions: int = 1, tags: bool = False, objective: int = 2
) -> PairingInput:
    """A field with anything in it: records, history, divisions, forbidden pairs, tags, second byes."""
    rounds = dice.choice([1, 2, 4])
    points = {no: dice.choice([3, 3, 1]) * sum(dice.random() < 0.5 for _ in range(rounds)) for no in range(1, n + 1)}
    met: dict[int, set[int]] = {no: set() for no in points}
    for _ in range(int(history * n / 2)):
        a, b = dice.sample(sorted(points), 2)
        met[a].add(b)
        met[b].add(a)
    barred = dice.choice([0, 0, 1, n // 2])
    spare = dice.choice([0.0, 0.3, 0.9, 1.0])
    return PairingInput(
        tuple(
            Candidate(
                no,
                points[no],
                "JSM"[dice.randrange(divisions)],
                dice.random() >= spare,
                tuple(dice.sample("abcde", dice.choice([0, 1, 2]))) if tags else (),
            )
            for no in points
        ),
        {no: frozenset(others) for no, others in met.items()},
        seed=f"seed {dice.random()}",
        order=dice.choice([GAPS_FIRST, MIXED_FIRST]),
        forbidden=frozenset(tuple(sorted(dice.sample(sorted(points), 2))) for _ in range(barred)),  # type: ignore[misc]
        round_no=rounds + 1,
        objective=objective,
    )


def cost_of(round_input: PairingInput, pairs: Pairs, bye: int | None) -> Cost:
    """The cost of a round, written again from the contract's words."""
    who = {c.no: c for c in round_input.candidates}
    levels = sorted({c.points for c in round_input.candidates}, reverse=True)
    down = {level: [0, 0] for level in levels}
    again = dict.fromkeys(levels, 0)
    for a, b in pairs:
        high, low = max(who[a].points, who[b].points), min(who[a].points, who[b].points)
        again[high] += b in round_input.met.get(a, ())
        if high > low:
            down[high][0] += 1
            down[high][1] += high - low
    return Cost(
        repeat_bye=int(bye is not None and not who[bye].bye_ok),
        forbidden=sum((min(p), max(p)) in round_input.forbidden for p in pairs),
        rematches=sum(b in round_input.met.get(a, ()) for a, b in pairs),
        bye_group=sum(level < who[bye].points for level in levels) if bye is not None else 0,
        rematch_groups=tuple(again.values()) if round_input.objective > 1 else (),
        gaps=tuple((count, total) for count, total in down.values()),
        mixed=sum(who[a].division != who[b].division for a, b in pairs),
        avoided=sum(bool(set(who[a].tags) & set(who[b].tags)) for a, b in pairs),
    )


def all_rounds(players: Sequence[int]) -> Iterator[tuple[Pairs, int | None]]:
    if len(players) % 2:
        for bye in players:
            for pairs, _ in all_rounds([no for no in players if no != bye]):
                yield pairs, bye
        return
    if not players:
        yield [], None
        return
    first, *others = players
    for second in others:
        for pairs, bye in all_rounds([no for no in others if no != second]):
            yield [(first, second), *pairs], bye


def least_cost(round_input: PairingInput) -> tuple[object, ...]:
    rounds = all_rounds([c.no for c in round_input.candidates])
    return min(cost_of(round_input, pairs, bye).vector(round_input.order) for pairs, bye in rounds)


def least_by_networkx(round_input: PairingInput) -> tuple[object, ...]:
    """The optimum by somebody else's matching, on costs made here: one digit of 16 bits for each part of the cost."""

    def number(cost: Cost) -> int:
        middle = [x for gap in cost.gaps for x in gap]
        middle = [*middle, cost.mixed] if round_input.order is GAPS_FIRST else [cost.mixed, *middle]
        value = 0
        first = (cost.repeat_bye, cost.forbidden, cost.rematches, cost.bye_group, *cost.rematch_groups)
        for digit in (*first, *middle, cost.avoided):
            value = value << 16 | digit
        return value

    players = [c.no for c in round_input.candidates]
    graph = nx.Graph()
    for i, a in enumerate(players):
        for b in players[:i]:
            graph.add_edge(a, b, weight=number(cost_of(round_input, [(a, b)], None)))
        if len(players) % 2:
            graph.add_edge(0, a, weight=number(cost_of(round_input, [], a)))
    pairs = list(nx.min_weight_matching(graph))
    bye = next((a or b for a, b in pairs if not (a and b)), None)
    return cost_of(round_input, [p for p in pairs if 0 not in p], bye).vector(round_input.order)


def check_round(round_input: PairingInput, result: PairingResult) -> None:
    pairs = [(m.a, m.b) for m in result.matches]
    seen = sorted([no for pair in pairs for no in pair] + ([result.bye] if result.bye is not None else []))
    assert seen == sorted(c.no for c in round_input.candidates)
    assert (result.bye is None) == (len(round_input.candidates) % 2 == 0)
    assert result.cost == cost_of(round_input, pairs, result.bye)


def check_certificate(round_input: PairingInput, result: PairingResult) -> None:
    """Weak duality on the scale the contract states, worked out here from its description."""
    who = {c.no: c for c in round_input.candidates}
    n, levels = len(who), sorted({c.points for c in round_input.candidates}, reverse=True)
    gap_bases = [base for level in levels for base in (n + 1, n * (level - levels[-1]) + 1)]
    middle = [*gap_bases, n + 1] if round_input.order is GAPS_FIRST else [n + 1, *gap_bases]
    again = [n + 1] * len(levels) if round_input.objective > 1 else []
    bases = [n + 1, n + 1, n + 1, len(levels) + 1, *again, *middle, n + 1]

    def number(cost: Cost) -> int:
        gaps = [x for gap in cost.gaps for x in gap]
        parts = [*gaps, cost.mixed] if round_input.order is GAPS_FIRST else [cost.mixed, *gaps]
        value = 0
        first = [cost.repeat_bye, cost.forbidden, cost.rematches, cost.bye_group, *cost.rematch_groups]
        digits = [*first, *parts, cost.avoided]
        for digit, base in zip(digits, bases, strict=True):
            value = value * base + digit
        return value

    certificate = result.certificate
    assert certificate["scale"] == "lexicographic"
    nodes, potentials, blossoms = certificate["players"], certificate["potentials"], certificate["blossoms"]
    assert isinstance(nodes, list)
    assert isinstance(potentials, list)
    assert isinstance(blossoms, list)
    y = dict(zip(nodes, map(int, potentials), strict=True))
    sets = [(set(b["members"]), int(b["value"])) for b in blossoms]
    for i, a in enumerate(nodes):
        for b in nodes[:i]:
            cost = cost_of(round_input, [(a, b)], None) if a and b else cost_of(round_input, [], a or b)
            inside = sum(value for members, value in sets if a in members and b in members)
            assert y[a] + y[b] - inside <= 2 * number(cost)
    bound = sum(y.values()) - sum(value * (len(members) - 1) // 2 for members, value in sets)
    assert bound == 2 * number(result.cost)


@pytest.mark.req("P-SW-3", "P-SW-4", "P-SW-5", "P-SW-6", "P-AGE-4", "X-3", "X-4")
@pytest.mark.parametrize("objective", [1, 2])
@pytest.mark.parametrize("tuning", [Tuning(), Tuning(largest_enumerated=0), Tuning(largest_enumerated=0, slots=0)])
def test_small_fields_against_every_pairing(tuning: Tuning, objective: int) -> None:
    dice = Random(len(repr(tuning)))
    for _ in range(350):
        n = dice.choice([2, 3, 4, 5, 6, 6, 7, 8])
        round_input = some_field(
            n,
            dice,
            history=dice.choice([0, 1, 3]),
            divisions=dice.choice([1, 2, 3]),
            tags=n % 2 == 0,
            objective=objective,
        )
        result = pair_random(round_input, tuning)
        check_round(round_input, result)
        assert result.cost.vector(round_input.order) == least_cost(round_input)
        if result.certificate:
            check_certificate(round_input, result)


@pytest.mark.req("P-SW-3", "P-SW-4", "P-SW-5", "P-SW-6", "P-AGE-4", "X-3", "X-4")
@pytest.mark.parametrize("n", [13, 20, 27, 34, 41, 48])
def test_larger_fields_against_networkx(n: int) -> None:
    dice = Random(n)
    for history in (1, 3, 5, n / 2):
        round_input = some_field(n, dice, history=history, divisions=dice.choice([1, 2, 3]), tags=dice.random() < 0.4)
        result = pair_random(round_input)
        check_round(round_input, result)
        assert result.cost.vector(round_input.order) == least_by_networkx(round_input)


@pytest.mark.req("P-SW-4", "P-SW-5", "P-SW-6", "P-AGE-4")
@pytest.mark.parametrize("slots", [2, 4])
@pytest.mark.parametrize("borders", [True, False])
def test_placeholders_and_borders_give_the_cost_of_the_plain_matching(
    *, slots: int, borders: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[int] = []
    match = Kernel.match

    def spy(
        kernel: Kernel, segment: Segment, came: int, went: int, placed: dict[tuple[int, int], int]
    ) -> SolvedSegment:
        used.append(sum(placed.values()))
        return match(kernel, segment, came, went, placed)

    monkeypatch.setattr(Kernel, "match", spy)
    dice = Random(slots)
    for n in (60, 83, 120, 150, 200):
        round_input = some_field(n, dice, history=dice.choice([2, 4, 6]), divisions=dice.choice([1, 1, 2, 3]))
        plain = pair_random(round_input, Tuning(slots=0, borders=False, kernel_only=True))
        assert not used.pop()
        quick = pair_random(round_input, Tuning(slots=slots, borders=borders, kernel_only=True))
        check_round(round_input, quick)
        assert quick.cost == plain.cost
        assert pair_random(round_input).cost == plain.cost
    assert sum(used) > 40  # placeholders did stand for players


@pytest.mark.req("P-SW-6", "P-AGE-4")
@pytest.mark.parametrize("order", [GAPS_FIRST, MIXED_FIRST])
def test_the_certificate_proves_an_exact_round(order: tuple[Priority, Priority]) -> None:
    proved = 0
    for n in (13, 16, 21, 30):
        # The four best players have all met: the bound cannot be reached and the exact matching is needed.
        top = frozenset({1, 2, 3, 4})
        round_input = PairingInput(
            tuple(Candidate(no, 9 if no <= 4 else 3 * (no % 3), "JSM"[no % 3]) for no in range(1, n + 1)),
            {no: top - {no} for no in top},
            seed=f"certificate {n}",
            order=order,
            round_no=4,
        )
        result = pair_random(round_input)
        assert result.cost.rematches == 0
        assert result.cost.gaps[0][0] == 4
        if result.proof == "exact":
            check_certificate(round_input, result)
            proved += 1
    assert proved


@pytest.mark.slow
@pytest.mark.req("P-SW-6", "P-AGE-4")
def test_many_larger_fields_against_the_plain_matching() -> None:
    dice = Random(77)
    for _ in range(150):
        n = dice.choice([13, 25, 40, 61, 80, 120, 150])
        round_input = some_field(
            n, dice, history=dice.choice([0, 1, 2, 4, 6, n / 2]), divisions=dice.choice([1, 2, 3]), tags=n % 3 == 0
        )
        plain = pair_random(round_input, Tuning(slots=0, borders=False, kernel_only=True))
        result = pair_random(round_input)
        check_round(round_input, result)
        assert result.cost == plain.cost


@pytest.mark.req("R-16")
@pytest.mark.parametrize(("met", "room"), [(0, 12), (1, 14), (2, 16)])
def test_a_border_needs_room_to_spare_on_both_sides(met: int, room: int) -> None:
    """Players come and go over a border; an exchange needs somebody to change with: 2 × opponents + 4, and 8 more."""
    for sizes, cut in (((room, room), True), ((room - 2, room), False), ((room, room - 2), False)):
        points = [6] * sizes[0] + [3] * sizes[1]
        known: dict[int, set[int]] = {}
        for first in (1, sizes[0] + 1):  # the first of each group has met so many of it
            for other in range(first + 1, first + met + 1):
                known.setdefault(first, set()).add(other)
                known.setdefault(other, set()).add(first)
        candidates = tuple(Candidate(no, own) for no, own in enumerate(points, 1))
        round_input = field_of(PairingInput(candidates, {no: frozenset(o) for no, o in known.items()}, "s"))
        (line,) = lines_of(round_input, SeededRandom("s"), by_division=False)
        assert [(s.low, s.high) for s in segments_of(round_input, line)] == ([(0, 1), (1, 2)] if cut else [(0, 2)])
