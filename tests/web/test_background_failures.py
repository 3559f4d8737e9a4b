"""What fails in the background is told and goes on; what was written never looks failed (R-2)."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Grant, Identity, Role
from pareo.app.base.context import Context
from pareo.app.base.server_log import BackgroundTask
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.operations.backup_scheduler import BackupKeeper
from pareo.store import SqliteStore, open_store
from pareo.web import app_state as app_state_module
from pareo.web.app_state import AppState
from support.execution import run_coroutine, wait_until
from support.web.server import SLUG, serve_event

# While the file is there nothing can be opened any more: what too many connections do to a server.
_EXHAUSTED = """
from pathlib import Path
from pareo.store.sqlite.journal import SqliteJournal
flag, real = Path({flag!r}), (SqliteJournal.tournaments, SqliteJournal.ping)
def exhausted(work):
    def failing(self):
        if flag.exists():
            raise OSError(24, "Too many open files")
        return work(self)
    return failing
SqliteJournal.tournaments, SqliteJournal.ping = map(exhausted, real)
"""


@pytest.mark.slow
@pytest.mark.req("R-2")
def test_a_server_that_ran_out_of_handles_goes_on_when_it_has_some_again(tmp_path: Path) -> None:
    db, flag = tmp_path / "hall.db", tmp_path / "exhausted"
    with serve_event(db, prelude=_EXHAUSTED.format(flag=str(flag))) as hosted:
        flag.touch()
        hosted.process.wait_for(r"(Telling what has changed failed and will be tried again: .*Too many open files)")
        assert hosted.report(1) == (200, '{"seq":6,"action":"results","notes":[]}')
        assert 1 in hosted.results()
        flag.unlink()
        hosted.process.wait_for(r"(Telling what has changed works again)")
        other = Context(open_store(str(db)), "elsewhere")
        floor.announce(other, SLUG, "Round 2 at noon")
        page = f"/e/{SLUG}"
        wait_until(lambda: "Round 2 at noon" in hosted.ask("GET", page, staff=False)[1], "the watch had ended")
        assert hosted.process.text.count("Too many open files") == 1, "told once, not twice a second"
        assert "Traceback" not in hosted.process.text


@pytest.mark.req("R-2")
def test_a_watch_survives_whatever_one_look_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "events.db")
    app_state = AppState(store, Accounts(store.accounts()))
    looks: list[int] = []
    enough = threading.Event()

    def broken(_hall: AppState) -> None:
        looks.append(1)
        if len(looks) >= 3:
            enough.set()
        raise RuntimeError(f"bug {len(looks)}")

    monkeypatch.setattr(AppState, "_compare", broken)
    monkeypatch.setattr(app_state_module, "WATCH_SECONDS", 0.0)

    async def watched() -> None:
        import asyncio  # noqa: PLC0415

        task = asyncio.ensure_future(app_state.watch())
        await asyncio.to_thread(enough.wait, 60)
        assert not task.done()
        task.cancel()

    run_coroutine(watched())
    assert len(looks) >= 3


@pytest.mark.req("R-2")
@pytest.mark.parametrize("long", [False, True])
def test_a_written_command_does_not_fail_because_nobody_could_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, long: bool
) -> None:
    store = SqliteStore(tmp_path / "events.db")
    app_state = AppState(store, Accounts(store.accounts()))
    monkeypatch.setattr(AppState, "_compare", lambda _: (_ for _ in ()).throw(OSError(24, "Too many open files")))
    owner = Identity("owner", (Grant(Role.OWNER),))
    with (app_state.open_separate_context if long else app_state.open_context)(owner) as ctx:
        slug = events.create(ctx, events.NewEvent("Alba", "swiss"))
    assert [s.slug for s in store.tournaments()] == [slug]


@pytest.mark.req("R-2")
def test_backups_go_on_after_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = BackupKeeper(SqliteStore(tmp_path / "events.db"), tmp_path / "backups", look=0.0)
    steps: list[int] = []
    enough = threading.Event()

    def broken(*_: object) -> None:
        steps.append(1)
        if len(steps) >= 3:
            enough.set()
        raise ValueError("a bug nobody thought of")

    monkeypatch.setattr(BackupKeeper, "step", broken)
    keeper.start()
    assert enough.wait(60)
    keeper.stop()
    assert "a bug nobody thought of" in str(keeper.problem)


def test_trouble_is_told_once_and_so_is_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    guarded = BackgroundTask("Watering the plants")
    assert guarded(lambda: None)
    for _ in range(3):
        assert not guarded(lambda: (_ for _ in ()).throw(OSError("no water")).__next__())
    assert guarded(lambda: None)
    assert capsys.readouterr().err.splitlines() == [
        "Watering the plants failed and will be tried again: no water",
        "Watering the plants works again.",
    ]
    assert not guarded(lambda: 1 / 0)
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.req("R-2")
def test_work_goes_on_when_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that read the server's window is gone, or the window was closed."""
    reader, writer = os.pipe()
    os.close(reader)
    guarded = BackgroundTask("Watering the plants")
    with os.fdopen(writer, "w") as window:
        monkeypatch.setattr("sys.stderr", window)
        assert not guarded(lambda: 1 / 0)
        with contextlib.suppress(BrokenPipeError):
            window.close()
        assert not guarded(lambda: {}["gone"])
        assert guarded(lambda: None)
