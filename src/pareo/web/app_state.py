"""What all requests of one process share: the database, its caches, the versions of the tournaments, and who listens.

A cached tournament is used by one thread at a time: every request has a context of its own, which has what it opens
to itself until it is released (`app.base.tournament_cache`). Public pages do not come here: they are ready bytes
(`ready`). Other processes may write to the same database: it notifies us (`Store.notices`), or a watch looks at the
heads of those journals that somebody here has asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Identity
from pareo.app.base.context import Context
from pareo.app.base.public_context import PublicContext, check_public, last_public_day
from pareo.app.base.server_log import BackgroundTask
from pareo.app.commands.rounds import autostart
from pareo.app.forecast.plan_jobs import PlanJobs
from pareo.app.forecast.qualification_cache import OutlookCache
from pareo.app.jobs.queue import JobQueue
from pareo.app.operations.backup_scheduler import BackupKeeper
from pareo.core.model.games import game_of
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.errors import PareoError
from pareo.store.protocol import Notices, Store
from pareo.store.sqlite.store import SqliteStore
from pareo.web.host_names import HostNames
from pareo.web.lan_listener import NOTE, LanListener
from pareo.web.public_workers import PublicWorkerPool
from pareo.web.push.sender import Push
from pareo.web.request_log import note_written
from pareo.web.response_cache import ResponseCache
from pareo.web.screens import Screens
from pareo.web.streams import Streams
from pareo.web.tom import following, printing
from pareo.web.tom.following import Following
from pareo.web.tom.printing import Printing
from pareo.web.visitors import Visitors

T = TypeVar("T")

WATCH_SECONDS = 0.5
WATCH_WHEN_NOTIFIED = 5.0  # where the database notifies us of changes
READY_SECONDS = 3.0  # a database that did not answer for longer is away
FINISH_SECONDS = 5.0  # that requests which have begun may take when we stop
WATCHED = 2_000  # tournaments whose heads are looked at; more are forgotten, the oldest first
HEARTBEAT_SECONDS = 15.0
NOTIFY_EVERY = 1.0
STOPPING = "stopping"  # instead of a version
AT_A_TIME, AT_A_TIME_SECONDS = 50, 0.01


class EventLanguage(NamedTuple):
    """The language of an event's pages, if it has one of its own, and the game whose words they use."""

    lang: str = ""
    game: str = ""
    until: str = ""  # the last day of its public pages; empty: for ever


@dataclass(slots=True)
class AppState:
    """One open database and everybody connected to it."""

    store: Store
    accounts: Accounts
    local_only: bool = True  # started for this machine alone; phones may be let in all the same (`gate`)
    own_names: HostNames | None = None  # what requests may call us; None: anything (an application inside another)
    backups: Path | None = None  # where backups go; None: next to the database
    backup_keeper: BackupKeeper | None = None  # what makes them while the server runs
    stop: Callable[[], object] | None = None  # ends the server; None where another program runs it
    ctx: Context = field(init=False)
    lock: threading.RLock = field(default_factory=threading.RLock)
    versions: dict[str, str] = field(default_factory=dict)  # slug → hash of the journal's head, of those asked for
    waiting: set[str] = field(default_factory=set)  # events whose published round may have to start by itself
    languages: dict[str, EventLanguage] = field(default_factory=dict)  # by slug, of the events asked for
    response_cache: ResponseCache = field(default_factory=ResponseCache)
    streams: Streams = field(default_factory=Streams)
    public_workers: PublicWorkerPool = field(default_factory=PublicWorkerPool)
    visitors: Visitors = field(default_factory=Visitors)
    screens: Screens = field(default_factory=Screens)
    lan_listener: LanListener = field(init=False)
    following: Following = field(init=False)  # TOM's files
    push: Push = field(init=False)  # messages to phones
    printing: Printing = field(init=False)  # papers that print by themselves
    job_queue: JobQueue = field(default_factory=JobQueue)  # calculations in the background
    outlook_cache: OutlookCache = field(init=False)
    plan_jobs: PlanJobs = field(init=False)
    _listeners: dict[str, set[asyncio.Queue[str]]] = field(default_factory=dict)
    _loop: asyncio.AbstractEventLoop | None = None
    _news: set[str] = field(default_factory=set)  # slugs that listeners will hear of
    _last_notified: float = 0.0  # when they last did, by the loop's clock
    drain: float = 0.0  # seconds between “not ready” and the end
    active: int = 0  # requests being answered
    gone: bool = False  # nothing new is begun
    stopping: bool = False  # asked to end: no longer ready, listeners go elsewhere
    notices: Notices | None = None
    _relearn: set[str] = field(default_factory=set)  # changed since their language was read
    _answered: float = 0.0  # when the database last did
    _looked: float = 0.0  # when the heads were last compared
    _starting: BackgroundTask = field(default_factory=lambda: BackgroundTask("Starting what is due"))
    _tom_task: BackgroundTask = field(default_factory=lambda: BackgroundTask("Following TOM"))
    _pushing: BackgroundTask = field(default_factory=lambda: BackgroundTask("Telling phones of a round"))
    _telling: BackgroundTask = field(default_factory=lambda: BackgroundTask("Telling what was written"))
    _watching: BackgroundTask = field(default_factory=lambda: BackgroundTask("Telling what has changed"))

    def __post_init__(self) -> None:
        self.ctx = Context(self.store)
        accounts = self.accounts
        self.lan_listener = LanListener(
            not self.local_only,
            note=lambda: accounts.server_note(NOTE),
            keep=lambda text: accounts.save_server_note(NOTE, text),
            ready=accounts.owner_has_password,
        )
        self.following = Following(
            self.store,
            lambda: accounts.server_note(following.NOTE),
            lambda text: accounts.save_server_note(following.NOTE, text),
            self._data_folder("unreadable"),
            caches=self.ctx.caches,
        )
        self.outlook_cache, self.plan_jobs = OutlookCache(self.job_queue, self.notify_outlook), PlanJobs(self.job_queue)
        self.push = Push(accounts, self.store, self.look, lambda: "" if self.names is None else self.names.home())
        self.printing = Printing(
            self.look,
            lambda: accounts.server_note(printing.NOTE),
            lambda text: accounts.save_server_note(printing.NOTE, text),
            self._data_folder("papers"),
            self._home,
        )

    def _data_folder(self, name: str) -> Path | None:
        """A folder for files of the server, next to the database or its backups; None where there is neither."""
        if self.backups is not None:
            return self.backups / name
        return self.store.path.parent / name if isinstance(self.store, SqliteStore) else None

    def _home(self) -> str:
        """Where phones find us; empty while they cannot."""
        home = self.names.home() if self.names is not None else ""
        return "" if not home or is_loopback_address(home) else home

    @property
    def names(self) -> HostNames | None:
        """What requests may call us now: more while phones are let in."""
        return None if self.own_names is None else self.lan_listener.names(self.own_names)

    @contextlib.contextmanager
    def open_context(self, identity: Identity | None = None) -> Iterator[Context]:
        """A context for one command or query, acting as somebody. Listeners are notified of whatever was written."""
        with self.public_workers.command():
            ctx = self._shared_context(identity.name if identity is not None else "public")
            try:
                yield ctx
            finally:
                ctx.release()
                self._report_written(ctx)

    @contextlib.contextmanager
    def open_separate_context(self, identity: Identity) -> Iterator[Context]:
        """A context that does not use the shared cache, for a command that takes seconds: nobody waits for it. Should
        somebody write meanwhile, the command is refused as with two processes (`Conflict`)."""
        ctx = Context(self.store, identity.name, caches=self.ctx.caches)
        try:
            yield ctx
        finally:
            self._report_written(ctx)

    def look(self, work: Callable[[Context], T]) -> T:
        """Reads something with a shared context; nobody is notified."""
        ctx = self._shared_context(self.ctx.actor)
        try:
            return work(ctx)
        finally:
            ctx.release()

    def look_public(self, slug: str, work: Callable[[Context], T]) -> T:
        """Reads an event as the public sees it; NotFound when its public pages have ended."""
        own = self.ctx
        ctx = PublicContext(
            self.store,
            own.actor,
            own.now,
            own.new_id,
            tournaments=own.tournaments,
            caches=own.caches,
            shared=True,
            outlooks=self.outlook_cache,
        )
        try:
            check_public(ctx, slug)
            return work(ctx)
        finally:
            ctx.release()

    def _shared_context(self, actor: str) -> Context:
        """A context for one request that shares the caches of all."""
        own = self.ctx
        return Context(
            self.store,
            actor,
            own.now,
            own.new_id,
            tournaments=own.tournaments,
            caches=own.caches,
            shared=True,
            outlooks=self.outlook_cache,
        )

    def forget_phone(self, slug: str, no: int, *, bar: bool = True) -> None:
        """The phone of this entrant is theirs no longer: nor are its messages. With `bar` it cannot say so again."""
        self.accounts.release_phone(slug, no, bar=bar)
        self.push.subscriptions.forget_player(self.store.summary(slug).id, no)

    def forget_phones(self, slug: str) -> int:
        """No phone that said “It's me” is anybody's any more; how many it was."""
        for no in self.accounts.phones(slug):
            self.push.subscriptions.forget_player(self.store.summary(slug).id, no)
        return self.accounts.release_phone(slug, None)

    # --- versions ---------------------------------------------------------------------------------------------------

    def version(self, slug: str) -> str:
        """The hash of the journal's head as far as it is known; empty if there is no such tournament. From now on the
        tournament is watched."""
        known = self.versions.get(slug)
        if known is None:
            summaries = self.store.summaries([slug])
            known = summaries[0].hash if summaries else ""
            if known:
                with self.lock:
                    self.versions[slug] = known
                    self._forget_some()
        return known

    def public_version(self, slug: str) -> str:
        """The version of an event's public pages: changes with the journal, and when their time is over."""
        return self.with_end_mark(self.version(slug), self.known_language(slug) or self.learn_language(slug))

    def with_end_mark(self, version: str, language: EventLanguage) -> str:
        """The version of an event's public pages, from the version of its journal: another one when their time is
        over."""
        return f"{version}/ended" if language.until and self.ctx.now()[:10] > language.until else version

    def _forget_some(self) -> None:
        if len(self.versions) > WATCHED:
            unlistened = [slug for slug in self.versions if not self._listeners.get(slug)]
            for slug in unlistened[: len(self.versions) - WATCHED]:
                self._unwatch(slug)

    def _unwatch(self, slug: str) -> None:
        self.versions.pop(slug, None)
        self.languages.pop(slug, None)
        self._relearn.discard(slug)

    def _report_written(self, ctx: Context) -> None:
        """Notifies of what a context has written. Only tournaments that it made or deleted are looked up."""
        note_written(ctx.last_written)
        if not ctx.changed_heads:
            return
        known = {slug: version for slug, version in ctx.changed_heads.items() if version is not None}
        unknown = [slug for slug in ctx.changed_heads if slug not in known]
        if self._telling(lambda: self._take_heads(known, unknown)) and self.notices is not None:
            self.notices.notify(list(ctx.changed_heads))

    def _take_heads(self, known: dict[str, str], unknown: Sequence[str]) -> None:
        with self.lock:
            self._record_heads(known)
            if unknown:
                self._compare(unknown)

    def notify_changes(self) -> bool:
        """Notifies listeners of what changed. Should that fail, they are notified at the next look."""
        return self._watching(self.refresh)

    def refresh(self) -> None:
        """Compares the heads of what is watched with what is known and notifies listeners of what changed."""
        with self.lock:  # the watch and a command may come at once
            self._compare()

    def _on_notice(self, slugs: Sequence[str] | None) -> None:
        """Called when another server has written to these tournaments; None: to any."""
        watched = None if slugs is None else [slug for slug in slugs if slug in self.versions]
        if watched is None or watched:
            self._watching(lambda: self._take_heads({}, watched) if watched is not None else self.refresh())

    def _compare(self, slugs: Sequence[str] | None = None) -> None:
        watched = list(self.versions) if slugs is None else slugs
        if not watched:
            return
        now = {s.slug: s.hash for s in self.store.summaries(watched)}
        for slug in watched:
            if slug not in now:
                self._unwatch(slug)
        self._record_heads(now)

    def _record_heads(self, now: dict[str, str]) -> None:
        changed = [slug for slug, version in now.items() if self.versions.get(slug) != version]
        for slug in changed:
            self._relearn.add(slug)  # it may have another language now
        self.waiting.update(changed)
        self.push.mark_changed(changed)
        self.versions.update(now)
        self._forget_some()
        self._notify_soon(changed)

    def notify_outlook(self, slug: str) -> None:
        """Notifies an event's listeners that a background calculation has ended."""
        self._notify_soon([slug])

    def _notify_soon(self, changed: Sequence[str]) -> None:
        if changed and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended: nobody listens any more
                self._loop.call_soon_threadsafe(self._schedule_notification, changed)

    def known_language(self, slug: str) -> EventLanguage | None:
        """The event's language, if that is known without reading the database."""
        return None if slug in self._relearn else self.languages.get(slug)

    def learn_language(self, slug: str) -> EventLanguage:
        """Reads the event's language and game and keeps them. While it cannot be read, what was known stays."""
        self._relearn.discard(slug)
        try:
            state = self.look(lambda ctx: ctx.open(slug).state)
        except PareoError:
            return self.languages.get(slug) or EventLanguage()
        self.languages[slug] = language = EventLanguage(
            state.setting(LANGUAGE) or "", game_of(state.ruleset), last_public_day(state)
        )
        return language

    def news(self, slug: str) -> str:
        """The message for listeners: the version and, if there are any, how many background calculations have ended."""
        version, ended = self.versions.get(slug, ""), self.outlook_cache.finished_count(slug)
        return f"{version}/{ended}" if version and ended else version

    def _schedule_notification(self, changed: Sequence[str]) -> None:
        """Notes what is new. Thousands of listeners hear of it at most once a second, as pages are made (R-1)."""
        loop = asyncio.get_running_loop()
        if not self._news:
            loop.call_later(max(0.0, self._last_notified + NOTIFY_EVERY - loop.time()), self._notify_listeners)
        self._news.update(changed)

    def _notify_listeners(self) -> None:
        loop = asyncio.get_running_loop()
        news, self._news, self._last_notified = self._news, set(), loop.time()
        waiting = [(queue, self.news(slug)) for slug in news for queue in self._listeners.get(slug, ())]
        self._notify_batch(waiting)

    def _notify_batch(self, waiting: list[tuple[asyncio.Queue[str], str]]) -> None:
        """Notifies a few listeners at a time: what else the server has to do comes in between."""
        for queue, news in waiting[:AT_A_TIME]:
            if queue.empty():  # a listener who is behind needs only one nudge
                queue.put_nowait(news)
        if waiting[AT_A_TIME:]:
            asyncio.get_running_loop().call_later(AT_A_TIME_SECONDS, self._notify_batch, waiting[AT_A_TIME:])

    async def watch(self) -> None:
        """Runs for the life of the server: notices what other processes write. One look that fails ends nothing."""
        self._loop = asyncio.get_running_loop()
        self.notices = await asyncio.to_thread(self.store.notices, self._on_notice)
        try:
            await asyncio.to_thread(self._pushing, lambda: self.push.begin(self.version))
            while True:
                await asyncio.to_thread(self._watch_once)
                await asyncio.to_thread(self._starting, self.start_due)
                await asyncio.to_thread(self._tom_task, self.follow_tom)
                if self.push.waits:
                    await asyncio.to_thread(self._pushing, self.push.turn)
                await asyncio.sleep(WATCH_SECONDS)
        finally:
            self.push.close()
            if self.notices is not None:
                self.notices.close()

    def _watch_once(self) -> None:
        """Looks once whether the database answers, and what has changed; less often where it notifies us."""
        now = time.monotonic()
        is_notified = self.notices is not None and self.notices.is_listening
        if now - self._looked >= (WATCH_WHEN_NOTIFIED if is_notified else 0.0):
            if not self.notify_changes():
                return
            self._looked = time.monotonic()
        if self._watching(self.store.ping):
            self._answered = time.monotonic()

    @property
    def is_ready(self) -> bool:
        """Shall requests come here? Not while the database is away, nor when we are about to stop."""
        return not self.stopping and time.monotonic() - self._answered < READY_SECONDS

    async def leave(self) -> None:
        """Prepares to stop: no longer ready; after a while listeners are sent away; requests that have begun are
        finished."""
        self.stopping = True
        await asyncio.sleep(self.drain)
        self.gone = True
        for queues in self._listeners.values():
            for queue in queues:
                if queue.empty():
                    queue.put_nowait(STOPPING)
        until = time.monotonic() + FINISH_SECONDS
        while self.active > 0 and time.monotonic() < until:
            await asyncio.sleep(0.02)

    def follow_tom(self) -> None:
        """Looks once at TOM's files, with a context of its own."""
        if self.following.turn():
            self.notify_changes()
        self.printing.turn(self.following.ctx, list(self.following.watch.files))

    def start_due(self) -> None:
        """Starts the published rounds whose time has come; forgets those that do not start by themselves."""
        for slug in list(self.waiting):
            with self.open_context() as ctx:
                ctx.actor = "clock"
                try:
                    left = autostart.countdown(ctx, slug)
                except PareoError:  # gone, or damaged
                    left = None
                if left is not None and left <= 0:
                    autostart.start_due(ctx, slug)
                if left is None or left <= 0:
                    self.waiting.discard(slug)

    async def listen(self, slug: str) -> AsyncIterator[str]:
        """Versions of a tournament as they come (`news`); an empty text is a heartbeat."""
        queue: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
        self._listeners.setdefault(slug, set()).add(queue)
        try:
            yield self.news(slug)
            while not self.stopping:
                try:
                    yield await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ""
        finally:
            self._listeners[slug].discard(queue)
            if not self._listeners[slug]:
                del self._listeners[slug]
