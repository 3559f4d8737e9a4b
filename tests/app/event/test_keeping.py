"""Results are kept three months: a reminder before they are deleted too early."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.event.retention import check_kept, kept_until
from pareo.app.people import players
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.core.words.errors import NeedsConfirmation
from pareo.store import SqliteStore


@pytest.mark.req("P-REC-1")
def test_a_reminder_until_three_months_have_passed(tmp_path: Path) -> None:
    time = ["2026-11-15T12:00:00.000000Z"]
    desk = Desk(SqliteStore(tmp_path / "x.db"), now=lambda: time[0])
    slug = events.create(desk, events.NewEvent("Cup", "swiss", slug="cup"))
    players.enter(desk, slug, [players.NewPlayer(first=n) for n in ("Ana", "Bea")])
    check_kept(desk, slug, confirmed=False)  # nothing played: nothing to keep
    rounds.pair(desk, slug)
    rounds.publish(desk, slug)
    rounds.start(desk, slug)
    results.report(desk, slug, round_no=1, table=1, result="1-0")
    rounds.finish(desk, slug)
    with pytest.raises(NeedsConfirmation, match="until 2027-02-15"):
        check_kept(desk, slug, confirmed=False)
    check_kept(desk, slug, confirmed=True)
    time[0] = "2027-02-16T12:00:00.000000Z"
    assert kept_until(desk, slug) is None
    check_kept(desk, slug, confirmed=False)
    desk.store.close()
