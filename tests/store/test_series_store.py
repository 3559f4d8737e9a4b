"""Series in the database: what is written is there for every process, older files get the tables, nothing half done."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pareo.core.words.errors import BadInput, Conflict, NotFound
from pareo.store import SqliteStore
from pareo.store.sqlite.series import DUPLICATE, SERIES, Stamp, series_in


def stamp(version: int = 0, action: str = "created") -> Stamp:
    return Stamp(version, "2026-11-15T10:00:00.000000Z", "ana", action)


def test_what_one_process_writes_another_reads(tmp_path: Path) -> None:
    one = series_in(SqliteStore(tmp_path / "x.db"))
    one.create("liga", name="Liga", data={"rules": "ñ"}, stamp=stamp())
    other = series_in(SqliteStore(tmp_path / "x.db"))
    kept = other.one("liga")
    assert (kept.name, kept.version, dict(kept.data)) == ("Liga", 1, {"rules": "ñ"})
    assert other.write("liga", data={"rules": "b"}, stamp=stamp(1, "rules")) == 2
    assert one.one("liga").data == {"rules": "b"}
    assert one.one("liga").secret == kept.secret
    assert [(c.version, c.actor, c.action) for c in one.changes("liga")] == [(1, "ana", "created"), (2, "ana", "rules")]


def test_kinds_have_names_of_their_own_and_a_name_is_taken_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "x.db")
    for kind in (SERIES, DUPLICATE):
        series_in(store, kind).create("liga", name="Liga", data={}, stamp=stamp())
        with pytest.raises(Conflict):
            series_in(store, kind).create("liga", name="Liga", data={}, stamp=stamp())
    with pytest.raises(BadInput):
        series_in(store).create("Liga Ñ", name="x", data={}, stamp=stamp())
    assert len(series_in(store).listed()) == 1


def test_a_refused_write_leaves_nothing(tmp_path: Path) -> None:
    events = series_in(SqliteStore(tmp_path / "x.db"), DUPLICATE)
    events.create("tarde", name="Tarde", data={"games": []}, stamp=stamp())
    with pytest.raises(Conflict):
        events.write("tarde", data={"games": [1]}, sheets={"a": {"name": "Ada"}}, stamp=stamp(7, "entered"))
    with pytest.raises(BadInput):
        events.write("tarde", sheets={"a": {"name": "Ada"}, "b": {"name": "\udc80"}}, stamp=stamp(1, "entered"))
    assert events.sheets("tarde") == {}
    assert events.one("tarde").version == 1
    events.write("tarde", sheets={"a": {"name": "Ada"}}, stamp=stamp(1, "entered"))
    events.write("tarde", sheets={"a": None}, stamp=stamp(2, "sheet-removed"))
    assert events.sheets("tarde") == {}
    assert b"Ada" not in (tmp_path / "x.db").read_bytes()


def test_deleting_takes_sheets_and_changes_along(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "x.db")
    events = series_in(store, DUPLICATE)
    events.create("tarde", name="Tarde", data={}, stamp=stamp())
    events.write("tarde", sheets={"a": {"name": "Ada"}}, stamp=stamp(1, "entered"))
    events.delete("tarde")
    with pytest.raises(NotFound):
        events.sheets("tarde")
    store.close()
    with sqlite3.connect(tmp_path / "x.db") as db:
        assert db.execute("SELECT count(*) FROM score_sheet").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM series_change").fetchone() == (0,)
    db.close()
