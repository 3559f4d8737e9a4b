"""The checker's own solver: the matching is cheapest, and its proof holds by itself."""

from __future__ import annotations

import random
from collections.abc import Sequence

import networkx as nx
import pytest

from pareo.core.verify.matching import CheckedMatching, cheapest_matching

Table = list[list[int]]


def table(chance: random.Random, n: int, highest: int, *, dear: float = 0.0) -> Table:
    costs = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            costs[i][j] = costs[j][i] = 3 * highest if chance.random() < dear else chance.randint(0, highest)
    return costs


def total(costs: Table, mate: Sequence[int]) -> int:
    return sum(costs[i][j] for i, j in enumerate(mate) if i < j)


def cheapest_by_trying(costs: Table, left: list[int]) -> int:
    if not left:
        return 0
    first, *others = left
    return min(costs[first][j] + cheapest_by_trying(costs, [o for o in others if o != j]) for j in others)


def assert_proved(costs: Table, found: CheckedMatching) -> None:
    """Weak duality, written out: nothing of the solver is believed."""
    n = len(costs)
    assert all(found.mate[found.mate[i]] == i != found.mate[i] for i in range(n))
    assert all(z > 0 and len(set(members)) % 2 == 1 for members, z in found.blossoms)
    for i in range(n):
        for j in range(i):
            both = sum(z for members, z in found.blossoms if i in members and j in members)
            assert found.potentials[i] + found.potentials[j] - both <= 2 * costs[i][j]
    bound = sum(found.potentials) - sum(z * (len(members) - 1) // 2 for members, z in found.blossoms)
    assert bound == 2 * total(costs, found.mate)


@pytest.mark.parametrize("highest", [1, 2, 5, 20, 100])
def test_small_tables_against_all_pairings(highest: int) -> None:
    chance = random.Random(highest)
    for _ in range(150):
        n = chance.choice([2, 4, 6, 8])
        costs = table(chance, n, highest)
        order = chance.sample(range(n), n)
        found = cheapest_matching(costs, list(zip(order[::2], order[1::2], strict=True)))
        assert_proved(costs, found)
        assert total(costs, found.mate) == cheapest_by_trying(costs, list(range(n)))


@pytest.mark.parametrize("n", [20, 34, 60])
@pytest.mark.parametrize("dear", [0.0, 0.6, 0.9])
def test_larger_tables_against_another_program(n: int, dear: float) -> None:
    chance = random.Random(n)
    for highest in (1, 4, 1000):
        costs = table(chance, n, highest, dear=dear)
        found = cheapest_matching(costs)
        assert_proved(costs, found)
        graph = nx.Graph()
        graph.add_weighted_edges_from((i, j, -costs[i][j]) for i in range(n) for j in range(i))
        other = nx.max_weight_matching(graph, maxcardinality=True)
        assert total(costs, found.mate) == sum(costs[i][j] for i, j in other)


def test_numbers_of_any_size() -> None:
    chance = random.Random(3)
    costs = table(chance, 40, 10**200)
    assert_proved(costs, cheapest_matching(costs))


def test_odd_clusters_need_blossoms() -> None:
    """Two separate trios, free inside, dear between: one pair must cross, which only odd sets can prove."""
    costs = [[0 if i // 3 == j // 3 else 7 for j in range(6)] for i in range(6)]
    found = cheapest_matching(costs, [(0, 1), (3, 4)])
    assert_proved(costs, found)
    assert total(costs, found.mate) == 7
    assert found.blossoms


def test_nobody() -> None:
    assert cheapest_matching([]).mate == ()
