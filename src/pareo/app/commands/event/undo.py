"""Undo: the last command is taken back by another entry. Nothing is ever erased from the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pareo.app.base.actors import is_staff
from pareo.app.base.context import Context, JournalResult, LoadedTournament, decode_entries, decode_fact
from pareo.app.base.tom_ownership import check_tom_ownership
from pareo.app.commands.lists.list_checks import remove_check_notes
from pareo.core.journal.fact import Fact, Traits, Undoing
from pareo.core.journal.facts import Batch, JournalEntry, SettingsSet, TournamentCreated, Undone, parts_of
from pareo.core.journal.floor_facts import CheckOutcome
from pareo.core.journal.people_facts import Applied, Entered, Late
from pareo.core.replay.replay import replay, undone_by
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.text.errors import BadInput, OutsideRules, Refused
from pareo.core.text.messages import text_note
from pareo.core.tournament.tournament import JournalStep
from pareo.store.protocol import PersonChange


def last_step(event: LoadedTournament) -> JournalStep:
    """The command that undo takes back: the last of the staff that still counts (R-22).

    What players did since is passed over, unless it may need that command (results they agreed on need the start of
    their round): then the last of theirs comes first. While TOM runs the event, its saves are passed over (BT-DIFF-7).
    """
    theirs: JournalStep | None = None
    for step in _counting(event):
        if step.traits.from_players or not is_staff(step.actor):
            theirs = theirs or (None if step.traits.stands_alone else step)
        else:
            return theirs if theirs is not None and step.traits.built_on else step
    return event.state.steps[0]  # a journal from elsewhere: whoever it says created the event


def _counting(event: LoadedTournament) -> Iterator[JournalStep]:
    """The commands that still count, the last one first."""
    tom = event.state.tom
    following = tom is not None and tom.following
    return (
        s
        for s in reversed(event.state.steps)
        if s.undone_by is None and not s.traits.undoes and not (following and s.traits.from_tom)
    )


def last_publishing(event: LoadedTournament) -> JournalStep | None:
    """The last command, if it published rounds of which none has started: it can be undone in one step."""
    return _last_if(event, PodStage.PUBLISHED, lambda traits: traits.publishes)


def last_drawing(event: LoadedTournament) -> JournalStep | None:
    """The last command, if it drew the draft that waits: undone, the draft before it or nobody is paired."""
    return _last_if(event, PodStage.DRAFTED, lambda traits: traits.draws)


def _last_if(event: LoadedTournament, stage: PodStage, fits: Callable[[Traits], bool]) -> JournalStep | None:
    step = last_step(event)
    waiting = any(stage_of(p) is stage for p in event.state.pods.values() if not p.closed)
    return step if waiting and fits(step.traits) else None


def undo(
    ctx: Context, slug: str, seq: int | None = None, *, override: str | None = None, client: str | None = None
) -> JournalResult[Undone]:
    """Takes back the last command of the staff, if the rules allow it. `seq`: the entry that is meant; it may also be
    the last entry of all, whoever wrote it."""
    meant = seq

    def take_back() -> JournalResult[Undone]:
        nonlocal meant
        if done := ctx.find_repeat(slug, client):
            return done
        event = ctx.open(slug)
        newest, step = next(_counting(event)), last_step(event)
        if meant == newest.seq:
            step = newest
        if meant not in (None, step.seq):
            raise _not_last(step, meant)
        meant = step.seq  # tried again, nothing else is undone: nobody has seen what is the last one then
        return _record_undo(ctx, event, step, newest, override=override, client=client)

    return ctx.retry_on_conflict(take_back)


def _record_undo(
    ctx: Context,
    event: LoadedTournament,
    step: JournalStep,
    newest: JournalStep,
    *,
    override: str | None,
    client: str | None,
) -> JournalResult[Undone]:
    slug, traits = event.state.slug, step.traits
    if traits.undoing is Undoing.NEVER:
        reason = text_note(traits.undoing_reason)
        raise Refused("undo-never", "Entry {seq} cannot be undone: {reason}.", seq=step.seq, reason=reason)
    check_tom_ownership(event.state, Undone(step.seq))
    if traits.undoing is Undoing.OUTSIDE and not override:
        raise OutsideRules("undo-outside", "{reason}.", reason=text_note(traits.undoing_reason))
    if traits.undoing is Undoing.OLD_DATA_UNKNOWN:
        raise Refused(
            "undo-personal",
            "Entry {seq} changed personal data, which the journal doesn't keep: change it back by hand.",
            seq=step.seq,
        )
    if traits.undoing is Undoing.DATA_GONE:
        raise Refused("undo-removed", "The player's data is gone: add the player again.")
    if step is not newest and not _replays_without(ctx, slug, step.seq):
        raise _not_last(newest, step.seq)
    fact = decode_fact(ctx.store.read(slug, after=step.seq - 1)[0])
    people = [change for part in parts_of(fact) for change in _people_before(ctx, event, step.seq, part)]
    renamed = any(isinstance(part, SettingsSet) and "name" in part.changes for part in parts_of(fact))
    name = _name_before(ctx, slug, step.seq) if renamed else None
    return ctx.record(event, Undone(step.seq), people=people, client=client, override=override, name=name)


def _people_before(ctx: Context, event: LoadedTournament, seq: int, fact: Fact) -> list[PersonChange]:
    """The personal data that came with a fact of this entry and goes with it."""
    if isinstance(fact, Entered):
        everybody = [PersonChange(person, None) for entrant in fact.entrants for person in entrant.persons]
        return _only_new(ctx, event.state.slug, seq, everybody)
    if isinstance(fact, Applied | Late):
        return [PersonChange(person, None) for person in fact.entrant.persons]
    if isinstance(fact, CheckOutcome):
        return remove_check_notes(event, fact.no, seq)
    return []


def _replays_without(ctx: Context, slug: str, seq: int) -> bool:
    """Does the journal still make sense without an entry that others follow? What it would break is never written."""
    journal = decode_entries(ctx.store.read(slug))
    try:
        replay([*journal, JournalEntry(journal[-1].seq + 1, Undone(seq))])
    except BadInput:
        return False
    return True


def _not_last(last: JournalStep, seq: int) -> Refused:
    return Refused(
        "undo-not-last",
        "You can only undo the last action, which is {last} ({action}), not {seq}.",
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
        if entry.action in (Applied.action, TournamentCreated.action, Entered.action, Batch.action):
            for fact in parts_of(decode_fact(entry)):
                if isinstance(fact, TournamentCreated | Entered):
                    before |= {person for entrant in fact.entrants or () for person in entrant.persons}
                elif isinstance(fact, Applied):
                    before |= set(fact.entrant.persons)
    return [change for change in people if change.person not in before]
