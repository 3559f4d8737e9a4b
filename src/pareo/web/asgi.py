"""Around the application: public pages as ready bytes, the stream that says something has changed, security headers.

A plain ASGI layer. A public page of an event is rendered on the first request after a change, and at most once a
second (`response_cache`); four thousand phones cost one rendering. Everything else goes on to the application behind.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

import msgspec

from pareo.app.accounts.permissions import Right
from pareo.app.base.server_log import log_bug
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.errors import BadInput, PareoError
from pareo.locale.catalogue import in_game
from pareo.pages.public_pages import PAGES, Params, render_problem
from pareo.web import response_cache
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import STOPPING, AppState
from pareo.web.database_unavailable import RETRY_AFTER, is_away
from pareo.web.language_choice import choose_language
from pareo.web.public.pages import read_params, render_page
from pareo.web.request_limits import (
    Message,
    Receive,
    Scope,
    Send,
    is_printable_path,
    log_refused,
    whole_body,
    with_connection_close,
)

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

_CONTENT = b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
SECURITY_HEADERS = (
    (b"content-security-policy", _CONTENT + b"form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_HTML = b"text/html; charset=utf-8"
_JSON = b"application/json"
_VARY = b"Accept-Encoding, Accept-Language, Cookie"
_FOR_EVER = b"public, max-age=31536000, immutable"


class PublicPagesMiddleware:
    """The ASGI application that servers run: answers for public pages itself and passes the rest on."""

    def __init__(self, app: Asgi, app_state: AppState) -> None:
        self._app = app
        self._app_state = app_state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["pareo_close"] = self._app_state.streams.full or self._app_state.stopping
        send = with_connection_close(scope, send)
        if self._app_state.gone and _is_retried_elsewhere(scope):  # another server answers
            head = [(b"content-length", b"0"), (b"retry-after", RETRY_AFTER.encode()), (b"cache-control", b"no-store")]
            await _send(send, scope["method"], 503, head, b"")
            return
        self._app_state.active += 1
        try:
            await self._dispatch(scope, receive, send)
        finally:
            self._app_state.active -= 1

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_printable_path(scope["path"]):
            await self._refuse(scope, send, 400, "an address that no page has")
        elif (names := self._app_state.names) is not None and not names.accepts(_host(scope)):
            await self._refuse_host(scope, send)
        elif scope["method"] in ("GET", "HEAD") and scope["path"].startswith("/e/"):
            await self._public(scope, receive, send)
        else:
            await self._app(scope, whole_body(scope, receive), _with_headers(scope, send))

    def _count_visitor(self, scope: Scope) -> bool:
        """Counts a phone that opens public pages. False: phones were shut out meanwhile."""
        address = str((scope.get("client") or ("",))[0])
        if not address or is_loopback_address(f"http://{f'[{address}]' if ':' in address else address}"):
            return True
        self._app_state.visitors.record(address, dict(scope["headers"]).get(b"user-agent", b""))
        return self._app_state.own_names is None or self._app_state.lan_listener.is_open

    async def _public(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._count_visitor(scope)
        parts = scope["path"].split("/")[2:]
        name = "/".join(parts[1:]).rstrip("/")
        if name == "live":
            await self._live(parts[0], scope, receive, send)
        elif name in PAGES:
            await self._page(parts[0], name, scope, send)
        else:
            await self._app(scope, receive, _with_headers(scope, send))

    async def _refuse(self, scope: Scope, send: Send, status: int, why: str) -> None:
        """Answers what no page would with an error status: one line in the log, and the connection is closed."""
        log_refused(scope, status, why)
        scope["pareo_close"] = True
        body = b""
        if scope["path"].startswith("/api/"):
            body = msgspec.json.encode({"error": "not-an-address", "message": "No page and no call has this address."})
        head = [(b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store"), *SECURITY_HEADERS]
        await _send(send, scope["method"], status, [*head, *([(b"content-type", _JSON)] if body else [])], body)

    async def _refuse_host(self, scope: Scope, send: Send) -> None:
        """Another site's name that leads here is not ours to answer for (R-8)."""
        host = _host(scope).decode("latin-1")[:80]
        log_refused(scope, 421, f"asked for as {host!a}")
        scope["pareo_close"] = True
        problem = BadInput(
            "host-unknown",
            "This server doesn't answer to “{host}”: open it by its own address, or start it with --name {host}.",
            host=host,
        )
        lang = choose_language(b"", dict(scope["headers"]).get(b"accept-language", b""), "")
        body = render_problem(problem, lang, 421).encode()
        about = [(b"content-type", _HTML), (b"content-length", str(len(body)).encode())]
        await _send(send, scope["method"], 421, [*about, (b"cache-control", b"no-store"), *SECURITY_HEADERS], body)

    # --- pages --------------------------------------------------------------------------------------------------------

    async def _page(self, slug: str, name: str, scope: Scope, send: Send) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        lang = await self._language(slug, headers)
        key: response_cache.Key = ()
        try:
            params = read_params(name, scope.get("query_string", b""))
            key = ("event", slug, name, lang, *params.items())
            version = await self._version(slug)
            if name == "pulse":  # the one page that changes with background calculations
                version = f"{version}/{self._app_state.outlook_cache.finished_count(slug)}"
            page = await self._app_state.response_cache.aget(
                key,
                version,
                lambda: _render(self._app_state, slug, name, lang, params),
                every=response_cache.AT_MOST_EVERY,
                run=self._app_state.public_workers.run,
            )
        except PareoError as problem:  # an unknown event, or an unknown value in the address: never kept
            cached = self._app_state.response_cache.last(key) if is_away(problem) else None
            if cached is None:
                await self._send_problem(scope, send, lang, problem)
                return
            page = cached  # the database is away: what was last shown is shown
        await _send(send, scope["method"], *page.answer(headers, _HTML, vary=_VARY, more=SECURITY_HEADERS))

    async def _send_problem(self, scope: Scope, send: Send, lang: str, problem: PareoError) -> None:
        status = 503 if is_away(problem) else 404
        body = render_problem(problem, lang, status).encode()
        about = [(b"content-type", _HTML), (b"content-length", str(len(body)).encode())]
        later = [(b"retry-after", RETRY_AFTER.encode())] if status == 503 else []
        head = [*about, *later, (b"cache-control", b"no-cache"), *SECURITY_HEADERS]
        await _send(send, scope["method"], status, head, body)

    async def _version(self, slug: str) -> str:
        """The version of the event's public pages; read from the database only if it is not known yet."""
        version, language = self._app_state.versions.get(slug), self._app_state.known_language(slug)
        if version is None or language is None:
            return await self._app_state.public_workers.run(partial(self._app_state.public_version, slug))
        return self._app_state.with_end_mark(version, language)

    async def _language(self, slug: str, headers: Mapping[bytes, bytes]) -> str:
        """The reader's own choice, else the event's language, which is known after the first request."""
        cookie = headers.get(b"cookie", b"")
        event = self._app_state.known_language(slug)
        if event is None:
            event = await self._app_state.public_workers.run(partial(self._app_state.learn_language, slug))
        return in_game(choose_language(cookie, headers.get(b"accept-language", b""), event.lang), event.game)

    # --- stream -------------------------------------------------------------------------------------------------------

    async def _live(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Server-sent events: the version only. The page decides what to fetch; without a stream it asks now and then.

        Anonymous streams leave a reserve of handles to those who work here (R-1)."""
        streams, empty = self._app_state.streams, [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        try:
            version = await self._version(slug)
        except PareoError:
            version = ""
        if not version:
            await _send(send, scope["method"], 404, empty, b"")
            return
        if not streams.enter() and not (await self._is_staff_or_screen(slug, scope) and streams.enter(staff=True)):
            streams.refused += 1
            scope["pareo_close"] = True
            await _send(send, scope["method"], 503, [*empty, (b"retry-after", b"20")], b"")
            return
        try:
            await self._stream_versions(slug, scope, receive, send)
        finally:
            streams.leave()

    async def _is_staff_or_screen(self, slug: str, scope: Scope) -> bool:
        """Does the request have a session of staff, or the token of a screen?"""
        cookies = SimpleCookie()
        with contextlib.suppress(CookieError):
            cookies.load(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        token = parse_qs(scope.get("query_string", b"")[:500].decode("latin-1")).get("screen", [""])[0]
        session = cookies[SESSION_COOKIE].value if SESSION_COOKIE in cookies else ""
        accounts = self._app_state.accounts
        if session:
            who = await asyncio.to_thread(accounts.identity, session)
        else:
            who = await asyncio.to_thread(accounts.token_identity, token) if token else None
        return who is not None and who.may(Right.SCREEN, slug)

    async def _stream_versions(self, slug: str, scope: Scope, receive: Receive, send: Send) -> None:
        head = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), *SECURITY_HEADERS]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        stream = self._app_state.listen(slug)
        try:
            while not gone.done() and self._count_visitor(scope):
                next_version = asyncio.ensure_future(anext(stream))
                await asyncio.wait({next_version, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not next_version.done():
                    next_version.cancel()
                    with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                        await next_version
                    break
                version = next_version.result()
                if version == STOPPING:
                    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": False})
                    break
                await send({"type": "http.response.body", "body": _event_text(version).encode(), "more_body": True})
        except OSError:
            pass  # the phone went away
        finally:
            gone.cancel()
            await stream.aclose()  # type: ignore[attr-defined]


def _event_text(news: str) -> str:
    """The server-sent event for `AppState.news`: the version, and how many background calculations have ended."""
    version, _, ended = news.partition("/")
    if not version:
        return "event: here\ndata: still\n\n"  # the page hears it: a comment it would not
    return f"event: version\ndata: {version}\n\n" + (f"event: ahead\ndata: {ended}\n\n" if ended else "")


def _is_retried_elsewhere(scope: Scope) -> bool:
    """Does a proxy ask another server after a 503? Not with a form: that is sent once, so it is answered to the end."""
    return scope["method"] not in ("POST", "PATCH") or any(name == b"idempotency-key" for name, _ in scope["headers"])


def _host(scope: Scope) -> bytes:
    """The request's Host header; empty if there are several."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return hosts[0] if len(hosts) == 1 else b""


def _with_headers(scope: Scope, send: Send) -> Send:
    """Adds the security headers to every answer, errors too. Browsers may cache only files with their content's
    mark."""
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


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _render(app_state: AppState, slug: str, name: str, lang: str, params: Params) -> tuple[int, bytes]:
    try:
        return 200, render_page(app_state, slug, name, lang, params).encode()
    except PareoError:
        raise
    except Exception as bug:  # a calm page for four thousand phones, everything about it on stderr
        log_bug(f"GET /e/{slug}/{name}", bug)
        return 500, render_problem(None, lang, 500).encode()


async def _send(send: Send, method: str, status: int, head: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
