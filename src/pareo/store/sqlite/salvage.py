"""What can still be had of a file that is damaged in places: one damaged event never takes the others with it.

Each row is read by itself here; what SQLite or we cannot read is left out and said. Texts whose bytes are no UTF-8 come
with the sign for an unreadable letter in their place.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from pareo.store.chain import UNREADABLE
from pareo.store.protocol import RawEvent, Summary

_DAMAGED_SLUG = re.compile(r"damaged-([0-9]{1,18})")
_TABLES = {"entry": "seq", "person": "id", "attachment": "id"}  # of a tournament, with what orders its rows
_EVERYTHING = (*_TABLES, "event_label", "answer", "account_grant", "token")
_HEAD = "SELECT seq, hash FROM entry WHERE tournament = ? ORDER BY seq DESC LIMIT 1"
# ruff: noqa: S608 - the statements are built from constants of this module only
_skim = msgspec.json.Decoder(msgspec.Raw).decode
GONE = "!"
"""How the slug begins that is left of a deleted event whose rows could not be reached; no event's slug does."""


@contextlib.contextmanager
def _any_text(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Reads texts that are no UTF-8 too, with a sign in place of what is unreadable."""
    usual = db.text_factory
    db.text_factory = lambda content: content.decode("utf-8", "replace")
    try:
        yield db
    finally:
        db.text_factory = usual


def summaries(db: sqlite3.Connection) -> list[Summary]:
    """All tournaments, oldest first, each read by itself; those that cannot be read say so."""
    with _any_text(db):
        keys = [row[0] for row in db.execute("SELECT key FROM tournament ORDER BY key")]
        all_summaries = [_summary(db, key) for key in keys]
    return [one for one in all_summaries if not one.slug.startswith(GONE)]


def _summary(db: sqlite3.Connection, key: int) -> Summary:
    texts: Any = ("", "", "", "", "")
    seq, sealed = 0, ""
    with contextlib.suppress(sqlite3.DatabaseError):
        row = db.execute("SELECT slug, id, name, ruleset, created FROM tournament WHERE key = ?", (key,)).fetchone()
        texts = tuple(map(str, row))
    with contextlib.suppress(sqlite3.DatabaseError):
        seq, sealed = db.execute(_HEAD, (key,)).fetchone() or (0, "")
    slug = texts[0] if texts[0] and "\ufffd" not in texts[0] else f"damaged-{key}"
    is_damaged = slug != texts[0] or not seq or any("\ufffd" in text for text in (*texts, sealed))
    _, id_, name, ruleset, created = texts
    return Summary(slug, id_, name, ruleset, created, seq, sealed, is_damaged)


def summary(db: sqlite3.Connection, slug: str) -> Summary | None:
    """One that cannot be read as others are, by its slug or by the name `summaries` gives it."""
    return next((one for one in summaries(db) if one.slug == slug and one.damaged), None)


def key_of(db: sqlite3.Connection, slug: str) -> int | None:
    """The key of an event whose slug itself is damaged, by the name `summaries` gives it."""
    named = _DAMAGED_SLUG.fullmatch(slug)
    return int(named[1]) if named is not None and summary(db, slug) is not None else None


def is_readable(db: sqlite3.Connection, key: int) -> bool:
    """Are the journal and the people of a tournament JSON? A quick look at every row; nothing is understood."""
    try:
        for table in ("entry", "person"):
            with contextlib.closing(db.execute(f"SELECT data FROM {table} WHERE tournament = ?", (key,))) as cursor:
                for (data,) in cursor:
                    _skim(data)
    except (sqlite3.DatabaseError, *UNREADABLE):
        return False
    return True


def raw(db: sqlite3.Connection, key: int) -> RawEvent:
    """Every row of a tournament that can be read, as it is stored."""
    unread: list[str] = []
    with _any_text(db):
        rows = {"tournament": _rows(db, "SELECT * FROM tournament WHERE key = ?", (key,), unread)}
        for table, order in _TABLES.items():
            rows[table] = _from_both_ends(db, table, order, key, unread)
    return RawEvent(rows, unread)


def _from_both_ends(
    db: sqlite3.Connection, table: str, order: str, key: int, unread: list[str]
) -> list[dict[str, Any]]:
    """Forwards up to what cannot be read, and then backwards to it."""
    before = len(unread)
    start = f"SELECT * FROM {table} WHERE tournament = ? ORDER BY {order}"
    first = _rows(db, start, (key,), unread)
    if len(unread) == before:
        return first
    reached = {row[order] for row in first}
    last = [row for row in _rows(db, f"{start} DESC", (key,), []) if row[order] not in reached]
    return first + last[::-1]


def _rows(db: sqlite3.Connection, statement: str, values: tuple[int], unread: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    try:
        with contextlib.closing(db.execute(statement, values)) as cursor:
            names = [column[0] for column in cursor.description]
            for row in cursor:
                rows.append(dict(zip(names, row, strict=True)))  # noqa: PERF401 - what was read before an error counts
    except sqlite3.DatabaseError as error:
        unread.append(f"{statement.split()[3]}: after {len(rows)} rows: {error}")
    return rows


def erase(db: sqlite3.Connection, key: int) -> None:
    """Takes out what can be taken out of an event; its key stays taken where rows of it could not be reached."""
    db.execute("PRAGMA foreign_keys=OFF")
    try:
        done = [_try_delete(db, f"DELETE FROM {table} WHERE tournament = ?", key) for table in _EVERYTHING]
        if not (all(done) and _try_delete(db, "DELETE FROM tournament WHERE key = ?", key)):
            blank = f"UPDATE tournament SET slug = '{GONE}' || key, name = '', secret = '' WHERE key = ?"
            db.execute(blank, (key,))
    finally:
        db.execute("PRAGMA foreign_keys=ON")


def _try_delete(db: sqlite3.Connection, statement: str, key: int) -> bool:
    try:
        db.execute(statement, (key,))
    except sqlite3.DatabaseError:
        return False
    return True
