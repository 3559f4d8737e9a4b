"""Every way to pair a small field, by the letter: the checker's plainest witness.

`first_of_all(…)` goes through all matchings of those not paired yet and takes the least by the criteria, then by the
order of candidates (C.04.3, sections 3 and 4). Ten players have 945 matchings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pareo.core.verify.dutch_criteria import Criteria, Row
from pareo.core.verify.dutch_field import DutchCheckField

MOST = 10  # players whose matchings are all looked at

Key = tuple[Row, tuple[object, ...]]


def matchings(nodes: Sequence[int], near: Sequence[int]) -> Iterator[dict[int, int]]:
    """All perfect matchings of these nodes in the graph `near`."""
    if not nodes:
        yield {}
        return
    first, *others = nodes
    for i, other in enumerate(others):
        if near[first] >> other & 1:
            for rest in matchings([*others[:i], *others[i + 1 :]], near):
                yield {first: other, other: first, **rest}


def key(field: DutchCheckField, criteria: Criteria, mate: Mapping[int, int]) -> Key:
    """The key that candidates are compared by: the criteria, then the order."""
    row = criteria.row((a, b) for a, b in mate.items() if a < b)
    return row, order_key(field, criteria, mate)


def order_key(field: DutchCheckField, criteria: Criteria, mate: Mapping[int, int]) -> tuple[object, ...]:
    """The key of a candidate's order: limbo, the opponents of those moved down, exchanges, transposition."""
    bracket, level = sorted(criteria.bracket), criteria.level
    inside = criteria.inside
    mdps = [i for i in bracket if field.level[i] > level]
    limbo = tuple(mate[i] not in inside for i in mdps)
    opponents = tuple(mate[i] if mate[i] in inside else 0 for i in mdps)
    mdp_opponents = set(opponents)
    rest = [i for i in bracket if field.level[i] == level and i not in mdp_opponents]
    place = {i: at for at, i in enumerate(rest, 1)}
    uppers = {place[i]: place[mate[i]] for i in rest if mate[i] in place and i < mate[i]}
    half = len(uppers)
    return (
        limbo,
        opponents,
        sum(upper > half for upper in uppers),
        sum(uppers),
        tuple(p in uppers for p in range(half, 0, -1)),
        tuple(p not in uppers for p in range(half + 1, len(rest) + 1)),
        tuple(uppers[upper] for upper in sorted(uppers)),
    )


def first_of_all(
    field: DutchCheckField, criteria: Criteria, remaining: Sequence[int], near: Sequence[int]
) -> Key | None:
    """The best candidate's key; None: nobody can be paired."""
    mdps = {i for i in criteria.bracket if field.level[i] > criteria.level}
    best: Key | None = None
    for mate in matchings(remaining, near):
        if any(mate[i] in mdps for i in mdps):
            continue
        candidate = key(field, criteria, mate)
        if best is None or candidate < best:
            best = candidate
    return best
