"""Going on to a cut that the document forbids: dialog and API ask for a reason and name every division (B-8)."""

from __future__ import annotations

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results.enter_result import report
from pareo.app.commands.rounds import next_round
from pareo.web.app_state import AppState
from support.events.stage import new_event, players_of_ages
from support.web.application import create_app
from support.web.console import ConsoleClient

BREACHES = [f"{name}: A top cut of 4 is more than 25%" for name in ("masters", "seniors", "juniors")]


def _played(app_state: AppState) -> str:
    """An event of 2009 whose only Swiss round is all in, with a top 4 for 8 players of each division."""
    ctx = app_state.ctx
    settings = {"style": "swiss+cut", "rounds": "1", "cut": "4"}
    slug = events.create(ctx, new_event("Copa", "pokemon-2009", settings=settings, seed="s"))
    players.enter(ctx, slug, players_of_ages(8, 8, 8, born=(1999, 1994, 1980)), confirmed=True)
    next_round.next_round(ctx, slug, confirmed=True)
    next_round.begin(ctx, slug, confirmed=True)
    for pod in ctx.open(slug).state.pods.values():
        for table in pod.rounds[1].matches:
            report(ctx, slug, round_no=1, table=table, result="1-0")
    return slug


@pytest.mark.req("B-8")
def test_the_dialog_asks_for_a_reason(app_state: AppState) -> None:
    slug = _played(app_state)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/next")
    assert browser.status == 200
    assert 'name="override" required' in page
    assert all(breach.casefold() in page.casefold() for breach in BREACHES)
    before = app_state.ctx.open(slug).state.seq
    asked = browser.post(f"/console/{slug}/next", yes="1")
    assert "Outside the rules" in asked
    assert app_state.ctx.open(slug).state.seq == before
    browser.post(f"/console/{slug}/next", yes="1", override="the club wants a top 4")
    assert app_state.ctx.open(slug).state.seq == before + 1


@pytest.mark.req("B-8")
def test_the_api_takes_the_reason_that_it_asks_for(app_state: AppState) -> None:
    slug = _played(app_state)
    token = app_state.accounts.make_token("test", Role.OWNER)
    with TestClient(create_app(app_state)) as client:
        path, headers = f"/api/v1/events/{slug}/next", {"authorization": f"Bearer {token}"}
        asked = client.post(path, json={"confirm": True}, headers=headers)
        done = client.post(path, json={"confirm": True, "override": "the club wants a top 4"}, headers=headers)
    assert (asked.status_code, asked.json()["error"]) == (409, "cut-breaches")
    assert all(breach in asked.json()["message"] for breach in BREACHES)
    assert done.json()["action"] == "together"
