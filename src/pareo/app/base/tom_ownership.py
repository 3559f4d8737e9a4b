"""Who owns what while TOM runs an event (BT-OWN-1, BT-OWN-2): asked before anything is written, whoever writes it."""

from __future__ import annotations

from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Undone, parts_of
from pareo.core.journal.people_facts import Applied, Dropped, Edited, Entered, Late, Removed, Undropped
from pareo.core.journal.round_facts import Advanced, Finished, RoundsPaired
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament

_TOMS = (RoundsPaired, Advanced, Finished, Entered, Applied, Removed, Late, Dropped, Undropped)
_FIELDS = frozenset({"division", "byes", "fixed_table", "late_from", "absent", "drop", "start_no", "own_no"})
UNDONE = frozenset(
    {
        "results",
        "claimed",
        "penalised",
        "extended",
        "announced",
        "clock",
        "checked",
        "judge",
        "tom-note",
        "tom-settled",
        "tom-held",
        "list",
        "list-withdrawn",
        "inspected",
        "drawn",
        "set",
        "edited",
    }
)
"""Our own entries that can be taken back although TOM has saved since (BT-DIFF-7)."""


def check_tom_ownership(t: Tournament, fact: Fact) -> None:
    """Refuses a fact that only TOM may cause while it runs the event."""
    if t.tom is None or not t.tom.following:
        return
    if any(_is_toms(part) for part in parts_of(fact)):
        raise Refused(
            "tom-runs",
            "TOM runs this event: do it there. Leave a note for the TOM desk (“pareo beside "
            "note”, or the page “Beside TOM”), or end following first.",
        )
    if isinstance(fact, Undone):
        step = next(s for s in t.steps if s.seq == fact.seq)
        if step.action not in UNDONE:
            raise Refused("undo-tom", "Entry {seq} is TOM's: only what was done here can be undone.", seq=fact.seq)


def _is_toms(fact: Fact) -> bool:
    if isinstance(fact, Edited):
        return bool(_FIELDS & fact.changes.keys() or fact.merged or fact.merged_into)
    return isinstance(fact, _TOMS)
