"""What operators see: lines without secrets, counts for who has the token."""

from __future__ import annotations

import json
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.store import open_store
from pareo.web.app_state import AppState
from pareo.web.telemetry import Telemetry
from support.web.application import create_app, send_request
from support.web.server import SLUG, start_event


def test_a_line_per_request_never_tells_an_address(tmp_path: Path) -> None:
    start_event(tmp_path / "x.db", 8)
    store = open_store(str(tmp_path / "x.db"))
    app_state = AppState(store, Accounts(store.accounts()))
    lines: list[str] = []
    app = Telemetry(create_app(app_state), app_state, log=lines.append, token="the token")
    link = app_state.accounts.player_link(SLUG, 1)
    assert send_request(app, f"/e/{SLUG}")[0] == 200
    status, _, head = send_request(app, f"/e/{SLUG}/me/{link}", x_request_id="abc-1")
    assert (status, head[b"x-request-id"]) == (200, b"abc-1")
    assert send_request(app, "/e/%0d%0a/none", x_request_id="bad id\n")[0] in (400, 404)
    assert send_request(app, "/nothing/here")[0] == 404
    told = [json.loads(line) for line in lines]
    assert [one["route"] for one in told[:2]] == ["/e/{slug}", "/e/{slug}/me/{link}"]
    assert [one.get("event") for one in told] == [SLUG, SLUG, None, None]
    assert (told[1]["request"], told[1]["status"], told[1]["method"]) == ("abc-1", 200, "GET")
    assert link not in "".join(lines)

    assert send_request(app, "/metrics")[0] == 401
    status, text, _ = send_request(app, "/metrics", authorization="Bearer the token")
    assert status == 200
    assert 'pareo_requests_total{route="/e/{slug}",status="200"} 1' in text.splitlines()
    assert "pareo_kept_events 1" in text.splitlines()
    assert link not in text
    assert send_request(Telemetry(create_app(app_state), app_state, log=lines.append), "/metrics")[0] == 404, (
        "nobody asked for it"
    )
    app_state.public_workers.close()
    app_state.accounts.close()
    store.close()


def test_a_commands_line_has_its_place_in_the_journal(tmp_path: Path) -> None:
    token, _ = start_event(tmp_path / "x.db", 8)
    store = open_store(str(tmp_path / "x.db"))
    app_state = AppState(store, Accounts(store.accounts()))
    lines: list[str] = []
    app = Telemetry(create_app(app_state), app_state, log=lines.append)
    bearer = {"authorization": f"Bearer {token}"}
    one = f"/api/v1/events/{SLUG}/rounds/1/tables/1/result"
    status, text, _ = send_request(app, one, "PUT", {"result": "1-0"}, **bearer)
    assert status == 200, text
    assert send_request(app, one, "PUT", {"result": "nonsense"}, **bearer)[0] == 422
    assert send_request(app, "/api/v1/events", "POST", {"name": "Open", "ruleset": "swiss"}, **bearer)[0] in (200, 201)
    assert send_request(app, f"/api/v1/events/{SLUG}/pairings", **bearer)[0] == 200
    told = [json.loads(line) for line in lines]
    assert [(line.get("event"), line.get("seq")) for line in told] == [
        (SLUG, store.head(SLUG)),
        (SLUG, None),
        ("open", 1),
        (SLUG, None),
    ]
    assert json.loads(text)["seq"] == told[0]["seq"]
    assert token not in "".join(lines)
    app_state.public_workers.close()
    app_state.accounts.close()
    store.close()
