"""Tournaments, their journals and their people on PostgreSQL.

An append is one statement: it moves the tournament's head if that still has the number and the hash the caller saw, and
puts the entry, its people and its files in. If the answer is lost, the entry is looked for, by its hash and by the
client's id, before anything is written again; what is found is acknowledged only after a commit of our own has reached
the standby, because the log is in order and that one stands for all before it.
"""

from __future__ import annotations

import secrets
import time as clock
from collections.abc import Sequence
from typing import Any

from pareo.core.text.errors import BadInput, Refused
from pareo.store.chain import START, UNREADABLE, Entry, decode_data, verify_chain
from pareo.store.postgres import rows, schema
from pareo.store.postgres.connection import (
    LONG_PATIENCE,
    BoundedConnection,
    DbAdapter,
    OutcomeUnknown,
    SerializationConflict,
    outcome_unconfirmed,
    translate_errors,
)
from pareo.store.postgres.database import PostgresDatabase
from pareo.store.postgres.key_cache import KeyCache
from pareo.store.postgres.lookup import PostgresLookup
from pareo.store.protocol import (
    MOST_ANSWERS,
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
from pareo.store.sql.database import retry_methods
from pareo.store.upgrade import upgrade_entries

_CONFIRM = "SELECT pg_logical_emit_message(true, 'pareo', '')"
_RECONNECT = 0.1
_TABLES = {"entry": "seq", "person": "id", "attachment": "id"}
# ruff: noqa: S608 - the statements are built from constants of this module only


class PostgresAppend:
    """Appending: the one thing that is done thousands of times, and never twice."""

    def __init__(self, db: PostgresDatabase) -> None:
        self._db = db
        self._keys = KeyCache()

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        known = self._keys.get(slug) if before is not None else None
        if known is None or before is None:
            known, seen = self._db.retry(lambda: self._look(slug))
            before = before or (seen.hash if seen.head == expected else START)
        key, tournament_id = known
        entry = new.to_entry(slug, tournament_id, before, expected + 1)
        values: tuple[Any, ...] = (entry.seq, entry.hash, new.rename, key, slug, expected, before)
        has_client = new.client is not None
        values += (new.client,) if has_client else ()
        values += rows.row_of(entry)
        values += rows.answer_columns(new) if has_client else ()
        has_side_rows = bool(new.people or new.attachments or new.replaced)
        values += rows.side_columns(new) if has_side_rows else ()
        return self._write_once(entry, new, key, rows.APPEND[has_client, has_side_rows, new.relabel], values)

    def _write_once(self, entry: Entry, new: NewEntry, key: int, statement: str, values: tuple[Any, ...]) -> Entry:
        """Writes the entry once, whatever happens to connections meanwhile."""
        self._db.check_open()
        began = clock.monotonic()
        counts = self._db.counts
        in_doubt = sent = False
        while True:
            try:
                with self._db.pool.connection() as connection:
                    connection.patience = self._db.patience
                    if in_doubt and (stored := self._find_stored(connection, entry, new, key)):
                        return stored
                    sent = True
                    if connection.run(statement, values, prepare=True).fetchone() is not None:
                        counts.appends += 1
                        counts.append_seconds += clock.monotonic() - began
                        return entry
                    return self._explain_failure(connection, entry, new, key)
            except SerializationConflict:  # two with one client's id, or a deadlock: it is looked up, not written again
                counts.races += 1
                in_doubt = True
            except OutcomeUnknown as problem:
                counts.lost += 1
                counts.unknown += sent
                in_doubt = sent
                if clock.monotonic() - began > self._db.patience:
                    away = self._db.give_up()
                    raise (outcome_unconfirmed() if sent else away) from problem
                clock.sleep(_RECONNECT)

    def _find_stored(self, connection: BoundedConnection, entry: Entry, new: NewEntry, key: int) -> Entry | None:
        """The entry, if it is there: written by us before the answer was lost, or for an earlier request."""
        row = connection.run(rows.STORED, (key, entry.client, entry.seq, entry.hash)).fetchone()
        if row is None:
            return None
        answer = connection.run(rows.ASKED, (key, entry.client)).fetchone() if entry.client is not None else None
        asked = answer[0] if answer is not None else ""
        stored = first_answer(StoredAnswer(Entry(entry.tournament, *row), asked), new)
        connection.run(_CONFIRM)
        return stored

    def _explain_failure(self, connection: BoundedConnection, entry: Entry, new: NewEntry, key: int) -> Entry:
        """Raises why no row was written, or returns the entry if it was written before."""
        slug = entry.tournament
        row = connection.run(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            self._keys.forget(slug)
            raise no_tournament(slug)
        now = rows.summary_of(row)
        self._keys.put(slug, row[0], now.id)
        if row[0] == key and (stored := self._find_stored(connection, entry, new, key)):
            return stored
        self._db.counts.moved += 1
        raise journal_moved(slug, entry.seq - 1, now.head)

    def _look(self, slug: str) -> tuple[tuple[int, str], Summary]:
        """A tournament's key and random id, and what is in its row."""
        with self._db.reading() as db:
            row = db.execute(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
        if row is None:
            self._keys.forget(slug)
            raise no_tournament(slug)
        summary = rows.summary_of(row)
        self._keys.put(slug, row[0], summary.id)
        return (row[0], summary.id), summary

    def confirm(self, db: DbAdapter) -> None:
        """What was seen is on the standby when this returns."""
        db.connection.run(_CONFIRM)


@retry_methods
class PostgresJournal(PostgresLookup, PostgresAppend):
    """The journal's part of `Store`; each method runs again where the connection was lost."""

    def create(self, slug: str, new: NewEntry, *, name: str, ruleset: str, secret: str) -> Entry:
        check_slug(slug)
        # With an id of the request, work that is repeated after a lost commit finds its own tournament.
        with self._db.writing(harmless=new.client is not None) as db:
            row = db.execute(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone()
            if row is not None:
                first = Entry(slug, *db.execute(rows.READ, (row[0], 0)).fetchone())
                if new.is_first(first):
                    self.confirm(db)
                    return first
                raise slug_taken(slug)
            tournament_id = secrets.token_hex(16)
            entry = new.to_entry(slug, tournament_id, START, 1)
            key = db.execute(
                rows.NEW, (slug, tournament_id, name, ruleset, new.time, secret, 1, entry.hash)
            ).fetchone()[0]
            _copy_entries(db, key, [entry])
            db.execute(rows.UNSURE, (key,))
            db.execute(rows.PUT_PERSON, (key, *rows.people_by_columns(new.people)))
            if new.client is not None:
                db.execute(rows.PUT_ANSWER, (key, *rows.answer_columns(new), *(None,) * 5))
        self._keys.put(slug, key, tournament_id)
        return entry

    def find_answer(self, slug: str, client: str) -> StoredAnswer | None:
        with self._db.reading() as db:
            row = db.execute(rows.ANSWER, (client, client, slug)).fetchone() if slug.isascii() else None
            if row is None:
                raise no_tournament(slug)
            answer = rows.answer_of(slug, client, row)
            if answer is None:
                return None
            self.confirm(db)
        return upgrade_answer(answer)

    def remember_answer(self, slug: str, new: NewEntry, *, seq: int) -> None:
        with self._db.writing(harmless=True) as db:
            key = self._key(db, slug)
            unchanged = (seq, new.version, new.actor, new.action, new.data)
            db.execute(rows.PUT_ANSWER, (key, *rows.answer_columns(new), *unchanged))
            db.execute(rows.PRUNE_ANSWERS, (key, key, MOST_ANSWERS - 1))

    def created_by(self, client: str) -> str | None:
        with self._db.reading() as db:
            row = db.execute(rows.CREATED_BY, (client,)).fetchone()
        return None if row is None else str(row[0])

    def backup_days(self) -> int | None:
        with self._db.reading() as db:
            row = db.execute(schema.BACKUP_DAYS).fetchone()
        return int(row[0]) if row is not None and row[0].isdecimal() else None

    def ping(self) -> None:
        try:
            with self._db.reading() as db:
                schema.check_version(db.connection)
        except (BadInput, Refused):  # the tables were upgraded meanwhile: no connection goes on with them
            self._db.pool.drop()
            raise

    def summary(self, slug: str) -> Summary:
        return self._look(slug)[1]

    def head(self, slug: str) -> int:
        return self._look(slug)[1].head

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        with self._db.reading() as db:
            stored = db.execute(rows.READ_SLUG, (max(after, 0), slug)).fetchall() if slug.isascii() else []
        if not stored:
            raise no_tournament(slug)
        return upgrade_entries([Entry(slug, *row[1:]) for row in stored if row[1] is not None])

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        with self._db.reading() as db:
            people = db.execute(rows.PEOPLE, (slug,)).fetchall() if slug.isascii() else []
        if not people:
            raise no_tournament(slug)
        return {person: self._decode(data) for _, person, data in people if person is not None}

    def person(self, slug: str, person: str) -> dict[str, Any]:
        with self._db.reading(together=True) as db:
            key = self._key(db, slug)
            row = db.execute("SELECT data FROM person WHERE tournament = ? AND id = ?", (key, person)).fetchone()
        if row is None:
            raise no_person(slug, person)
        return self._decode(row[0])

    def attachment_bytes(self, slug: str) -> int:
        with self._db.reading(together=True) as db:
            key = self._key(db, slug)
            total = "SELECT coalesce(sum(length(data)), 0) FROM attachment WHERE tournament = ?"
            return int(db.execute(total, (key,)).fetchone()[0])

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        with self._db.reading(together=True) as db:
            row = db.execute(f"{rows.FILES} AND id = ?", (self._key(db, slug), attachment)).fetchone()
        return None if row is None else Attachment(*row)

    def forget(self, slug: str, person: str) -> None:
        with self._db.writing(harmless=True) as db:
            key = self._key(db, slug)
            db.execute("DELETE FROM person WHERE tournament = ? AND id = ?", (key, person))
            db.execute("DELETE FROM attachment WHERE tournament = ? AND person = ?", (key, person))
            db.execute(rows.ERASE_NOTES, (key,))

    def secret(self, slug: str) -> str:
        with self._db.reading() as db:
            row = db.execute("SELECT secret FROM tournament WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            raise no_tournament(slug)
        return str(row[0])

    def rename(self, slug: str, to: str) -> None:
        check_slug(to)
        with self._db.writing() as db:
            key = self._key(db, slug)
            if to != slug and db.execute("SELECT 1 FROM tournament WHERE slug = ?", (to,)).fetchone() is not None:
                raise slug_taken(to)
            db.execute("UPDATE tournament SET slug = ? WHERE key = ?", (to, key))
        self._keys.forget(slug)

    def delete(self, slug: str) -> None:
        with self._db.writing() as db:
            db.connection.patience = LONG_PATIENCE
            db.execute("DELETE FROM tournament WHERE key = ?", (self._key(db, slug),))
        self._keys.forget(slug)

    def unreadable(self) -> set[str]:
        damaged = """SELECT t.slug FROM tournament t LEFT JOIN entry e ON e.tournament = t.key AND e.seq = t.head
            AND e.hash = t.hash WHERE e.seq IS NULL"""
        with self._db.reading() as db:
            return {row[0] for row in db.execute(damaged)}

    def raw(self, slug: str) -> RawEvent:
        with self._db.reading(together=True) as db:
            key = self._key(db, slug)
            tables = {"tournament": _dicts(db, "SELECT * FROM tournament WHERE key = ?", key)}
            for table, order in _TABLES.items():
                tables[table] = _dicts(db, f"SELECT * FROM {table} WHERE tournament = ? ORDER BY {order}", key)
        return RawEvent(tables, [])

    def dump(self, slug: str) -> TournamentDump:
        with self._db.reading(together=True) as db:
            db.connection.patience = LONG_PATIENCE
            row = db.execute(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
            if row is None:
                raise no_tournament(slug)
            key, summary = row[0], rows.summary_of(row)
            secret = str(db.execute("SELECT secret FROM tournament WHERE key = ?", (key,)).fetchone()[0])
            entries = [Entry(slug, *stored) for stored in db.execute(rows.READ, (key, 0))]
            files = [Attachment(*stored) for stored in db.execute(f"{rows.FILES} ORDER BY id", (key,))]
            return TournamentDump(summary, secret, entries, self._people(db, key), files)

    def restore(self, dump: TournamentDump) -> None:
        summary, slug = dump.summary, check_dump(dump)
        with self._db.writing() as db:
            db.connection.patience = LONG_PATIENCE
            if db.execute("SELECT 1 FROM tournament WHERE slug = ?", (slug,)).fetchone() is not None:
                raise slug_taken(slug)
            row = (
                slug,
                summary.id,
                summary.name,
                summary.ruleset,
                summary.created,
                dump.secret,
                summary.head,
                summary.hash,
            )
            key = db.execute(rows.NEW, row).fetchone()[0]
            _copy_entries(db, key, dump.entries)
            db.execute(rows.UNSURE, (key,))
            people = [PersonChange(person, data) for person, data in dump.people.items()]
            db.execute(rows.PUT_PERSON, (key, *rows.people_by_columns(people)))
            for one in dump.attachments:
                db.execute(rows.PUT_FILE, (key, one.id, one.person, one.media, one.data))

    def verify(self, slug: str) -> int:
        dump = self.dump(slug)
        last = verify_chain(dump.summary.id, dump.entries)
        if dump.summary.head != len(dump.entries):
            raise journal_cut(slug, len(dump.entries), dump.summary.head)
        if dump.summary.hash != last or self.corrupt_people(slug):
            raise self._db.damage_error()
        return len(dump.entries)

    def corrupt_people(self, slug: str) -> list[str]:
        with self._db.reading(together=True) as db:
            people = db.execute(
                "SELECT id, data, digest FROM person WHERE tournament = ? ORDER BY id", (self._key(db, slug),)
            )
            return [person for person, data, digest in people if not rows.is_sound(data, digest)]

    def _key(self, db: DbAdapter, slug: str) -> int:
        row = db.execute("SELECT key FROM tournament WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
        if row is None:
            raise no_tournament(slug)
        return int(row[0])

    def _people(self, db: DbAdapter, key: int) -> dict[str, dict[str, Any]]:
        people = db.execute("SELECT id, data FROM person WHERE tournament = ? ORDER BY id", (key,))
        return {person: self._decode(data) for person, data in people}

    def _decode(self, data: bytes) -> dict[str, Any]:
        try:
            return decode_data(data)
        except UNREADABLE as error:
            raise self._db.damage_error() from error


def _copy_entries(db: DbAdapter, key: int, entries: Sequence[Entry]) -> None:
    with translate_errors(), db.connection.cursor().copy(rows.COPY) as copy:
        for entry in entries:
            copy.write_row((key, *rows.row_of(entry)))


def _dicts(db: DbAdapter, statement: str, key: int) -> list[dict[str, Any]]:
    cursor: Any = db.execute(statement, (key,))
    names = [column.name for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
