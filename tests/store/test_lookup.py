"""Tournaments are found by labels, by ids and by the people they share: on SQLite, on PostgreSQL and in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pareo.store import Entry, NewEntry, PersonChange, SqliteStore, Store, open_store
from pareo.store.identity_keys import IdentityKeys, keys_in_data, keys_of_person
from pareo.store.postgres import schema
from support.errors import raises_code
from support.postgres import SharedCluster

New = Callable[..., Entry]
ANA = {"first": "Ána", "last": "Ruiz", "birth_year": 2012, "id": "77"}


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


def labelled_slugs(store: Store, label: str) -> list[tuple[str, bool]]:
    return [(told.slug, sure) for told, sure in store.with_label(label)]


def test_labels_are_right_until_an_entry_may_have_changed_them(store: Store, new: New, add: New) -> None:
    first = new("cup")
    new("open")
    assert labelled_slugs(store, "day 1") == [("cup", False), ("open", False)], "of a new one nothing is known"
    store.set_labels("cup", first.hash, ["day 1", "other"])
    store.set_labels("open", first.hash, ["day 1"])  # another hash: somebody has written since
    assert labelled_slugs(store, "day 1") == [("cup", True), ("open", False)]
    assert labelled_slugs(store, "day 2") == [("open", False)]
    add(1)
    assert labelled_slugs(store, "day 1")[0] == ("cup", True)
    last = add(2, relabel=True, people=[PersonChange("p1", ANA)])
    assert labelled_slugs(store, "day 2")[0] == ("cup", False)
    assert labelled_slugs(store, "day 1")[0] == ("cup", False), "once, and not sure"
    store.set_labels("cup", first.hash, ["day 3"])
    assert labelled_slugs(store, "day 3")[0] == ("cup", False), "what was seen is no longer the last entry"
    store.set_labels("cup", last.hash, ["day 2"])
    assert (labelled_slugs(store, "day 1"), labelled_slugs(store, "day 2")) == (
        [("open", False)],
        [("cup", True), ("open", False)],
    )
    store.rename("cup", "copa")
    assert ("copa", True) in labelled_slugs(store, "day 2")
    whole = store.dump("copa")
    store.delete("copa")
    assert labelled_slugs(store, "day 2") == [("open", False)]
    store.restore(whole)
    assert ("copa", False) in labelled_slugs(store, "day 2")


def test_tournaments_by_their_ids(store: Store, new: New) -> None:
    for slug in ("a", "b", "c"):
        new(slug)
    ids = {told.slug: told.id for told in store.tournaments()}
    assert [told.slug for told in store.with_ids([ids["c"], "none", ids["a"], ids["c"]])] in (["a", "c"], ["c", "a"])
    assert store.with_ids([]) == []
    assert [told.slug for told in store.newest(2)] == ["c", "b"]


def test_all_copies_of_a_tournament(store: Store, new: New) -> None:
    new("a", secret="one")
    new("other", secret="two")
    whole = store.dump("a")
    store.restore(msgspec.structs.replace(whole, summary=msgspec.structs.replace(whole.summary, slug="b")))
    assert [told.slug for told in store.copies(tournament_id=whole.summary.id)] == ["a", "b"]
    assert [told.slug for told in store.copies(secret="one")] == ["a", "b"]
    assert store.copies(secret="") == []
    assert store.copies() == []


def test_tournaments_that_share_a_person(store: Store, new: New) -> None:
    people = {
        "mine": [ANA, {"first": "Bo", "last": "Li", "birth_year": 2001}, {"first": "Nobody"}],
        "same-id": [{"first": "A.", "id": "77"}],
        "same-name": [{"first": "RUIZ", "last": "ana", "birth_year": 2012}],
        "other-year": [{"first": "Ana", "last": "Ruiz", "birth_year": 2011}, {"first": "Nobody"}],
        "other-day": [ANA],
        "unknown": [ANA],
    }
    for slug, records in people.items():
        entry = new(slug, people=[PersonChange(f"{slug}-{no}", record) for no, record in enumerate(records)])
        if slug != "unknown":
            store.set_labels(slug, entry.hash, ["day 2" if slug == "other-day" else "day 1"])
    assert [told.slug for told in store.sharing("mine", "day 1")] == ["same-id", "same-name"]
    assert [told.slug for told in store.sharing("mine", "day 2")] == ["other-day"]
    assert [told.slug for told in store.sharing("other-year", "day 1")] == []
    store.forget("same-id", "same-id-0")
    assert [told.slug for told in store.sharing("mine", "day 1")] == ["same-name"]


def test_signs() -> None:
    assert keys_of_person(ANA) == IdentityKeys("77", "ana ruiz 2012")
    assert keys_of_person({"first": "Ana", "birth_year": 2012}) == IdentityKeys(None, "ana 2012")
    assert keys_of_person({}) == IdentityKeys() == keys_in_data(b"torn") == keys_in_data(b"[]")


def test_an_older_file_gets_signs_and_labels(path: Path) -> None:
    store = SqliteStore(path)
    store.create(
        "cup",
        NewEntry("2019-07-17T12:00:00Z", "x", "created", b"{}", people=[PersonChange("p1", ANA)]),
        name="x",
        ruleset="x",
        secret="x",
    )
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE event_label")
        db.execute("DROP TABLE answer")
        db.execute("DROP TABLE phone_claim")
        db.execute("DROP INDEX tournament_id")
        db.execute("DROP INDEX directory_application_slug")
        for column in ("member", "born"):
            db.execute(f"ALTER TABLE person DROP COLUMN {column}")
        db.execute("PRAGMA user_version=7")
        db.commit()
    assert labelled_slugs(store, "day 1") == [("cup", False)]
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT member, born FROM person").fetchall() == [("77", "ana ruiz 2012")]


@pytest.mark.req("B-39")
def test_an_older_file_knows_ids_of_requests_by_their_entries(path: Path) -> None:
    store = SqliteStore(path)
    noon = "2019-07-17T12:00:00Z"
    first = store.create("cup", NewEntry(noon, "x", "created", b"{}", "make"), name="x", ruleset="x", secret="x")
    second = store.append("cup", NewEntry(noon, "x", "reported", b"{}", "tap-1", asked="1-0"), expected=1)
    store.close()
    with closing(sqlite3.connect(path)) as db:  # as the release before had it
        db.execute("DROP TABLE answer")
        db.execute("DROP TABLE phone_claim")
        db.execute("PRAGMA user_version=8")
        db.commit()
    answer = store.find_answer("cup", "tap-1")
    assert answer is not None
    assert (answer.entry, answer.asked, answer.notes) == (second, "", b"")
    assert (store.created_by("make"), store.read("cup")) == ("cup", [first, second])
    again = NewEntry(noon, "x", "reported", b"{}", "tap-1", asked="1-0")
    assert store.append("cup", again, expected=2) == second
    store.close()


def test_an_older_postgresql_database_gets_signs_and_labels(
    postgres: SharedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a program that is older than the tables goes on where they say that it may."""
    cluster = postgres.cluster()
    name, steps = "older", schema.migrations()
    with monkeypatch.context() as older:
        older.setattr(schema, "migrations", lambda: steps[:1])
        assert schema.create(cluster.admin(name)) == 1
    cluster.sql(
        "INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)"
        " VALUES ('cup', 'i', 'x', 'x', 't', 'x', 1, 'h')",
        name,
    )
    data = b'{"birth_year":2012,"first":"Ana","id":"77","last":"Ruiz"}'
    for person in ("p1", "p2"):
        cluster.sql(
            "INSERT INTO person (tournament, id, data, digest) VALUES (1, %s, %s, sha256(%s))",
            name,
            (person, data, data),
        )
    monkeypatch.setattr(schema, "_AT_ONCE", 1)
    assert schema.upgrade(cluster.admin(name)) == len(steps)
    assert cluster.sql("SELECT member, born FROM person", name) == [("77", "ana ruiz 2012")] * 2
    store = open_store(cluster.app(name))
    assert labelled_slugs(store, "x") == [("cup", False)]
    store.close()

    cluster.sql("INSERT INTO schema_version (version, works_from) VALUES (99, 2)", name)
    assert labelled_slugs(store, "x") == [("cup", False)], "newer tables that our version may go on with"
    store.close()
    cluster.sql("UPDATE schema_version SET works_from = 99 WHERE version = 99", name)
    with raises_code(Exception, "store-newer"):
        store.with_label("x")
    store.close()
