"""What TOM's saves did and what its desk is told, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.app.base.context import LoadedTournament
from pareo.core.journal.tom_facts import Saved, TomChange
from pareo.core.text.messages import Note, join_notes, note


def drop_note(event: LoadedTournament, no: int) -> Note:
    """The note to whoever sits at TOM that a player wants to leave."""
    return note("tom-drops", "{name} drops", name=event.name(no) if no in event.state.entrants else f"#{no}")


def describe_saved_fact(fact: Saved, event: LoadedTournament) -> Note:
    """What a save of TOM brought, in a sentence: “TOM saved: results at 3, 4”."""
    parts = list(_parts(fact.news, event))
    kinds = {
        "rewinds": note("tom-rewinds", "TOM went back to an earlier state"),
        "re-pairs": note("tom-repairs", "TOM paired again"),
        "corrects": note("tom-corrects", "TOM corrected a result"),
        "begins": note("tom-begins", "first save file"),
        "continues": note("tom-continues", "TOM saved"),
    }
    head = kinds.get(fact.kind, kinds["continues"])
    return join_notes(": ", (head, join_notes(", ", parts))) if parts else head


def _parts(changes: Sequence[TomChange], event: LoadedTournament) -> list[Note]:
    known = event.state.entrants
    notes: list[Note] = []
    for kind in dict.fromkeys(change.kind for change in changes):
        some = [change for change in changes if change.kind == kind]
        names = ", ".join(event.name(c.no) for c in some[:3] if c.no in known) + (" …" if len(some) > 3 else "")
        rounds = ", ".join(str(n) for n in dict.fromkeys(c.round for c in some))
        tables = ", ".join(str(c.table) for c in some[:6]) + (" …" if len(some) > 6 else "")
        notes.append(_part(kind, len(some), names, rounds, tables))
    return notes


def _part(kind: str, count: int, names: str, rounds: str, tables: str) -> Note:
    """One kind of change; those that came several times together."""
    notes = {
        "entered": note("tom-entered", "{count} entered ({names})", count=count, names=names),
        "edited": note("tom-edited", "changed: {names}", names=names),
        "removed": note("tom-removed", "removed in TOM: {names}", names=names),
        "late": note("tom-late", "late: {names}", names=names),
        "dropped": note("tom-dropped", "dropped: {names}", names=names),
        "undropped": note("tom-undropped", "re-entered: {names}", names=names),
        "disqualified": note("tom-disqualified", "disqualified: {names}", names=names),
        "renumbered": note("tom-renumbered", "player ID changed: {names}", names=names),
        "pods": note("tom-pods", "groups formed"),
        "section": note("tom-section", "sections"),
        "cut": note("tom-cut", "the play-off"),
        "paired": note("tom-paired", "round {rounds} paired", rounds=rounds),
        "re-paired": note("tom-re-paired", "round {rounds} paired again", rounds=rounds),
        "byes": note("tom-byes", "byes of round {rounds}", rounds=rounds),
        "round-removed": note("tom-round-removed", "round {rounds} removed", rounds=rounds),
        "moved": note("tom-moved", "tables changed: {tables}", tables=tables),
        "deleted": note("tom-deleted", "match deleted at {tables}", tables=tables),
        "started": note("tom-started", "round {rounds} started", rounds=rounds),
        "finished": note("tom-finished", "round {rounds} finished", rounds=rounds),
        "result": note("tom-result", "results at {tables}", tables=tables),
        "result-changed": note("tom-result-changed", "results changed at {tables}", tables=tables),
        "result-cleared": note("tom-result-cleared", "results cleared at {tables}", tables=tables),
        "settings": note("tom-settings", "settings"),
        "linked": note("tom-linked", "tournament number"),
        "ended": note("tom-ended", "the event is over"),
    }
    return notes.get(kind) or note("tom-settings", "settings")
