"""What operators see of a server: one JSON line per request, and counts at `/metrics`.

Contract: an address is never written, only its route: a player's own link is a secret. `/metrics` is there only for who
shows the token that the server was started with (PAREO_METRICS_TOKEN). A command's line has its place in the journal.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import msgspec

from pareo.pages.public_pages import PAGES
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi
from pareo.web.request_limits import Message, Receive, Scope, Send
from pareo.web.request_log import WROTE

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
_REQUEST = re.compile(rb"[A-Za-z0-9-]{1,64}")


class Telemetry:
    """ASGI middleware that logs and counts requests; `log` gets the lines, None: no log."""

    def __init__(
        self, app: Asgi, app_state: AppState, *, log: Callable[[str], None] | None = None, token: str = ""
    ) -> None:
        self._app = app
        self._app_state = app_state
        self._log = log
        self._token = token
        self._counts: dict[tuple[str, int], tuple[int, float]] = {}  # route and status → how many, seconds
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] == "/metrics" and self._token:
            await self._metrics(scope, send)
            return
        began, status = time.perf_counter(), 500
        request = _request_id(scope)
        entries: dict[str, int] = {}
        WROTE.set(entries)

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", request.encode())]}
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            self._note(scope, status, time.perf_counter() - began, request, entries)

    def _note(self, scope: Scope, status: int, seconds: float, request: str, entries: dict[str, int]) -> None:
        route, event = _route(scope)
        if not event and len(entries) == 1:  # an event that was made just now is in no address
            event = next(iter(entries))
        with self._lock:
            count, total = self._counts.get((route, status), (0, 0.0))
            self._counts[route, status] = (count + 1, total + seconds)
        if self._log is not None:
            line = {
                "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "request": request,
            }
            more = {"event": event} if event else {}
            at = {"seq": entries[event]} if event in entries else {}
            self._log(msgspec.json.encode(line | more | at).decode())

    async def _metrics(self, scope: Scope, send: Send) -> None:
        authorization = dict(scope["headers"]).get(b"authorization", b"")
        authorized = hmac.compare_digest(authorization, f"Bearer {self._token}".encode())
        body = ("\n".join(self._lines()) + "\n").encode() if authorized else b""
        head = [
            (b"content-type", b"text/plain; version=0.0.4"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 200 if authorized else 401, "headers": head})
        await send({"type": "http.response.body", "body": body})

    def _lines(self) -> Iterator[str]:
        with self._lock:
            seen = dict(self._counts)
        for (route, status), (count, seconds) in sorted(seen.items()):
            marks = f'{{route="{route}",status="{status}"}}'
            yield f"pareo_requests_total{marks} {count}"
            yield f"pareo_request_seconds_total{marks} {seconds:.6f}"
        app_state = self._app_state
        numbers: dict[str, float] = {
            "ready": app_state.is_ready,
            "kept_events": len(app_state.ctx.tournaments),
            "kept_entries": app_state.ctx.tournaments.entries,
            "watched_events": len(app_state.versions),
            "pages_kept": len(app_state.response_cache),
            "streams_open": app_state.streams.open,
            "streams_refused_total": app_state.streams.refused,
            "listening": app_state.notices is not None and app_state.notices.is_listening,
        }
        for name, value in {**numbers, **app_state.store.metrics()}.items():
            yield f"pareo_{name} {float(value):g}"


def _request_id(scope: Scope) -> str:
    """The request's own X-Request-ID if it is well formed, else a new one."""
    request_id = dict(scope["headers"]).get(b"x-request-id", b"")
    return request_id.decode() if _REQUEST.fullmatch(request_id) else secrets.token_hex(8)


def _route(scope: Scope) -> tuple[str, str]:
    """(the template of the route, the event's slug or "") of a request."""
    template = str(scope.get("path_template") or "")
    if not template and scope["path"].startswith("/e/"):
        slug, _, name = scope["path"][3:].partition("/")
        name = name.rstrip("/")
        template = f"/e/{{slug}}/{name}".rstrip("/") if name in PAGES or name == "live" else "/e/{slug}/…"
        return template, slug if _SLUG.fullmatch(slug) else ""
    slug = str((scope.get("path_params") or {}).get("slug", ""))
    return template or "none", slug if _SLUG.fullmatch(slug) else ""
