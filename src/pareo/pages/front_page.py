"""The public front page: which event are you in? What is on now first, then what comes, then what was."""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import Context
from pareo.app.commands.people import registration
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.podium import podiums
from pareo.core.journal.facts import MISFITS
from pareo.core.model.entities import Status
from pareo.core.model.games import game_of
from pareo.core.settings.event import DATE, PLACE, START
from pareo.core.text.errors import PareoError
from pareo.locale.texts import Texts
from pareo.pages.public_pages import ClockState, clock_rows
from pareo.store.protocol import Summary

MOST_PAST = 30
MOST = 300  # events that are looked at, the newest first: a federation has thousands of old ones


class EventCard(NamedTuple):
    """An event in the list. `state`: "now", "soon" or "past"."""

    slug: str
    name: str
    game: str
    title: str  # of the game
    state: str
    date: str
    start: str
    place: str
    players: int
    round_no: int
    rounds: int
    clock: ClockState | None
    open: bool  # one can register
    winners: tuple[str, ...]


def version(ctx: Context) -> tuple[str, tuple[str, ...]]:
    """Changes with any of the events that `cards` looks at, and every minute: registration opens and closes by time."""
    return ctx.now()[:16], tuple(one.hash for one in ctx.store.newest(MOST))


def cards(ctx: Context, spoken: Texts) -> list[EventCard]:
    """The newest events that can be opened, the newest first; of those that are over the last few."""
    rows: list[EventCard] = []
    past = 0
    for one in ctx.store.newest(MOST):
        if ctx.is_damaged(one) or past >= MOST_PAST:
            continue
        try:
            card = _card(ctx, one, spoken)
        except (PareoError, *MISFITS):
            continue
        past += card.state == "past"
        rows.append(card)
    return rows


def _card(ctx: Context, one: Summary, spoken: Texts) -> EventCard:
    event = ctx.open_listed(one)
    t = event.state
    current = public_views.current_rounds(t)
    over = is_all_played(t)
    state = "past" if over else "now" if current else "soon"
    playing = [(p, r) for p, r in current if r.status is Status.STARTED] or current
    clocks = clock_rows(event, spoken) if state == "now" else []
    winners = tuple(p.rows[0].name for p in podiums(event)) if over else ()
    return EventCard(
        one.slug,
        t.name,
        game_of(t.ruleset),
        t.ruleset.game,
        state,
        t.setting(DATE) or "",
        t.setting(START) or "",
        t.setting(PLACE) or "",
        sum(e.drop is None for e in t.entrants.values()),
        max((r.number for _, r in playing), default=0),
        max((p.first_round + p.planned - 1 for p, _ in playing), default=0),
        clocks[0] if len(clocks) == 1 else None,
        registration.terms(event, ctx.now()).open,
        winners,
    )
