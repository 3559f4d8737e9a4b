"""The journal and the people on SQLite."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pareo.core.text.errors import Refused
from pareo.store import Entry, PersonChange, SqliteStore, canonical

New = Callable[..., Entry]


def test_nothing_is_touched_before_the_first_use(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "pareo.db"
    store = SqliteStore(path)
    assert not path.parent.exists()
    assert store.tournaments() == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store.close()


def on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


def test_a_forgotten_person_is_gone_from_the_disk_and_the_chain_holds(
    store: SqliteStore, path: Path, new: New, add: New
) -> None:
    new(people=[PersonChange("p1", {"last": "Quiroga"}), PersonChange("p2", {"last": "Belmonte"})])
    add(1, data=canonical({"person": "p1"}))
    before = store.read("cup")
    assert b"Quiroga" in on_disk(path)
    store.forget("cup", "p1")
    assert b"Quiroga" not in on_disk(path)
    assert b"Belmonte" in on_disk(path)
    store.forget("cup", "p1")
    assert store.people("cup") == {"p2": {"last": "Belmonte"}}
    assert store.read("cup") == before
    assert store.verify("cup") == 2
    add(2, people=[PersonChange("p2", None)])
    assert b"Belmonte" not in on_disk(path)


def test_traces_that_a_reader_keeps_alive_are_admitted(path: Path, store: SqliteStore, new: New, add: New) -> None:
    new(people=[PersonChange("p1", {"last": "Quiroga"})])
    reader = SqliteStore(path)
    store._connection().execute("PRAGMA busy_timeout=50")
    with reader.reading(together=True) as db:
        db.execute("SELECT * FROM person").fetchall()
        assert add(1, people=[PersonChange("p1", None)]).seq == 2
        assert b"Quiroga" in on_disk(path)
        with pytest.raises(Refused) as refusal:
            store.forget("cup", "p1")
        assert refusal.value.code == "store-traces"
    store.forget("cup", "p1")
    assert b"Quiroga" not in on_disk(path)
    reader.close()


@pytest.mark.req("P-REC-1")
def test_a_tournament_stays_until_it_is_deleted_on_purpose(store: SqliteStore, path: Path, new: New, add: New) -> None:
    new("cup", people=[PersonChange("p1", {"last": "Quiroga"})])
    new("open", people=[PersonChange("p1", {"last": "Belmonte"})])
    add(1, data=canonical({"table": 777777}))
    store.close()
    assert [told.slug for told in store.tournaments()] == ["cup", "open"]
    store.delete("cup")
    assert [told.slug for told in store.tournaments()] == ["open"]
    assert store.people("open") == {"p1": {"last": "Belmonte"}}
    assert b"Quiroga" not in on_disk(path)
    assert b"777777" not in on_disk(path)


def test_one_connection_per_thread_until_closed(store: SqliteStore, new: New) -> None:
    new()
    mine = store._connection()
    seen = []
    thread = threading.Thread(target=lambda: seen.append(store._connection()))
    thread.start()
    thread.join()
    assert store._connection() is mine
    assert seen[0] is not mine
    store.close()
    assert store.head("cup") == 1
    assert store._connection() is not mine
