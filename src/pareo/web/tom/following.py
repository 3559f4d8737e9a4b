"""Following TOM's files while the server runs: one look a second at each, rounds published when their time has come.

Contract: `turn` is called often from one thread and never waits; what goes wrong with one file is shown on its page and
stops nothing else. Which files are followed is kept in a server note, so a server that starts again goes on. It has a
context of its own: nobody waits for a shared tournament while a large save is read.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pareo.app.base.context import Context
from pareo.app.base.lru_cache import Caches
from pareo.app.base.server_log import BackgroundTask
from pareo.app.tom.running import clock_due, publish_due
from pareo.core.text.errors import PareoError
from pareo.formats.tdf.watch import EVERY, Watch, WatchedFile, follow
from pareo.store.protocol import Store

NOTE = "beside"  # key of a server note: slug → path


@dataclass(slots=True)
class Following:
    """The files that this server follows."""

    store: Store
    note: Callable[[], str]
    keep: Callable[[str], None]
    folder: Path | None = None  # where what cannot be read is kept
    now: Callable[[], float] = time.monotonic
    watch: Watch = field(default_factory=Watch)
    caches: Caches = field(default_factory=Caches)  # the server's
    ctx: Context = field(init=False)
    _looked: float = float("-inf")
    _guarded: BackgroundTask = field(default_factory=lambda: BackgroundTask("Following TOM's file"))
    _resumed: bool = False

    def __post_init__(self) -> None:
        self.ctx = Context(self.store, actor="TOM", caches=self.caches)

    # --- which ------------------------------------------------------------------------------------------------------

    def follow(self, ctx: Context, path: str, *, slug: str | None = None, confirmed: bool = False) -> str:
        """Begins to follow a file, or follows an event's file at another path; returns the slug of its event."""
        followed = follow(ctx, path, slug=slug, confirmed=confirmed)
        self.watch.drop(followed)
        self.watch.add(followed, path, self._keep_unread)
        self._write()
        return followed

    def add(self, slug: str) -> None:
        """Adds an event whose saves come another way: only its rounds are published when due."""
        self.resume()
        self.watch.files.setdefault(slug, WatchedFile(slug, "", stopped=True))
        self._write()

    def drop(self, slug: str) -> None:
        self.watch.drop(slug)
        self._write()

    def file_of(self, slug: str) -> WatchedFile | None:
        self.resume()
        file = self.watch.files.get(slug)
        return file if file is not None and file.path else None

    @property
    def followed_folder(self) -> Path | None:
        """The folder of a file that is followed; None where none is."""
        self.resume()
        return next((Path(one.path).parent for one in self.watch.files.values() if one.path), None)

    def _write(self) -> None:
        self.keep(json.dumps({slug: one.path for slug, one in self.watch.files.items()}))

    def resume(self) -> None:
        """Goes on with what was followed when the server last ran."""
        if self._resumed:
            return
        self._resumed = True
        try:
            known = json.loads(self.note() or "{}")
        except ValueError:
            known = {}
        for slug, path in known.items() if isinstance(known, dict) else ():
            if slug not in self.watch.files and self._is_followed(slug):
                if path:
                    self.watch.add(str(slug), str(path), self._keep_unread)
                else:
                    self.add(str(slug))

    def _is_followed(self, slug: str) -> bool:
        try:
            tom = self.ctx.open(slug).state.tom
        except PareoError:
            return False
        return tom is not None and tom.following

    def _keep_unread(self, name: str, data: bytes) -> None:
        """A copy of what could not be read: somebody may want to look at it (BT-WATCH-2)."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self.folder / Path(name).name).write_bytes(data)

    # --- looking ----------------------------------------------------------------------------------------------------

    def turn(self) -> bool:
        """Looks at the files and publishes what is due; returns whether something is new."""
        self.resume()
        if not self.watch.files:
            return False
        now = self.now()
        news = False
        waiting = any(one.coming for one in self.watch.files.values())
        if waiting or now - self._looked >= EVERY:
            self._looked = now
            for one in list(self.watch.files.values()):
                news = self._look(one, now) or news
        for slug in list(self.watch.files):
            news = self._run_due(slug) or news
        return news

    def _look(self, one: WatchedFile, now: float) -> bool:
        seen: list[bool] = []
        self._guarded(lambda: seen.append(one.look(self.ctx, now)))
        return any(seen)

    def _run_due(self, slug: str) -> bool:
        """Publishes what is due, and starts its clock where TOM has started it."""
        if not self._is_followed(slug):
            self.watch.drop(slug)
            return False
        done: list[object] = []

        def work() -> None:
            done.append(publish_due(self.ctx, slug))
            tom = self.ctx.open(slug).state.tom
            if tom is not None and tom.timed:
                done.append(clock_due(self.ctx, slug, sorted(tom.timed)))

        self._guarded(work)
        return any(one is not None for one in done)
