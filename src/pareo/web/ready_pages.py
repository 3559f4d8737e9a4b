"""In front of the application: public pages as ready bytes, and the stream that says something has changed.

A plain ASGI layer. A page is rendered on the first request after a change, by one renderer at a time and at most once
a second, and kept with its ETag and a compressed copy; four thousand phones cost one rendering. Everything else goes on
to the application behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from pareo.core.words.errors import NotFound, PareoError
from pareo.web.i18n import choose_language, chosen_language
from pareo.web.public.pages import PAGES, render_page, render_problem
from pareo.web.shared import Hall

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

KEEP = 512  # ready pages at most
AT_MOST_EVERY = 1.0  # seconds between two renderings of a page
_ALLOWED = ("round", "pod", "division", "after", "page")

_CONTENT = b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
SECURITY_HEADERS = (
    (b"content-security-policy", _CONTENT + b"form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_FOR_EVER = b"public, max-age=31536000, immutable"


@dataclass(slots=True)
class Ready:
    """A rendered page."""

    version: str
    made: float
    status: int
    body: bytes
    packed: bytes
    etag: bytes


class Front:
    """The ASGI application that servers run."""

    def __init__(self, app: Asgi, hall: Hall) -> None:
        self._app = app
        self._hall = hall
        self._ready: OrderedDict[tuple[str, ...], Ready] = OrderedDict()
        self._locks: dict[tuple[str, ...], asyncio.Lock] = {}

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
        params = _params(scope.get("query_string", b""))
        key = (slug, name, lang, *(f"{k}={v}" for k, v in params.items()))
        page = self._ready.get(key)
        version = self._hall.versions.get(slug, "")
        if page is None or (page.version != version and time.monotonic() - page.made >= AT_MOST_EVERY):
            page = await self._make(key, slug, name, lang, params)
        await _send_page(page, headers, scope["method"], send)

    async def _language(self, slug: str, headers: Mapping[bytes, bytes]) -> str:
        """The reader's own choice, else the event's language, which the hall knows after the first request."""
        cookie = headers.get(b"cookie", b"")
        event = self._hall.languages.get(slug)
        if event is None and not chosen_language(cookie):
            event = await asyncio.to_thread(self._hall.learn_language, slug)
        return choose_language(cookie, headers.get(b"accept-language", b""), event or "")

    async def _make(self, key: tuple[str, ...], slug: str, name: str, lang: str, params: Mapping[str, str]) -> Ready:
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            version = self._hall.versions.get(slug, "")
            page = self._ready.get(key)
            if page is not None and (page.version == version or time.monotonic() - page.made < AT_MOST_EVERY):
                return page
            status, body = await asyncio.to_thread(_rendered, self._hall, slug, name, lang, params)
            packed = await asyncio.to_thread(gzip.compress, body, 6, mtime=0)
            etag = b'"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'
            kept_as = version if status < 500 else ""  # after a bug it is tried again, at most once a second
            page = Ready(kept_as, time.monotonic(), status, body, packed, etag)
            if status == 200 or len(self._ready) < KEEP // 2:
                self._ready[key] = page
            while len(self._ready) > KEEP:
                old, _ = self._ready.popitem(last=False)
                self._locks.pop(old, None)
            return page

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


def _params(query: bytes) -> dict[str, str]:
    found = dict(parse_qsl(query.decode("latin-1"), max_num_fields=20)) if query else {}
    return {key: found[key][:40] for key in _ALLOWED if key in found}


def _rendered(hall: Hall, slug: str, name: str, lang: str, params: Mapping[str, str]) -> tuple[int, bytes]:
    try:
        return 200, render_page(hall, slug, name, lang, params).encode()
    except PareoError as problem:
        status = 404 if isinstance(problem, NotFound) else 400
        return status, render_problem(problem, lang, status).encode()
    except Exception as bug:  # a calm page for four thousand phones, everything about it on stderr
        write_bug(f"GET /e/{slug}/{name}", bug)
        return 500, render_problem(None, lang, 500).encode()


async def _send_page(page: Ready, headers: Mapping[bytes, bytes], method: str, send: Send) -> None:
    packs = b"gzip" in headers.get(b"accept-encoding", b"")
    body = page.packed if packs else page.body
    base: Iterable[tuple[bytes, bytes]] = (
        (b"etag", page.etag),
        (b"cache-control", b"no-cache"),
        (b"vary", b"Accept-Encoding, Accept-Language, Cookie"),
        *SECURITY_HEADERS,
    )
    if page.etag in headers.get(b"if-none-match", b"") and page.status == 200:
        await send({"type": "http.response.start", "status": 304, "headers": list(base)})
        await send({"type": "http.response.body", "body": b""})
        return
    head = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *([(b"content-encoding", b"gzip")] if packs else []),
        *base,
    ]
    await send({"type": "http.response.start", "status": page.status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
