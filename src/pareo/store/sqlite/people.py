"""The people of a tournament, in the same SQLite file as its journal: they can be forgotten without touching the chain.

The chain does not cover them, so each row has a digest of its own: a row that was damaged is told from one that was
written. Rows of releases before this one have none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from hashlib import sha256

from pareo.store.chain import UNREADABLE, canonical, decode_data
from pareo.store.identity_keys import keys_of_person
from pareo.store.protocol import PersonChange
from pareo.store.sqlite.answers import erase_notes
from pareo.store.sqlite.attachments import erase_attachments

_PUT = "INSERT OR REPLACE INTO person (tournament, id, data, digest, member, born) VALUES (?, ?, ?, ?, ?, ?)"


def write_people(db: sqlite3.Connection, tournament: int, changes: Iterable[PersonChange]) -> None:
    for change in changes:
        if change.data is None:
            erase_person(db, tournament, change.person)
        else:
            data = canonical(change.data)
            db.execute(_PUT, (tournament, change.person, data, sha256(data).digest(), *keys_of_person(change.data)))


def erase_person(db: sqlite3.Connection, tournament: int, person: str) -> None:
    db.execute("DELETE FROM person WHERE tournament = ? AND id = ?", (tournament, person))
    erase_attachments(db, tournament, person)
    erase_notes(db, tournament)


def corrupt_people(db: sqlite3.Connection, tournament: int) -> list[str]:
    """The ids of people whose row is not what was written."""
    rows = db.execute("SELECT id, data, digest FROM person WHERE tournament = ? ORDER BY id", (tournament,))
    return [person for person, data, digest in rows if not _is_sound(data, digest)]


def _is_sound(data: bytes, digest: bytes | None) -> bool:
    if digest is not None:
        return sha256(data).digest() == digest
    try:
        decode_data(data)
    except UNREADABLE:
        return False
    return True
