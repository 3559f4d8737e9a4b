"""The watch on other processes' writing and a command of our own at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.locale.texts import texts
from pareo.store.sqlite.store import SqliteStore
from pareo.web.app_state import AppState


class SlowMapping(dict[str, str]):
    """What is known of the journals; whoever goes through it gives another thread the time to change it."""

    other: threading.Thread | None = None

    def __iter__(self) -> Iterator[str]:
        for key in super().__iter__():
            if self.other is not None:
                waiting, self.other = self.other, None
                waiting.start()
                waiting.join(0.2)
            yield key


def test_two_looks_at_the_journals_do_not_disturb_each_other(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "events.db")
    app_state = AppState(store, Accounts(store.accounts()))
    ctx = Context(SqliteStore(tmp_path / "events.db"))
    for name in ("Alba", "Brisa"):
        events.create(ctx, events.NewEvent(name, "swiss"))
    assert [bool(app_state.version(slug)) for slug in ("alba", "brisa", "cala")] == [True, True, False]
    known = app_state.versions = SlowMapping(app_state.versions)

    def elsewhere() -> None:
        events.create(Context(SqliteStore(tmp_path / "events.db")), events.NewEvent("Cala", "swiss"))
        app_state.version("cala")

    known.other = waiting = threading.Thread(target=elsewhere)
    app_state.refresh()  # without a lock: “dictionary changed size during iteration”
    waiting.join()
    assert set(app_state.versions) == {"alba", "brisa", "cala"}


def test_a_time_that_is_none_is_shown_as_it_stands() -> None:
    for text in ("soon", "2026-02-31T09:00:00Z", "0001-01-01T00:00:00Z"):
        assert text[:4] in texts("en").moment(text, "America/New_York")
    assert "2026" in texts("es").moment("2026-11-15T09:00:00.000000Z", "Europe/Madrid")
