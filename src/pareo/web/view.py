"""What a handler needs: who asks, in which language, the application's state, and how to answer.

A handler is parse → app function → page. `View.act` does a command: on success the browser goes on to a page; what
must be confirmed comes back as a question; what is wrong comes back as the page it came from, with what was typed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, unquote

from litestar import Request
from litestar.datastructures import Cookie
from litestar.response import Response
from litestar.utils.scope.state import ScopeState

from pareo.app.accounts.permissions import NOBODY, Identity, Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.rounds import autostart
from pareo.app.queries.lists.missing_lists import MissingLists, missing_lists
from pareo.app.wording.pod_words import namer
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.errors import (
    Conflict,
    LimitReached,
    NeedsConfirmation,
    NeedsTypedWord,
    NotFound,
    OutsideRules,
    PareoError,
)
from pareo.locale.catalogue import Namer, in_game
from pareo.locale.texts import Texts, texts
from pareo.pages.render import render
from pareo.web.app_state import AppState, EventLanguage
from pareo.web.database_unavailable import is_away
from pareo.web.guide_topics import guide_for
from pareo.web.language_choice import choose_language
from pareo.web.response_cache import Key
from pareo.web.wording.sections import Tab, tabs

NOTE_COOKIE = "pareo_note"
_NOTE_LIMIT = 3000  # bytes of the cookie as it is sent
Html = Response[str]


class View:
    """One request. (A plain class: Litestar would look into the fields of a dataclass.)"""

    __slots__ = ("_lang", "_pod_namer", "_shared", "app_state", "identity", "request")

    def __init__(self, request: Request[Any, Any, Any], app_state: AppState, identity: Identity) -> None:
        self.request = request
        self.app_state = app_state
        self.identity = identity
        self._lang = ""
        self._shared = False  # the page is made for every visitor
        self._pod_namer: Namer | None = None

    @classmethod
    def of(cls, request: Request[Any, Any, Any]) -> View:
        return cls(request, request.app.state.app_state, request.state.get("identity", NOBODY))

    @property
    def lang(self) -> str:
        """The person's choice, else on public pages and screens the event's language, else the browser's. The console
        is the staff's own: it does not change its language from event to event."""
        if not self._lang:
            cookie = self.request.headers.get("cookie", "").encode("latin-1", "ignore")
            accept = self.request.headers.get("accept-language", "").encode("latin-1", "ignore")
            public = self.request.url.path.startswith(("/e/", "/screen/"))
            self._lang = choose_language(cookie, accept, self._event.lang if public else "")
        return self._lang

    @property
    def own_address(self) -> str:
        """The address of this page, to come back to. A page that all visitors share has no query of one of them."""
        url = self.request.url
        return url.path if self._shared or not url.query else f"{url.path}?{url.query}"

    @property
    def game_language(self) -> str:
        """The code of the language with the words of the event's game, for `texts` and `render`."""
        return in_game(self.lang, self._event.game)

    @property
    def _event(self) -> EventLanguage:
        slug = self.request.path_params.get("slug")
        if not isinstance(slug, str):
            return EventLanguage()
        return self.app_state.known_language(slug) or self.app_state.learn_language(slug)

    @property
    def texts(self) -> Texts:
        return texts(self.game_language)

    def pod(self, name: str) -> str:
        """The id of a pod or division of this event, in words."""
        if self._pod_namer is None:
            self._pod_namer = self._namer()
        return self._pod_namer(name)

    def _namer(self) -> Namer:
        slug = self.request.path_params.get("slug")
        try:
            return namer(self.texts, self.look(lambda ctx: ctx.open(slug).state)) if isinstance(slug, str) else str
        except PareoError:
            return str

    @property
    def left_fide(self) -> str:
        """Why the event of this page is outside FIDE mode, if it left it: every page of the console says so (F-6)."""
        slug = self.request.path_params.get("slug")
        try:
            left = self.look(lambda ctx: ctx.open(slug).state.left_fide) if isinstance(slug, str) else None
        except PareoError:
            return ""
        return left.reason if left is not None else ""

    @property
    def home(self) -> str:
        """Where the server is found, whatever the request calls it."""
        names = self.app_state.names
        return (names.home() if names is not None else "") or str(self.request.base_url).rstrip("/")

    @property
    def only_here(self) -> bool:
        """Can only this computer open our pages? Then nothing shall send a phone there (A-61)."""
        return is_loopback_address(self.home)

    def address(self, path: str) -> str:
        """A whole address, as somebody would type it."""
        return self.home + path

    def tabs(self, slug: str) -> list[Tab]:
        """The tabs of the event that this person may open, with their pages."""
        state = self.look(lambda ctx: ctx.open(slug).state)
        return tabs(state, self.texts, lambda right: self.identity.may(right, slug))

    @property
    def guide(self) -> str:
        """The page of the guide that fits where somebody is."""
        return guide_for(self.request.url.path, self._event.game)

    def missing_lists(self, slug: str) -> MissingLists:
        """Who has not handed in a list: one glance on the pages where it matters."""
        return self.look(lambda ctx: missing_lists(ctx.open(slug)))  # type: ignore[no-any-return]

    def sentence(self, problem: PareoError) -> str:
        """What an error says, in the reader's language and with pods as pages call them."""
        return self.texts.sentence(problem, self.pod)

    def note(self, note: str) -> str:
        """A note in the reader's language, with pods as pages call them."""
        return self.texts.note(note, self.pod)

    @property
    def backup_problem(self) -> str:
        """Why no backup can be made at the moment, for every page of the console; empty if all is well."""
        keeper = self.app_state.backup_keeper
        return self.sentence(keeper.problem) if keeper is not None and keeper.problem is not None else ""

    @property
    def csrf(self) -> str:
        token = ScopeState.from_scope(self.request.scope).csrf_token
        return str(token) if isinstance(token, str) else ""

    @property
    def notes(self) -> list[str]:
        """The notes that the last command left for this page, from a cookie."""
        raw = self.request.cookies.get(NOTE_COOKIE)
        if not raw:
            return []
        try:
            notes = json.loads(unquote(raw))
        except (ValueError, RecursionError):
            return []
        return [str(note) for note in notes][:20] if isinstance(notes, list) else []

    def may(self, right: str, slug: str | None = None) -> bool:
        """For templates: `view.may("rounds", slug)`."""
        return self.identity.may(Right(right), slug)

    def look(self, work: Callable[[Context], Any]) -> Any:
        return self.app_state.look(work)

    def starts_in(self, slug: str) -> int | None:
        """Seconds until a published round of the event starts automatically, which is then waited for; None: none
        does."""
        left: int | None = self.look(lambda ctx: autostart.countdown(ctx, slug))
        if left is not None:
            self.app_state.waiting.add(slug)
        return left

    def look_public(self, slug: str, work: Callable[[Context], Any]) -> Any:
        return self.app_state.look_public(slug, work)

    def page(self, template: str, *, status: int = 200, problem: PareoError | None = None, **values: Any) -> Html:
        """A page, with the problem of the last attempt on it if there was one; `around`: the game whose words
        it has where it belongs to no event."""
        message = self.sentence(problem) if problem is not None else ""
        typed, around = values.pop("typed", {}), values.pop("around", "")
        spoken = in_game(self.lang, around) if around else self.game_language
        body = render(template, spoken, view=self, problem=message, typed=typed, notes=self.notes, **values)
        response = Response(body, status_code=status, media_type="text/html")
        if NOTE_COOKIE in self.request.cookies:
            response.delete_cookie(NOTE_COOKIE)
        return response

    def cached_response(
        self,
        key: Key,
        version: Hashable,
        make: Callable[[], bytes],
        *,
        kind: str = "text/html; charset=utf-8",
        more: Mapping[str, str] | None = None,
        every: float = 0.0,
    ) -> Response[bytes]:
        """Ready bytes for everybody, made anew only if the version has changed and they are `every` seconds old."""

        def make_for_everybody() -> tuple[int, bytes]:
            self._shared = True
            return 200, make()

        page = self.app_state.response_cache.get(key, version, make_for_everybody, every=every)
        vary = b"Accept-Encoding, Accept-Language, Cookie" if kind.startswith("text/html") else b"Accept-Encoding"
        status, head, body = page.answer(dict(self.request.scope["headers"]), kind.encode(), vary=vary)
        headers = {name.decode(): value.decode() for name, value in head} | dict(more or {})
        return Response(body, status_code=status, headers=headers, media_type=kind)

    def go(self, address: str, notes: Sequence[str] = ()) -> Html:
        """Redirects to another page (303), perhaps with notes to show there in the reader's language."""
        headers = {"location": address}
        cookies = []
        if notes:
            text = quote(_as_cookie([self.note(note) for note in notes]))
            cookies.append(Cookie(key=NOTE_COOKIE, value=text, httponly=True, samesite="strict", max_age=60, path="/"))
        return Response("", status_code=303, headers=headers, cookies=cookies, media_type="text/html")

    def clock(self, zone: str) -> str:
        """The time of day there, for the words “saved at”."""
        return self.texts.time(datetime.now(UTC).isoformat(), zone)

    def confirmation_page(
        self, question: PareoError, form: Mapping[str, str], *, back: str, upload: bool = False
    ) -> Html:
        """The page that asks whether to do a command all the same, or which of several things. `upload`: of a sent
        file."""
        choices = question.choices if isinstance(question, NeedsConfirmation) else ()
        page = self.page(
            "confirm.html",
            status=409,
            question=self.sentence(question),
            outside=isinstance(question, OutsideRules),
            choices=[(choice.field, choice.value, self.note(choice.words)) for choice in choices],
            action=self.request.url.path,
            form=dict(form),
            back=back,
            upload=upload,
            word=question.word if isinstance(question, NeedsTypedWord) else "",
            lines=[self.note(line) for line in question.lines] if isinstance(question, NeedsTypedWord) else [],
            more=isinstance(question, NeedsConfirmation) and question.more,
        )
        if self.request.headers.get("hx-request"):  # a part of a page asked: the question takes the whole of it
            page.headers.update({"HX-Retarget": "#main", "HX-Reselect": "#main", "HX-Reswap": "outerHTML"})
        return page

    def act(
        self,
        command: Callable[[Context], CommandResult | None],
        *,
        onward: str,
        again: Callable[[PareoError], Html],
        form: Mapping[str, str] | None = None,
        long: bool = False,
    ) -> Html:
        """Does a command as this person. `again` makes the page it came from, with the problem on it.

        `long`: it takes seconds, and others shall not wait for the tournament meanwhile; it is not retried.
        """
        try:
            with (self.app_state.open_separate_context if long else self.app_state.open_context)(self.identity) as ctx:
                done = command(ctx) if long else ctx.retry_on_conflict(lambda: command(ctx))
        except (NeedsConfirmation, OutsideRules) as question:
            return self.confirmation_page(question, form or {}, back=onward)
        except PareoError as problem:
            return again(problem)
        return self.go(onward, tuple(done.notes) if done is not None else ())


def _as_cookie(notes: Sequence[str]) -> str:
    """As many of the notes as a cookie can hold; of a very long first one its beginning."""
    fitting = list(notes)
    while len(fitting) > 1 and len(quote(json.dumps(fitting))) > _NOTE_LIMIT:
        fitting.pop()
    while len(quote(json.dumps(fitting))) > _NOTE_LIMIT:
        fitting[0] = fitting[0][: len(fitting[0]) * 2 // 3] + "…"
    return json.dumps(fitting)


def status_of(problem: PareoError) -> int:
    """The HTTP status that fits."""
    if isinstance(problem, NotFound):
        return 404
    if is_away(problem):
        return 503
    if isinstance(problem, LimitReached):
        return 429
    return 409 if isinstance(problem, Conflict) else 422
