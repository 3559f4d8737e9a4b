"""Tournaments, their journals and their people in one SQLite file.

The file is opened when it is first used, once per thread. Every write is one `BEGIN IMMEDIATE` transaction that reads
the head inside it, so of two writers who saw the same head exactly one wins, in threads as in processes. A commit is
on the disk when a method returns.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.store.chain import START, UNREADABLE, Entry, decode_data, verify_chain
from pareo.store.protocol import (
    Attachment,
    NewEntry,
    PersonChange,
    RawEvent,
    StoredAnswer,
    Summary,
    TournamentDump,
    check_dump,
    check_slug,
    first_answer,
    journal_cut,
    journal_moved,
    no_person,
    no_tournament,
    slug_taken,
    upgrade_answer,
)
from pareo.store.sqlite import salvage
from pareo.store.sqlite.answers import created_by, read_answer, write_answer, write_unchanged
from pareo.store.sqlite.attachments import attachment_bytes, read_attachment, read_attachments, write_attachments
from pareo.store.sqlite.file import all_rows, damage_error, is_damage, open_file, raise_as_pareo_error
from pareo.store.sqlite.high_water_mark import HighWaterMark
from pareo.store.sqlite.labels import invalidate_labels, sharing, slugs_with_label, write_labels
from pareo.store.sqlite.people import corrupt_people, erase_person, write_people
from pareo.store.upgrade import upgrade_entries

_FIELDS = "seq, version, time, actor, action, data, client, hash"
# ruff: noqa: S608 - the statements are built from constants of this module only
_INSERT = f"INSERT INTO entry (tournament, {_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_READ = f"SELECT {_FIELDS} FROM entry WHERE tournament = ? AND seq > ? ORDER BY seq"
_HEAD = """SELECT t.key, t.id, e.seq, e.hash FROM tournament t JOIN entry e ON e.tournament = t.key
    WHERE t.slug = ? ORDER BY e.seq DESC LIMIT 1"""
_SUMMARY = """SELECT t.slug, t.id, t.name, t.ruleset, t.created, ifnull(e.seq, 0), ifnull(e.hash, ''), e.seq IS NULL
    FROM tournament t LEFT JOIN entry e ON e.tournament = t.key
    AND e.seq = (SELECT max(seq) FROM entry WHERE tournament = t.key)"""
_NEW = "INSERT INTO tournament (slug, id, name, ruleset, created, secret) VALUES (?, ?, ?, ?, ?, ?)"

T = TypeVar("T")


class _Handle:
    """A thread's connection; closed when the thread is gone."""

    __slots__ = ("__weakref__", "db")

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __del__(self) -> None:
        self.db.close()


class SqliteJournal:
    """The journal's part of `Store`. `wait`: seconds to wait for another writer before `store-locked`."""

    def __init__(self, path: str | Path, *, wait: float = 5.0) -> None:
        self.path = Path(path)
        self._wait = wait
        self._high_water_mark = HighWaterMark(self.path)
        self._mine = threading.local()
        self._all: weakref.WeakSet[_Handle] = weakref.WeakSet()
        self._lock = threading.Lock()

    def create(self, slug: str, new: NewEntry, *, name: str, ruleset: str, secret: str) -> Entry:
        check_slug(slug)
        tournament_id = secrets.token_hex(16)
        with self.writing() as db:
            if _is_taken(db, slug):
                first = self._first(db, slug)
                if new.is_first(first):
                    return first
                raise slug_taken(slug)
            key = db.execute(_NEW, (slug, tournament_id, name, ruleset, new.time, secret)).lastrowid or 0
            entry = new.to_entry(slug, tournament_id, START, 1)
            _insert(db, key, entry)
            write_people(db, key, new.people)
            write_answer(db, key, new)
            invalidate_labels(db, key)
        self._high_water_mark.record(key, tournament_id, 1)
        return entry

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        with self.writing() as db:
            key, tournament_id, head, last = self._head(db, slug)
            answer = read_answer(db, slug, key, new.client) if new.client is not None else None
            if answer is not None and answer.entry.hash:
                return first_answer(answer, new)
            if answer is not None or head != expected or before not in {None, last}:
                raise journal_moved(slug, expected, head)
            entry = new.to_entry(slug, tournament_id, last, head + 1)
            _insert(db, key, entry)
            if new.people:
                write_people(db, key, new.people)
            if new.attachments or new.replaced:
                write_attachments(db, key, new.attachments, new.replaced)
            write_answer(db, key, new)
            if new.relabel:
                invalidate_labels(db, key)
            if new.rename is not None:
                db.execute("UPDATE tournament SET name = ? WHERE key = ?", (new.rename, key))
        self._high_water_mark.record(key, tournament_id, entry.seq)
        if any(change.data is None for change in new.people):
            # The entry is written: what a busy reader keeps in the log must not look like a refusal of it.
            with contextlib.suppress(Refused):
                self.wipe()
        return entry

    def find_answer(self, slug: str, client: str) -> StoredAnswer | None:
        with self.reading() as db:
            answer = read_answer(db, slug, self._key(db, slug), client)
        return None if answer is None else upgrade_answer(answer)

    def remember_answer(self, slug: str, new: NewEntry, *, seq: int) -> None:
        with self.writing() as db:
            write_unchanged(db, self._key(db, slug), new, seq)

    def created_by(self, client: str) -> str | None:
        with self.reading() as db:
            return created_by(db, client)

    def tournaments(self) -> list[Summary]:
        with self.reading() as db:
            try:
                rows = all_rows(db, f"{_SUMMARY} WHERE t.slug NOT GLOB '{salvage.GONE}*' ORDER BY t.key")
            except sqlite3.DatabaseError as error:
                if not is_damage(error, self.path):
                    raise
                return salvage.summaries(db)
            return [_summary_of(row) for row in rows]

    def summary(self, slug: str) -> Summary:
        with self.reading() as db:
            return self._summary(db, slug)

    def newest(self, count: int) -> list[Summary]:
        with self.reading() as db:
            rows = db.execute(
                "SELECT slug FROM tournament WHERE slug NOT GLOB ? ORDER BY key DESC LIMIT ?",
                (f"{salvage.GONE}*", count),
            ).fetchall()
            return [self._summary(db, row[0]) for row in rows]

    def ping(self) -> None:
        with self.reading() as db:
            db.execute("SELECT key FROM tournament LIMIT 1").fetchone()

    def summaries(self, slugs: Sequence[str]) -> list[Summary]:
        summaries: list[Summary] = []
        with self.reading() as db:
            for slug in dict.fromkeys(slugs):
                with contextlib.suppress(NotFound):
                    summaries.append(self._summary(db, slug))
        return summaries

    def with_ids(self, ids: Sequence[str]) -> list[Summary]:
        by_id: dict[str, Summary] = {}
        with self.reading() as db:
            for tournament_id in dict.fromkeys(ids):
                row = db.execute("SELECT slug FROM tournament WHERE id = ? ORDER BY key", (tournament_id,)).fetchone()
                if row is not None:
                    by_id[tournament_id] = self._summary(db, row[0])
        return list(by_id.values())

    def copies(self, *, tournament_id: str | None = None, secret: str | None = None) -> list[Summary]:
        with self.reading() as db:
            rows = db.execute(
                "SELECT slug FROM tournament WHERE id = ? OR secret = ? ORDER BY key", (tournament_id, secret)
            ).fetchall()
            return [self._summary(db, slug) for (slug,) in rows]

    def with_label(self, label: str) -> list[tuple[Summary, bool]]:
        with self.reading() as db:
            return [(self._summary(db, slug), sure) for slug, sure in slugs_with_label(db, label)]

    def set_labels(self, slug: str, head: str, labels: Sequence[str]) -> None:
        with self.writing() as db:
            key, _, _, last = self._head(db, slug)
            if last == head:
                write_labels(db, key, labels)

    def sharing(self, slug: str, label: str) -> list[Summary]:
        with self.reading() as db:
            return [self._summary(db, other) for other in sharing(db, self._key(db, slug), label)]

    def head(self, slug: str) -> int:
        with self.reading() as db:
            return self._head(db, slug)[2]

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        with self.reading() as db:
            entries = _entries(db, slug, self._key(db, slug), after)
        return upgrade_entries(entries)

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        with self.reading() as db:
            return self._people(db, self._key(db, slug))

    def person(self, slug: str, person: str) -> dict[str, Any]:
        with self.reading() as db:
            row = db.execute(
                "SELECT data FROM person WHERE tournament = ? AND id = ?", (self._key(db, slug), person)
            ).fetchone()
        if row is None:
            raise no_person(slug, person)
        return self._decode(row[0])

    def attachment_bytes(self, slug: str) -> int:
        with self.reading() as db:
            return attachment_bytes(db, self._key(db, slug))

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        with self.reading() as db:
            return read_attachment(db, self._key(db, slug), attachment)

    def forget(self, slug: str, person: str) -> None:
        with self.writing() as db:
            erase_person(db, self._key(db, slug), person)
        self.wipe()

    def secret(self, slug: str) -> str:
        with self.reading() as db:
            row = db.execute("SELECT secret FROM tournament WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            raise no_tournament(slug)
        return str(row[0])

    def rename(self, slug: str, to: str) -> None:
        check_slug(to)
        with self.writing() as db:
            key = self._key(db, slug)
            if to != slug and _is_taken(db, to):
                raise slug_taken(to)
            db.execute("UPDATE tournament SET slug = ? WHERE key = ?", (to, key))

    def delete(self, slug: str) -> None:
        with self.reading() as db:
            key = self._key(db, slug)
        try:
            with self.writing() as db:
                db.execute("DELETE FROM tournament WHERE key = ?", (key,))
        except BadInput as problem:
            if problem.code != "store-damaged":
                raise
            with self.reading() as db:
                salvage.erase(db, key)
        self._high_water_mark.drop(key)
        self.wipe()

    def unreadable(self) -> set[str]:
        with self.reading(together=True) as db:
            return {slug for key, slug in self._slugs(db) if not salvage.is_readable(db, key)}

    def _slugs(self, db: sqlite3.Connection) -> list[tuple[int, str]]:
        return [(self._key(db, one.slug), one.slug) for one in salvage.summaries(db)]

    def raw(self, slug: str) -> RawEvent:
        with self.reading(together=True) as db:
            return salvage.raw(db, self._key(db, slug))

    def dump(self, slug: str) -> TournamentDump:
        with self.reading(together=True) as db:
            key = self._key(db, slug)
            secret = str(db.execute("SELECT secret FROM tournament WHERE key = ?", (key,)).fetchone()[0])
            entries, attachments = _entries(db, slug, key, 0), read_attachments(db, key)
            summary = self._summary(db, slug)
            if summary.damaged:
                raise damage_error(self.path)
            return TournamentDump(summary, secret, entries, self._people(db, key), attachments)

    def restore(self, dump: TournamentDump) -> None:
        summary, slug = dump.summary, check_dump(dump)
        with self.writing() as db:
            if _is_taken(db, slug):
                raise slug_taken(slug)
            row = (slug, summary.id, summary.name, summary.ruleset, summary.created, dump.secret)
            key = db.execute(_NEW, row).lastrowid or 0
            for entry in dump.entries:
                _insert(db, key, entry)
            write_people(db, key, (PersonChange(person, data) for person, data in dump.people.items()))
            write_attachments(db, key, dump.attachments)
            invalidate_labels(db, key)

    def verify(self, slug: str) -> int:
        dump = self.dump(slug)
        verify_chain(dump.summary.id, dump.entries)
        with self.reading() as db:
            key, tournament_id, head, _ = self._head(db, slug)
        if self.corrupt_people(slug):
            raise damage_error(self.path)
        if (last := self._high_water_mark.last(key, tournament_id)) > head:
            raise journal_cut(slug, head, last)
        return len(dump.entries)

    def corrupt_people(self, slug: str) -> list[str]:
        with self.reading() as db:
            return corrupt_people(db, self._key(db, slug))

    def backup_folders(self) -> list[str]:
        """Where backups of this file were put."""
        with self.reading() as db:
            return [row[0] for row in db.execute("SELECT path FROM backup_folder ORDER BY path")]

    def remember_backups(self, folder: Path) -> None:
        """That backups were put there: who is forgotten is looked for there too."""
        if str(folder.absolute()) not in self.backup_folders():
            with self.writing() as db:
                db.execute("INSERT OR IGNORE INTO backup_folder (path) VALUES (?)", (str(folder.absolute()),))

    def close(self) -> None:
        with self._lock:
            for handle in self._all:
                handle.db.close()
            self._all.clear()
            self._high_water_mark.close()
            self._mine = threading.local()

    # One connection per thread, one transaction per write, errors told in the user's words.

    def _connection(self) -> sqlite3.Connection:
        handle: _Handle | None = getattr(self._mine, "handle", None)
        if handle is None:
            handle = self._mine.handle = _Handle(open_file(self.path, self._wait))
            with self._lock:
                self._all.add(handle)
        return handle.db

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        db = self._connection()
        try:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except sqlite3.Error as error:
            raise_as_pareo_error(error, self.path)
        finally:
            # A refusal or a failed commit: nothing of it stays.
            if db.in_transaction:
                db.execute("ROLLBACK")

    @contextlib.contextmanager
    def reading(self, *, together: bool = False) -> Iterator[sqlite3.Connection]:
        """`together`: several statements that must see the same moment."""
        db = self._connection()
        try:
            if together:
                db.execute("BEGIN")
            yield db
        except sqlite3.Error as error:
            raise_as_pareo_error(error, self.path)
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def wipe(self) -> None:
        """Erased rows are overwritten in the file, but SQLite's log still holds them until it is cut to nothing."""
        try:
            busy = self._connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.Error as error:
            raise_as_pareo_error(error, self.path)
        if busy:
            raise Refused(
                "store-traces",
                "Erased, but traces stay in the log while another program is reading {path}: close that program "
                "and repeat.",
                path=str(self.path),
            )

    def retry(self, work: Callable[[], T]) -> T:
        """One writer at a time: nothing is ever asked to be repeated."""
        return work()

    def damage_error(self) -> BadInput:
        return damage_error(self.path)

    def _key(self, db: sqlite3.Connection, slug: str) -> int:
        row = db.execute("SELECT key FROM tournament WHERE slug = ?", (slug,)).fetchone()
        key: int | None = salvage.key_of(db, slug) if row is None else row[0]
        if key is None:
            raise no_tournament(slug)
        return key

    def _head(self, db: sqlite3.Connection, slug: str) -> tuple[int, str, int, str]:
        row: tuple[int, str, int, str] | None = next(iter(all_rows(db, _HEAD, (slug,))), None)
        if row is None:
            raise no_tournament(slug)
        return row

    def _first(self, db: sqlite3.Connection, slug: str) -> Entry:
        return Entry(slug, *db.execute(_READ, (self._key(db, slug), 0)).fetchone())

    def _summary(self, db: sqlite3.Connection, slug: str) -> Summary:
        try:
            row = next(iter(all_rows(db, f"{_SUMMARY} WHERE t.slug = ?", (slug,))), None)
        except sqlite3.DatabaseError as error:
            if not is_damage(error, self.path):
                raise
        else:
            if row is not None:
                return _summary_of(row)
        salvaged = salvage.summary(db, slug)
        if salvaged is None:
            raise no_tournament(slug)
        return salvaged

    def _people(self, db: sqlite3.Connection, key: int) -> dict[str, dict[str, Any]]:
        rows = db.execute("SELECT id, data FROM person WHERE tournament = ? ORDER BY id", (key,))
        return {person: self._decode(data) for person, data in rows}

    def _decode(self, data: bytes) -> dict[str, Any]:
        try:
            return decode_data(data)
        except UNREADABLE as error:
            raise damage_error(self.path) from error


def _summary_of(row: tuple[Any, ...]) -> Summary:
    slug, tournament_id, name, ruleset, created, seq, sealed, is_damaged = row
    return Summary(slug, tournament_id, name, ruleset, created, seq, sealed, bool(is_damaged))


def _insert(db: sqlite3.Connection, key: int, entry: Entry) -> None:
    row = (entry.seq, entry.version, entry.time, entry.actor, entry.action, entry.data, entry.client, entry.hash)
    db.execute(_INSERT, (key, *row))


def _entries(db: sqlite3.Connection, slug: str, key: int, after: int) -> list[Entry]:
    return [Entry(slug, *row) for row in all_rows(db, _READ, (key, after))]


def _is_taken(db: sqlite3.Connection, slug: str) -> bool:
    return db.execute("SELECT key FROM tournament WHERE slug = ?", (slug,)).fetchone() is not None
