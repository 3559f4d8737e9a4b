"""Undo: the last command is taken back by another entry. Nothing is ever erased from the journal."""

from __future__ import annotations

from pareo.app.beside.guard import check_ours
from pareo.app.desk import Desk, Event, Recorded, fact_of, told
from pareo.app.lists.checks import notes_taken_back
from pareo.core.journal.facts import Created, SettingsSet, Undone, parts_of
from pareo.core.journal.floor_facts import Inspected
from pareo.core.journal.fold import fold, undone_by
from pareo.core.journal.people_facts import Applied, Declined, Edited, Entered, Late, Removed
from pareo.core.rules.actions import Stage, stage_of
from pareo.core.state.tournament import Step
from pareo.core.words.errors import Conflict, OutsideRules, Refused
from pareo.core.words.notes import phrase
from pareo.store.protocol import PersonChange

_NEVER = {
    "created": phrase("the creation of a tournament cannot be undone: delete it on purpose"),
    "left-fide-mode": phrase("an event that has left FIDE mode has left it for ever"),
    "forgotten": phrase("a person's data has been erased for good"),
    "saved": phrase("it is a save of TOM"),
}
_OUTSIDE = {
    "started": phrase("Once a round has started its pairings are locked; undoing the start opens them again"),
}


def last_step(event: Event) -> Step:
    """The last command that still counts; while TOM runs the event, the last one that was given here (BT-DIFF-7)."""
    beside = event.state.beside
    toms = ("undone", "saved") if beside is not None and beside.following else ("undone",)
    return next(s for s in reversed(event.state.steps) if s.undone_by is None and s.action not in toms)


def last_publishing(event: Event) -> Step | None:
    """The last command, if it published rounds of which none has started: it can be taken back in one step."""
    step = last_step(event)
    stages = {stage_of(p) for p in event.state.pods.values() if not p.closed}
    if step.action == "together" and Stage.DRAFTED in stages:  # it only drew
        return None
    return step if Stage.PUBLISHED in stages and step.action in ("published", "together") else None


def last_drawing(event: Event) -> Step | None:
    """The last command, if it drew the draft that waits: taken back, the draft before it or nobody is paired."""
    step = last_step(event)
    waiting = any(stage_of(p) is Stage.DRAFTED for p in event.state.pods.values() if not p.closed)
    return step if waiting and step.action in ("paired", "redrawn", "together") else None


def undo(
    desk: Desk, slug: str, seq: int | None = None, *, override: str | None = None, client: str | None = None
) -> Recorded[Undone]:
    """Takes back the last command, if the rules allow it."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    step = last_step(event)
    if seq is not None and seq != step.seq:
        raise _not_last(step, seq)
    if step.action in _NEVER:
        raise Refused("undo-never", "Entry {seq} cannot be undone: {reason}.", seq=step.seq, reason=_NEVER[step.action])
    check_ours(event.state, Undone(step.seq))
    entry = desk.store.read(slug, after=step.seq - 1)[0]
    fact = fact_of(entry)
    against = [_OUTSIDE[part.action] for part in parts_of(fact) if part.action in _OUTSIDE]
    if against and not override:
        raise OutsideRules("undo-outside", "{reason}.", reason=against[0])
    if isinstance(fact, Edited) and fact.personal:
        raise Refused(
            "undo-personal",
            "Entry {seq} changed personal data, which the journal does not keep: change it back by hand.",
            seq=step.seq,
        )
    people: list[PersonChange] = []
    if isinstance(fact, Entered):
        everybody = [PersonChange(person, None) for entrant in fact.entrants for person in entrant.persons]
        people = _only_new(desk, slug, step.seq, everybody)
    if isinstance(fact, Applied | Late):
        people = [PersonChange(person, None) for person in fact.entrant.persons]
    if isinstance(fact, Inspected):
        people = notes_taken_back(event, fact.no, step.seq)
    if isinstance(fact, Declined | Removed):
        raise Refused("undo-removed", "The player's data is gone: enter the player again.")
    renamed = isinstance(fact, SettingsSet) and "name" in fact.changes
    name = _name_before(desk, slug, step.seq) if renamed else None
    try:
        return desk.record(event, Undone(step.seq), people=people, client=client, override=override, name=name)
    except Conflict as moved:
        if moved.code != "journal-moved":
            raise
        raise _not_last(last_step(desk.open(slug)), step.seq) from None  # nobody has seen what is the last one now


def _not_last(last: Step, seq: int) -> Refused:
    return Refused(
        "undo-not-last", "Only the last command can be undone, and that is {last} ({action}), not {seq}.",
        last=last.seq, action=phrase(last.action), seq=seq,
    )


def _name_before(desk: Desk, slug: str, seq: int) -> str:
    """The name the event had before a change of it: lists of tournaments keep it beside the journal."""
    journal = told(desk.store.read(slug))
    undone = undone_by(journal)
    return fold([t for t in journal if t.seq < seq and t.seq not in undone and not isinstance(t.fact, Undone)]).name


def _only_new(desk: Desk, slug: str, seq: int, people: list[PersonChange]) -> list[PersonChange]:
    """A team that got a second player is entered again whole, and who had registered waits again: they stay."""
    before: set[str] = set()
    for entry in desk.store.read(slug):
        if entry.seq >= seq:
            break
        if entry.action in (Applied.action, Created.action, Entered.action):
            fact = fact_of(entry)
            if isinstance(fact, Created | Entered):
                before |= {person for entrant in fact.entrants or () for person in entrant.persons}
            elif isinstance(fact, Applied):
                before |= set(fact.entrant.persons)
    return [change for change in people if change.person not in before]
