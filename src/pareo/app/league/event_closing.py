"""The end of an event: what is left to do, and putting it away. An event is over when all is played, closed when it is
put away; nothing is locked by it, and it can be opened again."""

from __future__ import annotations

from dataclasses import replace

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult
from pareo.app.commands.results.fide_results import check_complete
from pareo.app.commands.rounds import rounds
from pareo.app.league import closing
from pareo.app.league.closing import ClosingPlan
from pareo.app.queries.event.overview import next_phases
from pareo.core.journal.facts import TournamentClosed
from pareo.core.model.entities import Status
from pareo.core.rules.actions import all_results_in
from pareo.core.text.errors import Refused
from pareo.core.text.messages import note
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import Tournament


def close_event(
    ctx: Context,
    slug: str,
    *,
    season: bool = True,
    to: str | None = None,
    take: bool = False,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[TournamentClosed]:
    """Finishes what is all in, applies ratings and counts the event for its series (`season`), and closes it.

    Closing again does what is left: ratings and series that are done are noted and left.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    if ctx.open(slug).state.closed:
        raise Refused("closed-already", "{event} is closed already.", event=ctx.open(slug).state.name)
    if any(map(all_results_in, ctx.open(slug).state.pods.values())):
        rounds.finish(ctx, slug)
    check_complete(ctx.open(slug).state)
    notes: list[str] = []
    if season:
        plan = closing.plan_closing(ctx, slug, to=to)
        if plan.lists or plan.goals:
            notes += closing.close(ctx, slug, to=to, take=take, confirmed=confirmed).notes
    return ctx.record(ctx.open(slug), TournamentClosed(closed=True), client=client, notes=notes)


def closing_preview(ctx: Context, slug: str) -> ClosingPlan:
    """What closing an event would do to ratings and series. A last round that is all in counts: closing finishes it."""
    plan = closing.plan_closing(ctx, slug)
    if not any(map(all_results_in, ctx.open(slug).state.pods.values())):
        return plan
    steps = begin_batch(ctx, slug)
    rounds.finish(steps, slug)
    return replace(plan, lists=closing.plan_closing(steps, slug, to="").lists)


def reopen_event(ctx: Context, slug: str, *, client: str | None = None) -> JournalResult[TournamentClosed]:
    """Opens a closed event again."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if not event.state.closed:
        raise Refused("not-closed", "{event} is not closed.", event=event.state.name)
    notes = (
        [
            note(
                "secret-was-told",
                "The secret of all draws was published when the event was closed: whoever has "
                "read it can foresee a round that is drawn from now on.",
            )
        ]
        if is_secret_revealed(event.state)
        else []
    )
    return ctx.record(event, TournamentClosed(closed=False), client=client, notes=notes)


def is_secret_revealed(t: Tournament) -> bool:
    """Is the secret of all draws published? The event is closed and nothing is left to be drawn, not even a second day:
    one that was closed early may be opened again and played on."""
    return t.closed and all(
        p.closed
        or (
            is_over(p)
            and "day2" not in next_phases(t, p)
            and all(r.status is Status.FINISHED for r in p.rounds.values())
        )
        for p in t.pods.values()
    )
