"""King of the hill: the first of the table meets the second, the third the fourth, and so on.

Contract: `pair_king(input, rematches=…) -> result` (see `contract`). The table is the input's order. With rematches
allowed (the usual way in a last round) only forbidden pairs are avoided. Without them each player, from the top, meets
the next one below whom he has not met, provided the others can still be paired; no such round exists: the fewest
repeats. Odd field: the last of the table who has not rested rests (Choice: as in the Swiss systems).
"""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.legal import unpaired
from pareo.core.pairing.round_cost import by_first_move, eased, foes_of, round_cost, unwanted, who_rests


def pair_king(given: PairingInput, *, rematches: bool = True) -> PairingResult:
    """The round in table order."""
    by_no = {c.no: c for c in given.candidates}
    order = [c.no for c in given.candidates]
    foes = foes_of(given, rematches=rematches)
    bye = who_rests(order, by_no, foes)
    left = [no for no in order if no != bye]
    foes = dict(eased(left, foes, given))
    matches = []
    while left:
        top, others = left[0], left[1:]
        at = next(
            i
            for i, other in enumerate(others)
            if other not in foes[top] and unpaired([no for no in others if no != other], foes) == 0
        )
        other = others.pop(at)
        reasons = ["passed-over" if at else "next-in-table", *unwanted(top, other, given, by_no)]
        first, second = top, other
        if given.balance_starts and by_no[other].starts < by_no[top].starts:
            first, second = other, top
            reasons.append("start-balance")
        matches.append(PairedMatch(first, second, tuple(reasons)))
        left = others
    rest = () if bye is None else ("rest-last" if by_no[bye].bye_ok else "rest-again",)
    return PairingResult(tuple(matches), bye, round_cost(matches, bye, given), "rule", bye_reasons=rest)


def king_round(given: PairingInput) -> PairingResult:
    """**Choice:** the first meets the second in the last round even if they have met; before it nobody meets twice."""
    last = bool(given.planned) and given.round_no >= given.planned
    return by_first_move(given, pair_king(given, rematches=last))
