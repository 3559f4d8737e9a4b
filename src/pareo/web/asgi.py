"""Around the application: public pages as ready bytes, the stream that says something has changed, security headers.

A plain ASGI layer. A public page of an event is rendered on the first request after a change, and at most once a
second (`ready_pages`); four thousand phones cost one rendering. Everything else goes on to the application behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from pareo.core.words.errors import PareoError
from pareo.web import ready_pages
from pareo.web.i18n import choose_language, chosen_language
from pareo.web.public.pages import PAGES, Params, read_params, render_page, render_problem
from pareo.web.shared import Hall

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

_CONTENT = b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
SECURITY_HEADERS = (
    (b"content-security-policy", _CONTENT + b"form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_HTML = b"text/html; charset=utf-8"
_VARY = b"Accept-Encoding, Accept-Language, Cookie"
_FOR_EVER = b"public, max-age=31536000, immutable"


class Front:
    """The ASGI application that servers run."""

    def __init__(self, app: Asgi, hall: Hall) -> None:
        self._app = app
        self._hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and scope["path"].startswith("/e/"):
            parts = scope["path"].split("/")[2:]
            name = "/".join(parts[1:]).rstrip("/")
            if name == "live":
                await self._live(parts[0], receive, send)
                return
            if name in PAGES:
                await self._page(parts[0], name, scope, send)
                return
        await self._app(scope, receive, _with_headers(scope, send) if scope["type"] == "http" else send)

    # --- pages --------------------------------------------------------------------------------------------------------

    async def _page(self, slug: str, name: str, scope: Scope, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        lang = await self._language(slug, headers)
        try:
            params = read_params(name, scope.get("query_string", b""))
            page = await self._hall.ready.get_soon(
                ("event", slug, name, lang, *params.items()), self._hall.versions.get(slug, ""),
                lambda: _made(self._hall, slug, name, lang, params), every=ready_pages.AT_MOST_EVERY,
            )
        except PareoError as problem:  # an unknown event, or an unknown value in the address: never kept
            body = (await asyncio.to_thread(render_problem, problem, lang, 404)).encode()
            about = [(b"content-type", _HTML), (b"content-length", str(len(body)).encode())]
            await _send(send, scope["method"], 404, [*about, (b"cache-control", b"no-cache"), *SECURITY_HEADERS], body)
            return
        await _send(send, scope["method"], *page.answer(headers, _HTML, vary=_VARY, more=SECURITY_HEADERS))

    async def _language(self, slug: str, headers: Mapping[bytes, bytes]) -> str:
        """The reader's own choice, else the event's language, which the hall knows after the first request."""
        cookie = headers.get(b"cookie", b"")
        event = self._hall.languages.get(slug)
        if event is None and not chosen_language(cookie):
            event = await asyncio.to_thread(self._hall.learn_language, slug)
        return choose_language(cookie, headers.get(b"accept-language", b""), event or "")

    # --- stream -------------------------------------------------------------------------------------------------------

    async def _live(self, slug: str, receive: Receive, send: Send) -> None:
        """Server-sent events: the version only. The page decides what to fetch."""
        if slug not in self._hall.versions:
            await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        head = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), *SECURITY_HEADERS]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        gone = asyncio.ensure_future(_disconnected(receive))
        stream = self._hall.listen(slug)
        try:
            while not gone.done():
                following = asyncio.ensure_future(anext(stream))
                await asyncio.wait({following, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not following.done():
                    following.cancel()
                    with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                        await following
                    break
                version = following.result()
                text = f"event: version\ndata: {version}\n\n" if version else ": still here\n\n"
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        except OSError:
            pass  # the phone went away
        finally:
            gone.cancel()
            await stream.aclose()  # type: ignore[attr-defined]


def _with_headers(scope: Scope, send: Send) -> Send:
    """The same security headers on every answer, errors too. Only files with the mark of their content are kept."""
    marked = scope["path"].startswith("/static/") and scope.get("query_string", b"").startswith(b"v=")

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            keep = _FOR_EVER if marked and message["status"] in (200, 304) else b"no-store"
            head = list(message.get("headers", ()))
            known = {name.lower() for name, _ in head}
            extra = (*SECURITY_HEADERS, (b"cache-control", keep))
            message = {**message, "headers": head + [pair for pair in extra if pair[0] not in known]}
        await send(message)

    return sending


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def write_bug(where: str, bug: Exception) -> None:
    """What nobody thought of, for whoever looks at the server's window."""
    sys.stderr.write(f"{where} failed:\n{''.join(traceback.format_exception(bug))}")
    sys.stderr.flush()


def _made(hall: Hall, slug: str, name: str, lang: str, params: Params) -> tuple[int, bytes]:
    try:
        return 200, render_page(hall, slug, name, lang, params).encode()
    except PareoError:
        raise
    except Exception as bug:  # a calm page for four thousand phones, everything about it on stderr
        write_bug(f"GET /e/{slug}/{name}", bug)
        return 500, render_problem(None, lang, 500).encode()


async def _send(send: Send, method: str, status: int, head: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
