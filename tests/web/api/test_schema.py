"""Requests made up from the API's own description: whatever comes in, no answer is a server error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.store import SqliteStore
from pareo.web.app_state import AppState
from support.events.random_organiser import LONGER
from support.web.application import create_app

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient[Any], str]]:
    path: Path = tmp_path_factory.mktemp("schema") / "hall.db"
    store = SqliteStore(path)
    app_state = AppState(store, Accounts(store.accounts()))
    slug = events.create(app_state.ctx, events.NewEvent("Copa", "pokemon-tcg-2019-07", slug="copa", seed="x"))
    players.enter(app_state.ctx, slug, [players.NewPlayer(first=f"P{i}", id=str(i)) for i in range(1, 9)])
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug)
    token = app_state.accounts.make_token("fuzz", Role.OWNER)
    with TestClient(create_app(app_state), raise_server_exceptions=False) as client:
        yield client, token
    store.close()


def test_no_request_is_a_server_error(server: tuple[TestClient[Any], str]) -> None:
    client, token = server
    described = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
    walked = 0
    for found in described.get_all_operations():
        operation = found.ok()
        made = 0

        @settings(
            max_examples=6 * LONGER,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            nonlocal made
            made += 1
            _send(client, token, case)

        attempt()
        walked += made > 0
    assert walked >= 60, "every call of the description"


def _send(client: TestClient[Any], token: str, case: Any) -> None:
    if case.path_parameters and "slug" in case.path_parameters and case.method.upper() != "DELETE":
        case.path_parameters["slug"] = "copa"  # else nearly everything ends as “no such event”
    sent = case.as_transport_kwargs(base_url="http://testserver.local")
    headers = {**dict(sent.get("headers") or {}), "authorization": f"Bearer {token}"}
    answer = client.request(sent["method"], sent["url"], headers=headers, **_httpx_arguments(sent))
    assert answer.status_code < 500, f"{sent['method']} {sent['url']} {sent}: {answer.text}"
    if answer.status_code >= 400:
        assert set(answer.json()) >= {"error", "message"}


def _httpx_arguments(sent: dict[str, Any]) -> dict[str, Any]:
    """What httpx takes of what was made for `requests`."""
    kept = {key: value for key, value in sent.items() if key in ("params", "json") and value is not None}
    if sent.get("data") is not None:
        kept["content"] = sent["data"] if isinstance(sent["data"], bytes | str) else str(sent["data"])
    return kept
