"""The web application for one test, and requests to it. Its routes are read once a process, not once a test."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from litestar import Litestar

from pareo.web.app import create_litestar
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi, PublicPagesMiddleware
from support.execution import run_coroutine

_read: list[Litestar] = []


def create_app(app_state: AppState) -> Asgi:
    """As `pareo.web.app.create`."""
    app_state.refresh()
    return PublicPagesMiddleware(inner_app(app_state), app_state)


def inner_app(app_state: AppState) -> Asgi:
    """The application without the middleware of public pages. Of several states, each request finds its own."""
    if not _read:
        _read.append(create_litestar(app_state))
    app: Any = _read[0]
    secret = cache(lambda: app_state.accounts.server_key().hex())

    async def turn(scope: Any, receive: Any, send: Any) -> None:
        app.state.app_state, app.csrf_config.secret = app_state, secret()
        await app(scope, receive, send)

    return turn


def send_request(
    app: Any, path: str, method: str = "GET", body: object = None, **headers: str
) -> tuple[int, str, dict[bytes, bytes]]:
    """Status, text and headers of the answer."""
    messages: list[dict[str, Any]] = []
    data = b"" if body is None else json.dumps(body).encode()
    all_headers = {"host": "x", **headers} | ({"content-type": "application/json"} if data else {})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": data, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in all_headers.items()],
        "server": ("x", 80),
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
        "root_path": "",
    }
    run_coroutine(app(scope, receive, send))
    text = b"".join(message.get("body", b"") for message in messages[1:])
    return messages[0]["status"], text.decode(), dict(messages[0]["headers"])
