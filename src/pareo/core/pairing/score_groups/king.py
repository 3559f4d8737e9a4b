"""King of the hill: the first of the table meets the second, the third the fourth, and so on.

`pair_king(input, rematches=…) -> result` (see `pairing_contract`). The table is the input's order. With rematches
allowed (the usual way in a last round) only forbidden pairs are avoided. Without them each player, from the top, meets
the next one below not met before, provided the others can still be paired; no such round exists: the fewest repeats.
Odd field: the last of the table who has not rested rests (Choice: as in the Swiss systems).
"""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.legal import unpaired_count
from pareo.core.pairing.round_cost import apply_first_move, find_bye, foes_of, relax_foes, round_cost, unwanted_reasons


def pair_king(pairing_input: PairingInput, *, rematches: bool = True) -> PairingResult:
    """Pair king of the hill: first against second, third against fourth; `rematches`: players may meet again."""
    by_no = {c.no: c for c in pairing_input.candidates}
    order = [c.no for c in pairing_input.candidates]
    foes = foes_of(pairing_input, rematches=rematches)
    bye = find_bye(order, by_no, foes)
    remaining = [no for no in order if no != bye]
    foes = dict(relax_foes(remaining, foes, pairing_input))
    matches = []
    while remaining:
        top, others = remaining[0], remaining[1:]
        at = next(
            i
            for i, other in enumerate(others)
            if other not in foes[top] and unpaired_count([no for no in others if no != other], foes) == 0
        )
        other = others.pop(at)
        reasons = ["passed-over" if at else "next-in-table", *unwanted_reasons(top, other, pairing_input, by_no)]
        first, second = top, other
        if pairing_input.balance_starts and by_no[other].starts < by_no[top].starts:
            first, second = other, top
            reasons.append("start-balance")
        matches.append(PairedMatch(first, second, tuple(reasons)))
        remaining = others
    rest = () if bye is None else ("rest-last" if by_no[bye].bye_ok else "rest-again",)
    return PairingResult(tuple(matches), bye, round_cost(matches, bye, pairing_input), "rule", bye_reasons=rest)


def king_round(pairing_input: PairingInput) -> PairingResult:
    """King of the hill. **Choice:** only in the last round may players meet again; before it nobody meets twice."""
    last = bool(pairing_input.planned) and pairing_input.round_no >= pairing_input.planned
    return apply_first_move(pairing_input, pair_king(pairing_input, rematches=last))
