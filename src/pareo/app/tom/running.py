"""What people do while TOM runs the event: publish its rounds or hold them, settle conflicts, leave notes, end it."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.core.journal.codecs import PublishedRound, RoundKey
from pareo.core.journal.facts import Batch
from pareo.core.journal.floor_facts import ClockSet
from pareo.core.journal.round_facts import Published, Started
from pareo.core.journal.tom_facts import TomHeld, TomNoted, TomSettled, TomStopped
from pareo.core.journal.tom_sync import TomSync, match_key_of
from pareo.core.settings.tom import HAND, PUBLISH_AFTER, TOM_CLOCK, USUAL_SECONDS
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.messages import text_note
from pareo.core.tom.matches import conflicts
from pareo.core.tournament.tournament import Tournament

_NOTES = 200


def tom_sync_of(t: Tournament) -> TomSync:
    """How the event stands with TOM; refused where TOM does not run it."""
    if t.tom is None or not t.tom.following:
        raise Refused("tom-not", "This event is not following a TOM file.")
    return t.tom


# --- publishing -------------------------------------------------------------------------------------------------------


def seconds_until(event: LoadedTournament, key: tuple[str, int], now: str) -> int | None:
    """Seconds until a round that TOM has paired is shown to all; None: only when somebody says so (BT-PUB-1)."""
    t = event.state
    tom = t.tom
    chosen = t.setting(PUBLISH_AFTER) or str(USUAL_SECONDS)
    if tom is None or key not in tom.unpublished_since or key in tom.held or chosen == HAND or _doubtful(t, key):
        return None
    return int(chosen) - int((moment(now) - moment(tom.unpublished_since[key])).total_seconds())


def _doubtful(t: Tournament, key: tuple[str, int]) -> bool:
    """Is a conflict open in an earlier round, so that TOM may have paired with a wrong result (BT-CON-2)?"""
    chain = {p.id for p in t.chain(t.pods[key[0]])} if key[0] in t.pods else set()
    return any(line.number < key[1] and line.pod in chain for line in conflicts(t))


def due_rounds(event: LoadedTournament, now: str) -> list[RoundKey]:
    """Rounds of TOM whose time to be shown has come."""
    tom = event.state.tom
    if tom is None or not tom.following:
        return []
    waiting = [(key, seconds_until(event, key, now)) for key in tom.unpublished_since]
    return [RoundKey(*key) for key, left in waiting if left is not None and left <= 0]


def publish_due(ctx: Context, slug: str) -> JournalResult[Batch] | None:
    """Shows the rounds whose time has come; nothing where none has."""
    event = ctx.open(slug)
    rounds = due_rounds(event, ctx.now())
    return _publish(ctx, event, rounds) if rounds else None


def publish_now(ctx: Context, slug: str, *, client: str | None = None) -> JournalResult[Batch]:
    """Shows every round that waits, whatever holds it."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    tom = tom_sync_of(event.state)
    if not tom.unpublished_since:
        raise Refused("tom-nothing-new", "TOM has not paired any new round.")
    return _publish(ctx, event, [RoundKey(*key) for key in tom.unpublished_since], client=client)


def _publish(
    ctx: Context, event: LoadedTournament, rounds: Sequence[RoundKey], *, client: str | None = None
) -> JournalResult[Batch]:
    """Records rounds as published and begun: TOM's pairings are not ours to change, so results can come in."""
    facts = (Published(tuple(PublishedRound(*key, "") for key in rounds)), Started(tuple(rounds)))
    return ctx.record(event, Batch(facts), client=client)


def hold(ctx: Context, slug: str, *, held: bool = True, client: str | None = None) -> JournalResult[TomHeld]:
    """Holds rounds that wait until somebody shows them; `held=False`: shows them after their time after all."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    tom = tom_sync_of(event.state)
    if not tom.unpublished_since:
        raise Refused("tom-nothing-new", "TOM has not paired any new round.")
    return ctx.record(event, TomHeld(tuple(RoundKey(*key) for key in tom.unpublished_since), held), client=client)


def clock_due(ctx: Context, slug: str, timed: Sequence[tuple[str, int]]) -> JournalResult[ClockSet] | None:
    """Starts the clock of rounds for which TOM has a start time, where that is wanted (BT-CLK-1)."""
    from pareo.app.commands.floor.floor import start_clock  # noqa: PLC0415  (the floor needs results, which need this)

    t = ctx.open(slug).state
    if t.setting(TOM_CLOCK) != "tom":
        return None
    rounds = [RoundKey(*key) for key in timed if tuple(key) not in t.floor.clocks]
    try:
        return start_clock(ctx, slug, rounds=rounds) if rounds else None
    except Refused:  # not shown yet, or over already
        return None


# --- conflicts, notes, the end ----------------------------------------------------------------------------------------


def settle(
    ctx: Context, slug: str, *, round_no: int, table: int, ours: bool, client: str | None = None
) -> JournalResult[TomSettled]:
    """Settles a conflict: whether our result or TOM's is right (BT-CON-1)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    tom_sync_of(event.state)
    _, _, match = event.state.find_table(round_no, table)
    key = match_key_of(round_no, match.a, match.b)
    if all(line.key != key for line in conflicts(event.state)):
        raise NotFound(
            "tom-no-conflict",
            "There is no conflict with TOM at table {table} of round {round}.",
            table=table,
            round=round_no,
        )
    return ctx.record(event, TomSettled(key, ours), client=client)


def leave_note(ctx: Context, slug: str, text: str, *, client: str | None = None) -> JournalResult[TomNoted]:
    """Leaves a note for whoever sits at TOM: “table 4: Ana R. drops” (BT-OWN-2)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    tom = tom_sync_of(event.state)
    line = clean_line(text, text_note("note"), 200)
    if not line:
        raise BadInput("tom-note-empty", "A note needs a text.")
    if len(tom.notes) >= _NOTES:
        raise Refused(
            "tom-notes-many", "There are already {count} notes for TOM: tick off those that are done.", count=_NOTES
        )
    return ctx.record(event, TomNoted(line, at=ctx.now()), client=client)


def tick_note(ctx: Context, slug: str, seq: int, *, client: str | None = None) -> JournalResult[TomNoted]:
    """Ticks off a note for TOM."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if seq not in tom_sync_of(event.state).notes:
        raise NotFound("tom-no-note", "There is no such note for TOM.")
    return ctx.record(event, TomNoted(done=seq), client=client)


def note_drop_request(ctx: Context, slug: str, no: int, *, client: str | None = None) -> JournalResult[TomNoted]:
    """A player wants to leave: TOM does the drop, so it becomes a note, once. The name stays out of the journal."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    event.state.entrant(no)
    if any(note.no == no for note in tom_sync_of(event.state).notes.values()):
        raise Refused("tom-drop-noted", "The desk already knows you want to drop.")
    return ctx.record(event, TomNoted(no=no, at=ctx.now()), client=client)


def stop(ctx: Context, slug: str, *, client: str | None = None) -> JournalResult[TomStopped]:
    """Ends following TOM: the event is an ordinary one, and goes on here (BT-OWN-3)."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    tom_sync_of(event.state)
    return ctx.record(event, TomStopped(), client=client)
