"""Maximum matchings on bits, the engine's and the checker's own, against networkx."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from pareo.core.pairing.dutch.bitgraph import FREE, bits, lowest, maximum, replaceable, replaceable_at_once
from pareo.core.verify.augmenting_paths import match_everybody


def drawn_graph(dice: Random) -> tuple[list[int], nx.Graph]:
    size = dice.randint(2, 16)
    graph = nx.gnp_random_graph(size, dice.choice((0.1, 0.2, 0.4)), seed=dice.randrange(10**6))
    return [sum(1 << j for j in graph[i]) for i in range(size)], graph


def largest(graph: nx.Graph) -> int:
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.req("SP-2")
def test_matchings_are_as_large_as_can_be() -> None:
    dice = Random("bits")
    for _ in range(300):
        adj, graph = drawn_graph(dice)
        mate = [FREE] * len(adj)
        left = maximum(adj, (1 << len(adj)) - 1, mate)
        assert len(adj) - left.bit_count() == 2 * largest(graph)
        assert all(mate[mate[v]] == v and adj[v] >> mate[v] & 1 for v in range(len(adj)) if mate[v] != FREE)
        assert match_everybody(adj, [FREE] * len(adj), (1 << len(adj)) - 1) == (not left)


@pytest.mark.req("SP-2")
def test_who_could_be_left_over_instead() -> None:
    dice = Random("left over")
    seen = 0
    for _ in range(300):
        adj, graph = drawn_graph(dice)
        mate = [FREE] * len(adj)
        alive = (1 << len(adj)) - 1
        left = maximum(adj, alive, mate)
        if left.bit_count() != 1:
            continue
        seen += 1
        size = largest(graph)
        right = {v for v in graph if largest(graph.subgraph(set(graph) - {v})) == size}
        assert set(bits(replaceable(adj, mate, alive, lowest(left)))) == right
        assert set(bits(replaceable_at_once(adj, mate, alive, lowest(left)))) <= right
    assert seen > 50
