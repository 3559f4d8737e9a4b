"""What holds for every test: no deadlines in property tests, a busy machine is no failure (R-15)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from pareo.store import Store, open_store
from support.postgres import SharedCluster

settings.register_profile("pareo", deadline=None)
settings.load_profile("pareo")


@pytest.fixture(scope="session")
def postgres() -> Iterator[SharedCluster]:
    """PostgreSQL, one server for the tests of this process; it is started when somebody asks it for a database."""
    shared = SharedCluster()
    yield shared
    shared.close()


@pytest.fixture(params=("sqlite", "postgresql"))
def where(request: pytest.FixtureRequest, tmp_path: Path, postgres: SharedCluster) -> str:
    """The address of a new database of each kind that several processes can share."""
    return postgres.address() if request.param == "postgresql" else str(tmp_path / "pareo.db")


@pytest.fixture
def database(where: str) -> Iterator[Store]:
    """A store that keeps everything: journals, accounts, the directory, series."""
    store = open_store(where)
    yield store
    store.close()
