"""One request through the whole application, without a socket."""

from __future__ import annotations

import json
from typing import Any

from support.execution import awaited


def asked(
    app: Any, path: str, method: str = "GET", body: object = None, **headers: str
) -> tuple[int, str, dict[bytes, bytes]]:
    """Status, text and headers of the answer."""
    came: list[dict[str, Any]] = []
    data = b"" if body is None else json.dumps(body).encode()
    sent = {"host": "x", **headers} | ({"content-type": "application/json"} if data else {})

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": data, "more_body": False}

    async def send(message: Any) -> None:
        came.append(message)

    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in sent.items()],
        "server": ("x", 80),
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
        "root_path": "",
    }
    awaited(app(scope, receive, send))
    text = b"".join(message.get("body", b"") for message in came[1:])
    return came[0]["status"], text.decode(), dict(came[0]["headers"])
