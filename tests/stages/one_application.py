"""The application for the hall of one test. Its routes are read once in a process, not once in a test."""

from __future__ import annotations

from functools import cache
from typing import Any

from litestar import Litestar

from pareo.web.app import create_litestar
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi, PublicPagesMiddleware

_read: list[Litestar] = []


def create(hall: AppState) -> Asgi:
    """As `pareo.web.app.create`."""
    hall.refresh()
    return PublicPagesMiddleware(behind(hall), hall)


def behind(hall: AppState) -> Asgi:
    """What is behind the front. Several halls may be in use; each request finds its own."""
    if not _read:
        _read.append(create_litestar(hall))
    app: Any = _read[0]
    secret = cache(lambda: hall.accounts.server_key().hex())

    async def turn(scope: Any, receive: Any, send: Any) -> None:
        app.state.app_state, app.csrf_config.secret = hall, secret()
        await app(scope, receive, send)

    return turn
