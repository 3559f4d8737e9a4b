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
from pareo.store.postgres.key_cache import Known
from pareo.store.postgres.lookup import PostgresFinding
from pareo.store.protocol import (
    Attachment,
    NewEntry,
    PersonChange,
    RawEvent,
    Summary,
    TournamentDump,
    check_slug,
    check_whole,
    first_answer,
    journal_cut,
    journal_moved,
    no_person,
    no_tournament,
    slug_taken,
)
from pareo.store.sql.database import retry_methods
from pareo.store.upgrade import upgraded

_CONFIRM = "SELECT pg_logical_emit_message(true, 'pareo', '')"
_RECONNECT = 0.1
_TABLES = {"entry": "seq", "person": "id", "attachment": "id"}
# ruff: noqa: S608 - the statements are built from constants of this module only


class PostgresWriting:
    """Appending: the one thing that is done thousands of times, and never twice."""

    def __init__(self, db: PostgresDatabase) -> None:
        self._db = db
        self._known = Known()

    def append(self, slug: str, new: NewEntry, *, expected: int, before: str | None = None) -> Entry:
        known = self._known.get(slug) if before is not None else None
        if known is None or before is None:
            known, seen = self._db.again(lambda: self._look(slug))
            before = before or (seen.hash if seen.head == expected else START)
        key, tournament_id = known
        entry = new.sealed(slug, tournament_id, before, expected + 1)
        given = (entry.seq, entry.hash, new.rename, key, slug, expected, before, *rows.row_of(entry))
        more = bool(new.people or new.attachments or new.replaced)
        if more:
            given += rows.side_columns(new)
        return self._sure(entry, key, rows.APPEND[more, new.relabel], given)

    def _sure(self, entry: Entry, key: int, statement: str, given: tuple[Any, ...]) -> Entry:
        """Writes the entry once, whatever happens to connections meanwhile."""
        self._db.check_open()
        began = clock.monotonic()
        counts = self._db.counts
        in_doubt = sent = False
        while True:
            try:
                with self._db.pool.line() as line:
                    line.patience = self._db.patience
                    if in_doubt and (found := self._stored(line, entry, key)):
                        return found
                    sent = True
                    if line.run(statement, given, prepare=True).fetchone() is not None:
                        counts.appends += 1
                        counts.append_seconds += clock.monotonic() - began
                        return entry
                    return self._explained(line, entry, key)
            except SerializationConflict:  # two with one client's id, or a deadlock: it is looked up, not written again
                counts.races += 1
                in_doubt = True
            except OutcomeUnknown as problem:
                counts.lost += 1
                counts.unknown += sent
                in_doubt = sent
                if clock.monotonic() - began > self._db.patience:
                    gone = self._db.gone()
                    raise (outcome_unconfirmed() if sent else gone) from problem
                clock.sleep(_RECONNECT)

    def _stored(self, line: BoundedConnection, entry: Entry, key: int) -> Entry | None:
        """The entry, if it is there: written by us before the answer was lost, or for an earlier request."""
        row = line.run(rows.STORED, (key, entry.client, entry.seq, entry.hash)).fetchone()
        if row is None:
            return None
        found = first_answer(Entry(entry.tournament, *row), entry)
        line.run(_CONFIRM)
        return found

    def _explained(self, line: BoundedConnection, entry: Entry, key: int) -> Entry:
        """Why no row was written."""
        slug = entry.tournament
        row = line.run(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            self._known.forget(slug)
            raise no_tournament(slug)
        now = rows.summarised(row)
        self._known.keep(slug, row[0], now.id)
        if row[0] == key and (found := self._stored(line, entry, key)):
            return found
        self._db.counts.moved += 1
        raise journal_moved(slug, entry.seq - 1, now.head)

    def _look(self, slug: str) -> tuple[tuple[int, str], Summary]:
        """A tournament's key and random id, and what is in its row."""
        with self._db.reading() as db:
            row = db.execute(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
        if row is None:
            self._known.forget(slug)
            raise no_tournament(slug)
        told = rows.summarised(row)
        self._known.keep(slug, row[0], told.id)
        return (row[0], told.id), told

    def confirm(self, db: DbAdapter) -> None:
        """What was seen is on the standby when this returns."""
        db.line.run(_CONFIRM)


@retry_methods
class PostgresJournal(PostgresFinding, PostgresWriting):
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
            entry = new.sealed(slug, tournament_id, START, 1)
            key = db.execute(
                rows.NEW, (slug, tournament_id, name, ruleset, new.time, secret, 1, entry.hash)
            ).fetchone()[0]
            _copy_entries(db, key, [entry])
            db.execute(rows.UNSURE, (key,))
            db.execute(rows.PUT_PERSON, (key, *rows.people_by_columns(new.people)))
        self._known.keep(slug, key, tournament_id)
        return entry

    def answered(self, slug: str, client: str) -> Entry | None:
        with self._db.reading() as db:
            row = db.execute(rows.BY_CLIENT, (client, slug)).fetchone() if slug.isascii() else None
            if row is None:
                raise no_tournament(slug)
            if row[1] is None:
                return None
            self.confirm(db)
        return upgraded([Entry(slug, *row[1:])])[0]

    def backup_days(self) -> int | None:
        with self._db.reading() as db:
            row = db.execute(schema.BACKUP_DAYS).fetchone()
        return int(row[0]) if row is not None and row[0].isdecimal() else None

    def ping(self) -> None:
        try:
            with self._db.reading() as db:
                schema.check_version(db.line)
        except (BadInput, Refused):  # the tables were upgraded meanwhile: no connection goes on with them
            self._db.pool.drop()
            raise

    def summary(self, slug: str) -> Summary:
        return self._look(slug)[1]

    def head(self, slug: str) -> int:
        return self._look(slug)[1].head

    def read(self, slug: str, after: int = 0) -> list[Entry]:
        with self._db.reading() as db:
            found = db.execute(rows.READ_SLUG, (max(after, 0), slug)).fetchall() if slug.isascii() else []
        if not found:
            raise no_tournament(slug)
        return upgraded([Entry(slug, *row[1:]) for row in found if row[1] is not None])

    def people(self, slug: str) -> dict[str, dict[str, Any]]:
        with self._db.reading() as db:
            found = db.execute(rows.PEOPLE, (slug,)).fetchall() if slug.isascii() else []
        if not found:
            raise no_tournament(slug)
        return {person: self._decode(data) for _, person, data in found if person is not None}

    def person(self, slug: str, person: str) -> dict[str, Any]:
        with self._db.reading(together=True) as db:
            key = self._there(db, slug)
            row = db.execute("SELECT data FROM person WHERE tournament = ? AND id = ?", (key, person)).fetchone()
        if row is None:
            raise no_person(slug, person)
        return self._decode(row[0])

    def attachment_bytes(self, slug: str) -> int:
        with self._db.reading(together=True) as db:
            key = self._there(db, slug)
            total = "SELECT coalesce(sum(length(data)), 0) FROM attachment WHERE tournament = ?"
            return int(db.execute(total, (key,)).fetchone()[0])

    def attachment(self, slug: str, attachment: str) -> Attachment | None:
        with self._db.reading(together=True) as db:
            row = db.execute(f"{rows.FILES} AND id = ?", (self._there(db, slug), attachment)).fetchone()
        return None if row is None else Attachment(*row)

    def forget(self, slug: str, person: str) -> None:
        with self._db.writing(harmless=True) as db:
            key = self._there(db, slug)
            db.execute("DELETE FROM person WHERE tournament = ? AND id = ?", (key, person))
            db.execute("DELETE FROM attachment WHERE tournament = ? AND person = ?", (key, person))

    def secret(self, slug: str) -> str:
        with self._db.reading() as db:
            row = db.execute("SELECT secret FROM tournament WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            raise no_tournament(slug)
        return str(row[0])

    def rename(self, slug: str, to: str) -> None:
        check_slug(to)
        with self._db.writing() as db:
            key = self._there(db, slug)
            if to != slug and db.execute("SELECT 1 FROM tournament WHERE slug = ?", (to,)).fetchone() is not None:
                raise slug_taken(to)
            db.execute("UPDATE tournament SET slug = ? WHERE key = ?", (to, key))
        self._known.forget(slug)

    def delete(self, slug: str) -> None:
        with self._db.writing() as db:
            db.line.patience = LONG_PATIENCE
            db.execute("DELETE FROM tournament WHERE key = ?", (self._there(db, slug),))
        self._known.forget(slug)

    def unreadable(self) -> set[str]:
        torn = """SELECT t.slug FROM tournament t LEFT JOIN entry e ON e.tournament = t.key AND e.seq = t.head
            AND e.hash = t.hash WHERE e.seq IS NULL"""
        with self._db.reading() as db:
            return {row[0] for row in db.execute(torn)}

    def raw(self, slug: str) -> RawEvent:
        with self._db.reading(together=True) as db:
            key = self._there(db, slug)
            tables = {"tournament": _dicts(db, "SELECT * FROM tournament WHERE key = ?", key)}
            for table, order in _TABLES.items():
                tables[table] = _dicts(db, f"SELECT * FROM {table} WHERE tournament = ? ORDER BY {order}", key)
        return RawEvent(tables, [])

    def whole(self, slug: str) -> TournamentDump:
        with self._db.reading(together=True) as db:
            db.line.patience = LONG_PATIENCE
            row = db.execute(f"{rows.SUMMARY} WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
            if row is None:
                raise no_tournament(slug)
            key, told = row[0], rows.summarised(row)
            secret = str(db.execute("SELECT secret FROM tournament WHERE key = ?", (key,)).fetchone()[0])
            entries = [Entry(slug, *found) for found in db.execute(rows.READ, (key, 0))]
            files = [Attachment(*found) for found in db.execute(f"{rows.FILES} ORDER BY id", (key,))]
            return TournamentDump(told, secret, entries, self._people(db, key), files)

    def restore(self, whole: TournamentDump) -> None:
        told, slug = whole.summary, check_whole(whole)
        with self._db.writing() as db:
            db.line.patience = LONG_PATIENCE
            if db.execute("SELECT 1 FROM tournament WHERE slug = ?", (slug,)).fetchone() is not None:
                raise slug_taken(slug)
            row = (slug, told.id, told.name, told.ruleset, told.created, whole.secret, told.head, told.hash)
            key = db.execute(rows.NEW, row).fetchone()[0]
            _copy_entries(db, key, whole.entries)
            db.execute(rows.UNSURE, (key,))
            people = [PersonChange(person, data) for person, data in whole.people.items()]
            db.execute(rows.PUT_PERSON, (key, *rows.people_by_columns(people)))
            for one in whole.attachments:
                db.execute(rows.PUT_FILE, (key, one.id, one.person, one.media, one.data))

    def verify(self, slug: str) -> int:
        whole = self.whole(slug)
        last = verify_chain(whole.summary.id, whole.entries)
        if whole.summary.head != len(whole.entries):
            raise journal_cut(slug, len(whole.entries), whole.summary.head)
        if whole.summary.hash != last or self.corrupt_people(slug):
            raise self._db.torn()
        return len(whole.entries)

    def corrupt_people(self, slug: str) -> list[str]:
        with self._db.reading(together=True) as db:
            people = db.execute(
                "SELECT id, data, digest FROM person WHERE tournament = ? ORDER BY id", (self._there(db, slug),)
            )
            return [person for person, data, digest in people if not rows.is_sound(data, digest)]

    def _there(self, db: DbAdapter, slug: str) -> int:
        row = db.execute("SELECT key FROM tournament WHERE slug = ?", (slug,)).fetchone() if slug.isascii() else None
        if row is None:
            raise no_tournament(slug)
        return int(row[0])

    def _people(self, db: DbAdapter, key: int) -> dict[str, dict[str, Any]]:
        found = db.execute("SELECT id, data FROM person WHERE tournament = ? ORDER BY id", (key,))
        return {person: self._decode(data) for person, data in found}

    def _decode(self, data: bytes) -> dict[str, Any]:
        try:
            return decode_data(data)
        except UNREADABLE as error:
            raise self._db.torn() from error


def _copy_entries(db: DbAdapter, key: int, entries: Sequence[Entry]) -> None:
    with translate_errors(), db.line.cursor().copy(rows.COPY) as copy:
        for entry in entries:
            copy.write_row((key, *rows.row_of(entry)))


def _dicts(db: DbAdapter, statement: str, key: int) -> list[dict[str, Any]]:
    found: Any = db.execute(statement, (key,))
    names = [column.name for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]
