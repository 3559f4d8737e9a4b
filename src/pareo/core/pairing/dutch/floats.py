"""Who may float down alone, so that the next bracket is no worse than it must be (C4, C8).

Contract: `single_floaters(unpaired, level) -> mask`. The set is exact where it is not empty: these residents, and no
others, leave everything below completed and the next bracket at the least that parity allows, no floater of this
bracket floating on. Empty: that cannot be reached by one floater, or is not decided here.

For a graph whose maximum matching leaves one vertex over, one more vertex completes it exactly if it is next to one
that could be left over in its place (Gallai and Edmonds).
"""

from __future__ import annotations

from pareo.core.pairing.dutch.bitgraph import augment, bits, lowest, mask_of, replaceable, replaceable_at_once
from pareo.core.pairing.dutch.unpaired import Unpaired


def single_floaters(unpaired: Unpaired, level: int) -> int:
    """The residents of the level one of whom may be its only floater."""
    residents = unpaired.groups[level]
    if level == unpaired.bye_level:  # the floater has the bye
        return residents & unpaired.adj[unpaired.bye] if unpaired.pairs_up_without_bye(level) else 0
    if level == 1:
        return 0
    next_is_odd = unpaired.groups[level - 1].bit_count() % 2 == 1  # the next group together with the floater
    if next_is_odd and unpaired.bye_level == level - 1:
        return 0  # the bye and one more leave it
    return _completing_the_next(unpaired, level) if next_is_odd else _completing_by_one_more(unpaired, level)


def _completing_the_next(unpaired: Unpaired, level: int) -> int:
    """The next group is odd: with the floater all of it is paired, and all below it among themselves."""
    if unpaired.below.left_over(level - 1):
        return 0
    adj, group = unpaired.adj, unpaired.groups[level - 1]
    mate, left_over = unpaired.inside(level - 1)
    if left_over.bit_count() != 1:
        return 0
    near = replaceable_at_once(adj, mate, group, lowest(left_over))
    all_replaceable = None
    floaters = 0
    for i in bits(unpaired.groups[level]):
        if not adj[i] & near and adj[i] & group:
            if all_replaceable is None:
                all_replaceable = replaceable(adj, mate, group, lowest(left_over))
            near = all_replaceable
        if adj[i] & near:
            floaters |= 1 << i
    return floaters


def _completing_by_one_more(unpaired: Unpaired, level: int) -> int:
    """The next group is even: with the floater one of it is left, and completes what is below."""
    if unpaired.below.left_over(level - 1).bit_count() != 1:
        return 0
    adj, group = unpaired.adj, unpaired.groups[level - 1]
    completing = _neighbours_below(unpaired, level - 1)
    if not completing:
        return 0
    mate, left_over = unpaired.inside(level - 1)
    if left_over.bit_count() > 2:
        return 0
    mates = (
        0 if left_over else mask_of(mate[g] for g in bits(completing))
    )  # next to them: their mates are left in one step
    floaters = 0
    for i in bits(unpaired.groups[level]):
        if adj[i] & mates or (adj[i] & group and _leaves_one_of(unpaired, level - 1, i, completing)):
            floaters |= 1 << i
    return floaters


def _neighbours_below(unpaired: Unpaired, level: int) -> int:
    """Who of the group is next to one who could be left over below it."""
    adj, near = unpaired.adj, unpaired.below.replaceable_at_once(level)
    neighbours = 0
    for g in bits(unpaired.groups[level]):
        if adj[g] & near or (adj[g] & unpaired.below.players(level) and adj[g] & unpaired.below.replaceable(level)):
            neighbours |= 1 << g
    return neighbours


def _leaves_one_of(unpaired: Unpaired, level: int, floater: int, completing: int) -> bool:
    """Can the group be paired with the floater so that one of `completing`, and nobody else, is left over?"""
    adj = unpaired.adj
    mate, left_over = unpaired.inside(level)
    alive = unpaired.groups[level] | 1 << floater
    matching = list(mate)
    last = floater
    if left_over:
        end = augment(adj, matching, alive, floater, left_over)
        rest = left_over & ~(1 << end) if end >= 0 else 0
        if rest.bit_count() != 1:
            return False
        last = lowest(rest)
    return bool(replaceable(adj, matching, alive, last) & completing)
