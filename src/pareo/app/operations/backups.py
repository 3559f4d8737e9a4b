"""Copies of the whole database in a folder: made by SQLite's own backup, verified before they count, old ones let go.

A copy is written under a temporary name, checked (SQLite's integrity check, then the chain of every journal), synced
and only then given its name: a file in the folder is a good backup. An event that is damaged in the database itself
does not keep the others from being backed up: the name of such a copy says so. Names count up, so that their order does
not hang on the clock. Nothing here ever overwrites a file; restoring makes a new one. Copies hold names, so only the
owner of the machine may read them. Everything waits for the disk: call it in a thread. Databases that are not a file
(PostgreSQL) are backed up by their own tools. `backup_scheduler` makes them while the server runs.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from pareo.app.base.timestamps import moment
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.messages import Note, note, text_note
from pareo.store.protocol import Store
from pareo.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from pareo.app.base.context import Context

KEEP = 30  # the last so many …
KEEP_DAYS = 60  # … and the last one of each of so many days
_NAME = re.compile(r"pareo-(?:(\d{6,9})-)?(\d{8})-(\d{6})(?:-(\d{1,3}))?(-before-[\d.]+\d)?(-damaged)?\.db")
_PART = re.compile(r"\.pareo-part-(\d+)-\d+-.+")
_TIME = "%Y%m%d-%H%M%S"
_IDENTITY = "database"  # among the notes of the database


@dataclass(frozen=True, slots=True)
class Backup:
    """A verified copy of the database in the folder of backups."""

    path: Path
    made: str  # UTC, as the journal writes times
    size: int
    damaged: bool = False  # it holds an event that was damaged already
    before: bool = False  # made before an upgrade (`store.sqlite.before_upgrade`): kept until somebody deletes it

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(frozen=True, slots=True)
class Content:
    """What a copy holds: tournaments, and the entries of all their sound journals."""

    tournaments: int
    entries: int
    damaged: tuple[str, ...] = ()  # slugs of those that are not sound
    problem: PareoError | None = None  # the first thing that is wrong


def _utc_now() -> datetime:
    return datetime.now(UTC)


# --- making -----------------------------------------------------------------------------------------------------------


def default_folder(database: Path) -> Path:
    """The folder `backups` next to the database."""
    return database.parent / "backups"


def back_up(database: Path, folder: Path | None = None, *, now: Callable[[], datetime] = _utc_now) -> Backup:
    """A verified copy of the database as it is now; others may go on writing meanwhile."""
    if not database.is_file():
        raise NotFound("backup-nothing", "There is no database {path} to back up.", path=str(database))
    into = folder or default_folder(database)
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    _mark(database)
    with _temporary_file(into / "copy.db") as part:
        _copy(database, part)
        content = _check_copy(part, database)
        for path in _free_names(into, now(), damaged=content.problem is not None):
            if _put_in_place(part, path):
                return _backup_at(path)
    raise AssertionError("the numbers do not end")


def _mark(database: Path) -> None:
    """Gives the database a random identity, which its copies carry; once, and again after it was restored."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database, timeout=10)) as db, db:
        db.execute(
            "INSERT INTO hall_note (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
            (_IDENTITY, secrets.token_hex(16)),
        )


def _unmark(database: Path) -> None:
    """A restored database is one of its own: the copies of the old one are not its own (B-52)."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database, timeout=10)) as db, db:
        db.execute("DELETE FROM hall_note WHERE key = ?", (_IDENTITY,))


def _check_copy(copy: Path, database: Path) -> Content:
    """What the copy holds. What is wrong in it must be wrong in the database too: else the copying has failed."""
    content = examine(copy)
    if content.problem is not None:
        source = examine(database)
        if source.problem is None or source.damaged != content.damaged:
            raise content.problem
    return content


def _free_names(folder: Path, moment: datetime, *, damaged: bool) -> Iterator[Path]:
    """Names for a new backup, from one number after the last on; another process may be faster."""
    last = max((_order(backup.path)[0] for backup in list_backups(folder)), default=0)
    for number in count(last + 1):
        yield folder / f"pareo-{number:06}-{moment.strftime(_TIME)}{'-damaged' if damaged else ''}.db"


@contextlib.contextmanager
def _temporary_file(target: Path) -> Iterator[Path]:
    """A temporary file next to `target` to write into; gone afterwards, whatever happens."""
    sweep(target.parent)
    part = target.with_name(f".pareo-part-{os.getpid()}-{threading.get_ident()}-{target.name}")
    _parts.add(part.name)
    try:
        part.touch(mode=0o600)
        yield part
    finally:
        _remove(part)
        _parts.discard(part.name)


_parts: set[str] = set()  # names of files that this process is writing, of whatever database; no cache


def sweep(folder: Path) -> None:
    """Deletes the half-written copies of processes that were killed."""
    for path in folder.glob(".pareo-part-*") if folder.is_dir() else ():
        match = _PART.fullmatch(path.name)
        ours = any(path.name.startswith(name) for name in _parts.copy())
        if match is not None and not ours and not _is_running(int(match[1])):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    """Is it another process that lives? Ours knows its parts itself."""
    if process == os.getpid() or os.name == "nt":  # Windows itself keeps open files from being deleted
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _remove(part: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """SQLite's backup: one moment of the source, also while others write."""
    try:
        with _open_read_only(source) as old, contextlib.closing(sqlite3.connect(target, timeout=10)) as new:
            old.backup(new, pages=4096, sleep=0.01)
    except sqlite3.Error as error:
        raise Refused(
            "backup-failed", "{path} could not be copied: {problem}.", path=str(source), problem=error
        ) from error


def _as_one_file(path: Path) -> None:
    """Leaves WAL mode: the database is one file without a log, also where it will only be read."""
    with contextlib.closing(sqlite3.connect(path, timeout=10)) as db:
        db.execute("PRAGMA journal_mode=DELETE")


def _put_in_place(part: Path, path: Path) -> bool:
    """Makes it one file, syncs it and links it under its final name; False, and no change, if a file is there."""
    _as_one_file(part)
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


def examine(path: Path) -> Content:
    """What a copy holds and what of it is not sound, event by event: SQLite's own check, then every journal's chain.
    BadInput if nothing of it can be read."""
    if not path.is_file():
        raise NotFound("backup-missing", "There is no backup {path}.", path=str(path))
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            verdict = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        raise _unsound(path, str(error)) from error
    problems: dict[str, PareoError] = {}
    entries = 0
    store = SqliteStore(path)
    try:
        slugs = [summary.slug for summary in store.tournaments()]
        for slug in slugs:
            try:
                entries += store.verify(slug)
            except BadInput as problem:
                problems[slug] = BadInput.from_note(problem.note)  # lets go of the file
    finally:
        store.close()
    first = next(iter(problems.values()), None) or (_unsound(path, verdict) if verdict != "ok" else None)
    return Content(len(slugs), entries, tuple(problems), first)


def _unsound(path: Path, problem: str) -> BadInput:
    return BadInput("backup-unsound", "{path} is not a valid backup: {problem}.", path=str(path), problem=problem)


def restore(backup: Path, new: Path, *, confirmed: bool = False) -> Content:
    """A new database from a backup. The file must not exist yet: the old database stays as it is.

    The backup itself is only read: it may be on a disk that cannot be written. A damaged event in it is asked about.
    """
    if new.exists():
        raise Refused("restore-exists", "{path} already exists: restore to a new file.", path=str(new))
    if not backup.is_file():
        raise NotFound("backup-missing", "There is no backup {path}.", path=str(backup))
    new.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(new) as part:
        _copy(backup, part)
        _unmark(part)
        content = examine(part)
        if content.problem is not None and not confirmed:
            raise NeedsConfirmation(
                "restore-damaged",
                "{path} is intact except for {events} ({problem}) An older backup may be better.",
                path=str(backup),
                events=", ".join(content.damaged) or text_note("parts of it"),
                problem=content.problem.note,
            )
        if not _put_in_place(part, new):
            raise Refused("restore-exists", "{path} already exists: restore to a new file.", path=str(new))
    return content


# --- keeping ----------------------------------------------------------------------------------------------------------


def list_backups(folder: Path, database: Path | None = None) -> list[Backup]:
    """The backups of a folder, newest first: of one database, or of every one that put some there."""
    if not folder.is_dir():
        return []
    paths = [path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_file()]
    own = paths if database is None or _is_alone(database, folder) else _own(paths, database)
    return [_backup_at(path) for path in sorted(own, key=_order, reverse=True)]


def _is_alone(database: Path, folder: Path) -> bool:
    """Is the folder the database's own, with no other database beside it?"""
    if folder.absolute() != default_folder(database).absolute():
        return False
    return not any(path.suffix == database.suffix and path.name != database.name for path in _files(database.parent))


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]


def _own(copies: Sequence[Path], database: Path) -> list[Path]:
    """The copies that carry the database's identity; of older ones, which have none, those with an event of its."""
    mine = _identity(database)
    return [copy for copy in copies if _is_copy_of(_identity(copy), mine)]


def _is_copy_of(copy: tuple[str, set[str]], database: tuple[str, set[str]]) -> bool:
    if copy[0]:
        return copy[0] == database[0]
    return not copy[1] or not copy[1].isdisjoint(database[1])


def _identity(path: Path) -> tuple[str, set[str]]:
    """The identity of a database or a copy, and the random ids of its events; nothing where it cannot be read."""
    try:
        with _open_read_only(path) as db:
            events = {row[0] for row in db.execute("SELECT id FROM tournament")}
            with contextlib.suppress(sqlite3.Error):  # an older release had no notes
                row = db.execute("SELECT value FROM hall_note WHERE key = ?", (_IDENTITY,)).fetchone()
                return (str(row[0]) if row else ""), events
            return "", events
    except sqlite3.Error:
        return "", set()


def find(folder: Path, name: str, database: Path | None = None) -> Backup:
    """A backup by the name of its file: nothing outside the folder can be meant, nor a copy of another database."""
    for backup in list_backups(folder, database):
        if backup.name == name:
            return backup
    raise NotFound("backup-missing", "There is no backup {path}.", path=name)


def prune(folder: Path, database: Path | None = None, *, keep: int = KEEP, days: int = KEEP_DAYS) -> list[Path]:
    """Lets go of all but the last `keep` and the last one of each of the last `days` days, of one database's copies or
    of all that are there; what was deleted.

    The order is that of making, whatever the clock said. The newest stays, and so do the newest without damage and
    those made before an upgrade.
    """
    backups = list_backups(folder, database)
    remaining = {backup.path for backup in backups[: max(keep, 1)]}
    remaining |= {backup.path for backup in [b for b in backups if not b.damaged][:1]}
    remaining |= {backup.path for backup in backups if backup.before}
    last_of_day: dict[str, Path] = {}
    for backup in backups:
        last_of_day.setdefault(backup.made[:10], backup.path)
    remaining |= set(list(last_of_day.values())[:days])
    deleted = [backup.path for backup in backups if backup.path not in remaining]
    for path in deleted:
        path.unlink(missing_ok=True)
    return deleted


def _order(path: Path) -> tuple[int, str, int]:
    """By number; copies of older releases have none and come before, by the clock."""
    match = _NAME.fullmatch(path.name)
    return (int(match[1] or 0), f"{match[2]}{match[3]}", int(match[4] or 1)) if match else (0, "", 0)


def _backup_at(path: Path) -> Backup:
    moment = datetime.strptime(_order(path)[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    return Backup(
        path,
        moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        path.stat().st_size,
        path.stem.endswith("-damaged"),
        "-before-" in path.stem,
    )


def heads(backup: Path) -> dict[str, int]:
    """The last entry of each tournament in a backup, by the tournament's random id."""
    with _open_read_only(backup) as db:
        return dict(
            db.execute(
                "SELECT t.id, max(e.seq) FROM tournament t JOIN entry e ON e.tournament = t.key GROUP BY t.key"
            ).fetchall()
        )


# --- who is still in them ---------------------------------------------------------------------------------------------

_IN_EVENT = "SELECT 1 FROM person WHERE id = ?1 UNION SELECT 1 FROM attachment WHERE person = ?1"
_IN_DIRECTORY = "SELECT 1 FROM directory_person WHERE id = ? AND data IS NOT NULL"


def folders(store: Store) -> list[Path]:
    """Where backups of this database were put."""
    if not isinstance(store, SqliteStore):
        return []
    return list(dict.fromkeys((default_folder(store.path), *map(Path, store.backup_folders()))))


def notes_on_forgotten(ctx: Context, persons: Sequence[str], *, directory: bool = False) -> tuple[str, ...]:
    """Notes about the backups that hold somebody who was forgotten, and about folders that cannot be looked at; where
    the database has backups of its own, until when they do."""
    store = ctx.store
    question = _IN_DIRECTORY if directory else _IN_EVENT
    known = folders(store)
    holding = [b.path for folder in known for b in list_backups(folder) if _holds(b.path, persons, question)]
    away = [folder for folder in known[1:] if not folder.is_dir()]
    notes: list[str] = list(_until(ctx))
    if holding:
        notes.append(
            note(
                "forgotten-in-backups",
                "Earlier backups still contain this person. Delete them when you no longer need them: {files}.",
                files=", ".join(map(str, holding)),
            )
        )
    if away:
        notes.append(
            note(
                "forgotten-away",
                "Some backups are in {folders}, which is not available now: check there too.",
                folders=", ".join(map(str, away)),
            )
        )
    return tuple(notes)


def _until(ctx: Context) -> Iterator[Note]:
    """What a database with backups of its own promises (docs/operators.md)."""
    days = ctx.store.backup_days()
    if days is None:
        yield note(
            "forgotten-no-date",
            "No one can read this data here any more. Database backups contain this person until they are deleted; "
            "the operators have not said when.",
        )
    elif days:
        # The tables' files are cleaned in the night; a backup made before that is the last to hold the person.
        erased_by = moment(ctx.now()).date() + timedelta(days=days + 2)
        yield note(
            "forgotten-until",
            "No one can read this data here any more. After {date}, no database backup contains this person.",
            date=erased_by.isoformat(),
        )


def _holds(backup: Path, persons: Sequence[str], question: str) -> bool:
    try:
        with _open_read_only(backup) as db:
            return any(db.execute(question, (person,)).fetchone() is not None for person in persons)
    except sqlite3.Error:  # what cannot be read may well hold somebody
        return True


@contextlib.contextmanager
def _open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection. Without a log it writes no files at all: the disk of a backup may be read-only."""
    alone = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True, timeout=10)) as db:
        yield db
