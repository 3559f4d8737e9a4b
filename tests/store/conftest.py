"""A store in a temporary folder, and short ways to write to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pareo.store import Entry, NewEntry, SqliteStore, Store, canonical, open_store
from pareo.store.memory import MemoryStore
from support.postgres import SharedCluster

NOON = "2019-07-17T12:00:00.000000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pareo.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path, wait=2.0)
    yield store
    store.close()


KINDS = ("sqlite", "postgresql", "memory")


def open_new_store(kind: str, path: Path, postgres: SharedCluster) -> Store:
    """A new store of this kind."""
    if kind == "postgresql":
        return open_store(postgres.address())
    return MemoryStore() if kind == "memory" else SqliteStore(path, wait=2.0)


@pytest.fixture(params=KINDS)
def any_store(request: pytest.FixtureRequest, path: Path, postgres: SharedCluster) -> Iterator[Store]:
    """Each kind of store in turn."""
    store = open_new_store(request.param, path, postgres)
    yield store
    store.close()


@pytest.fixture
def new(store: Store) -> Callable[..., Entry]:
    """Create a tournament; everything has a default."""

    def new(slug: str = "cup", **changes: Any) -> Entry:
        about = {"name": "Spring Cup", "ruleset": "house", "secret": "a secret seed"}
        about |= {key: changes.pop(key) for key in about.keys() & changes.keys()}
        entry = NewEntry(NOON, "ada", "created", canonical({"ruleset": "house"}))
        return store.create(slug, replace(entry, **changes), **about)

    return new


@pytest.fixture
def add(store: Store) -> Callable[..., Entry]:
    """Append an entry; everything but the expected head has a default."""

    def add(expected: int, slug: str = "cup", **changes: Any) -> Entry:
        before = changes.pop("before", None)
        entry = NewEntry(NOON, "ada", "reported", canonical({"table": expected}))
        return store.append(slug, replace(entry, **changes), expected=expected, before=before)

    return add
