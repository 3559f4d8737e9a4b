"""The journal and the people on SQLite."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pareo.core.words.errors import BadInput, Conflict, NotFound, Refused
from pareo.store import Entry, PersonChange, SqliteStore, Summary, canonical
from pareo.store.chain import START

New = Callable[..., Entry]


def test_entries_come_back_as_they_were_written(store: SqliteStore, new: New, add: New) -> None:
    first = new()
    second = add(1, actor="Zoë", data=canonical({"b": "½", "a": [1, 2]}), client="tap-1")
    assert store.read("cup") == [first, second]
    assert (second.seq, second.actor, second.data) == (2, "Zoë", '{"a":[1,2],"b":"½"}'.encode())
    assert store.read("cup", after=1) == [second]
    assert store.read("cup", after=2) == []
    assert store.head("cup") == 2
    assert START not in {first.hash, second.hash}


def test_nothing_is_touched_before_the_first_use(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "pareo.db"
    store = SqliteStore(path)
    assert not path.parent.exists()
    assert store.tournaments() == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store.close()


def test_the_list_of_tournaments(store: SqliteStore, new: New, add: New) -> None:
    new("cup")
    other = new("open", name="Open", ruleset="other")
    last = add(1)
    assert [(told.slug, told.name, told.ruleset, told.head) for told in store.tournaments()] == [
        ("cup", "Spring Cup", "house", 2),
        ("open", "Open", "other", 1),
    ]
    told = store.summary("cup")
    assert told == Summary("cup", told.id, "Spring Cup", "house", last.time, 2, last.hash)
    assert store.summary("open").hash == other.hash
    assert store.summary("open").id != told.id


def test_a_writer_who_did_not_see_the_last_entry_is_refused(store: SqliteStore, new: New, add: New) -> None:
    new()
    add(1)
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as conflict:
            add(expected, people=[PersonChange("p1", {"first": "Nil"})], name="Changed")
        assert conflict.value.code == "journal-moved"
    assert store.head("cup") == 2
    assert store.people("cup") == {}
    assert store.summary("cup").name == "Spring Cup"


def test_a_repeated_request_gets_the_same_answer(store: SqliteStore, new: New, add: New) -> None:
    new()
    first = add(1, client="tap-1", people=[PersonChange("p1", {"first": "Nil"})])
    add(2)
    again = add(1, client="tap-1", time="2020-01-01T00:00:00Z", people=[PersonChange("p1", {"first": "Mar"})])
    assert again == first == store.answered("cup", "tap-1")
    assert store.head("cup") == 3
    assert store.people("cup") == {"p1": {"first": "Nil"}}
    assert store.answered("cup", "tap-2") is None


def test_a_request_id_cannot_be_used_for_something_else(store: SqliteStore, new: New, add: New) -> None:
    new()
    add(1, client="tap-1")
    for change in ({"action": "dropped"}, {"data": canonical({"table": 99})}):
        with pytest.raises(Conflict) as conflict:
            add(2, **({"client": "tap-1", "data": canonical({"table": 1})} | change))
        assert conflict.value.code == "client-id-reused"
    assert store.head("cup") == 2
    new("open")
    assert add(1, "open", client="tap-1").seq == 2  # another tournament, another request


def test_creating_twice(store: SqliteStore, new: New) -> None:
    first = new(client="form-1")
    assert new(client="form-1") == first
    for client in (None, "form-2"):
        with pytest.raises(Conflict) as conflict:
            new(client=client)
        assert conflict.value.code == "slug-taken"
    assert len(store.tournaments()) == 1


def test_slugs_are_plain(store: SqliteStore, new: New) -> None:
    new("a" * 80)
    for slug in ("", "Cup", "../cup", "-cup", "copa ñ", "a" * 81, "cup\n"):
        with pytest.raises(BadInput) as refusal:
            new(slug)
        assert refusal.value.code == "bad-slug"
        with pytest.raises(BadInput):
            store.rename("a" * 80, slug)


def test_data_that_is_no_fact_is_a_bug_and_changes_nothing(store: SqliteStore, new: New, add: New) -> None:
    new()
    for change in ({"data": b"[1]"}, {"data": b'{"a"'}, {"data": b"{}\n"}, {"time": "now"}):
        with pytest.raises(ValueError, match="not an entry"):
            add(1, **change)
    assert store.head("cup") == 1
    assert add(1).seq == 2


def test_what_is_not_there(store: SqliteStore, add: New) -> None:
    for ask in (
        store.head,
        store.read,
        store.people,
        store.secret,
        store.summary,
        store.whole,
        store.verify,
        store.delete,
        lambda slug: add(1, slug),
        lambda slug: store.rename(slug, "other"),
        lambda slug: store.forget(slug, "p1"),
        lambda slug: store.answered(slug, "tap-1"),
    ):
        with pytest.raises(NotFound, match="no tournament “cup”"):
            ask("cup")


def test_people_live_beside_the_journal(store: SqliteStore, new: New, add: New) -> None:
    new(people=[PersonChange("p1", {"last": "Quiroga", "first": "Nil", "birth_year": 2009})])
    add(1, people=[PersonChange("p2", {"first": "Mar"}), PersonChange("p1", {"first": "Nil", "notes": "ñ"})])
    assert store.people("cup") == {"p1": {"first": "Nil", "notes": "ñ"}, "p2": {"first": "Mar"}}
    assert store.person("cup", "p2") == {"first": "Mar"}
    add(2, people=[PersonChange("p2", None)])
    with pytest.raises(NotFound) as missing:
        store.person("cup", "p2")
    assert missing.value.code == "no-such-person"
    new("open")
    assert store.people("open") == {}


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


def test_traces_that_a_reader_keeps_alive_are_admitted(
    path: Path, store: SqliteStore, new: New, add: New
) -> None:
    new(people=[PersonChange("p1", {"last": "Quiroga"})])
    reader = SqliteStore(path)
    store._connection().execute("PRAGMA busy_timeout=50")
    with reader._read(together=True) as db:
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
def test_a_tournament_stays_until_it_is_deleted_on_purpose(
    store: SqliteStore, path: Path, new: New, add: New
) -> None:
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


def test_renaming_changes_no_hash(store: SqliteStore, new: New, add: New) -> None:
    new("cup")
    new("open")
    before = [entry.hash for entry in store.read("cup")]
    with pytest.raises(Conflict):
        store.rename("cup", "open")
    store.rename("cup", "cup")
    store.rename("cup", "copa")
    assert [entry.hash for entry in store.read("copa")] == before
    assert store.verify("copa") == 1
    with pytest.raises(NotFound):
        store.head("cup")
    add(1, "copa", name="Copa")
    assert store.summary("copa").name == "Copa"


def test_the_secret(store: SqliteStore, new: New) -> None:
    new(secret="seed ½")
    assert store.secret("cup") == "seed ½"


def test_restoring_checks_the_chain_first(store: SqliteStore, new: New, add: New) -> None:
    new()
    add(1)
    whole = store.whole("cup")
    with pytest.raises(Conflict):
        store.restore(whole)
    store.delete("cup")
    whole.entries.reverse()
    with pytest.raises(BadInput):
        store.restore(whole)
    whole.entries.reverse()
    last = whole.entries.pop()
    with pytest.raises(BadInput, match="does not end with entry 2"):
        store.restore(whole)
    assert store.tournaments() == []
    whole.entries.append(last)
    store.restore(whole)
    assert store.whole("cup") == whole


def test_of_two_threads_with_the_same_head_one_wins(store: SqliteStore, new: New, add: New) -> None:
    new()
    rounds = 15
    outcomes: dict[int, list[str]] = {head: [] for head in range(1, rounds + 1)}
    start = threading.Barrier(2)

    def write(actor: str) -> None:
        for head, told in outcomes.items():
            start.wait(timeout=120)
            try:
                add(head, actor=actor)
                told.append("won")
            except Conflict as conflict:
                told.append(conflict.code)

    threads = [threading.Thread(target=write, args=(name,)) for name in ("ada", "bob")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert [sorted(told) for told in outcomes.values()] == [["journal-moved", "won"]] * rounds
    assert store.verify("cup") == rounds + 1


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
