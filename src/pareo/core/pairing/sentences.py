"""Every reason a round can give, as one line of English: what all pairing systems and changes by hand say (SP-13)."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.core.pairing import reasons
from pareo.core.pairing.dutch import engine as dutch
from pareo.core.pairing.halves import fise, king, uscf
from pareo.core.pairing.robin import rounds as robin
from pareo.core.words.notes import phrase

_OTHERS: Mapping[str, str] = {
    "by-hand": phrase("Paired by hand."),
    "repaired": phrase("Re-paired after a fix; the other tables stayed as they were."),
    "late-player": phrase("A late player joined the round."),
    "not-in-file": phrase("Not in the list of pairings."),
    "bracket": phrase("The bracket decides."),
    "earned": phrase("A bye won before the event."),
    "requested": phrase("Asked not to play this round."),
    "late": phrase("Came after the round had started."),
    "kept": phrase("As it was before the repair."),
}

SENTENCES: Mapping[str, str] = {
    **uscf.REASONS, **dutch.REASONS, **king.REASONS, **robin.REASONS, **fise.REASONS, **reasons.REASONS, **_OTHERS,
}
"""The sentence of each reason; a reason that several systems share means the same in all of them."""
