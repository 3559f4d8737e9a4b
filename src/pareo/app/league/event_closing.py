"""The end of an event: what is left to do, and putting it away. An event is over when all is played, closed when it is
put away; nothing is locked by it, and it can be opened again."""

from __future__ import annotations

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult
from pareo.app.commands.results.fide_results import check_complete
from pareo.app.commands.rounds import rounds
from pareo.app.league import closing
from pareo.app.league.closing import CheckedClosing, ClosingPlan
from pareo.app.queries.event.overview import next_phases
from pareo.core.journal.fact import Fact
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
) -> JournalResult[Fact]:
    """Finishes what is all in, applies ratings and counts the event for its series (`season`), and closes it.

    Closing again does what is left, where it was interrupted: ratings and series that are done are noted and left.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    steps = begin_batch(ctx, slug)
    t = steps.draft.state
    if any(map(all_results_in, t.pods.values())):
        rounds.finish(steps, slug)
    check_complete(t)
    checked = _check_season(steps, slug, to=to, take=take, confirmed=confirmed) if season else None
    if not t.closed:
        steps.record(steps.draft, TournamentClosed(closed=True))
    elif checked is None or not checked.is_open:
        raise Refused("closed-already", "{event} is already closed.", event=t.name)
    steps.notes.extend(checked.result.notes if checked is not None else ())
    done = (
        steps.commit_plainly(client=client)
        if steps.facts
        else ctx.answer_unchanged(steps.event, TournamentClosed(closed=True), client=client, notes=steps.notes)
    )
    if checked is not None:  # nothing can refuse it; if it is interrupted, closing again does the rest
        checked.write(ctx)
    return done


def _check_season(ctx: Context, slug: str, *, to: str | None, take: bool, confirmed: bool) -> CheckedClosing | None:
    """What closing does to ratings and series, checked; None where there is nothing to do."""
    plan = closing.plan_closing(ctx, slug, to=to)
    if not plan.lists and not plan.goals:
        return None
    return closing.check_closing(ctx, slug, to=to, take=take, confirmed=confirmed)


def closing_preview(ctx: Context, slug: str) -> ClosingPlan:
    """What closing an event would do to ratings and series."""
    return closing.plan_closing(ctx, slug)


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
                "The secret behind all draws was published when the event was closed: anyone who has read it can "
                "predict later draws.",
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
