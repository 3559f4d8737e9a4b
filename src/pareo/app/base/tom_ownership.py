"""Who owns what while TOM runs an event (BT-OWN-1, BT-OWN-2): asked before anything is written, whoever writes it."""

from __future__ import annotations

from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Undone
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament


def check_tom_ownership(t: Tournament, fact: Fact) -> None:
    """Refuses a fact that only TOM may cause while it runs the event."""
    if not t.follows_tom:
        return
    if fact.traits.left_to_tom:
        raise Refused(
            "tom-runs",
            "TOM runs this event, so do it there. Leave a note for the TOM desk (“pareo tom note”, or the page "
            "“Beside TOM”), or stop following TOM first.",
        )
    if isinstance(fact, Undone):
        step = next(s for s in t.steps if s.seq == fact.seq)
        if not step.traits.undone_beside_tom:
            raise Refused("undo-tom", "Entry {seq} came from TOM: you can only undo what was done here.", seq=fact.seq)
