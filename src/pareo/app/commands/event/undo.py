"""Undo: the last command is taken back by another entry. Nothing is ever erased from the journal."""

from __future__ import annotations

from pareo.app.base.context import Context, JournalResult, LoadedTournament, decode_entries, decode_fact
from pareo.app.base.tom_ownership import check_tom_ownership
from pareo.app.commands.lists.list_checks import remove_check_notes
from pareo.core.journal.facts import SettingsSet, TournamentCreated, Undone, parts_of
from pareo.core.journal.floor_facts import CheckOutcome
from pareo.core.journal.people_facts import Applied, Declined, Edited, Entered, Late, Removed
from pareo.core.replay.replay import replay, undone_by
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.text.errors import Conflict, OutsideRules, Refused
from pareo.core.text.messages import text_note
from pareo.core.tournament.tournament import JournalStep
from pareo.store.protocol import PersonChange

_NEVER = {
    "created": text_note("the creation of a tournament cannot be undone: delete it on purpose"),
    "left-fide-mode": text_note("an event that has left FIDE mode has left it for ever"),
    "forgotten": text_note("a person's data has been erased for good"),
    "saved": text_note("it is a save of TOM"),
}
_OUTSIDE = {
    "started": text_note("Once a round has started its pairings are locked; undoing the start opens them again"),
}


def last_step(event: LoadedTournament) -> JournalStep:
    """The last command that still counts; while TOM runs the event, the last one that was given here (BT-DIFF-7)."""
    tom = event.state.tom
    toms = ("undone", "saved") if tom is not None and tom.following else ("undone",)
    return next(s for s in reversed(event.state.steps) if s.undone_by is None and s.action not in toms)


def last_publishing(event: LoadedTournament) -> JournalStep | None:
    """The last command, if it published rounds of which none has started: it can be taken back in one step."""
    step = last_step(event)
    stages = {stage_of(p) for p in event.state.pods.values() if not p.closed}
    if step.action == "together" and PodStage.DRAFTED in stages:  # it only drew
        return None
    return step if PodStage.PUBLISHED in stages and step.action in ("published", "together") else None


def last_drawing(event: LoadedTournament) -> JournalStep | None:
    """The last command, if it drew the draft that waits: taken back, the draft before it or nobody is paired."""
    step = last_step(event)
    waiting = any(stage_of(p) is PodStage.DRAFTED for p in event.state.pods.values() if not p.closed)
    return step if waiting and step.action in ("paired", "redrawn", "together") else None


def undo(
    ctx: Context, slug: str, seq: int | None = None, *, override: str | None = None, client: str | None = None
) -> JournalResult[Undone]:
    """Takes back the last command, if the rules allow it."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    step = last_step(event)
    if seq is not None and seq != step.seq:
        raise _not_last(step, seq)
    if step.action in _NEVER:
        raise Refused("undo-never", "Entry {seq} cannot be undone: {reason}.", seq=step.seq, reason=_NEVER[step.action])
    check_tom_ownership(event.state, Undone(step.seq))
    entry = ctx.store.read(slug, after=step.seq - 1)[0]
    fact = decode_fact(entry)
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
        people = _only_new(ctx, slug, step.seq, everybody)
    if isinstance(fact, Applied | Late):
        people = [PersonChange(person, None) for person in fact.entrant.persons]
    if isinstance(fact, CheckOutcome):
        people = remove_check_notes(event, fact.no, step.seq)
    if isinstance(fact, Declined | Removed):
        raise Refused("undo-removed", "The player's data is gone: enter the player again.")
    renamed = isinstance(fact, SettingsSet) and "name" in fact.changes
    name = _name_before(ctx, slug, step.seq) if renamed else None
    try:
        return ctx.record(event, Undone(step.seq), people=people, client=client, override=override, name=name)
    except Conflict as moved:
        if moved.code != "journal-moved":
            raise
        raise _not_last(last_step(ctx.open(slug)), step.seq) from None  # nobody has seen what is the last one now


def _not_last(last: JournalStep, seq: int) -> Refused:
    return Refused(
        "undo-not-last",
        "Only the last command can be undone, and that is {last} ({action}), not {seq}.",
        last=last.seq,
        action=text_note(last.action),
        seq=seq,
    )


def _name_before(ctx: Context, slug: str, seq: int) -> str:
    """The name the event had before a change of it: lists of tournaments keep it outside the journal."""
    journal = decode_entries(ctx.store.read(slug))
    undone = undone_by(journal)
    return replay([t for t in journal if t.seq < seq and t.seq not in undone and not isinstance(t.fact, Undone)]).name


def _only_new(ctx: Context, slug: str, seq: int, people: list[PersonChange]) -> list[PersonChange]:
    """A team that got a second player is entered again whole, and who had registered waits again: they stay."""
    before: set[str] = set()
    for entry in ctx.store.read(slug):
        if entry.seq >= seq:
            break
        if entry.action in (Applied.action, TournamentCreated.action, Entered.action):
            fact = decode_fact(entry)
            if isinstance(fact, TournamentCreated | Entered):
                before |= {person for entrant in fact.entrants or () for person in entrant.persons}
            elif isinstance(fact, Applied):
                before |= set(fact.entrant.persons)
    return [change for change in people if change.person not in before]
