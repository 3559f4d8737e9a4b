"""The Dutch system with pairs barred as far as possible (SP-4)."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.model.pairing_contract import PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.round_cost import cheapest, foes_of, is_forbidden, round_cost
from pareo.core.text.errors import Refused


def pair_dutch_apart(given: PairingInput) -> PairingResult:
    """The round by the rules of FIDE; where none keeps the forbidden pairs apart, as few of them as can be meet."""
    try:
        return pair_dutch(given)
    except Refused as problem:
        if problem.code != "no-legal-round-forbidden":
            raise
    # As few of the pairs as can be are allowed to meet, or all if colours want more.
    drawn = None
    for forbidden in (_without_forced(given), frozenset[tuple[int, int]]()):
        try:
            drawn = pair_dutch(replace(given, forbidden=forbidden))
            break
        except Refused:
            continue
    if drawn is None:
        return pair_dutch(given)
    matches = tuple(
        PairedMatch(m.a, m.b, (*m.reasons, "forbidden")) if is_forbidden(m.a, m.b, given) else m for m in drawn.matches
    )
    return replace(drawn, matches=matches, cost=round_cost(matches, drawn.bye, given))


def _without_forced(given: PairingInput) -> frozenset[tuple[int, int]]:
    """The forbidden pairs without those that some round with the fewest of them has.

    Of such rounds one that leaves the bye to the last of the table, and lets forbidden pairs meet with equal points.
    """
    players = [c.no for c in given.candidates]
    met = {c.no: given.met.get(c.no, frozenset()) | (frozenset() if c.bye_ok else {0}) for c in given.candidates}
    barred = foes_of(given, rematches=True)
    level = {points: i for i, points in enumerate(sorted({c.points for c in given.candidates}))}
    height = {c.no: level[c.points] for c in given.candidates}
    from_below = {no: i for i, no in enumerate(reversed(players))}

    def small(a: int, b: int) -> int:
        if 0 in (a, b):
            return from_below[a or b] * len(players)
        return abs(height[a] - height[b]) if b in barred[a] else 0

    return given.forbidden - {(min(a, b), max(a, b)) for a, b in cheapest(players, barred, met, small)}
