"""Statements of the journal on PostgreSQL, and what becomes of their rows."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from pareo.store.chain import Entry, canonical
from pareo.store.identity_keys import keys_of_person
from pareo.store.protocol import NewEntry, PersonChange, StoredAnswer, Summary

FIELDS = "seq, version, time, actor, action, data, client, hash"
# ruff: noqa: S608 - the statements are built from constants of this module only
READ = f"SELECT {FIELDS} FROM entry WHERE tournament = ? AND seq > ? ORDER BY seq"
_OF_SLUG = f"SELECT t.key, {', '.join('e.' + f for f in FIELDS.split(', '))} FROM tournament t LEFT JOIN entry e"
READ_SLUG = f"{_OF_SLUG} ON e.tournament = t.key AND e.seq > ? WHERE t.slug = ? ORDER BY e.seq"
STORED = f"SELECT {FIELDS} FROM entry WHERE tournament = ? AND (client = ? OR (seq = ? AND hash = ?))"
ASKED = "SELECT asked FROM answer WHERE tournament = ? AND client = ?"
_ANSWER_FIELDS = "asked, notes, seq, version, time, actor, action, data"
ANSWER = f"""SELECT {", ".join("a." + f for f in _ANSWER_FIELDS.split(", "))},
    {", ".join("e." + f for f in FIELDS.split(", "))} FROM tournament t
    LEFT JOIN answer a ON a.tournament = t.key AND a.client = ?
    LEFT JOIN entry e ON e.tournament = t.key AND e.client = ? WHERE t.slug = ?"""
PUT_ANSWER = """INSERT INTO answer (tournament, client, asked, notes, time, seq, version, actor, action, data)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
PRUNE_ANSWERS = """DELETE FROM answer WHERE tournament = ? AND seq IS NOT NULL AND time < (SELECT time FROM answer
    WHERE tournament = ? AND seq IS NOT NULL ORDER BY time DESC LIMIT 1 OFFSET ?)"""
ERASE_NOTES = "UPDATE answer SET notes = '' WHERE tournament = ? AND notes <> ''"
CREATED_BY = """SELECT t.slug FROM tournament t JOIN entry e ON e.tournament = t.key AND e.client = ?
    WHERE e.seq = 1 ORDER BY t.key LIMIT 1"""
PEOPLE = """SELECT t.key, p.id, p.data FROM tournament t LEFT JOIN person p ON p.tournament = t.key
    WHERE t.slug = ? ORDER BY p.id"""
SUMMARY = "SELECT key, slug, id, name, ruleset, created, head, hash FROM tournament"
NEW = """INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING key"""
COPY = f"COPY entry (tournament, {FIELDS}) FROM STDIN"
_MOVE = """WITH t AS (UPDATE tournament SET head = ?, hash = ?, name = coalesce(?, name)
        WHERE key = ? AND slug = ? AND head = ? AND hash = ?{unless} RETURNING key)"""
_ANSWERED = " AND NOT EXISTS (SELECT FROM answer WHERE answer.tournament = tournament.key AND answer.client = ?)"
_ENTRY = f"""e AS (INSERT INTO entry (tournament, {FIELDS})
        SELECT key, ?, ?, ?, ?, ?, ?::bytea, ?, ? FROM t RETURNING seq)"""
_PERSON = "INSERT INTO person (tournament, id, data, digest, member, born)"
_PEOPLE = "unnest(?::text[], ?::bytea[], ?::text[], ?::text[]) AS u (id, data, member, born)"
_REPLACED = """ON CONFLICT (tournament, id) DO UPDATE SET data = excluded.data, digest = excluded.digest,
        member = excluded.member, born = excluded.born"""
_SIDE_ROWS = f"""p AS ({_PERSON} SELECT t.key, u.id, u.data, sha256(u.data), u.member, u.born FROM t, {_PEOPLE}
        {_REPLACED} RETURNING 1),
    g AS (DELETE FROM person USING t WHERE person.tournament = t.key AND person.id = ANY (?::text[]) RETURNING 1),
    a AS (INSERT INTO attachment (tournament, id, person, media, data)
        SELECT t.key, u.id, u.person, u.media, u.data
        FROM t, unnest(?::text[], ?::text[], ?::text[], ?::bytea[]) AS u (id, person, media, data) RETURNING 1),
    r AS (DELETE FROM attachment USING t WHERE attachment.tournament = t.key
        AND (attachment.id = ANY (?::text[]) OR attachment.person = ANY (?::text[])) RETURNING 1),
    n AS (UPDATE answer SET notes = '' FROM t WHERE answer.tournament = t.key AND answer.notes <> '' AND ?
        RETURNING 1)"""
_UNSURE = """l AS (INSERT INTO event_label (label, tournament) SELECT '', key FROM t
        ON CONFLICT DO NOTHING RETURNING 1)"""
_ANSWER = """k AS (INSERT INTO answer (tournament, client, asked, notes, time)
        SELECT key, ?, ?, ?::bytea, ? FROM t RETURNING 1)"""
_END = "\nSELECT seq FROM e"


def _append(*, with_client: bool, with_side_rows: bool, relabel: bool) -> str:
    parts = [_MOVE.format(unless=_ANSWERED if with_client else ""), _ENTRY]
    parts += [_ANSWER] if with_client else []
    parts += [_SIDE_ROWS] if with_side_rows else []
    parts += [_UNSURE] if relabel else []
    return ",\n    ".join(parts) + _END


_EITHER = (False, True)
APPEND = {  # (with a client's id, with people or files, labels may have changed)
    (client, side, relabel): _append(with_client=client, with_side_rows=side, relabel=relabel)
    for client in _EITHER
    for side in _EITHER
    for relabel in _EITHER
}
PUT_PERSON = f"""{_PERSON} SELECT ?, u.id, u.data, sha256(u.data), u.member, u.born FROM {_PEOPLE} {_REPLACED}"""
UNSURE = "INSERT INTO event_label (label, tournament) VALUES ('', ?)"
PUT_FILE = "INSERT INTO attachment (tournament, id, person, media, data) VALUES (?, ?, ?, ?, ?)"
FILES = "SELECT id, person, media, data FROM attachment WHERE tournament = ?"


def row_of(entry: Entry) -> tuple[Any, ...]:
    return (entry.seq, entry.version, entry.time, entry.actor, entry.action, entry.data, entry.client, entry.hash)


def side_columns(new: NewEntry) -> tuple[Any, ...]:
    """What goes in with an entry, by columns. Said twice of one person, the last counts."""
    last, files = {change.person: change.data for change in new.people}, new.attachments
    erased = [person for person, data in last.items() if data is None]
    return (
        *people_by_columns(new.people),
        erased,
        [a.id for a in files],
        [a.person for a in files],
        [a.media for a in files],
        [a.data for a in files],
        list(new.replaced),
        erased,
        bool(erased),
    )


def answer_columns(new: NewEntry) -> tuple[Any, ...]:
    """What is kept of the request that an entry answers."""
    return (new.client, new.asked, new.kept_notes, new.time)


def answer_of(slug: str, client: str, row: tuple[Any, ...]) -> StoredAnswer | None:
    """What was answered to a client's id, from the row of `ANSWER`; None where nothing was."""
    asked, notes, unchanged, entry = row[0] or "", row[1] or b"", row[2:8], row[8:]
    if unchanged[0] is not None:
        return StoredAnswer(Entry(slug, *(*unchanged, client, "")), asked, notes)
    return StoredAnswer(Entry(slug, *entry), asked, notes) if entry[0] is not None else None


def people_by_columns(
    people: Iterable[PersonChange],
) -> tuple[list[str], list[bytes], list[str | None], list[str | None]]:
    """Ids, data, and by what they are known elsewhere. Said twice of one person, the last counts."""
    last = {change.person: change.data for change in people}
    remaining = {person: data for person, data in last.items() if data is not None}
    keys = [keys_of_person(data) for data in remaining.values()]
    return (
        list(remaining),
        [canonical(data) for data in remaining.values()],
        [s.member for s in keys],
        [s.born for s in keys],
    )


def summary_of(row: tuple[Any, ...]) -> Summary:
    _, slug, tournament_id, name, ruleset, created, head, sealed = row
    return Summary(slug, tournament_id, name, ruleset, created, head, sealed)


def is_sound(data: bytes, digest: bytes) -> bool:
    """Is a person's row what was written? The chain does not cover it."""
    return sha256(data).digest() == digest
