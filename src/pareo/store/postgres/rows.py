"""Statements of the journal on PostgreSQL, and what becomes of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from pareo.store.chain import Entry, canonical
from pareo.store.protocol import Attachment, PersonChange, Summary

FIELDS = "seq, version, time, actor, action, data, client, hash"
# ruff: noqa: S608 - the statements are built from constants of this module only
READ = f"SELECT {FIELDS} FROM entry WHERE tournament = ? AND seq > ? ORDER BY seq"
_OF_SLUG = f"SELECT t.key, {', '.join('e.' + f for f in FIELDS.split(', '))} FROM tournament t LEFT JOIN entry e"
READ_SLUG = f"{_OF_SLUG} ON e.tournament = t.key AND e.seq > ? WHERE t.slug = ? ORDER BY e.seq"
BY_CLIENT = f"{_OF_SLUG} ON e.tournament = t.key AND e.client = ? WHERE t.slug = ?"
STORED = f"SELECT {FIELDS} FROM entry WHERE tournament = ? AND (client = ? OR (seq = ? AND hash = ?))"
PEOPLE = """SELECT t.key, p.id, p.data FROM tournament t LEFT JOIN person p ON p.tournament = t.key
    WHERE t.slug = ? ORDER BY p.id"""
SUMMARY = "SELECT key, slug, id, name, ruleset, created, head, hash FROM tournament"
NEW = """INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING key"""
COPY = f"COPY entry (tournament, {FIELDS}) FROM STDIN"
_MOVE = """WITH t AS (UPDATE tournament SET head = ?, hash = ?, name = coalesce(?, name)
        WHERE key = ? AND slug = ? AND head = ? AND hash = ? RETURNING key)"""
_ENTRY = f"""e AS (INSERT INTO entry (tournament, {FIELDS})
        SELECT key, ?, ?, ?, ?, ?, ?::bytea, ?, ? FROM t RETURNING seq)"""
_BESIDE = """p AS (INSERT INTO person (tournament, id, data, digest)
        SELECT t.key, u.id, u.data, sha256(u.data) FROM t, unnest(?::text[], ?::bytea[]) AS u (id, data)
        ON CONFLICT (tournament, id) DO UPDATE SET data = excluded.data, digest = excluded.digest RETURNING 1),
    g AS (DELETE FROM person USING t WHERE person.tournament = t.key AND person.id = ANY (?::text[]) RETURNING 1),
    a AS (INSERT INTO attachment (tournament, id, person, media, data)
        SELECT t.key, u.id, u.person, u.media, u.data
        FROM t, unnest(?::text[], ?::text[], ?::text[], ?::bytea[]) AS u (id, person, media, data) RETURNING 1),
    r AS (DELETE FROM attachment USING t WHERE attachment.tournament = t.key
        AND (attachment.id = ANY (?::text[]) OR attachment.person = ANY (?::text[])) RETURNING 1)"""
APPEND = f"{_MOVE},\n    {_ENTRY}\nSELECT seq FROM e"
APPEND_BESIDE = f"{_MOVE},\n    {_ENTRY},\n    {_BESIDE}\nSELECT seq FROM e"
PUT_PERSON = """INSERT INTO person (tournament, id, data, digest)
    SELECT ?, u.id, u.data, sha256(u.data) FROM unnest(?::text[], ?::bytea[]) AS u (id, data)
    ON CONFLICT (tournament, id) DO UPDATE SET data = excluded.data, digest = excluded.digest"""
PUT_FILE = "INSERT INTO attachment (tournament, id, person, media, data) VALUES (?, ?, ?, ?, ?)"
FILES = "SELECT id, person, media, data FROM attachment WHERE tournament = ?"


def row_of(entry: Entry) -> tuple[Any, ...]:
    return (entry.seq, entry.version, entry.time, entry.actor, entry.action, entry.data, entry.client, entry.hash)


def beside(
    people: Sequence[PersonChange], attachments: Sequence[Attachment], replaced: Sequence[str]
) -> tuple[Any, ...]:
    """What goes in with an entry, by columns. Said twice of one person, the last counts."""
    last = {change.person: change.data for change in people}
    kept = {person: canonical(data) for person, data in last.items() if data is not None}
    gone = [person for person, data in last.items() if data is None]
    return (
        list(kept), list(kept.values()), gone,
        [a.id for a in attachments], [a.person for a in attachments], [a.media for a in attachments],
        [a.data for a in attachments], list(replaced), gone,
    )


def people_by_columns(people: Iterable[PersonChange]) -> tuple[list[str], list[bytes]]:
    kept = {change.person: canonical(change.data) for change in people if change.data is not None}
    return list(kept), list(kept.values())


def summarised(row: tuple[Any, ...]) -> Summary:
    _, slug, tournament_id, name, ruleset, created, head, sealed = row
    return Summary(slug, tournament_id, name, ruleset, created, head, sealed)


def is_sound(data: bytes, digest: bytes) -> bool:
    """Is a person's row what was written? The chain does not cover it."""
    return sha256(data).digest() == digest
