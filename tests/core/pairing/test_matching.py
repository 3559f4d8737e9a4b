"""The minimum-cost perfect matching: against brute force, against networkx, and by its own dual."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import networkx as nx
import pytest

from pareo.core.pairing.matching import WeightedMatching, match_all

Matrix = list[list[int]]


def random_costs(n: int, dice: Random, *, most: int, zeros: float = 0.2) -> Matrix:
    cost = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            cost[i][j] = cost[j][i] = 0 if dice.random() < zeros else dice.randrange(most)
    return cost


def cheapest(cost: Matrix) -> int:
    @cache
    def solve(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        return min(cost[first][v] + solve(tuple(w for w in others if w != v)) for v in others)

    return solve(tuple(range(len(cost))))


def total(cost: Matrix, mate: Sequence[int]) -> int:
    assert all(mate[mate[u]] == u != mate[u] for u in range(len(cost)))
    return sum(cost[u][v] for u, v in enumerate(mate)) // 2


def check_dual(cost: Matrix, solved: WeightedMatching) -> None:
    """Feasible, and as large as the matching is expensive: nothing cheaper can exist."""
    blossoms = [(set(b.members), b.value) for b in solved.blossoms]
    assert all(len(members) % 2 == 1 and value > 0 for members, value in blossoms)
    y = solved.potentials
    for u in range(len(cost)):
        for v in range(u):
            inside = sum(value for members, value in blossoms if u in members and v in members)
            assert y[u] + y[v] - inside <= 2 * cost[u][v]
    assert sum(y) - sum(value * (len(b) - 1) // 2 for b, value in blossoms) == 2 * total(cost, solved.mate)


@pytest.mark.parametrize("most", [2, 3, 10, 10**40])
def test_cheapest_matching_of_small_graphs(most: int) -> None:
    dice = Random(most)
    for _ in range(400):
        cost = random_costs(dice.choice([2, 4, 6, 8]), dice, most=most)
        solved = match_all(cost)
        assert total(cost, solved.mate) == cheapest(cost)
        check_dual(cost, solved)


def test_a_start_of_free_pairs_does_not_change_the_cost() -> None:
    dice = Random(5)
    for _ in range(300):
        cost = random_costs(8, dice, most=4, zeros=0.4)
        order = dice.sample(range(8), 8)
        solved = match_all(cost, list(zip(order[::2], order[1::2], strict=True)))
        assert total(cost, solved.mate) == cheapest(cost)
        check_dual(cost, solved)


@pytest.mark.parametrize("n", [20, 36, 60])
def test_same_cost_as_networkx(n: int) -> None:
    dice = Random(n)
    for most in (3, 1000):
        cost = random_costs(n, dice, most=most)
        graph = nx.Graph()
        graph.add_weighted_edges_from((u, v, cost[u][v]) for u in range(n) for v in range(u))
        theirs = sum(cost[u][v] for u, v in nx.min_weight_matching(graph))
        solved = match_all(cost)
        assert total(cost, solved.mate) == theirs
        check_dual(cost, solved)


def test_triangles_need_blossoms() -> None:
    # Four triangles of free pairs, everything else dear: each triangle must send somebody out.
    n = 12
    cost = [[0 if u // 3 == v // 3 else 10 + abs(u - v) for v in range(n)] for u in range(n)]
    solved = match_all(cost)
    assert solved.blossoms
    assert total(cost, solved.mate) == cheapest(cost)
    check_dual(cost, solved)


def test_an_odd_number_is_refused() -> None:
    with pytest.raises(ValueError, match="odd number"):
        match_all([[0]])
    assert match_all([]).mate == ()
