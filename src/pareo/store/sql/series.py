"""Series of tournaments and duplicate events, kept in the same database as the journals (see `series_protocol`).

A document is stored as canonical JSON and read into what the protocol names; what does not fit is damage.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Generic

import msgspec

from pareo.core.league.documents import DuplicateDocument
from pareo.core.league.duplicate import ScoreSheet
from pareo.core.text.errors import Conflict, NotFound
from pareo.store.chain import UNREADABLE, canonical
from pareo.store.protocol import check_slug
from pareo.store.series_protocol import Document, DocumentChange, StoredDocument, WriteStamp
from pareo.store.sql.database import Database, Db, retry_methods

_FIELDS = "key, slug, name, created, version, secret, data"
# ruff: noqa: S608 - the statements are built from constants of this module only
_ONE = f"SELECT {_FIELDS} FROM series WHERE kind = ? AND slug = ?"
_ALL = f"SELECT {_FIELDS} FROM series WHERE kind = ? ORDER BY key"
_NEW = "INSERT INTO series (kind, slug, name, created, version, secret, data) VALUES (?, ?, ?, ?, 1, ?, ?)"
_CHANGE = "INSERT INTO series_change (series, version, time, actor, action, told) VALUES (?, ?, ?, ?, ?, ?)"
_WRITE = "UPDATE series SET version = ?, name = coalesce(?, name), data = coalesce(?, data) WHERE key = ?"
_SHEET = """INSERT INTO score_sheet (series, id, data) VALUES (?, ?, ?)
    ON CONFLICT (series, id) DO UPDATE SET data = excluded.data"""

_read_sheet = msgspec.json.Decoder(ScoreSheet).decode


@retry_methods
class SqlSeries(Generic[Document]):
    """See `SeriesStore`. Uses the connections and transactions of the journals' store."""

    def __init__(self, db: Database, kind: str, document: type[Document]) -> None:
        self._db = db
        self._kind = kind
        self._document: type[Document] = document

    def all_documents(self) -> list[StoredDocument[Document]]:
        with self._db.reading() as db:
            return [self._from_row(row) for row in db.execute(_ALL, (self._kind,))]

    def one(self, slug: str) -> StoredDocument[Document]:
        with self._db.reading() as db:
            return self._from_row(self._row(db, slug))

    def changes(self, slug: str) -> list[DocumentChange]:
        with self._db.reading(together=True) as db:
            key = self._row(db, slug)[0]
            rows = db.execute(
                "SELECT version, time, actor, action, told FROM series_change WHERE series = ? ORDER BY version", (key,)
            )
            return [DocumentChange(*row) for row in rows]

    def create(self, slug: str, *, name: str, data: Document, stamp: WriteStamp) -> StoredDocument[Document]:
        check_slug(slug)
        secret = secrets.token_hex(16)
        with self._db.writing() as db:
            if db.execute(_ONE, (self._kind, slug)).fetchone() is not None:
                raise Conflict(
                    "series-taken", "A series “{slug}” already exists: choose another short name.", slug=slug
                )
            row = (self._kind, slug, name, stamp.time, secret, canonical(data))
            db.execute(_NEW, row)
            key = self._row(db, slug)[0]
            db.execute(_CHANGE, (key, 1, stamp.time, stamp.actor, stamp.action, stamp.told))
        return StoredDocument(slug, name, stamp.time, 1, secret, data)

    def write(
        self,
        slug: str,
        *,
        stamp: WriteStamp,
        data: Document | None = None,
        name: str | None = None,
        sheets: Mapping[str, ScoreSheet | None] | None = None,
    ) -> int:
        with self._db.writing() as db:
            row = self._row(db, slug)
            key, version = row[0], row[4]
            if version != stamp.version:
                raise Conflict(
                    "series-moved", "Someone else changed {slug} in the meantime. Check and try again.", slug=slug
                )
            db.execute(_WRITE, (version + 1, name, canonical(data) if data is not None else None, key))
            _write_sheets(db, key, sheets or {})
            db.execute(_CHANGE, (key, version + 1, stamp.time, stamp.actor, stamp.action, stamp.told))
        if any(sheet is None for sheet in (sheets or {}).values()):
            self._db.wipe()
        return int(version) + 1

    def delete(self, slug: str) -> None:
        with self._db.writing() as db:
            db.execute("DELETE FROM series WHERE key = ?", (self._row(db, slug)[0],))
        self._db.wipe()

    def sheets(self, slug: str) -> dict[str, ScoreSheet]:
        with self._db.reading(together=True) as db:
            key = self._row(db, slug)[0]
            rows: Sequence[tuple[str, bytes]] = db.execute(
                "SELECT id, data FROM score_sheet WHERE series = ? ORDER BY id", (key,)
            ).fetchall()
        try:
            return {sheet: _read_sheet(data) for sheet, data in rows}
        except UNREADABLE as error:
            raise self._db.damage_error() from error

    def _row(self, db: Db, slug: str) -> tuple[Any, ...]:
        # What is no slug is not asked for: databases take no half characters.
        row: tuple[Any, ...] | None = db.execute(_ONE, (self._kind, slug)).fetchone() if slug.isascii() else None
        if row is None:
            raise self._unknown(slug)
        return row

    def _unknown(self, slug: str) -> NotFound:
        if self._document is DuplicateDocument:
            return NotFound("no-such-duplicate", "There is no duplicate event “{slug}”.", slug=slug[:80])
        return NotFound("no-such-series", "There is no series “{slug}”.", slug=slug[:80])

    def _from_row(self, row: tuple[Any, ...]) -> StoredDocument[Document]:
        _, slug, name, created, version, secret, data = row
        try:
            return StoredDocument(slug, name, created, version, secret, msgspec.json.decode(data, type=self._document))
        except UNREADABLE as error:
            raise self._db.damage_error() from error


def _write_sheets(db: Db, key: int, sheets: Mapping[str, ScoreSheet | None]) -> None:
    for sheet, data in sheets.items():
        if data is None:
            db.execute("DELETE FROM score_sheet WHERE series = ? AND id = ?", (key, sheet))
        else:
            db.execute(_SHEET, (key, sheet, canonical(data)))
