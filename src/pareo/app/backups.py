"""Copies of the whole database in a folder: made by SQLite's own backup, verified before they count, old ones let go.

A copy is written beside its final name, checked (SQLite's integrity check, then the chain of every journal), synced and
only then given its name: a file in the folder is a good backup. Nothing here ever overwrites a file; restoring makes a
new one. Copies hold names, so only the owner of the machine may read them. Everything waits for the disk: call it in a
thread. Databases that are not a file (PostgreSQL) are backed up by their own tools.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from pareo.app.window import tell
from pareo.core.words.errors import BadInput, NotFound, Refused
from pareo.store.protocol import Store
from pareo.store.sqlite.store import SqliteStore

KEEP = 30  # the last so many …
KEEP_DAYS = 60  # … and the last one of each of so many days
EVERY_SECONDS = 300.0  # while something changes
LOOK_SECONDS = 1.0  # how soon a publish is noticed
_NAME = re.compile(r"pareo-(\d{8})-(\d{6})(?:-(\d{1,3}))?\.db")
_TIME = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class Backup:
    """A good copy."""

    path: Path
    made: str  # UTC, as the journal writes times
    size: int

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(frozen=True, slots=True)
class Content:
    """What a verified copy holds: tournaments, and the entries of all their journals."""

    tournaments: int
    entries: int


def _utc_now() -> datetime:
    return datetime.now(UTC)


# --- making -----------------------------------------------------------------------------------------------------------


def default_folder(database: Path) -> Path:
    """Beside the database."""
    return database.parent / "backups"


def back_up(database: Path, folder: Path | None = None, *, now: Callable[[], datetime] = _utc_now) -> Backup:
    """A verified copy of the database as it is now; others may go on writing meanwhile."""
    if not database.is_file():
        raise NotFound("backup-nothing", "There is no database {path} to back up.", path=str(database))
    into = folder or default_folder(database)
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _beside(into / "making.part") as part:
        _copy(database, part)
        verify(part)
        for path in _free_names(into, now()):
            if _given_name(part, path):
                return _described(path)
    raise AssertionError("the numbers do not end")


def _free_names(folder: Path, moment: datetime) -> Iterator[Path]:
    """Two copies of one second are told apart by a number."""
    stem = f"pareo-{moment.strftime(_TIME)}"
    yield folder / f"{stem}.db"
    for number in range(2, 1000):
        yield folder / f"{stem}-{number}.db"


@contextlib.contextmanager
def _beside(wanted: Path) -> Iterator[Path]:
    """A file of our own to write into; gone afterwards, whatever happens."""
    part = wanted.with_name(f".{wanted.name}-{os.getpid()}-{threading.get_ident()}")
    _remove(part)
    part.touch(mode=0o600)
    try:
        yield part
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """SQLite's backup: one moment of the source, also while others write."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as old,
            contextlib.closing(sqlite3.connect(target, timeout=10)) as new,
        ):
            old.backup(new, pages=4096, sleep=0.01)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        raise Refused(
            "backup-failed", "{path} could not be copied: {problem}.", path=str(source), problem=error
        ) from error


def _given_name(part: Path, path: Path) -> bool:
    """Synced, then linked under its name: never over another file."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    except OSError:  # a disk that knows no links (a USB stick)
        if path.exists():
            return False
        part.rename(path)
    _sync_folder(path.parent)
    return True


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not every system can
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- verifying and restoring ------------------------------------------------------------------------------------------


def verify(path: Path) -> Content:
    """Checks a copy: SQLite's own check, then every journal's chain. BadInput if it is not sound."""
    if not path.is_file():
        raise NotFound("backup-missing", "There is no backup {path}.", path=str(path))
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise _unsound(path, str(error)) from error
    if found != "ok":
        raise _unsound(path, str(found))
    store = SqliteStore(path)
    try:
        slugs = [summary.slug for summary in store.tournaments()]
        return Content(len(slugs), sum(store.verify(slug) for slug in slugs))
    finally:
        store.close()


def _unsound(path: Path, problem: str) -> BadInput:
    return BadInput("backup-unsound", "{path} is not a sound backup: {problem}.", path=str(path), problem=problem)


def restore(backup: Path, new: Path) -> Content:
    """A new database from a backup. The file must not exist yet: the old database stays as it is."""
    if new.exists():
        raise Refused("restore-exists", "{path} exists already: restore into a new file.", path=str(new))
    verify(backup)
    new.parent.mkdir(parents=True, exist_ok=True)
    with _beside(new) as part:
        _copy(backup, part)
        content = verify(part)
        if not _given_name(part, new):
            raise Refused("restore-exists", "{path} exists already: restore into a new file.", path=str(new))
    return content


# --- keeping ----------------------------------------------------------------------------------------------------------


def listed(folder: Path) -> list[Backup]:
    """The backups of a folder, newest first."""
    if not folder.is_dir():
        return []
    found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_file()]
    return [_described(path) for path in sorted(found, key=_order, reverse=True)]


def find(folder: Path, name: str) -> Backup:
    """A backup by the name of its file: nothing outside the folder can be meant."""
    for backup in listed(folder):
        if backup.name == name:
            return backup
    raise NotFound("backup-missing", "There is no backup {path}.", path=name)


def prune(folder: Path, *, keep: int = KEEP, days: int = KEEP_DAYS) -> list[Path]:
    """Lets go of all but the last `keep` and the last one of each of the last `days` days; what was deleted."""
    backups = listed(folder)
    kept = {backup.path for backup in backups[:keep]}
    last_of_day: dict[str, Path] = {}
    for backup in backups:
        last_of_day.setdefault(backup.made[:10], backup.path)
    kept |= {path for _, path in sorted(last_of_day.items(), reverse=True)[:days]}
    gone = [backup.path for backup in backups if backup.path not in kept]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def _order(path: Path) -> tuple[str, int]:
    found = _NAME.fullmatch(path.name)
    return (f"{found[1]}{found[2]}", int(found[3] or 1)) if found else ("", 0)


def _described(path: Path) -> Backup:
    moment = datetime.strptime(_order(path)[0], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    return Backup(path, moment.strftime("%Y-%m-%dT%H:%M:%SZ"), path.stat().st_size)


# --- by itself --------------------------------------------------------------------------------------------------------


class Watched(Protocol):
    """Whatever has an open store: the web application's hall."""

    @property
    def store(self) -> Store: ...


@dataclass(slots=True)
class Keeper:
    """Makes backups while the server runs: at each publish, and every few minutes while something changes."""

    store: SqliteStore
    folder: Path
    keep: int = KEEP
    every: float = EVERY_SECONDS
    look: float = LOOK_SECONDS
    problem: str = ""  # why the last one failed; empty when it is good
    _heads: dict[str, int] = field(default_factory=dict)
    _pending: bool = False
    _waited: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _busy: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Begins to watch, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="pareo-backups", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the watch; what is not yet backed up is backed up first."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def make(self) -> Backup:
        """One now."""
        with self._busy:
            backup = back_up(self.store.path, self.folder)
            prune(self.folder, keep=self.keep)
        self._pending, self._waited = False, 0.0
        return backup

    def step(self, seconds: float) -> Backup | None:
        """One look, `seconds` after the last: a backup if one is due."""
        published = self._changed()
        self._waited += seconds
        if not self._pending or not (published or self._waited >= self.every):
            return None
        return self.make()

    def _changed(self) -> bool:
        """Notes what was written since the last look; was a round published?"""
        now = {s.slug: s.head for s in self.store.tournaments()}
        if now == self._heads:
            return False
        before, self._heads = self._heads, now
        self._pending = True
        changed = [slug for slug, head in now.items() if head > before.get(slug, head)]
        return any(entry.action == "published" for slug in changed for entry in self.store.read(slug, before[slug]))

    def _begin(self) -> None:
        """What was written before this start and is in no backup yet waits for the first one."""
        self._heads = {s.slug: s.head for s in self.store.tournaments()}
        newest = next(iter(listed(self.folder)), None)
        last = [entry.time for slug, head in self._heads.items() for entry in self.store.read(slug, head - 1)]
        self._pending = bool(last) and (newest is None or max(last)[:19] > newest.made[:19])
        self._waited = self.every  # and does not wait long

    def _run(self) -> None:
        self._guarded(self._begin)
        while not self._stop.wait(self.look):
            self._guarded(lambda: self.step(self.look))
        if self._pending:
            self._guarded(self.make)

    def _guarded(self, work: Callable[[], object]) -> None:
        """A full disk or a busy file must not end the watch: it is told on the page and tried again."""
        try:
            if work() is not None:
                self.problem = ""
        except Exception as problem:
            if str(problem) != self.problem:
                tell(f"A backup failed and will be tried again: {problem}")
            self.problem = str(problem)
            self._waited = 0.0


def keeper_for(store: Store, folder: Path | None = None) -> Keeper | None:
    """The keeper of a store's backups; None where the database is not a file."""
    return Keeper(store, folder or default_folder(store.path)) if isinstance(store, SqliteStore) else None


def start_backups(hall: Watched) -> Callable[[], None]:
    """Begins automatic backups of the hall's database; what it returns ends them."""
    keeper = keeper_for(hall.store)
    if keeper is None:
        return lambda: None
    keeper.start()
    _running[id(hall.store)] = keeper
    return lambda: _ended(hall.store)


def running(store: Store) -> Keeper | None:
    """The keeper that watches this store now."""
    return _running.get(id(store))


def _ended(store: Store) -> None:
    keeper = _running.pop(id(store), None)
    if keeper is not None:
        keeper.stop()


_running: dict[int, Keeper] = {}  # by store; a hall has one, and pages ask for it
