"""Undo: the last command is taken back by another entry. Nothing is ever erased from the journal."""

from __future__ import annotations

from pareo.app.desk import Desk, Done, Event, fact_of
from pareo.app.lists.checks import notes_taken_back
from pareo.core.journal.fold import fold
from pareo.core.state.tournament import Step
from pareo.core.words.errors import OutsideRules, Refused
from pareo.core.words.notes import phrase
from pareo.store.protocol import PersonChange

_NEVER = {
    "created": phrase("the creation of a tournament cannot be undone: delete it on purpose"),
    "forgotten": phrase("a person's data has been erased for good"),
}
_OUTSIDE = {
    "started": phrase("Once a round has started its pairings are locked; undoing the start opens them again"),
}


def last_step(event: Event) -> Step:
    """The last command that still counts."""
    return next(s for s in reversed(event.state.steps) if s.undone_by is None and s.action != "undone")


def undo(
    desk: Desk, slug: str, seq: int | None = None, *, override: str | None = None, client: str | None = None
) -> Done:
    """Takes back the last command, if the rules allow it."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    step = last_step(event)
    if seq is not None and seq != step.seq:
        raise Refused(
            "undo-not-last", "Only the last command can be undone, and that is {last} ({action}), not {seq}.",
            last=step.seq, action=phrase(step.action), seq=seq,
        )
    if step.action in _NEVER:
        raise Refused("undo-never", "Entry {seq} cannot be undone: {reason}.", seq=step.seq, reason=_NEVER[step.action])
    if step.action in _OUTSIDE and not override:
        raise OutsideRules(
            "undo-outside", "{reason}.",
            reason=_OUTSIDE[step.action],
        )
    entry = desk.store.read(slug, after=step.seq - 1)[0]
    data = fact_of(entry).data
    if data.get("personal"):
        raise Refused(
            "undo-personal",
            "Entry {seq} changed personal data, which the journal does not keep: change it back by hand.",
            seq=step.seq,
        )
    people: list[PersonChange] = []
    if step.action in ("entered", "late"):
        rows = data["entrants"] if step.action == "entered" else [data["entrant"]]
        people = [PersonChange(person, None) for row in rows for person in row["persons"]]
        if step.action == "entered":
            people = _only_new(desk, slug, step.seq, people)
    if step.action == "inspected":
        people = notes_taken_back(event, data["no"], step.seq)
    if step.action == "removed":
        raise Refused("undo-removed", "The player's data is gone: enter the player again.")
    name = _name_before(desk, slug, step.seq) if "name" in data.get("changes", {}) else None
    return desk.record(event, "undone", {"seq": step.seq}, people=people, client=client, override=override, name=name)


def _name_before(desk: Desk, slug: str, seq: int) -> str:
    """The name the event had before a change of it: lists of tournaments keep it beside the journal."""
    facts = [fact_of(entry) for entry in desk.store.read(slug)]
    undone = {f.data["seq"] for f in facts if f.action == "undone"}
    return fold([f for f in facts if f.seq < seq and f.seq not in undone and f.action != "undone"]).name


def _only_new(desk: Desk, slug: str, seq: int, people: list[PersonChange]) -> list[PersonChange]:
    """A team that got a second player is entered again whole: who was in it before stays."""
    before: set[str] = set()
    for entry in desk.store.read(slug):
        if entry.seq >= seq:
            break
        if entry.action in ("created", "entered"):
            before |= {p for row in fact_of(entry).data.get("entrants", ()) for p in row["persons"]}
    return [change for change in people if change.person not in before]
