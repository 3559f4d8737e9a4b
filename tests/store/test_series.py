"""Series in the database: what is written is there for every process, older files get the tables, nothing half done."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pareo.core.league.documents import DuplicateDocument, SeriesDocument
from pareo.core.league.duplicate import ScoreSheet
from pareo.core.text.errors import BadInput, Conflict, NotFound
from pareo.store import SqliteStore, Store, open_store
from pareo.store.series_protocol import WriteStamp

ADA = ScoreSheet("Ada", ())


def stamp(version: int = 0, action: str = "created") -> WriteStamp:
    return WriteStamp(version, "2026-11-15T10:00:00.000000Z", "ana", action)


def test_what_one_process_writes_another_reads(where: str) -> None:
    one = open_store(where).series()
    one.create("liga", name="Liga", data=SeriesDocument("ñ"), stamp=stamp())
    other = open_store(where).series()
    kept = other.one("liga")
    assert (kept.name, kept.version, kept.data) == ("Liga", 1, SeriesDocument("ñ"))
    assert other.write("liga", data=SeriesDocument("b"), stamp=stamp(1, "rules")) == 2
    assert one.one("liga").data == SeriesDocument("b")
    assert one.one("liga").secret == kept.secret
    assert [(c.version, c.actor, c.action) for c in one.changes("liga")] == [(1, "ana", "created"), (2, "ana", "rules")]


def test_kinds_have_names_of_their_own_and_a_name_is_taken_once(database: Store) -> None:
    store = database
    store.series().create("liga", name="Liga", data=SeriesDocument(""), stamp=stamp())
    store.duplicates().create("liga", name="Liga", data=DuplicateDocument(), stamp=stamp())
    with pytest.raises(Conflict):
        store.series().create("liga", name="Liga", data=SeriesDocument(""), stamp=stamp())
    with pytest.raises(Conflict):
        store.duplicates().create("liga", name="Liga", data=DuplicateDocument(), stamp=stamp())
    with pytest.raises(BadInput):
        store.series().create("Liga Ñ", name="x", data=SeriesDocument(""), stamp=stamp())
    assert len(store.series().all_documents()) == 1


def test_a_refused_write_leaves_nothing(database: Store, where: str, path: Path) -> None:
    events = database.duplicates()
    events.create("tarde", name="Tarde", data=DuplicateDocument(), stamp=stamp())
    with pytest.raises(Conflict):
        events.write("tarde", data=DuplicateDocument(((1,),)), sheets={"a": ADA}, stamp=stamp(7, "entered"))
    with pytest.raises(BadInput):
        events.write("tarde", sheets={"a": ADA, "b": ScoreSheet("\udc80", ())}, stamp=stamp(1, "entered"))
    assert events.sheets("tarde") == {}
    assert events.one("tarde").version == 1
    events.write("tarde", sheets={"a": ADA}, stamp=stamp(1, "entered"))
    events.write("tarde", sheets={"a": None}, stamp=stamp(2, "sheet-removed"))
    assert events.sheets("tarde") == {}
    if where == str(path):
        assert b"Ada" not in path.read_bytes()


def test_deleting_takes_sheets_and_changes_along(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "x.db")
    events = store.duplicates()
    events.create("tarde", name="Tarde", data=DuplicateDocument(), stamp=stamp())
    events.write("tarde", sheets={"a": ADA}, stamp=stamp(1, "entered"))
    events.delete("tarde")
    with pytest.raises(NotFound):
        events.sheets("tarde")
    store.close()
    with sqlite3.connect(tmp_path / "x.db") as db:
        assert db.execute("SELECT count(*) FROM score_sheet").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM series_change").fetchone() == (0,)
    db.close()


@pytest.mark.parametrize("text", [b"{", b"[]", b'{"rules": 7}', b'{"rules": "", "events": [{"slug": "a"}]}'])
def test_a_document_that_is_no_series_is_told_as_damage(tmp_path: Path, text: bytes) -> None:
    store = SqliteStore(tmp_path / "x.db")
    store.series().create("liga", name="Liga", data=SeriesDocument(""), stamp=stamp())
    with sqlite3.connect(tmp_path / "x.db") as db:
        db.execute("UPDATE series SET data = ?", (text,))
    db.close()
    with pytest.raises(BadInput) as caught:
        store.series().one("liga")
    assert caught.value.code == "store-damaged"
