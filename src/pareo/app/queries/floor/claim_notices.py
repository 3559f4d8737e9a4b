"""What the staff should know of phones that said “It's me” (R-17): a burst that was stopped, names that are on another
phone than their owner's."""

from __future__ import annotations

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.floor.attention import AttentionItem
from pareo.core.text.messages import note
from pareo.store.accounts_protocol import ClaimState

MANY_WANTED = 3  # a second phone of one's own is common; so many are not


def claim_items(event: LoadedTournament, state: ClaimState) -> list[AttentionItem]:
    """Items for the list of what needs the staff; none in peace."""
    items = []
    if state.off == "burst":
        told = note(
            "claims-burst",
            "Many names were claimed within seconds: Pareo turned off “It's me” and released the last {number}.",
            number=state.burst,
        )
        items.append(AttentionItem("claims", number=state.burst, note=told))
    wanted = [event.name(no) for no in state.wanted if no in event.state.entrants]
    if len(wanted) >= MANY_WANTED:
        told = note(
            "claims-wanted",
            "Another phone has the name of {number} players who wanted it: {names}.",
            number=len(wanted),
            names=", ".join(wanted[:5]),
        )
        items.append(AttentionItem("claims", number=len(wanted), note=told))
    return items
