"""Up to twelve players: every optimal pairing is counted, and one of them drawn, all equally likely.

A set of players still to be paired is a bit mask. For each set that can occur we keep the least cost of pairing it and
in how many ways that cost is reached; the draw then follows the counts. The bye is the player with number 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from pareo.core.model.random_source import SeededRandom


def draw_cheapest(cost: Sequence[Sequence[int]], chance: SeededRandom) -> list[tuple[int, int]]:
    """One of the cheapest perfect pairings of the nodes 0 … n-1, each with the same probability."""
    best: dict[int, tuple[int, int]] = {0: (0, 1)}

    def solve(rest: int) -> tuple[int, int]:
        known = best.get(rest)
        if known is not None:
            return known
        least, ways = -1, 0
        first = rest.bit_length() - 1
        row = cost[first]
        others = rest ^ (1 << first)
        candidates = others
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            below, count = solve(others ^ bit)
            total = below + row[bit.bit_length() - 1]
            if total == least:
                ways += count
            elif total < least or least < 0:
                least, ways = total, count
        best[rest] = (least, ways)
        return least, ways

    rest = (1 << len(cost)) - 1
    pairs: list[tuple[int, int]] = []
    solve(rest)
    while rest:
        least, ways = best[rest]
        draw = chance.below(ways)
        first = rest.bit_length() - 1
        others = rest ^ (1 << first)
        for second in range(first):
            if not others >> second & 1:
                continue
            below, count = best[others ^ (1 << second)]
            if below + cost[first][second] != least:
                continue
            if draw < count:
                pairs.append((first, second))
                rest = others ^ (1 << second)
                break
            draw -= count
    return pairs
