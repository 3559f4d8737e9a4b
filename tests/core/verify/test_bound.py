"""The scale of costs and the lower bound, against every round of small fields."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, Priority
from pareo.core.verify.bound import CheckField, cost_of, lower_bound
from pareo.core.verify.round import verify_round
from support.execution import count_calls

GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
MIXED_FIRST = (Priority.MIXED, Priority.GAPS)
ORDERS = pytest.mark.parametrize("order", [GAPS_FIRST, MIXED_FIRST], ids=["gaps-first", "mixed-first"])

Pairs = list[tuple[int, int]]


def every_round(nos: list[int]) -> Iterator[tuple[Pairs, int | None]]:
    if len(nos) % 2:
        for bye in nos:
            for pairs, _ in every_round([no for no in nos if no != bye]):
                yield pairs, bye
        return
    if not nos:
        yield [], None
        return
    first, *others = nos
    for other in others:
        for pairs, _ in every_round([no for no in others if no != other]):
            yield [(first, other), *pairs], None


def random_field(chance: random.Random, order: tuple[Priority, Priority], *, history: float) -> PairingInput:
    n = chance.randint(1, 8)
    divisions = chance.choice([("",), ("J", "M"), ("J", "S", "M"), ("J", "S", "M", ""), ("A", "B", "C", "D", "E")])
    points = chance.choice([(0,), (0, 3), (0, 1, 3), (0, 3, 6), (0, 1, 2, 4, 9)])
    candidates = tuple(
        Candidate(
            no,
            chance.choice(points),
            chance.choice(divisions),
            bye_ok=chance.random() < 0.7,
            tags=tuple(tag for tag in ("club", "car") if chance.random() < history / 2),
        )
        for no in range(1, n + 1)
    )
    pairs = [(a, b) for b in range(1, n + 1) for a in range(1, b)]
    met: dict[int, set[int]] = {}
    for a, b in pairs:
        if chance.random() < history:
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)
    forbidden = frozenset(pair for pair in pairs if chance.random() < history / 3)
    return PairingInput(
        candidates, {no: frozenset(who) for no, who in met.items()}, "seed", order=order, forbidden=forbidden
    )


def cheapest(round_input: PairingInput) -> tuple[Cost, Pairs, int | None]:
    return min(
        (
            (cost_of(round_input, pairs, bye), pairs, bye)
            for pairs, bye in every_round([c.no for c in round_input.candidates])
        ),
        key=lambda found: found[0].vector(round_input.order),
    )


@ORDERS
@pytest.mark.req("P-SW-3", "P-SW-5")
def test_without_history_the_bound_is_the_optimum(order: tuple[Priority, Priority]) -> None:
    chance = random.Random(11)
    for _ in range(400):
        round_input = random_field(chance, order, history=0.0)
        best, _, _ = cheapest(round_input)
        assert lower_bound(round_input) == best, round_input


@ORDERS
@pytest.mark.req("P-SW-6")
def test_with_history_the_bound_is_never_above_the_optimum(order: tuple[Priority, Priority]) -> None:
    chance = random.Random(12)
    equal = 0
    for _ in range(400):
        round_input = random_field(chance, order, history=chance.choice([0.1, 0.3, 0.6]))
        best, pairs, bye = cheapest(round_input)
        bound = lower_bound(round_input)
        assert bound.vector(order) <= best.vector(order), round_input
        equal += bound == best
        verdict = verify_round(round_input, pairs, bye)
        assert verdict.ok, round_input
        assert verdict.proved, round_input
        assert (verdict.method == "bound") == (bound == best)
    assert equal > 120  # and it is not an idle bound


@ORDERS
@pytest.mark.req("P-SW-3", "P-SW-5", "P-SW-6")
def test_any_round_of_a_small_field_is_judged_rightly(order: tuple[Priority, Priority]) -> None:
    chance = random.Random(13)
    worse = 0
    for _ in range(300):
        round_input = random_field(chance, order, history=chance.choice([0.0, 0.2, 0.5]))
        best, _, _ = cheapest(round_input)
        nos = chance.sample([c.no for c in round_input.candidates], len(round_input.candidates))
        bye = nos.pop() if len(nos) % 2 else None
        pairs = list(zip(nos[::2], nos[1::2], strict=True))
        verdict = verify_round(round_input, pairs, bye)
        assert verdict.cost == cost_of(round_input, pairs, bye)
        assert verdict.ok == verdict.proved == (verdict.cost == best), round_input
        worse += not verdict.ok
    assert worse > 50


@ORDERS
def test_the_scale_orders_rounds_as_the_cost_does(order: tuple[Priority, Priority]) -> None:
    """Pair costs add up to the cost of the round, and compare as its vector."""
    chance = random.Random(14)
    for _ in range(25):
        round_input = random_field(chance, order, history=0.4)
        field = CheckField(round_input)
        pair_cost = field.pair_cost
        rounds = list(every_round([c.no for c in round_input.candidates]))
        seen: list[tuple[int, tuple[object, ...]]] = []
        for pairs, bye in chance.sample(rounds, min(len(rounds), 20)):
            cost = cost_of(round_input, pairs, bye)
            number = sum(pair_cost(a, b) for a, b in pairs) + (pair_cost(0, bye) if bye is not None else 0)
            assert number == field.number(cost)
            seen.append((number, cost.vector(order)))
        seen.sort(key=lambda pair: pair[0])
        for (low, less), (high, more) in pairwise(seen):
            assert (low < high) == (less < more)


def test_the_weights_of_a_tiny_field_by_hand() -> None:
    """Three players on 6, 3 and 0 points. Bases: avoided 4, mixed 4, sums 19, 10, 1 and counts 4, bye group 4."""
    round_input = PairingInput(
        (
            Candidate(1, 6, "M", tags=("club",)),
            Candidate(2, 3, "M", bye_ok=False),
            Candidate(3, 0, "J", tags=("club",)),
        ),
        {1: frozenset({3}), 3: frozenset({1})},
        "seed",
        forbidden=frozenset({(1, 2)}),
    )
    cost = CheckField(round_input).pair_cost
    mixed = 4
    sum_0 = mixed * 4
    count_0 = sum_0 * 1
    sum_3 = count_0 * 4
    count_3 = sum_3 * 10
    sum_6 = count_3 * 4
    count_6 = sum_6 * 19
    bye_group = count_6 * 4
    rematch = bye_group * 4
    forbidden = rematch * 4
    repeat_bye = forbidden * 4
    assert cost(1, 2) == cost(2, 1) == forbidden + count_6 + 3 * sum_6
    assert cost(1, 3) == rematch + count_6 + 6 * sum_6 + mixed + 1
    assert cost(2, 3) == count_3 + 3 * sum_3 + mixed
    assert cost(0, 1) == 2 * bye_group
    assert cost(0, 2) == cost(2, 0) == repeat_bye + bye_group
    assert cost(0, 3) == 0


@pytest.mark.req("P-AGE-4")
def test_the_order_of_priorities_changes_the_optimum() -> None:
    """One Junior on each of two records, Masters to make them even: record first mixes twice, age first never."""
    candidates = (Candidate(1, 3, "J"), Candidate(2, 3, "M"), Candidate(3, 0, "J"), Candidate(4, 0, "M"))
    by_record = lower_bound(PairingInput(candidates, {}, "seed", order=GAPS_FIRST))
    assert (by_record.gaps, by_record.mixed) == (((0, 0), (0, 0)), 2)
    by_age = lower_bound(PairingInput(candidates, {}, "seed", order=MIXED_FIRST))
    assert (by_age.gaps, by_age.mixed) == (((2, 6), (0, 0)), 0)


def test_many_odd_divisions_only_weaken_the_bound() -> None:
    candidates = tuple(Candidate(no, no % 3, f"division {no}") for no in range(1, 13))
    round_input = PairingInput(candidates, {}, "seed", order=MIXED_FIRST)
    assert lower_bound(round_input) == Cost(gaps=((0, 0), (0, 0), (0, 0)), mixed=6)


def test_a_club_larger_than_half_the_field() -> None:
    candidates = tuple(Candidate(no, 0, tags=("club",) if no <= 6 else ()) for no in range(1, 9))
    round_input = PairingInput(candidates, {}, "seed")
    assert lower_bound(round_input).avoided == 2
    verdict = verify_round(round_input, [(1, 7), (2, 8), (3, 4), (5, 6)], None)
    assert (verdict.ok, verdict.method, verdict.cost.avoided) == (True, "bound", 2)


@ORDERS
def test_a_very_large_field_takes_moments(order: tuple[Priority, Priority]) -> None:
    chance = random.Random(15)
    candidates = tuple(
        Candidate(no, 3 * chance.getrandbits(9).bit_count(), chance.choice("JSM")) for no in range(1, 20_002)
    )
    round_input = PairingInput(candidates, {}, "seed", order=order)
    bound = lower_bound(round_input)
    assert count_calls(lambda: lower_bound(round_input)) < 20_001 * 10
    assert sum(players for players, _ in bound.gaps) <= 3 * len(bound.gaps)
