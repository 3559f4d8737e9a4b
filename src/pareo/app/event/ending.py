"""The end of an event: what is left to do, and putting it away. An event is over when all is played, closed when it is
put away; nothing is locked by it, and it can be opened again."""

from __future__ import annotations

from dataclasses import replace

from pareo.app.desk import Desk, Recorded
from pareo.app.event.overview import next_phases
from pareo.app.results.fide_results import check_complete
from pareo.app.rounds import rounds
from pareo.app.season import club_evening
from pareo.app.season.club_evening import Closing
from pareo.app.together import joint
from pareo.core.journal.facts import Closed
from pareo.core.rules.actions import all_in
from pareo.core.state.model import Status
from pareo.core.state.progress import is_over
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import Refused
from pareo.core.words.notes import note


def put_away(
    desk: Desk, slug: str, *, season: bool = True, to: str | None = None, take: bool = False, confirmed: bool = False,
    client: str | None = None,
) -> Recorded[Closed]:
    """Finishes what is all in, applies ratings and counts the event for its series (`season`), and closes it.

    Asking again does what is left: ratings and series that are done are told and left.
    """
    if done := desk.answered(slug, client):
        return done
    if desk.open(slug).state.closed:
        raise Refused("closed-already", "{event} is closed already.", event=desk.open(slug).state.name)
    if any(map(all_in, desk.open(slug).state.pods.values())):
        rounds.finish(desk, slug)
    check_complete(desk.open(slug).state)
    notes: list[str] = []
    if season:
        plan = club_evening.look(desk, slug, to=to)
        if plan.lists or plan.goals:
            notes += club_evening.close(desk, slug, to=to, take=take, confirmed=confirmed).notes
    return desk.record(desk.open(slug), Closed(closed=True), client=client, notes=notes)


def ahead(desk: Desk, slug: str) -> Closing:
    """What closing would count: ratings and series. A last round that is all in counts, as closing finishes it."""
    plan = club_evening.look(desk, slug)
    if not any(map(all_in, desk.open(slug).state.pods.values())):
        return plan
    steps = joint(desk, slug)
    rounds.finish(steps, slug)
    return replace(plan, lists=club_evening.look(steps, slug, to="").lists)


def open_again(desk: Desk, slug: str, *, client: str | None = None) -> Recorded[Closed]:
    """Takes the event out again."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    if not event.state.closed:
        raise Refused("not-closed", "{event} is not closed.", event=event.state.name)
    notes = [note("secret-was-told", "The secret of all draws was published when the event was closed: whoever has "
                  "read it can foresee a round that is drawn from now on.")] if secret_told(event.state) else []
    return desk.record(event, Closed(closed=False), client=client, notes=notes)


def secret_told(t: Tournament) -> bool:
    """Is the secret of all draws told now? The event is closed and nothing is left to be drawn, not even a second day:
    one that was closed early may be opened again and played on."""
    return t.closed and all(p.closed or (
        is_over(p) and "day2" not in next_phases(t, p) and all(r.status is Status.FINISHED for r in p.rounds.values())
    ) for p in t.pods.values())
