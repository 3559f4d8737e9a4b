"""A database of 0.1.0 is copied as it was before anything in it changes; the copy is the way back."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pareo import __version__
from pareo.app.operations import backups
from pareo.core.text.errors import Refused
from pareo.store import SqliteStore
from pareo.store.sqlite import before_upgrade
from pareo.store.sqlite.file import SCHEMA_VERSION
from support.errors import raises_code
from support.paths import ROOT

OLD = ROOT / "tests" / "fixtures" / "v0_1_0" / "hall.db"


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLD, tmp_path / "hall.db"))


def version(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def open_and_verify(path: Path) -> int:
    """Opens it with today's program; how many entries were verified."""
    store = SqliteStore(path)
    try:
        return sum(store.verify(summary.slug) for summary in store.tournaments())
    finally:
        store.close()


def test_the_first_opening_keeps_it_as_it_was(old_database: Path, tmp_path: Path) -> None:
    old = version(old_database)
    assert old < SCHEMA_VERSION
    entries = open_and_verify(old_database)
    assert entries > 0
    (copy,) = backups.list_backups(tmp_path / "backups")
    assert copy.name.endswith(f"-before-{__version__}.db")
    assert (version(copy.path), version(old_database)) == (old, SCHEMA_VERSION)
    assert copy.path.stat().st_mode & 0o077 == 0, "it holds names"
    assert open_and_verify(old_database) == entries
    assert backups.list_backups(tmp_path / "backups") == [copy], "the second opening changes nothing"


def test_it_can_be_restored_and_is_never_tidied_away(old_database: Path, tmp_path: Path) -> None:
    entries = open_and_verify(old_database)
    (copy,) = backups.list_backups(tmp_path / "backups")
    for day in range(1, 4):
        backups.back_up(old_database, now=lambda day=day: datetime(2027, 1, day, tzinfo=UTC))  # type: ignore[misc]
    backups.prune(tmp_path / "backups", keep=1, days=1)
    assert [b.before for b in backups.list_backups(tmp_path / "backups")] == [False, True]
    before = copy.path.read_bytes()
    content = backups.restore(copy.path, tmp_path / "again" / "hall.db")
    assert content.entries == entries
    assert copy.path.read_bytes() == before
    assert not (tmp_path / "again" / "backups").exists(), "what is restored is a copy already"


def test_without_a_copy_nothing_is_changed(old_database: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file, no folder")
    bytes_before, old = old_database.read_bytes(), version(old_database)
    with raises_code(Refused, "upgrade-copy") as caught:
        open_and_verify(old_database)
    assert caught.value.code == "upgrade-copy"
    assert version(old_database) == old
    assert old_database.read_bytes()[100:] == bytes_before[100:]


def test_a_copy_that_fails_half_way_leaves_nothing(
    old_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_db: sqlite3.Connection, part: Path) -> bool:
        part.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(before_upgrade, "_copy", full)
    with raises_code(Refused, "upgrade-copy", says="No space left"):
        open_and_verify(old_database)
    assert list((tmp_path / "backups").iterdir()) == []
    assert version(old_database) < SCHEMA_VERSION


def test_at_a_terminal_it_is_told(old_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        text = ""

        def isatty(self) -> bool:
            return True

        def write(self, more: str) -> None:
            self.text += more

        def flush(self) -> None: ...

    told = Terminal()
    monkeypatch.setattr("sys.stderr", told)
    open_and_verify(old_database)
    assert "100 %" in told.text
    assert str(tmp_path / "backups") in told.text


def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    open_and_verify(tmp_path / "new.db")
    assert not (tmp_path / "backups").exists()
