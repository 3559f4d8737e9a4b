"""What all requests of one process share: the desk, its lock, the versions of the tournaments, and who listens.

The desk's kept states are not safe for two threads at once, so every use of it holds the lock; commands are short.
Public pages do not come here: they are ready bytes (`ready`). Other processes may write to the same database: a watch
looks at the journals' heads twice a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from pareo.app.accounts import Accounts
from pareo.app.desk import Desk
from pareo.app.rights import Identity
from pareo.app.rounds import autostart
from pareo.app.window import Guarded
from pareo.core.rules.games import game_of
from pareo.core.state.settings.event import LANGUAGE
from pareo.core.words.errors import PareoError
from pareo.store.protocol import Store
from pareo.web import beside
from pareo.web.beside import Following
from pareo.web.gate import NOTE, Gate
from pareo.web.precedence import Precedence
from pareo.web.ready_pages import ReadyPages
from pareo.web.screens import Screens
from pareo.web.streams import Streams
from pareo.web.visitors import Visitors
from pareo.web.words.names import Names

T = TypeVar("T")

WATCH_SECONDS = 0.5
HEARTBEAT_SECONDS = 15.0
TELL_EVERY = 1.0
AT_A_TIME, AT_A_TIME_SECONDS = 50, 0.01


class Tongue(NamedTuple):
    """What an event's pages are said in: its language, if it has one of its own, and the words of its game."""

    lang: str = ""
    game: str = ""


@dataclass(slots=True)
class Hall:
    """One open database and everybody connected to it."""

    store: Store
    accounts: Accounts
    local_only: bool = True  # started for this machine alone; phones may be let in all the same (`gate`)
    own_names: Names | None = None  # what requests may call us; None: anything (an application inside another)
    backups: Path | None = None  # where backups go; None: beside the database
    stop: Callable[[], object] | None = None  # ends the server; None where another program runs it
    desk: Desk = field(init=False)
    lock: threading.RLock = field(default_factory=threading.RLock)
    versions: dict[str, str] = field(default_factory=dict)  # slug → hash of the journal's head
    waiting: set[str] = field(default_factory=set)  # events whose published round may have to start by itself
    languages: dict[str, Tongue] = field(default_factory=dict)  # by slug, of the events asked for
    ready: ReadyPages = field(default_factory=ReadyPages)
    streams: Streams = field(default_factory=Streams)
    precedence: Precedence = field(default_factory=Precedence)
    visitors: Visitors = field(default_factory=Visitors)
    screens: Screens = field(default_factory=Screens)
    gate: Gate = field(init=False)
    following: Following = field(init=False)  # TOM's files
    _listeners: dict[str, set[asyncio.Queue[str]]] = field(default_factory=dict)
    _loop: asyncio.AbstractEventLoop | None = None
    _news: dict[str, str] = field(default_factory=dict)  # slug → version that listeners will hear of
    _told: float = 0.0  # when they last did, by the loop's clock
    _starting: Guarded = field(default_factory=lambda: Guarded("Starting what is due"))
    _beside: Guarded = field(default_factory=lambda: Guarded("Following TOM"))
    _telling: Guarded = field(default_factory=lambda: Guarded("Telling what has changed"))

    def __post_init__(self) -> None:
        self.desk = Desk(self.store)
        accounts = self.accounts
        self.gate = Gate(
            not self.local_only, note=lambda: accounts.hall_note(NOTE),
            keep=lambda text: accounts.keep_hall_note(NOTE, text), ready=accounts.owner_has_password,
        )
        self.following = Following(
            self.store, lambda: accounts.hall_note(beside.NOTE),
            lambda text: accounts.keep_hall_note(beside.NOTE, text), self.backups,
        )

    @property
    def names(self) -> Names | None:
        """What requests may call us now: more while phones are let in."""
        return None if self.own_names is None else self.gate.names(self.own_names)

    @contextlib.contextmanager
    def at_desk(self, identity: Identity | None = None) -> Iterator[Desk]:
        """The desk for one command or one look, acting as somebody. Whatever was written is told to the listeners."""
        with self.precedence.command(), self.lock:
            self.desk.actor = identity.name if identity is not None else "public"
            try:
                yield self.desk
            finally:
                self.tell_others()

    @contextlib.contextmanager
    def at_own_desk(self, identity: Identity) -> Iterator[Desk]:
        """A desk beside the shared one for a command that takes seconds: nobody waits for it. Should somebody write
        meanwhile, the command is refused as with two processes (`Conflict`)."""
        try:
            yield Desk(self.store, identity.name)
        finally:
            self.tell_others()

    def look(self, work: Callable[[Desk], T]) -> T:
        """Reads something; nothing is told to anybody."""
        with self.lock:
            return work(self.desk)

    # --- versions ---------------------------------------------------------------------------------------------------

    def tell_others(self) -> bool:
        """Tells listeners what changed. Should that fail, what was written stays written: the watch tells it later."""
        return self._telling(self.refresh)

    def refresh(self) -> None:
        """Compares the journals' heads with what is known and tells listeners of what changed."""
        with self.lock:  # the watch and a command may come at once
            self._compare()

    def _compare(self) -> None:
        now = {s.slug: s.hash for s in self.store.tournaments()}
        changed = [slug for slug, version in now.items() if self.versions.get(slug) != version]
        gone = [slug for slug in self.versions if slug not in now]
        for slug in changed:
            if slug in self.languages:
                self.learn_language(slug)
        self.waiting.update(slug for slug in changed if slug in self.versions)
        self.versions.update(now)
        for slug in gone:
            self.versions.pop(slug, None)
            self.languages.pop(slug, None)
        if changed and self._loop is not None:
            self._loop.call_soon_threadsafe(self._tell, [(slug, now[slug]) for slug in changed])

    def learn_language(self, slug: str) -> Tongue:
        """Reads the event's language and game and keeps them: requests find them in `languages`."""
        try:
            state = self.look(lambda desk: desk.open(slug).state)
        except PareoError:
            return Tongue()
        self.languages[slug] = found = Tongue(state.setting(LANGUAGE) or "", game_of(state.ruleset))
        return found

    def _tell(self, changed: list[tuple[str, str]]) -> None:
        """Notes what is new. Thousands of listeners hear of it at most once a second, as pages are made (R-1)."""
        loop = asyncio.get_running_loop()
        if not self._news:
            loop.call_later(max(0.0, self._told + TELL_EVERY - loop.time()), self._spread)
        self._news.update(changed)

    def _spread(self) -> None:
        loop = asyncio.get_running_loop()
        news, self._news, self._told = self._news, {}, loop.time()
        waiting = [(queue, version) for slug, version in news.items() for queue in self._listeners.get(slug, ())]
        self._nudge(waiting)

    def _nudge(self, waiting: list[tuple[asyncio.Queue[str], str]]) -> None:
        """A few listeners at a time: what else the server has to do comes in between."""
        for queue, version in waiting[:AT_A_TIME]:
            if queue.empty():  # a listener who is behind needs only one nudge
                queue.put_nowait(version)
        if waiting[AT_A_TIME:]:
            asyncio.get_running_loop().call_later(AT_A_TIME_SECONDS, self._nudge, waiting[AT_A_TIME:])

    async def watch(self) -> None:
        """Runs for the life of the server: notices what other processes write. One look that fails ends nothing."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.to_thread(self.tell_others)
            await asyncio.to_thread(self._starting, self.start_due)
            await asyncio.to_thread(self._beside, self.follow_tom)
            await asyncio.sleep(WATCH_SECONDS)

    def follow_tom(self) -> None:
        """One look at TOM's files, at a desk of its own."""
        if self.following.turn():
            self.tell_others()

    def start_due(self) -> None:
        """Starts the published rounds whose time has come; forgets those that do not start by themselves."""
        for slug in list(self.waiting):
            with self.at_desk() as desk:
                desk.actor = "clock"
                try:
                    left = autostart.seconds_until(desk.open(slug), desk.now())
                except PareoError:  # gone, or damaged
                    left = None
                if left is not None and left <= 0:
                    autostart.start_due(desk, slug)
                if left is None or left <= 0:
                    self.waiting.discard(slug)

    async def listen(self, slug: str) -> AsyncIterator[str]:
        """Versions of a tournament as they come; an empty text is a heartbeat."""
        queue: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
        self._listeners.setdefault(slug, set()).add(queue)
        try:
            yield self.versions.get(slug, "")
            while True:
                try:
                    yield await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ""
        finally:
            self._listeners[slug].discard(queue)
