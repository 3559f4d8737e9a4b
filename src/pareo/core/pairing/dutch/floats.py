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


def single_floaters(un: Unpaired, level: int) -> int:
    """The residents of the level one of whom may be its only floater."""
    residents = un.groups[level]
    if level == un.bye_level:  # he has the bye
        return residents & un.adj[un.bye] if un.pairs_up_without_bye(level) else 0
    if level == 1:
        return 0
    even = un.groups[level - 1].bit_count() % 2 == 1  # the next group together with the floater
    if even and un.bye_level == level - 1:
        return 0  # the bye and one more leave it
    return _completing_the_next(un, level) if even else _completing_by_one_more(un, level)


def _completing_the_next(un: Unpaired, level: int) -> int:
    """The next group is odd: with the floater all of it is paired, and all below it among themselves."""
    if un.below.left_over(level - 1):
        return 0
    adj, group = un.adj, un.groups[level - 1]
    mate, left = un.inside(level - 1)
    if left.bit_count() != 1:
        return 0
    near = replaceable_at_once(adj, mate, group, lowest(left))
    whole = None
    found = 0
    for i in bits(un.groups[level]):
        if not adj[i] & near and adj[i] & group:
            if whole is None:
                whole = replaceable(adj, mate, group, lowest(left))
            near = whole
        if adj[i] & near:
            found |= 1 << i
    return found


def _completing_by_one_more(un: Unpaired, level: int) -> int:
    """The next group is even: with the floater one of it is left, and completes what is below."""
    if un.below.left_over(level - 1).bit_count() != 1:
        return 0
    adj, group = un.adj, un.groups[level - 1]
    completing = _neighbours_below(un, level - 1)
    if not completing:
        return 0
    mate, left = un.inside(level - 1)
    if left.bit_count() > 2:
        return 0
    freed = 0 if left else mask_of(mate[g] for g in bits(completing))  # next to them: their mates are left in one step
    found = 0
    for i in bits(un.groups[level]):
        if adj[i] & freed or (adj[i] & group and _leaves_one_of(un, level - 1, i, completing)):
            found |= 1 << i
    return found


def _neighbours_below(un: Unpaired, level: int) -> int:
    """Who of the group is next to one who could be left over below it."""
    adj, near = un.adj, un.below.replaceable_at_once(level)
    found = 0
    for g in bits(un.groups[level]):
        if adj[g] & near or (adj[g] & un.below.players(level) and adj[g] & un.below.replaceable(level)):
            found |= 1 << g
    return found


def _leaves_one_of(un: Unpaired, level: int, floater: int, completing: int) -> bool:
    """Can the group be paired with the floater so that only one of these, or who would do, is left?"""
    adj = un.adj
    mate, left = un.inside(level)
    alive = un.groups[level] | 1 << floater
    mine = list(mate)
    last = floater
    if left:
        end = augment(adj, mine, alive, floater, left)
        rest = left & ~(1 << end) if end >= 0 else 0
        if rest.bit_count() != 1:
            return False
        last = lowest(rest)
    return bool(replaceable(adj, mine, alive, last) & completing)
