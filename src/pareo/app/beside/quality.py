"""How good a round of TOM is, for staff alone (BT-STD-2): what it pairs across scores, and what was possible.

Never public, and never a proposal to pair again: TOM decides.
"""

from __future__ import annotations

from dataclasses import replace

from pareo.app.desk import Event
from pareo.core.pairing.chance import round_seed
from pareo.core.pairing.contract import Pairing
from pareo.core.pairing.drafting import pairing_input
from pareo.core.pairing.methods import usual_method
from pareo.core.pairing.pairable import round_cost
from pareo.core.pairing.registry import pair
from pareo.core.state.model import Phase, Pod, Round
from pareo.core.state.outcome import Outcome
from pareo.core.words.errors import PareoError
from pareo.core.words.notes import Note, joined, note, phrase


def pairing_quality(event: Event, p: Pod, r: Round) -> Note | None:
    """What the round pairs across scores, beside the fewest that were possible; None where nothing is to be said."""
    if p.phase is not Phase.SWISS or r.number == p.first_round:
        return None
    t = event.state
    earlier = replace(p, rounds={number: played for number, played in p.rounds.items() if number < r.number})
    before = replace(t, pods={**t.pods, p.id: earlier})
    try:
        seed = round_seed(event.secret, p.id, r.number, 1)
        given = pairing_input(before, earlier, r.number, seed, method=usual_method(before, earlier), top=None)
        pairs = [Pairing(m.a, m.b, ()) for m in r.matches.values()]
        bye = next((s.no for s in r.sitting if s.outcome is Outcome.BYE), None)
        inside = {no for m in pairs for no in (m.a, m.b)} | ({bye} if bye is not None else set())
        if inside != {c.no for c in given.candidates}:
            return None  # somebody came or left meanwhile: nothing to compare with
        theirs = round_cost(pairs, bye, given)
        best = pair(given).cost
    except (PareoError, LookupError):
        return None
    across, possible = (sum(count for count, _ in cost.gaps) for cost in (theirs, best))
    if across <= possible:
        return None
    said = note("tom-quality", "TOM: {across} pairs across scores; {possible} were possible.", across=across,
                possible=possible)
    if len(p.divisions) > 1:
        why = phrase("Several divisions play together: TOM puts the division first, so this is normal.")
        return joined(" ", (said, why))
    return said
