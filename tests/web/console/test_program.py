"""The program's own page, a first start, and what a double click does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.operations.backup_scheduler import start_backups
from pareo.core.text.errors import BadInput
from pareo.web import launcher
from pareo.web.app_state import AppState
from pareo.web.server import RUNNING
from pareo.web.server import open_app_state as open_served
from support.web.console import ConsoleClient


def test_it_says_where_the_data_live_and_stops(app_state: AppState, tmp_path: Path) -> None:
    asked: list[str] = []
    owner = ConsoleClient(app_state)
    assert "Stop Pareo" not in owner.get("/program"), "another program runs this server"
    assert "started by another program" in owner.post("/program/stop")
    app_state.stop = lambda: asked.append("stop")
    page = owner.get("/program")
    assert str(tmp_path / "test.db") in page
    assert "Stop Pareo" in page
    assert "Pareo has stopped" in owner.post("/program/stop")
    assert asked == ["stop"]


def test_it_advises_another_disk_until_backups_go_to_one(tmp_path: Path) -> None:
    for folder, advised in ((None, True), (tmp_path / "stick", False)):
        app_state = open_served(str(tmp_path / f"{advised}.db"), backups=folder)
        end = start_backups(app_state)
        page = ConsoleClient(app_state).get("/program")
        end()
        assert "made automatically every round" in page
        assert ("on this disk: keep a copy elsewhere too" in page) is advised
        app_state.store.close()


def test_only_the_owner_stops_it(app_state: AppState) -> None:
    app_state.stop = lambda: pytest.fail("stopped by a scorekeeper")
    other = ConsoleClient(app_state, Role.ORGANISER)
    other.post("/program/stop")
    assert other.status == 403


def test_a_first_start_offers_a_demonstration_once(app_state: AppState, tmp_path: Path) -> None:
    owner = ConsoleClient(app_state)
    page = owner.get("/console")
    for text in (str(tmp_path / "test.db"), "Let phones in", "Italiano", "Open a demo event"):
        assert text in page
    assert "Spring Cup" in owner.post("/program/demonstration")
    owner.post("/program/demonstration")
    assert [event.slug for event in app_state.store.tournaments()] == ["spring-cup"]
    assert str(tmp_path / "test.db") not in owner.get("/console"), "told on the first start only"


def test_phones_need_the_owners_password_before_an_event_too(app_state: AppState) -> None:
    owner = ConsoleClient(app_state)
    assert "Set a password first" in owner.post("/program/phones")
    assert not app_state.accounts.owner_has_password()


def test_a_double_click_starts_the_program_or_finds_the_one_that_runs(
    app_state: AppState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "test.db")
    seen: list[str] = []
    said: list[str] = []
    started: list[tuple[Any, ...]] = []

    def start(*given: Any, **more: Any) -> None:
        started.append((*given, more))

    monkeypatch.setattr(launcher, "answers", lambda url, _seconds: url == "http://127.0.0.1:8123")
    launcher.open_program(db, say=said.append, browse=seen.append, start=start)
    assert started[0][0] == db
    app_state.accounts.save_server_note(RUNNING, "http://127.0.0.1:8124")  # it has crashed: nothing answers
    launcher.open_program(db, say=said.append, browse=seen.append, start=start)
    assert (len(started), seen) == (2, [])
    app_state.accounts.save_server_note(RUNNING, "http://127.0.0.1:8123")
    launcher.open_program(db, say=said.append, browse=seen.append, start=start)
    assert len(started) == 2
    assert [line.endswith(seen[0]) for line in said] == [True], "where no browser opens"
    address, _, link = seen[0].partition("/enter/")
    assert address == "http://127.0.0.1:8123"
    assert app_state.accounts.enter(link)


def test_a_program_without_a_window_tells_why_it_cannot_start_on_a_page() -> None:
    seen: list[str] = []
    file = launcher.show_problem(BadInput("x", "<b>{path}</b> is newer.", path="a.db"), browse=seen.append)
    assert "&lt;b&gt;a.db&lt;/b&gt; is newer." in file.read_text()
    assert seen == [file.as_uri()]
    file.unlink()
