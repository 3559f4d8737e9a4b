"""Notifies phones that their table is known: the one thing of this program that calls the internet, and only on
request.

Contract: nothing leaves unless the extra is installed, people reach the server by https, and the owner switched it on.
Publishing a round knows nothing of this: what has changed is looked at afterwards by `AppState.watch` (`turn`), which
reads the state for a moment, outside every command; encrypting and sending happen in threads of their own. A service
that cannot be reached costs a message, nothing else: the player's page says the same.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import NamedTuple

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.base.server_log import BackgroundTask
from pareo.core.model.games import game_of
from pareo.core.text.errors import PareoError, Refused
from pareo.store.protocol import Store
from pareo.web.push import encryption
from pareo.web.push.endpoints import Endpoint, PushRequest, PushTransport
from pareo.web.push.notifications import News, is_fresh, news_of
from pareo.web.push.subscriptions import Subscriptions, mark_of

NOTE = "push"  # key of a server note: the owner switched it on, and where people reach the server
_GOOD_SECONDS = "900"  # a message that waits longer for its phone is worth nothing
_GONE = (404, 410)
_AT_A_TIME = 100  # messages on one connection
_THREADS = 4


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A message for one browser of one entrant."""

    event: str
    no: int
    to: Endpoint
    text: bytes


class EventNews(NamedTuple):
    """What there is to send about an event; `closed`: its subscriptions end."""

    closed: bool
    game: str
    news: list[News]


@dataclass(slots=True)
class Push:
    """Push messages of one server. `look`: reads with a shared context; `home`: where people reach the server, empty if
    only requests show it."""

    accounts: Accounts
    store: Store
    look: Callable[[Callable[[Context], EventNews]], EventNews]
    home: Callable[[], str] = str
    transport: PushTransport = field(default_factory=PushTransport)
    now: Callable[[], float] = time.time
    installed: Callable[[], bool] = encryption.is_installed
    failures: int = 0  # messages that no service took
    _changed: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _sender: encryption.VapidSender | None = None
    _threads: ThreadPoolExecutor | None = None
    _sending: BackgroundTask = field(default_factory=lambda: BackgroundTask("Sending messages to phones"))

    @property
    def subscriptions(self) -> Subscriptions:
        return Subscriptions(self.accounts)

    # --- the switch ---------------------------------------------------------------------------------------------------

    def why_not(self, home: str) -> str:
        """What stands in the way of switching it on here: `https`, `extra`, or nothing."""
        if not (self.home() or home).startswith("https://"):
            return "https"
        return "" if self.installed() else "extra"

    def is_on(self, home: str = "") -> bool:
        """Are messages sent? `home`: the address the request came to, for servers that were given none."""
        note = self.accounts.server_note(NOTE) if (self.home() or home or "https://").startswith("https://") else ""
        return bool(note) and self.installed()

    def switch_on(self, home: str) -> None:
        problem = self.why_not(home)
        if problem == "https":
            raise Refused(
                "push-https",
                "Notifications need https: phones must reach this server at an address that begins with https://.",
            )
        if problem == "extra":
            raise Refused("push-extra", "Notifications need one more package: pip install “pareo[push]”.")
        self.accounts.save_server_note(NOTE, self.home() or home)

    def switch_off(self) -> None:
        """From now on nothing leaves, and no phone is remembered."""
        self.accounts.save_server_note(NOTE, "")
        self.subscriptions.forget_all()

    @property
    def sender(self) -> encryption.VapidSender:
        if self._sender is None:
            self._sender = encryption.VapidSender(b"".join(self.accounts.server_key(f"push-{part}") for part in (1, 2)))
        return self._sender

    # --- what has changed ---------------------------------------------------------------------------------------------

    def mark_changed(self, slugs: Iterable[str]) -> None:
        """Notes that these events were written to; cheap, so that any thread may call it."""
        with self._lock:
            self._changed.update(slugs)

    @property
    def waits(self) -> bool:
        """Are there changed events that `turn` has not looked at?"""
        return bool(self._changed)

    def begin(self, watch: Callable[[str], object]) -> None:
        """When the server starts: what has no event any more is forgotten, the other events are watched."""
        events = self.subscriptions.events()
        slugs = {one.id: one.slug for one in self.store.with_ids(list(events))} if events else {}
        for event in events:
            if event in slugs:
                watch(slugs[event])
                self.mark_changed([slugs[event]])
            else:
                self.subscriptions.forget_event(event)

    def turn(self) -> list[Future[None]]:
        """Looks once at what has changed; messages are sent in threads, whose futures are returned."""
        with self._lock:
            slugs, self._changed = self._changed, set()
        if not slugs or not self.is_on():
            return []
        return self._submit([letter for slug in sorted(slugs) for letter in self._messages(slug)])

    def _messages(self, slug: str) -> list[PushMessage]:
        """The messages due in one event; subscriptions of one that is closed are forgotten."""
        try:
            event = self.store.summary(slug).id
            browsers = self.subscriptions.of_event(event)
            if not browsers:
                return []
            seen = self.look(lambda ctx: _read_event(ctx, slug, set(browsers)))
        except PareoError:  # gone, or damaged
            return []
        if seen.closed:
            self.subscriptions.forget_event(event)
            return []
        letters = []
        for news in seen.news:
            marks = {no: seat.mark for no, seat in news.seats.items()}
            for no in sorted(self.subscriptions.claim_unnotified(event, news.what, marks)):
                letters += [
                    PushMessage(event, no, to, news.seats[no].message(to.lang, seen.game)) for to in browsers[no]
                ]
        return letters

    # --- sending ------------------------------------------------------------------------------------------------------

    def _submit(self, letters: list[PushMessage]) -> list[Future[None]]:
        hosts: dict[str, list[PushMessage]] = {}
        for letter in letters:
            hosts.setdefault(letter.to.host, []).append(letter)
        if hosts and self._threads is None:
            self._threads = ThreadPoolExecutor(_THREADS, "pareo-push")
        home = self.accounts.server_note(NOTE)
        return [
            self._threads.submit(self._send, host, some[at : at + _AT_A_TIME], home)
            for host, some in hosts.items()
            for at in range(0, len(some), _AT_A_TIME)
            if self._threads is not None
        ]

    def _send(self, host: str, letters: list[PushMessage], home: str) -> None:
        """Sends some messages to one service. What it does not take is not sent again."""
        answers: dict[int, int] = {}

        def send() -> None:
            signed = self.sender.authorization(letters[0].to.origin, home, self.now())
            try:
                self.transport.post(host, (_push_request(letter, signed) for letter in letters), answers.__setitem__)
            except HTTPException as problem:
                raise OSError(f"{host}: {type(problem).__name__}") from problem

        self._sending(send)
        self.failures += sum(not 200 <= answers.get(which, 0) < 300 for which in range(len(letters)))
        for which, status in answers.items():
            if status in _GONE:
                self.subscriptions.remove(letters[which].event, letters[which].no, {mark_of(letters[which].to.address)})

    def close(self) -> None:
        """Stops the threads; messages that were not sent yet are dropped."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)


def _read_event(ctx: Context, slug: str, numbers: set[int]) -> EventNews:
    event = ctx.open(slug)
    fresh = not event.state.closed and is_fresh(event, ctx.now())
    return EventNews(event.state.closed, game_of(event.state.ruleset), list(news_of(event, numbers)) if fresh else [])


def _push_request(letter: PushMessage, signed: str) -> PushRequest:
    body = encryption.encrypt(
        letter.text, encryption.from_base64url(letter.to.key), encryption.from_base64url(letter.to.auth)
    )
    return (
        letter.to.address,
        {
            "Authorization": signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": _GOOD_SECONDS,
            "Urgency": "high",
        },
        body,
    )
