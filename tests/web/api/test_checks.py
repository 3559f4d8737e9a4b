"""Checks of lists by the API: drawn, recorded, for judges only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.store import SqliteStore
from pareo.web.app_state import AppState
from support.web.application import create_app


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    store = SqliteStore(tmp_path / "hall.db")
    made = AppState(store, Accounts(store.accounts()))
    events.create(made.ctx, events.NewEvent("Copa", "pokemon-tcg-2019-07", slug="copa", seed="s"))
    players.enter(made.ctx, "copa", [NewPlayer(first=f"Ana{i}", last="Brasa", id=f"p{i}") for i in range(1, 9)])
    rounds.pair(made.ctx, "copa")
    rounds.publish(made.ctx, "copa", confirmed=True)
    rounds.start(made.ctx, "copa")
    yield made
    store.close()


def call(app_state: AppState, role: Role, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    token = app_state.accounts.make_token(role.id, role)
    more = {} if body is None else {"json": body}
    with TestClient(create_app(app_state)) as client:
        answer = client.request(
            method, f"/api/v1/events/copa{path}", headers={"authorization": f"Bearer {token}"}, **more
        )
    return answer.status_code, answer.json()


@pytest.mark.req("P-PREM-2")
def test_draw_list_and_record(app_state: AppState) -> None:
    status, done = call(app_state, Role.JUDGE, "POST", "/checks/draw", {"count": 1, "tables": True})
    assert (status, done["action"]) == (200, "drawn")
    _, rows = call(app_state, Role.JUDGE, "GET", "/checks")
    assert [row["outcome"] for row in rows] == [None, None]
    who = rows[0]["player"]
    status, done = call(
        app_state, Role.JUDGE, "POST", "/checks", {"player": who, "outcome": "match-loss", "notes": "59"}
    )
    assert status == 200
    assert "loses the match" in done["notes"][0]
    _, rows = call(app_state, Role.JUDGE, "GET", "/checks")
    assert {row["player"]: (row["outcome"], row["notes"]) for row in rows}[who] == ("match-loss", "59")


def test_only_judges_and_organisers(app_state: AppState) -> None:
    for role in (Role.SCOREKEEPER, Role.REGISTRATION, Role.SCREEN):
        assert call(app_state, role, "GET", "/checks")[0] == 403
        assert call(app_state, role, "POST", "/checks/draw", {"count": 1})[0] == 403


def test_what_is_wrong_is_said(app_state: AppState) -> None:
    assert call(app_state, Role.JUDGE, "POST", "/checks/draw", {"count": 99})[1]["error"] == "checks-too-many"
    assert (
        call(app_state, Role.JUDGE, "POST", "/checks", {"player": "p1", "outcome": "odd"})[1]["error"]
        == "check-outcome"
    )
    assert call(app_state, Role.JUDGE, "POST", "/checks", {"player": "p1", "outcome": "clean", "x": 1})[0] == 400
