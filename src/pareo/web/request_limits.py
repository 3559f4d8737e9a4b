"""Limits that every request must keep before any handler sees it (R-12).

Contract: a path with characters that cannot be printed is 400; a body that stops coming is 408, one that is cut off
400; each is one line in the server's log, and the connection is closed (`scope["pareo_close"]`, which
`with_connection_close` reads).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from litestar.exceptions import HTTPException

from pareo.app.base.server_log import log_line

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

BODY_SECONDS = 20.0  # between two parts of a body; a phone in a bad corner takes less
WHOLE_BODY_SECONDS = 300.0
_CLOSE = (b"connection", b"close")


class IncompleteBody(HTTPException):
    """A body that did not come to its end."""

    status_code = 400


def is_printable_path(path: str) -> bool:
    """Has the path only printable characters? No page of ours has others."""
    return all(sign >= " " and sign != "\x7f" for sign in path)


def whole_body(scope: Scope, receive: Receive) -> Receive:
    """A `receive` that raises `IncompleteBody` if the body stops coming or is cut off."""
    until: list[float] = []
    over: list[bool] = []

    async def receiving() -> Message:
        if over:
            return await receive()
        now = asyncio.get_running_loop().time()
        until[:] = until or [now + WHOLE_BODY_SECONDS]
        try:
            message = await asyncio.wait_for(receive(), min(BODY_SECONDS, max(0.0, until[0] - now)))
        except TimeoutError:
            raise _incomplete_body(scope, 408, "stopped coming") from None
        if message["type"] == "http.disconnect":
            raise _incomplete_body(scope, 400, "was cut off")
        if not message.get("more_body", False):
            over.append(True)
        return message

    return receiving


def _incomplete_body(scope: Scope, status: int, what: str) -> IncompleteBody:
    scope["pareo_close"] = True
    log_refused(scope, status, f"the body {what}")
    return IncompleteBody(status_code=status, detail="The request did not come in whole.")


def log_refused(scope: Scope, status: int, why: str) -> None:
    """Logs a refused request in one line, with the route instead of the address: a player's own link is a secret."""
    log_line(f"{scope.get('method', '')} {scope.get('path_template') or '…'}: {why}; answered {status}.")


def with_connection_close(scope: Scope, send: Send) -> Send:
    """A `send` that adds `Connection: close` if `scope["pareo_close"]` was set meanwhile."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and scope.get("pareo_close") and scope.get("http_version") != "2":
            message = {**message, "headers": [*message.get("headers", ()), _CLOSE]}
        await send(message)

    return sending
