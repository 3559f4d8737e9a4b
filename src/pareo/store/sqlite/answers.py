"""What requests with a client's id asked and were answered, in the same SQLite file as the journal.

An answer is written with the entry that it is about, in one transaction; of a request that changed nothing, the whole
answer is here. Releases before this one wrote none: then the entry alone is known.
"""

from __future__ import annotations

import sqlite3

from pareo.store.chain import Entry
from pareo.store.protocol import MOST_ANSWERS, NewEntry, StoredAnswer

_PUT = """INSERT OR IGNORE INTO answer (tournament, client, asked, notes, time, seq, version, actor, action, data)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_FIND = """SELECT asked, notes, seq, version, time, actor, action, data FROM answer
    WHERE tournament = ? AND client = ?"""
_ENTRY = """SELECT seq, version, time, actor, action, data, client, hash FROM entry
    WHERE tournament = ? AND client = ?"""
_PRUNE = """DELETE FROM answer WHERE tournament = ?1 AND seq IS NOT NULL AND time < (SELECT time FROM answer
    WHERE tournament = ?1 AND seq IS NOT NULL ORDER BY time DESC LIMIT 1 OFFSET ?2)"""
_CREATED = """SELECT t.slug FROM tournament t JOIN entry e ON e.tournament = t.key AND e.client = ?
    WHERE e.seq = 1 ORDER BY t.key LIMIT 1"""


def write_answer(db: sqlite3.Connection, tournament: int, new: NewEntry) -> None:
    """What is answered with an entry that is written in the same transaction."""
    if new.client is not None:
        none = (None,) * 5
        db.execute(_PUT, (tournament, new.client, new.asked, new.kept_notes, new.time, *none))


def write_unchanged(db: sqlite3.Connection, tournament: int, new: NewEntry, seq: int) -> None:
    """What is answered to a request that changed nothing; of these the newest stay."""
    values = (seq, new.version, new.actor, new.action, new.data)
    db.execute(_PUT, (tournament, new.client, new.asked, new.kept_notes, new.time, *values))
    db.execute(_PRUNE, (tournament, MOST_ANSWERS - 1))


def read_answer(db: sqlite3.Connection, slug: str, tournament: int, client: str) -> StoredAnswer | None:
    row = db.execute(_FIND, (tournament, client)).fetchone()
    asked, notes, *unchanged = row if row is not None else ("", b"", None)
    if unchanged[0] is not None:
        return StoredAnswer(Entry(slug, *(*unchanged, client, "")), asked, notes)
    entry = db.execute(_ENTRY, (tournament, client)).fetchone()
    return StoredAnswer(Entry(slug, *entry), asked, notes) if entry is not None else None


def erase_notes(db: sqlite3.Connection, tournament: int) -> None:
    """Takes the notes out of all answers of a tournament: they may name somebody who is erased."""
    db.execute("UPDATE answer SET notes = x'' WHERE tournament = ? AND notes <> x''", (tournament,))


def created_by(db: sqlite3.Connection, client: str) -> str | None:
    row = db.execute(_CREATED, (client,)).fetchone()
    return None if row is None else str(row[0])
