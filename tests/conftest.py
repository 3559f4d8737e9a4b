"""What holds for every test: no deadlines in property tests, a busy machine is no failure (R-15)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from pareo.app.base.context import Context
from pareo.locale import build
from pareo.store import Store, open_store
from support.command_line import CommandLine
from support.postgres import SharedCluster

if TYPE_CHECKING:
    from pareo.web.app_state import AppState

settings.register_profile("pareo", deadline=None)
settings.load_profile("pareo")


def pytest_configure(config: pytest.Config) -> None:
    """The catalogues are compiled once, before the processes of a run (xdist) read them."""
    if hasattr(config, "workerinput") or build.is_current():
        return
    try:
        build.main()
    except ValueError as problem:  # a term that no record has
        raise pytest.UsageError(str(problem)) from problem


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


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[Context]:
    """The commands on a new SQLite file."""
    store = open_store(str(tmp_path / "events.db"))
    yield Context(store)
    store.close()


@pytest.fixture
def app_state(tmp_path: Path) -> Iterator[AppState]:
    """The web application's state on a new SQLite file."""
    from support.web.console import open_app_state  # noqa: PLC0415 (most tests need no web framework)

    app_state = open_app_state(tmp_path)
    yield app_state
    app_state.accounts.close()
    app_state.store.close()


@pytest.fixture
def pareo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line on a new database."""
    for name in ("PAREO_DB", "PAREO_ACTOR", "PAREO_LANG"):
        monkeypatch.delenv(name, raising=False)
    return CommandLine(tmp_path)
