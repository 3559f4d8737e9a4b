"""Every route of the application, in one list. One test walks them and fails if one has no right beside it."""

from __future__ import annotations

from typing import Any

from pareo.web.api import routes as api
from pareo.web.pages import (
    entrance,
    event,
    events,
    exchange,
    floor,
    importing,
    journal,
    papers,
    person,
    player,
    players,
    public,
    results,
    rounds,
    screen,
    settings,
    staff,
    standings,
)

ROUTES: list[Any] = [
    *api.ROUTES,
    *entrance.ROUTES,
    *event.ROUTES,
    *events.ROUTES,
    *exchange.ROUTES,
    *floor.ROUTES,
    *importing.ROUTES,
    *journal.ROUTES,
    *papers.ROUTES,
    *person.ROUTES,
    *player.ROUTES,
    *players.ROUTES,
    *public.ROUTES,
    *results.ROUTES,
    *rounds.ROUTES,
    *screen.ROUTES,
    *settings.ROUTES,
    *staff.ROUTES,
    *standings.ROUTES,
]
