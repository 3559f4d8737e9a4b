"""The least that counting allows, and the pairs that reach it: the tight graph of a bracket.

Bounds of a bracket in which everybody but at most one resident finds an opponent (that is C6 – C8 at their bounds):
C9 the least of those who may rest; C10, C11 and C14 – C21 nought; and with w, b, x players who prefer white, black,
nothing (the floater's place counts as x): C12 ≥ (|w − b| − x) / 2, C13 ≥ C12 − those of the majority who prefer mildly.

All are reached together exactly by pairings that use only *tight* pairs (complementary slackness):
- |w − b| ≤ x: no two who prefer the same colour;
- C12 ≤ the majority's mild ones: the others meet only the majority, and no two strong ones of it meet;
- C12 above that: the others and the majority's mild ones meet only strong ones of the majority;
- no pair of C10 or C11; no MDP with a resident who floated up in the last two rounds; the floater's place only for who
  floated down in neither of them and has played as many rounds as anybody who may rest.
So "every criterion at its bound" is the question whether the tight graph has a perfect matching.

Where floats alone stand in the way, the next best is tried: `AllowedFloats` says which floats of the floater and of a
single MDP's opponent are allowed. `allowed_floats` gives them in the order of the criteria C14 – C17, so the first that
can be paired is the best (C18 – C21 then follow from them, there being one MDP at most).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pareo.core.pairing.dutch.bitgraph import bits, mask_of
from pareo.core.pairing.dutch.bracket import ScoreBracket
from pareo.core.pairing.dutch.colours import MILD, third_running, too_wide
from pareo.core.pairing.dutch.round_field import DOWN_1, DOWN_2, UP_1, UP_2, DutchPlayer


class AllowedFloats(NamedTuple):
    """Floats that the floater (down) and the opponent of the MDP (up) must have had: of the last two rounds."""

    down: int = 0
    up: int = 0


class TightGraph(NamedTuple):
    """The tight graph: neighbours by player, and who may take the floater's place."""

    adj: dict[int, int]
    floaters: int


def allowed_floats(bracket: ScoreBracket, floaters: int) -> Iterator[AllowedFloats]:
    """Which earlier floats to allow in a bracket, the best first: C14 (down), C15 (up), then C16 and C17."""
    down_1 = (0, DOWN_1) if floaters else (0,)
    down_2 = (0, DOWN_2) if floaters else (0,)
    up_1 = (0, UP_1) if len(bracket.mdps) == 1 else (0,)
    up_2 = (0, UP_2) if len(bracket.mdps) == 1 else (0,)
    several = len(bracket.mdps) > 1
    for c14, c15, c16, c17 in product(down_1, up_1, down_2, up_2):
        yield AllowedFloats(c14 | c16, c15 | c17)
        if several:
            return  # their opponents' floats have to be compared with each other: not here


class Colouring(NamedTuple):
    """Whom each kind of colour preference may meet so that C12 and C13 are at their bounds, and who may float."""

    partners: dict[tuple[str, bool], int]  # by (colour preferred, mildly)
    may_float: int


def colouring(players: Sequence[DutchPlayer], bracket: ScoreBracket, floaters: int) -> Colouring:
    """The tight pairs of a bracket as far as colours (C12, C13) decide."""
    everybody = bracket.everybody
    strong, mild = {"w": 0, "b": 0}, {"w": 0, "b": 0}
    for i in bits(everybody):
        colours = players[i].colours
        if colours.preference:
            (mild if colours.strength == MILD else strong)[colours.preference] |= 1 << i
    count = {colour: (strong[colour] | mild[colour]).bit_count() for colour in "wb"}
    surplus = abs(count["w"] - count["b"]) - (everybody.bit_count() - count["w"] - count["b"] + (1 if floaters else 0))
    kinds = [("w", True), ("w", False), ("b", True), ("b", False), ("", False)]
    if surplus <= 0:
        same = {"w": strong["w"] | mild["w"], "b": strong["b"] | mild["b"], "": 0}
        return Colouring({kind: everybody & ~same[kind[0]] for kind in kinds}, everybody)
    most = "w" if count["w"] > count["b"] else "b"
    if surplus // 2 <= mild[most].bit_count():
        majority = strong[most] | mild[most]
        partners = dict.fromkeys(kinds, majority)
        partners[most, True], partners[most, False] = everybody, everybody & ~strong[most]
        return Colouring(partners, majority)
    partners = dict.fromkeys(kinds, strong[most])
    partners[most, False] = everybody
    return Colouring(partners, strong[most])


def tight_graph(
    players: Sequence[DutchPlayer],
    legal: Sequence[int],
    bracket: ScoreBracket,
    floaters: int,
    allowed: AllowedFloats,
    *,
    bye_eligible: int,
) -> TightGraph | None:
    """The tight graph of a bracket; None where nobody can be the floater. `bye_eligible`: who may have its bye (C9)."""
    colours = colouring(players, bracket, floaters)
    may_float = 0
    if floaters:
        may_float = _eligible_floaters(players, floaters & colours.may_float, allowed, bye_eligible)
        if not may_float:
            return None
    meets_mdps = mask_of(i for i in bracket.residents if players[i].floats & (UP_1 | UP_2) == allowed.up)
    mdps = mask_of(bracket.mdps)
    residents = bracket.everybody & ~mdps
    adj = {}
    for i in bracket.mdps:
        adj[i] = legal[i] & colours.partners[_kind(players[i])] & residents & meets_mdps
    for i in bracket.residents:
        neighbours = legal[i] & colours.partners[_kind(players[i])] & bracket.everybody
        adj[i] = neighbours if meets_mdps >> i & 1 else neighbours & ~mdps
    if any(players[i].top for i in bits(bracket.everybody)):
        _separate_topscorers(players, adj)
    return TightGraph(adj, may_float)


def _kind(p: DutchPlayer) -> tuple[str, bool]:
    return p.colours.preference, p.colours.strength == MILD


def _eligible_floaters(players: Sequence[DutchPlayer], floaters: int, allowed: AllowedFloats, bye_eligible: int) -> int:
    """Those of `floaters` who may float by C14 and C16, and by C9 where the floater has the bye."""
    least = min((players[i].unplayed for i in bits(bye_eligible)), default=None)
    return mask_of(
        i
        for i in bits(floaters)
        if players[i].floats & (DOWN_1 | DOWN_2) == allowed.down and (least is None or players[i].unplayed == least)
    )


def _separate_topscorers(players: Sequence[DutchPlayer], adj: dict[int, int]) -> None:
    """Remove pairs that break C10 or C11 from the graph: only two who prefer the same colour can."""
    same = {colour: mask_of(i for i in adj if players[i].colours.preference == colour) for colour in "wb"}
    for i, near in list(adj.items()):
        one = players[i]
        if not one.colours.preference:
            continue
        for j in bits(near & same[one.colours.preference] & ~((2 << i) - 1)):
            two = players[j]
            if (one.top or two.top) and (too_wide(one.colours, two.colours) or third_running(one.colours, two.colours)):
                adj[i] &= ~(1 << j)
                adj[j] &= ~(1 << i)
