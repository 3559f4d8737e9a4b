"""The end of an event: what is left to do, and putting it away. An event is over when all is played, closed when it is
put away; nothing is locked by it, and it can be opened again."""

from __future__ import annotations

from pareo.app.desk import Desk, Recorded
from pareo.app.results.fide_results import check_complete
from pareo.app.rounds import rounds
from pareo.app.season import club_evening
from pareo.app.season.club_evening import Closing
from pareo.core.journal.facts import Closed
from pareo.core.rules.actions import all_in
from pareo.core.words.errors import Refused


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
    """What closing would count: ratings and series."""
    return club_evening.look(desk, slug)


def open_again(desk: Desk, slug: str, *, client: str | None = None) -> Recorded[Closed]:
    """Takes the event out again."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    if not event.state.closed:
        raise Refused("not-closed", "{event} is not closed.", event=event.state.name)
    return desk.record(event, Closed(closed=False), client=client)
