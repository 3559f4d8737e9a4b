"""How good a round of TOM is, for staff alone (BT-STD-2): what it pairs across scores, and what was possible.

Never public, and never a proposal to pair again: TOM decides.
"""

from __future__ import annotations

from dataclasses import replace

from pareo.app.base.context import LoadedTournament
from pareo.core.model.entities import Phase, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairedMatch
from pareo.core.model.random_source import round_seed
from pareo.core.pairing.registry import pair
from pareo.core.pairing.round_cost import round_cost
from pareo.core.text.errors import PareoError
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.core.tournament.drafting import pairing_input
from pareo.core.tournament.pairing_methods import usual_method


def pairing_quality(event: LoadedTournament, p: Pod, r: Round) -> Note | None:
    """What the round pairs across scores, compared with the fewest that were possible; None: not to be bettered."""
    if p.phase is not Phase.SWISS or r.number == p.first_round:
        return None
    t = event.state
    earlier = replace(p, rounds={number: played for number, played in p.rounds.items() if number < r.number})
    before = replace(t, pods={**t.pods, p.id: earlier})
    try:
        seed = round_seed(event.secret, p.id, r.number, 1)
        request = pairing_input(before, earlier, r.number, seed, method=usual_method(before, earlier), top=None)
        pairs = [PairedMatch(m.a, m.b, ()) for m in r.matches.values()]
        bye = next((s.no for s in r.sitting if s.outcome is Outcome.BYE), None)
        inside = {no for m in pairs for no in (m.a, m.b)} | ({bye} if bye is not None else set())
        if inside != {c.no for c in request.candidates}:
            return None  # somebody came or left meanwhile: nothing to compare with
        theirs = round_cost(pairs, bye, request)
        best = pair(request).cost
    except (PareoError, LookupError):
        return None
    across, possible = (sum(count for count, _ in cost.gaps) for cost in (theirs, best))
    if across <= possible:
        return None
    count_note = note(
        "tom-quality",
        "TOM paired {across} tables with unequal scores; the minimum was {possible}.",
        across=across,
        possible=possible,
    )
    if len(p.divisions) > 1:
        why = text_note("Several divisions play together: TOM puts the division first, so this is normal.")
        return join_notes(" ", (count_note, why))
    return count_note
