"""Files beside the journal: written with their entry, erased with their person, carried whole, added to older files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pareo.core.text.errors import Conflict, NotFound
from pareo.store import Attachment, Entry, NewEntry, PersonChange, SqliteStore, Store
from pareo.store.memory import MemoryStore

NOON = "2019-07-17T12:00:00.000000Z"
ONE = Attachment("a1", "p1", "text/plain", b"4 Pikachu\n")
TWO = Attachment("a2", "p2", "image/png", b"\x89PNG\0\xff")

New = Callable[..., Entry]


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


def test_written_with_the_entry_and_read_again(store: Store, new: New, add: New) -> None:
    new()
    add(1, attachments=[ONE, TWO])
    assert store.attachment("cup", "a1") == ONE
    assert store.attachment("cup", "a2") == TWO
    assert store.attachment("cup", "a3") is None
    new("other")
    assert store.attachment("other", "a1") is None
    with pytest.raises(NotFound):
        store.attachment("none", "a1")


def test_nothing_is_half_written(store: Store, new: New, add: New) -> None:
    new()
    add(1)
    with pytest.raises(Conflict):
        add(1, attachments=[ONE])
    assert store.attachment("cup", "a1") is None
    add(2, attachments=[ONE], client="tap")
    again = Attachment("a9", "p1", "text/plain", b"x")
    assert add(2, attachments=[again], client="tap").seq == 3  # a repeated request stores nothing more
    assert store.attachment("cup", "a9") is None


@pytest.mark.parametrize("how", ["forget", "entry"])
def test_erased_with_the_person_to_the_last_byte(path: Path, store: Store, new: New, add: New, how: str) -> None:
    new(people=[PersonChange("p1", {"first": "Nil"}), PersonChange("p2", {"first": "Mar"})])
    secret = Attachment("a1", "p1", "text/plain", b"a very secret list " * 500)
    add(1, attachments=[secret, TWO])
    if how == "forget":
        store.forget("cup", "p1")
    else:
        add(2, people=[PersonChange("p1", None)])
    assert store.attachment("cup", "a1") is None
    assert store.attachment("cup", "a2") == TWO
    assert store.dump("cup").attachments == [TWO]
    store.verify("cup")
    store.close()
    for file in path.parent.iterdir():  # of a store that is a file; what PostgreSQL promises: docs/operators.md
        assert b"very secret list" not in file.read_bytes()


def test_whole_and_restored(store: Store, new: New, add: New) -> None:
    new()
    add(1, attachments=[TWO, ONE])
    assert store.attachment_bytes("cup") == len(ONE.data) + len(TWO.data)
    whole = store.dump("cup")
    assert whole.attachments == [ONE, TWO]
    other = MemoryStore()
    other.restore(whole)
    assert other.dump("cup") == whole
    store.delete("cup")
    store.restore(other.dump("cup"))
    assert store.dump("cup") == whole
    store.delete("cup")
    new()
    assert store.attachment("cup", "a1") is None


def test_a_file_of_an_older_release_gets_the_table(path: Path) -> None:
    store = SqliteStore(path)
    first = store.create("cup", NewEntry(NOON, "x", "created", b"{}"), name="x", ruleset="x", secret="x")
    store.close()
    with closing(sqlite3.connect(path)) as db:  # as the release before had it
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
        begin = ("attachment", "series", "score", "directory", "backup", "phone", "hall_note", "event_label", "answer")
        later = [n for (n,) in db.execute(tables) if n.startswith(begin)]
        for name in later:
            db.execute(f"DROP TABLE {name}")
        db.execute("DROP INDEX tournament_id")
        for column in ("digest", "member", "born"):
            db.execute(f"ALTER TABLE person DROP COLUMN {column}")
        db.execute("PRAGMA user_version=1")
        db.commit()
    assert version > 1
    store.append("cup", NewEntry(NOON, "x", "noted", b"{}", attachments=[ONE]), expected=1, before=first.hash)
    assert store.attachment("cup", "a1") == ONE
    store.close()
