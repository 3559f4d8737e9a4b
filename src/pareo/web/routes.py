"""Every route of the application, in one list. One test walks them and fails if one names no right."""

from __future__ import annotations

from typing import Any

from pareo.web import login
from pareo.web.api import routes as api
from pareo.web.console import (
    arbiter,
    barred,
    checks,
    claims,
    events,
    floor,
    importing,
    lists,
    new_event,
    now,
    papers,
    phones,
    program,
    ratings,
    results,
    rounds,
    rulesets,
    second_opinion,
    settings,
    staff,
    standings,
    tiebreaks,
    tom,
    views,
)
from pareo.web.console import (
    files as exchange,
)
from pareo.web.console import push as push_switch
from pareo.web.console.forecast import compare, outlook, plan
from pareo.web.console.journal import pages as journal
from pareo.web.console.league import clubs, directory, directory_event, directory_lists, duplicate, series
from pareo.web.console.people import person, players, registration
from pareo.web.guide import pages as guide
from pareo.web.public import pages, player_page, push, receipts, register, screen

ROUTES: list[Any] = [
    *api.ROUTES,
    *arbiter.ROUTES,
    *barred.ROUTES,
    *tom.ROUTES,
    *checks.ROUTES,
    *claims.ROUTES,
    *clubs.ROUTES,
    *compare.ROUTES,
    *directory.ROUTES,
    *directory_event.ROUTES,
    *directory_lists.ROUTES,
    *duplicate.ROUTES,
    *login.ROUTES,
    *now.ROUTES,
    *outlook.ROUTES,
    *events.ROUTES,
    *exchange.ROUTES,
    *floor.ROUTES,
    *guide.ROUTES,
    *importing.ROUTES,
    *journal.ROUTES,
    *lists.ROUTES,
    *new_event.ROUTES,
    *papers.ROUTES,
    *person.ROUTES,
    *phones.ROUTES,
    *plan.ROUTES,
    *player_page.ROUTES,
    *players.ROUTES,
    *program.ROUTES,
    *pages.ROUTES,
    *push.ROUTES,
    *push_switch.ROUTES,
    *ratings.ROUTES,
    *receipts.ROUTES,
    *register.ROUTES,
    *registration.ROUTES,
    *results.ROUTES,
    *rounds.ROUTES,
    *rulesets.ROUTES,
    *screen.ROUTES,
    *second_opinion.ROUTES,
    *series.ROUTES,
    *settings.ROUTES,
    *staff.ROUTES,
    *standings.ROUTES,
    *tiebreaks.ROUTES,
    *views.ROUTES,
]
