"""Series of tournaments and duplicate events, kept in the same database as the journal.

To the store a series is a name, a document (canonical JSON, made and read by the app) and a version; a duplicate event
is the same of another kind, with score sheets beside it. A write names the version it saw: of two writers who saw the
same one, exactly one wins. Every write is one transaction and leaves a line in the list of changes. Failures are
PareoErrors: `no-such-series`, `no-such-duplicate` (NotFound) · `series-taken`, `series-moved` (Conflict), and those of
the file itself.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pareo.core.words.errors import Conflict, NotFound, Refused
from pareo.store.chain import UNREADABLE, canonical, decode_data
from pareo.store.protocol import Store, check_slug
from pareo.store.sqlite.file import damaged
from pareo.store.sqlite.journal import SqliteStore

SERIES = "series"
DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class KeptSeries:
    """A series, or a duplicate event, as it is kept."""

    slug: str
    name: str
    created: str
    version: int
    secret: str  # keys the hashes of people and draws lots; never shown
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One line of what happened to it."""

    version: int
    time: str
    actor: str
    action: str
    told: str


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who writes what when; `version` is the one that was seen."""

    version: int
    time: str
    actor: str
    action: str
    told: str = ""


class SeriesStore(Protocol):
    """Where series are kept. Safe to use from several threads and several processes at once."""

    def listed(self) -> list[KeptSeries]:
        """All of this kind, oldest first."""

    def one(self, slug: str) -> KeptSeries:
        """One by its short name."""

    def changes(self, slug: str) -> list[Change]:
        """What happened to it, oldest first."""

    def create(self, slug: str, *, name: str, data: Mapping[str, Any], stamp: Stamp) -> KeptSeries:
        """A new one."""

    def write(
        self, slug: str, *, stamp: Stamp, data: Mapping[str, Any] | None = None, name: str | None = None,
        sheets: Mapping[str, Mapping[str, Any] | None] | None = None,
    ) -> int:
        """A new document, a new name, or sheets (None erases one), all or nothing; the new version."""

    def delete(self, slug: str) -> None:
        """Gone for good."""

    def sheets(self, slug: str) -> dict[str, dict[str, Any]]:
        """The score sheets, by their id."""


def series_in(store: Store, kind: str = SERIES) -> SeriesStore:
    """The series, or the duplicate events, of the database behind this store."""
    if not isinstance(store, SqliteStore):
        raise Refused("series-store", "Series are kept only in a database that is a file.")
    return SqliteSeries(store, kind)


_FIELDS = "key, slug, name, created, version, secret, data"
# ruff: noqa: S608 - the statements are built from constants of this module only
_ONE = f"SELECT {_FIELDS} FROM series WHERE kind = ? AND slug = ?"
_ALL = f"SELECT {_FIELDS} FROM series WHERE kind = ? ORDER BY key"
_NEW = "INSERT INTO series (kind, slug, name, created, version, secret, data) VALUES (?, ?, ?, ?, 1, ?, ?)"
_CHANGE = "INSERT INTO series_change (series, version, time, actor, action, told) VALUES (?, ?, ?, ?, ?, ?)"
_WRITE = "UPDATE series SET version = ?, name = ifnull(?, name), data = ifnull(?, data) WHERE key = ?"


class SqliteSeries:
    """See `SeriesStore`. Uses the connections and transactions of the store whose file it shares."""

    def __init__(self, store: SqliteStore, kind: str) -> None:
        # One file, one connection per thread: all parts of the store package go through the same door.
        self._read = store._read  # noqa: SLF001
        self._write = store._write  # noqa: SLF001
        self._wipe = store._wipe  # noqa: SLF001
        self._path = store.path
        self._kind = kind

    def listed(self) -> list[KeptSeries]:
        with self._read() as db:
            return [self._kept(row) for row in db.execute(_ALL, (self._kind,))]

    def one(self, slug: str) -> KeptSeries:
        with self._read() as db:
            return self._kept(self._row(db, slug))

    def changes(self, slug: str) -> list[Change]:
        with self._read(together=True) as db:
            key = self._row(db, slug)[0]
            rows = db.execute(
                "SELECT version, time, actor, action, told FROM series_change WHERE series = ? ORDER BY version", (key,)
            )
            return [Change(*row) for row in rows]

    def create(self, slug: str, *, name: str, data: Mapping[str, Any], stamp: Stamp) -> KeptSeries:
        check_slug(slug)
        secret = secrets.token_hex(16)
        with self._write() as db:
            if db.execute(_ONE, (self._kind, slug)).fetchone() is not None:
                raise Conflict("series-taken", "There is already a series “{slug}”: choose another short name.",
                               slug=slug)
            row = (self._kind, slug, name, stamp.time, secret, canonical(data))
            key = db.execute(_NEW, row).lastrowid or 0
            db.execute(_CHANGE, (key, 1, stamp.time, stamp.actor, stamp.action, stamp.told))
        return KeptSeries(slug, name, stamp.time, 1, secret, data)

    def write(
        self, slug: str, *, stamp: Stamp, data: Mapping[str, Any] | None = None, name: str | None = None,
        sheets: Mapping[str, Mapping[str, Any] | None] | None = None,
    ) -> int:
        with self._write() as db:
            row = self._row(db, slug)
            key, version = row[0], row[4]
            if version != stamp.version:
                raise Conflict("series-moved", "Somebody else changed {slug} in between: look again and repeat.",
                               slug=slug)
            db.execute(_WRITE, (version + 1, name, canonical(data) if data is not None else None, key))
            _write_sheets(db, key, sheets or {})
            db.execute(_CHANGE, (key, version + 1, stamp.time, stamp.actor, stamp.action, stamp.told))
        if any(sheet is None for sheet in (sheets or {}).values()):
            self._wipe()
        return int(version) + 1

    def delete(self, slug: str) -> None:
        with self._write() as db:
            db.execute("DELETE FROM series WHERE key = ?", (self._row(db, slug)[0],))
        self._wipe()

    def sheets(self, slug: str) -> dict[str, dict[str, Any]]:
        with self._read(together=True) as db:
            key = self._row(db, slug)[0]
            rows: Sequence[tuple[str, bytes]] = db.execute(
                "SELECT id, data FROM score_sheet WHERE series = ? ORDER BY id", (key,)
            ).fetchall()
        return {sheet: self._decode(data) for sheet, data in rows}

    def _row(self, db: sqlite3.Connection, slug: str) -> tuple[Any, ...]:
        # What is no slug is not asked for: SQLite takes no half characters.
        row: tuple[Any, ...] | None = db.execute(_ONE, (self._kind, slug)).fetchone() if slug.isascii() else None
        if row is None:
            raise self._unknown(slug)
        return row

    def _unknown(self, slug: str) -> NotFound:
        if self._kind == DUPLICATE:
            return NotFound("no-such-duplicate", "There is no duplicate event “{slug}”.", slug=slug[:80])
        return NotFound("no-such-series", "There is no series “{slug}”.", slug=slug[:80])

    def _kept(self, row: tuple[Any, ...]) -> KeptSeries:
        _, slug, name, created, version, secret, data = row
        return KeptSeries(slug, name, created, version, secret, self._decode(data))

    def _decode(self, data: bytes) -> dict[str, Any]:
        try:
            return decode_data(data)
        except UNREADABLE as error:
            raise damaged(self._path) from error


def _write_sheets(db: sqlite3.Connection, key: int, sheets: Mapping[str, Mapping[str, Any] | None]) -> None:
    for sheet, data in sheets.items():
        if data is None:
            db.execute("DELETE FROM score_sheet WHERE series = ? AND id = ?", (key, sheet))
        else:
            db.execute("INSERT OR REPLACE INTO score_sheet (series, id, data) VALUES (?, ?, ?)",
                       (key, sheet, canonical(data)))
