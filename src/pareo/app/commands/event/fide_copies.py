"""What an event from elsewhere may not bring back: FIDE mode, once it is left or where its rules are broken (F-4).

A copy of an event has its id, where it is a journal, or its secret seed, where it is a file of values; if any copy in
this database has left FIDE mode, so has the new one. An event whose settings or rounds FIDE mode would have refused is
outside it from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator

from pareo.app.base.context import Context
from pareo.app.base.fide_warnings import Warnings
from pareo.app.queries.event.fide_settings import refused_options
from pareo.core.journal.facts import LeftFideMode
from pareo.core.pairing.registry import MANUAL
from pareo.core.text.errors import PareoError
from pareo.core.text.messages import Note, note
from pareo.core.tournament.pairing_methods import usual_method
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store.protocol import Summary


def outside_note(reason: str) -> Note:
    """What the importer is told."""
    return note("import-outside", "The event is outside FIDE mode: {reason}", reason=reason)


def broken_rules(t: Tournament) -> str:
    """What FIDE mode would have refused of this event, in a few words for its report; empty: nothing."""
    return ", ".join(dict.fromkeys(_broken_rules(t)))


def _broken_rules(t: Tournament) -> Iterator[str]:
    for settings in (t.settings, *t.pod_settings.values()):
        met = Warnings(t)
        refused_options(t.ruleset, settings, set(settings), met)
        yield from (str(one.note.params.get("option") or one.rule.id) for one in met.met)
    if any(e.bonus for e in t.entrants.values()):
        yield "bonus"
    for p in t.pods.values():
        if p.phase in ELIMINATION:
            yield p.phase.value
            continue
        usual = ("", MANUAL, usual_method(t, p))
        yield from (f"round {r.number} by {r.system}" for r in p.rounds.values() if r.system not in usual)


def left_by_copy(ctx: Context, secret: str) -> str:
    """Why another copy of the event, known by its secret seed, has left FIDE mode; empty: none has."""
    return next(filter(None, (_why_left(ctx, one) for one in ctx.store.copies(secret=secret))), "")


def leave_like_copies(ctx: Context, slug: str) -> tuple[Note, ...]:
    """A journal that was put in leaves FIDE mode if a copy of it in this database has left it."""
    event = ctx.open(slug)
    if not event.state.fide_mode:
        return ()
    others = ctx.store.copies(tournament_id=ctx.store.summary(slug).id)
    why = next(filter(None, (_why_left(ctx, other) for other in others)), "")
    if not why:
        return ()
    ctx.record(event, LeftFideMode(event.state.latest_round, why))
    return (outside_note(why),)


def _why_left(ctx: Context, copy: Summary) -> str:
    if copy.damaged:
        return ""
    try:
        left = ctx.open(copy.slug).state.left_fide
    except PareoError:  # a neighbour that cannot be read keeps nobody from importing
        return ""
    return left.reason if left is not None else ""
