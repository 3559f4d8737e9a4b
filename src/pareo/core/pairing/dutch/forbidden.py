"""The Dutch system with pairs barred as far as possible (SP-4)."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.model.pairing_contract import PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.round_cost import cheapest_pairs, foes_of, is_forbidden, round_cost
from pareo.core.text.errors import Refused


def pair_dutch_apart(pairing_input: PairingInput) -> PairingResult:
    """Pair a round by the Dutch system; where no round keeps the forbidden pairs apart, the fewest of them meet."""
    try:
        return pair_dutch(pairing_input)
    except Refused as problem:
        if problem.code != "no-legal-round-forbidden":
            raise
    # As few of the pairs as can be are allowed to meet, or all if colours want more.
    result = None
    for forbidden in (_without_forced(pairing_input), frozenset[tuple[int, int]]()):
        try:
            result = pair_dutch(replace(pairing_input, forbidden=forbidden))
            break
        except Refused:
            continue
    if result is None:
        return pair_dutch(pairing_input)
    matches = tuple(
        PairedMatch(m.a, m.b, (*m.reasons, "forbidden")) if is_forbidden(m.a, m.b, pairing_input) else m
        for m in result.matches
    )
    return replace(result, matches=matches, cost=round_cost(matches, result.bye, pairing_input))


def _without_forced(pairing_input: PairingInput) -> frozenset[tuple[int, int]]:
    """The forbidden pairs without those that some round with the fewest of them has.

    Of such rounds one that leaves the bye to the last of the table, and lets forbidden pairs meet with equal points.
    """
    players = [c.no for c in pairing_input.candidates]
    strict_foes = {
        c.no: pairing_input.met.get(c.no, frozenset()) | (frozenset() if c.bye_ok else {0})
        for c in pairing_input.candidates
    }
    foes = foes_of(pairing_input, rematches=True)
    level = {points: i for i, points in enumerate(sorted({c.points for c in pairing_input.candidates}))}
    height = {c.no: level[c.points] for c in pairing_input.candidates}
    from_below = {no: i for i, no in enumerate(reversed(players))}

    def minor_cost(a: int, b: int) -> int:
        if 0 in (a, b):
            return from_below[a or b] * len(players)
        return abs(height[a] - height[b]) if b in foes[a] else 0

    return pairing_input.forbidden - {
        (min(a, b), max(a, b)) for a, b in cheapest_pairs(players, foes, strict_foes, minor_cost)
    }
