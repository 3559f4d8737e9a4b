"""What every store does: on SQLite, on PostgreSQL and in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pareo.core.text.errors import BadInput, Conflict, NotFound, Refused
from pareo.store import Attachment, Entry, PersonChange, SqliteStore, Store, Summary, canonical
from pareo.store.chain import START
from pareo.store.memory import MemoryStore
from pareo.store.protocol import NewEntry, StoredAnswer
from support.errors import raises_code


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


NOON = "2019-07-17T12:00:00.000000Z"
New = Callable[..., Entry]


def test_entries_come_back_as_they_were_written(store: Store, new: New, add: New) -> None:
    first = new()
    second = add(1, actor="Zoë", data=canonical({"b": "½", "a": [1, 2]}), client="tap-1")
    assert store.read("cup") == [first, second]
    assert (second.seq, second.actor, second.data) == (2, "Zoë", '{"a":[1,2],"b":"½"}'.encode())
    assert store.read("cup", after=1) == [second]
    assert store.read("cup", after=2) == []
    assert store.head("cup") == 2
    assert START not in {first.hash, second.hash}


def test_the_list_of_tournaments(store: Store, new: New, add: New) -> None:
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


def test_a_writer_who_did_not_see_the_last_entry_is_refused(store: Store, new: New, add: New) -> None:
    new()
    add(1)
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as conflict:
            add(expected, people=[PersonChange("p1", {"first": "Nil"})], rename="Changed")
        assert conflict.value.code == "journal-moved"
    assert store.head("cup") == 2
    assert store.people("cup") == {}
    assert store.summary("cup").name == "Spring Cup"


def _answer(store: Store, client: str) -> Entry:
    answer = store.find_answer("cup", client)
    assert answer is not None
    return answer.entry


def test_a_repeated_request_gets_the_same_answer(store: Store, new: New, add: New) -> None:
    new()
    first = add(1, client="tap-1", people=[PersonChange("p1", {"first": "Nil"})])
    add(2)
    again = add(1, client="tap-1", time="2020-01-01T00:00:00Z", people=[PersonChange("p1", {"first": "Mar"})])
    assert again == first == _answer(store, "tap-1")
    assert store.head("cup") == 3
    assert store.people("cup") == {"p1": {"first": "Nil"}}
    assert store.find_answer("cup", "tap-2") is None


def test_a_request_id_cannot_be_used_for_something_else(store: Store, new: New, add: New) -> None:
    new()
    add(1, client="tap-1")
    for change in ({"action": "dropped"}, {"data": canonical({"table": 99})}):
        with raises_code(Refused, "client-id-reused"):
            add(2, **({"client": "tap-1", "data": canonical({"table": 1})} | change))
    assert store.head("cup") == 2
    new("open")
    assert add(1, "open", client="tap-1").seq == 2  # another tournament, another request


@pytest.mark.req("B-39")
def test_what_was_asked_and_answered_is_remembered_with_the_entry(store: Store, new: New, add: New) -> None:
    new(client="make", asked="a cup")
    first = add(1, client="tap-1", asked="1-0 at 7", notes=b"[]")
    # The same request, computed again a moment later, may give other data: what was asked counts.
    assert add(1, client="tap-1", asked="1-0 at 7", data=canonical({"at": "later"})) == first
    with raises_code(Refused, "client-id-reused"):
        add(2, client="tap-1", asked="0-1 at 7", data=first.data)
    answer = store.find_answer("cup", "tap-1")
    assert answer == StoredAnswer(first, "1-0 at 7", b"[]")
    made = store.find_answer("cup", "make")
    assert made is not None
    assert (made.asked, made.entry.seq) == ("a cup", 1)
    assert (store.created_by("make"), store.created_by("tap-1"), store.created_by("other")) == ("cup", None, None)
    assert store.head("cup") == 2


@pytest.mark.req("B-39")
def test_an_answer_that_changed_nothing_is_remembered_like_any_other(store: Store, new: New, add: New) -> None:
    new()
    said = NewEntry(NOON, "Desk", "results", canonical({"results": []}), "tap-1", asked="1-0 at 7", notes=b'["same"]')
    store.remember_answer("cup", said, seq=1)
    store.remember_answer("cup", msgspec.structs.replace(said, asked="other", notes=b""), seq=1)  # the first counts
    answer = store.find_answer("cup", "tap-1")
    assert answer is not None
    assert (answer.asked, answer.notes, answer.entry.seq, answer.entry.hash) == ("1-0 at 7", b'["same"]', 1, "")
    with raises_code(Conflict, "journal-moved"):  # who asks at the same moment looks again, and finds the answer
        add(1, client="tap-1", asked="1-0 at 7")
    assert store.head("cup") == 1
    assert add(1, client="tap-2").seq == 2


@pytest.mark.req("B-39")
def test_answers_that_changed_nothing_are_bounded(store: Store, new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    new()
    for module in ("memory", "sqlite.answers", "postgres.journal"):
        monkeypatch.setattr(f"pareo.store.{module}.MOST_ANSWERS", 3)
    for i in range(5):
        store.remember_answer("cup", NewEntry(f"{NOON[:-1]}{i}Z", "Desk", "results", b"{}", f"tap-{i}"), seq=1)
    assert [store.find_answer("cup", f"tap-{i}") is not None for i in range(5)] == [False, False, True, True, True]


@pytest.mark.req("B-39")
def test_notes_of_answers_go_with_whoever_they_may_name(store: Store, new: New, add: New) -> None:
    new()
    add(1, client="in", notes=b'["Nil"]', people=[PersonChange("p1", {"first": "Nil"})])
    add(2, client="out", notes=b'["Nil left"]', people=[PersonChange("p1", None)])
    answers = [store.find_answer("cup", client) for client in ("in", "out")]
    assert [answer.notes for answer in answers if answer is not None] == [b"", b""]
    add(3, client="more", notes=b'["Mar"]')
    store.forget("cup", "p2")
    assert (last := store.find_answer("cup", "more")) is not None
    assert last.notes == b""


def test_creating_twice(store: Store, new: New) -> None:
    first = new(client="form-1")
    assert new(client="form-1") == first
    for client in (None, "form-2"):
        with pytest.raises(Conflict) as conflict:
            new(client=client)
        assert conflict.value.code == "slug-taken"
    assert len(store.tournaments()) == 1


def test_slugs_are_plain(store: Store, new: New) -> None:
    new("a" * 80)
    for slug in ("", "Cup", "../cup", "-cup", "copa ñ", "a" * 81, "cup\n"):
        with pytest.raises(BadInput) as refusal:
            new(slug)
        assert refusal.value.code == "bad-slug"
        with pytest.raises(BadInput):
            store.rename("a" * 80, slug)


def test_data_that_is_no_fact_is_a_bug_and_changes_nothing(store: Store, new: New, add: New) -> None:
    new()
    for change in ({"data": b"[1]"}, {"data": b'{"a"'}, {"data": b"{}\n"}, {"time": "now"}):
        with pytest.raises(ValueError, match="not an entry"):
            add(1, **change)
    assert store.head("cup") == 1
    assert add(1).seq == 2


def test_what_is_not_there(store: Store, add: New) -> None:
    for ask in (
        store.head,
        store.read,
        store.people,
        store.secret,
        store.summary,
        store.dump,
        store.verify,
        store.delete,
        lambda slug: add(1, slug),
        lambda slug: store.rename(slug, "other"),
        lambda slug: store.forget(slug, "p1"),
        lambda slug: store.find_answer(slug, "tap-1"),
    ):
        with raises_code(NotFound, "no-such-tournament", slug="cup"):
            ask("cup")


def test_people_live_beside_the_journal(store: Store, new: New, add: New) -> None:
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


def test_renaming_changes_no_hash(store: Store, new: New, add: New) -> None:
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
    add(1, "copa", rename="Copa")
    assert store.summary("copa").name == "Copa"


def test_the_secret(store: Store, new: New) -> None:
    new(secret="seed ½")
    assert store.secret("cup") == "seed ½"


def test_restoring_checks_the_chain_first(store: Store, new: New, add: New) -> None:
    new()
    add(1)
    whole = store.dump("cup")
    with pytest.raises(Conflict):
        store.restore(whole)
    store.delete("cup")
    whole.entries.reverse()
    with pytest.raises(BadInput):
        store.restore(whole)
    whole.entries.reverse()
    last = whole.entries.pop()
    with raises_code(BadInput, "chain-end-wrong", seq=2):
        store.restore(whole)
    assert store.tournaments() == []
    whole.entries.append(last)
    store.restore(whole)
    assert store.dump("cup") == whole


def test_of_two_threads_with_the_same_head_one_wins(store: Store, new: New, add: New) -> None:
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


def test_what_goes_in_cannot_be_changed_from_outside(store: Store, new: New) -> None:
    person = {"last": "Quiroga", "lists": ["one"]}
    new(people=[PersonChange("p1", person)])
    person["last"] = "Belmonte"
    store.people("cup")["p1"]["lists"].append("two")
    store.person("cup", "p1")["last"] = "Nadal"
    assert store.people("cup") == {"p1": {"last": "Quiroga", "lists": ["one"]}}


def test_attachments_go_with_their_person(store: Store, new: New, add: New) -> None:
    files = [Attachment(f"a{i}", f"p{i}", "text/plain", b"list %d" % i) for i in (1, 2)]
    new(people=[PersonChange(f"p{i}", {"last": f"Ferrer{i}"}) for i in (1, 2)])
    add(1, attachments=files)
    assert store.attachment("cup", "a1") == files[0]
    assert store.dump("cup").attachments == files
    store.forget("cup", "p1")
    assert store.attachment("cup", "a1") is None
    assert store.attachment("cup", "a2") == files[1]
    store.delete("cup")
    with pytest.raises(NotFound):
        store.attachment("cup", "a2")


def test_a_store_holds_what_another_one_held(store: Store, new: New, add: New, tmp_path: Path) -> None:
    new(people=[PersonChange("p1", {"last": "Quiroga"})])
    add(1, client="tap-1", attachments=[Attachment("a1", "p1", "text/plain", b"list")])
    whole = store.dump("cup")
    for other in (MemoryStore(), SqliteStore(tmp_path / "other.db")):
        other.restore(whole)
        assert other.dump("cup") == whole
        assert _answer(other, "tap-1") == _answer(store, "tap-1")
        other.close()


def test_a_memory_says_what_it_does_not_keep() -> None:
    for ask in (MemoryStore().accounts, MemoryStore().directory, MemoryStore().series, MemoryStore().duplicates):
        with pytest.raises(Refused):
            ask()
