"""What operators see: lines without secrets, counts for who has the token."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from one_application import create
from pareo.app.accounts import Accounts
from pareo.store import open_store
from pareo.web.shared import Hall
from pareo.web.telemetry import Telemetry
from real_server import SLUG, playing
from work import awaited


def asked(app: Telemetry, path: str, **headers: str) -> tuple[int, str, dict[bytes, bytes]]:
    """One GET through the whole application."""
    came: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        came.append(message)

    scope: dict[str, Any] = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"x"), *((k.replace("_", "-").encode(), v.encode()) for k, v in headers.items())],
        "server": ("x", 80), "client": ("127.0.0.1", 1), "http_version": "1.1", "root_path": "",
    }
    awaited(app(scope, receive, send))  # type: ignore[arg-type]
    body = b"".join(message.get("body", b"") for message in came[1:])
    return came[0]["status"], body.decode(), dict(came[0]["headers"])


def test_a_line_per_request_never_tells_an_address(tmp_path: Path) -> None:
    playing(tmp_path / "x.db", 8)
    store = open_store(str(tmp_path / "x.db"))
    hall = Hall(store, Accounts(store.accounts()))
    lines: list[str] = []
    app = Telemetry(create(hall), hall, log=lines.append, token="the token")
    link = hall.accounts.player_link(SLUG, 1)
    assert asked(app, f"/e/{SLUG}")[0] == 200
    status, _, head = asked(app, f"/e/{SLUG}/me/{link}", x_request_id="abc-1")
    assert (status, head[b"x-request-id"]) == (200, b"abc-1")
    assert asked(app, "/e/%0d%0a/none", x_request_id="bad id\n")[0] in (400, 404)
    assert asked(app, "/nothing/here")[0] == 404
    told = [json.loads(line) for line in lines]
    assert [one["route"] for one in told[:2]] == ["/e/{slug}", "/e/{slug}/me/{link}"]
    assert [one.get("event") for one in told] == [SLUG, SLUG, None, None]
    assert (told[1]["request"], told[1]["status"], told[1]["method"]) == ("abc-1", 200, "GET")
    assert link not in "".join(lines)

    assert asked(app, "/metrics")[0] == 401
    status, text, _ = asked(app, "/metrics", authorization="Bearer the token")
    assert status == 200
    assert 'pareo_requests_total{route="/e/{slug}",status="200"} 1' in text.splitlines()
    assert "pareo_kept_events 1" in text.splitlines()
    assert link not in text
    assert asked(Telemetry(create(hall), hall, log=lines.append), "/metrics")[0] == 404, "nobody asked for it"
    hall.precedence.close()
    hall.accounts.close()
    store.close()
