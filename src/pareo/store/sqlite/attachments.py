"""Attachments, in the same SQLite file as the journal: lists and photos that people handed in.

Each is known by a random id and belongs to one person; erasing the person erases them. The journal holds the id and the
SHA-256 of the content, so a file that was changed here is told from the one that was handed in.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from pareo.store.protocol import Attachment

_PUT = "INSERT INTO attachment (tournament, id, person, media, data) VALUES (?, ?, ?, ?, ?)"
_ONE = "SELECT id, person, media, data FROM attachment WHERE tournament = ? AND id = ?"
_ALL = "SELECT id, person, media, data FROM attachment WHERE tournament = ? ORDER BY id"
_BYTES = "SELECT coalesce(sum(length(data)), 0) FROM attachment WHERE tournament = ?"  # no content is read for it
_REPLACE = "DELETE FROM attachment WHERE tournament = ? AND id = ?"
_ERASE = "DELETE FROM attachment WHERE tournament = ? AND person = ?"


def write_attachments(
    db: sqlite3.Connection, tournament: int, attachments: Iterable[Attachment], replaced: Iterable[str] = ()
) -> None:
    for attachment in replaced:
        db.execute(_REPLACE, (tournament, attachment))
    for one in attachments:
        db.execute(_PUT, (tournament, one.id, one.person, one.media, one.data))


def attachment_bytes(db: sqlite3.Connection, tournament: int) -> int:
    return int(db.execute(_BYTES, (tournament,)).fetchone()[0])


def read_attachment(db: sqlite3.Connection, tournament: int, attachment: str) -> Attachment | None:
    row = db.execute(_ONE, (tournament, attachment)).fetchone()
    return None if row is None else Attachment(*row)


def read_attachments(db: sqlite3.Connection, tournament: int) -> list[Attachment]:
    return [Attachment(*row) for row in db.execute(_ALL, (tournament,))]


def erase_attachments(db: sqlite3.Connection, tournament: int, person: str) -> None:
    db.execute(_ERASE, (tournament, person))
