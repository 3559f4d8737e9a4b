"""Backups while the server runs: at each publish, every few minutes while something changes; failures are shown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pareo.app.base.context import decode_fact
from pareo.app.base.server_log import log_line
from pareo.app.operations.backups import KEEP, Backup, back_up, default_folder, heads, list_backups, prune, sweep
from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.store.protocol import Store
from pareo.store.sqlite.store import SqliteStore

EVERY_SECONDS = 300.0  # while something changes
LOOK_SECONDS = 1.0  # how soon a publish is noticed


class BackedUpServer(Protocol):
    """Whatever has an open store for as long as it runs: the web application's state."""

    backup_keeper: BackupKeeper | None  # while backups are made by themselves; pages ask it

    @property
    def store(self) -> Store: ...

    @property
    def backups(self) -> Path | None:
        """Where to put backups; None: next to the database."""


@dataclass(slots=True)
class BackupKeeper:
    """Makes backups of one store into one folder."""

    store: SqliteStore
    folder: Path
    keep: int = KEEP
    every: float = EVERY_SECONDS
    look: float = LOOK_SECONDS
    problem: PareoError | None = None  # why the last one failed; None when it is good
    _heads: dict[str, int] = field(default_factory=dict)  # by the tournament's random id, and the directory's writes
    _pending: bool = False
    _waited: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _busy: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Begins to watch the store, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="pareo-backups", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the watch; what is not yet backed up is backed up first."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def make(self) -> Backup:
        """Makes a backup now."""
        with self._busy:
            backup = back_up(self.store.path, self.folder)
            self.store.remember_backups(self.folder)
            prune(self.folder, self.store.path, keep=self.keep)
        self._pending, self._waited, self.problem = False, 0.0, None
        return backup

    def step(self, seconds: float) -> Backup | None:
        """One look, `seconds` after the last: a backup if one is due."""
        published = self._note_changes()
        self._waited += seconds
        if not self._pending or not (published or self._waited >= self.every):
            return None
        return self.make()

    def _now(self) -> dict[str, int]:
        return {s.id: s.head for s in self.store.tournaments()} | {"directory": self.store.directory().generation()}

    def _note_changes(self) -> bool:
        """Notes what was written since the last look; was a round published?"""
        now = self._now()
        if now == self._heads:
            return False
        before, self._heads = self._heads, now
        self._pending = True
        changed = [(s.slug, before[s.id]) for s in self.store.tournaments() if s.head > before.get(s.id, s.head)]
        return any(self._has_published(slug, after) for slug, after in changed)

    def _has_published(self, slug: str, after: int) -> bool:
        try:
            return any(decode_fact(entry).traits.backed_up for entry in self.store.read(slug, after))
        except BadInput:  # damaged: the others are backed up all the same
            return False

    def _begin(self) -> None:
        """What was written before this start and is in no backup yet waits for the first one."""
        self._pending = True  # until it is known better
        sweep(self.folder)
        sweep(self.store.path.parent)
        self._heads = self._now()
        journals = {id_: head for id_, head in self._heads.items() if id_ != "directory" and head}
        newest = next(iter(list_backups(self.folder, self.store.path)), None)
        self._pending = bool(journals) and (newest is None or heads(newest.path) != journals)
        self._waited = self.every  # and does not wait long

    def _run(self) -> None:
        self.run_guarded(self._begin)
        while not self._stop.wait(self.look):
            self.run_guarded(lambda: self.step(self.look))
        if self._pending:
            self.run_guarded(self.make)

    def run_guarded(self, work: Callable[[], object]) -> None:
        """A full disk or a busy file must not end the watch: it is told on every page and tried again."""
        try:
            work()
        except Exception as error:
            problem = (
                error
                if isinstance(error, PareoError)
                else Refused(
                    "backup-folder",
                    "Backups cannot be written to {path}: {problem}.",
                    path=str(self.folder),
                    problem=error,
                )
            )
            if str(problem) != str(self.problem):
                log_line(f"A backup failed and will be tried again: {problem}")
            self.problem = problem
            self._waited = 0.0


def keeper_for(store: Store, folder: Path | None = None) -> BackupKeeper | None:
    """The keeper of a store's backups; None where the database is not a file."""
    return BackupKeeper(store, folder or default_folder(store.path)) if isinstance(store, SqliteStore) else None


def start_backups(server: BackedUpServer) -> Callable[[], None]:
    """Begins automatic backups of the server's database; what it returns ends them."""
    keeper = keeper_for(server.store, server.backups)
    if keeper is None:
        return lambda: None
    keeper.start()
    server.backup_keeper = keeper

    def stop() -> None:
        server.backup_keeper = None
        keeper.stop()

    return stop
