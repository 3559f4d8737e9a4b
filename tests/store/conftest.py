"""A store in a temporary folder, and short ways to write to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pareo.store import Entry, SqliteStore, canonical

NOON = "2019-07-17T12:00:00.000000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pareo.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path, wait=2.0)
    yield store
    store.close()


@pytest.fixture
def new(store: SqliteStore) -> Callable[..., Entry]:
    """Create a tournament; everything has a default."""

    def new(slug: str = "cup", **changes: Any) -> Entry:
        facts: dict[str, Any] = {
            "name": "Spring Cup",
            "ruleset": "house",
            "secret": "a secret seed",
            "time": NOON,
            "actor": "ada",
            "action": "created",
            "data": canonical({"ruleset": "house"}),
        }
        return store.create(slug, **(facts | changes))

    return new


@pytest.fixture
def add(store: SqliteStore) -> Callable[..., Entry]:
    """Append an entry; everything but the expected head has a default."""

    def add(expected: int, slug: str = "cup", **changes: Any) -> Entry:
        facts: dict[str, Any] = {
            "time": NOON,
            "actor": "ada",
            "action": "reported",
            "data": canonical({"table": expected}),
        }
        return store.append(slug, expected=expected, **(facts | changes))

    return add
