"""Files that are damaged, foreign, newer, locked or out of reach: one clear sentence, nothing changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.store import Entry, SqliteStore, default_path, open_store
from support.errors import raises_code

NOBODY = 65534


def refusal(store: SqliteStore) -> PareoError:
    """How the store answers; the sentence must name the file."""
    with pytest.raises(PareoError) as caught:
        store.tournaments()
    assert str(store.path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("content", [b"a", b"first,last\nNil,Quiroga\n" * 300, b"PK\x03\x04" + b"\0" * 5000])
def test_a_file_of_another_kind(path: Path, store: SqliteStore, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(store).code == "store-not-a-database"
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_database_of_another_program(path: Path, store: SqliteStore) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmark (address TEXT)")
    content = path.read_bytes()
    assert refusal(store).code == "store-not-a-database"
    assert path.read_bytes() == content


def test_a_folder_and_a_file_used_as_a_folder(tmp_path: Path) -> None:
    assert refusal(SqliteStore(tmp_path)).code == "store-not-a-database"
    (tmp_path / "file").write_text("x")
    assert refusal(SqliteStore(tmp_path / "file" / "pareo.db")).code == "store-not-a-database"


def test_an_empty_file_becomes_a_database(path: Path, store: SqliteStore) -> None:
    path.touch()
    assert store.tournaments() == []


def test_a_newer_schema(path: Path, store: SqliteStore, new: Callable[..., Entry]) -> None:
    new()
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")
    content = path.read_bytes()
    told = refusal(store)
    assert (type(told), told.code) == (BadInput, "store-file-newer")
    assert path.read_bytes() == content


@pytest.mark.parametrize("kind", ["cut short", "overwritten", "schema lost", "table lost", "text", "person"])
def test_a_damaged_file(
    path: Path, store: SqliteStore, new: Callable[..., Entry], add: Callable[..., Entry], kind: str
) -> None:
    new()
    for head in range(1, 40):
        add(head, data=b'{"a":"' + b"x" * 500 + b'"}')
    store.close()
    content = bytearray(path.read_bytes())
    if kind == "cut short":
        del content[len(content) // 2 :]
    elif kind == "overwritten":
        content[4096:] = b"\x55" * (len(content) - 4096)
    elif kind == "schema lost":
        content[100:4096] = b"\x55" * 3996
    path.write_bytes(content)
    if kind in {"table lost", "text", "person"}:
        with closing(sqlite3.connect(path)) as db:
            db.execute(
                {
                    "table lost": "DROP TABLE entry",
                    "text": "UPDATE tournament SET name = CAST(x'ff' AS TEXT)",
                    "person": "INSERT INTO person (tournament, id, data) VALUES (1, 'p1', x'ff')",
                }[kind]
            )
            db.commit()

    def use() -> None:
        store.tournaments()
        store.dump("cup")

    with pytest.raises(BadInput) as caught:
        use()
    assert caught.value.code == "store-damaged"
    assert str(path) in str(caught.value)


def test_a_database_locked_by_another_program(
    path: Path, new: Callable[..., Entry], add: Callable[..., Entry], store: SqliteStore
) -> None:
    new()
    store._connection().execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refused) as caught:
            add(1)
        assert caught.value.code == "store-locked"
        assert store.head("cup") == 1  # reading goes on
        other.execute("ROLLBACK")
    assert add(1).seq == 2


def test_a_new_file_that_another_program_is_just_writing_is_waited_for(path: Path, store: SqliteStore) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        soon = threading.Timer(0.1, other.execute, ["ROLLBACK"])
        soon.start()
        assert store.tournaments() == []
        soon.join()


@contextmanager
def without_root() -> Iterator[None]:
    """As a user whom file permissions bind: root is not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user can reach (pytest's own is private)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX")
def test_a_folder_and_a_file_that_cannot_be_written(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    with without_root():
        for place in (public_folder / "pareo.db", public_folder / "new" / "pareo.db"):
            told = refusal(SqliteStore(place))
            assert (type(told), told.code) == (Refused, "store-readonly")
    assert list(public_folder.iterdir()) == []
    public_folder.chmod(0o755)
    path = public_folder / "pareo.db"
    store = SqliteStore(path)
    store.tournaments()
    store.close()
    path.chmod(0o444)
    public_folder.chmod(0o555)
    content = path.read_bytes()
    with without_root():
        assert refusal(SqliteStore(path)).code == "store-readonly"
    assert path.read_bytes() == content
    path.chmod(0)
    with without_root():
        assert refusal(SqliteStore(path)).code == "store-readonly"


def test_a_disk_that_turns_read_only_while_in_use(
    store: SqliteStore, new: Callable[..., Entry], add: Callable[..., Entry]
) -> None:
    new()
    store._connection().execute("PRAGMA query_only=ON")
    with pytest.raises(Refused) as caught:
        add(1)
    assert caught.value.code == "store-readonly"
    assert store.head("cup") == 1


def test_a_full_disk_loses_nothing(store: SqliteStore, new: Callable[..., Entry], add: Callable[..., Entry]) -> None:
    new()
    pages = store._connection().execute("PRAGMA page_count").fetchone()[0]
    store._connection().execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(Refused) as caught:
        add(1, data=b'{"a":"' + b"x" * 50000 + b'"}')
    assert caught.value.code == "store-full"
    store._connection().execute("PRAGMA max_page_count=100000")
    assert add(1).seq == 2


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for where, path in {
        "a.db": "a.db",
        str(tmp_path / "b.db"): str(tmp_path / "b.db"),
        "sqlite:///c.db": "c.db",
        "sqlite:////var/d%20e.db": "/var/d e.db",
        "~/f.db": str(tmp_path / "home" / "f.db"),
    }.items():
        store = open_store(where)
        assert isinstance(store, SqliteStore)
        assert store.path == Path(path)
    for where in ("", "sqlite://", "sqlite:///", "sqlite://host/x.db", "mysql://x/y", ":memory:", "a\0b"):
        with pytest.raises(BadInput) as caught:
            open_store(where)
        assert caught.value.code == "store-address"
    for where in ("postgresql://secret@[/x", "postgresql://h/x?nothing=1"):
        with raises_code(BadInput, "store-postgres-address") as caught:
            open_store(where)
        assert "secret" not in str(caught.value)
    open_store("postgresql://one,two:5433/pareo").close()  # opened when it is used
    monkeypatch.setitem(sys.modules, "pareo.store.postgres.store", None)
    with raises_code(Refused, "store-postgres") as refused:
        open_store("postgres://x")
    assert refused.value.code == "store-postgres"
    assert list(tmp_path.iterdir()) == []


def test_the_default_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    for platform, variables, expected in (
        ("linux", {}, "/home/ada/.local/share/pareo/pareo.db"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/pareo/pareo.db"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/ada/.local/share/pareo/pareo.db"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "/home/ada/Library/Application Support/pareo/pareo.db"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/pareo/pareo.db"),
        ("win32", {}, "/home/ada/AppData/Roaming/pareo/pareo.db"),
    ):
        monkeypatch.setattr("sys.platform", platform)
        for name in ("XDG_DATA_HOME", "APPDATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert default_path() == Path(expected)
