"""Results are kept three months: a reminder before they are deleted too early."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event.retention import check_kept, kept_until
from pareo.core.text.errors import NeedsConfirmation
from pareo.store import SqliteStore
from support.errors import raises_code


@pytest.mark.req("P-REC-1")
def test_a_reminder_until_three_months_have_passed(tmp_path: Path) -> None:
    time = ["2026-11-15T12:00:00.000000Z"]
    ctx = Context(SqliteStore(tmp_path / "x.db"), now=lambda: time[0])
    slug = events.create(ctx, events.NewEvent("Cup", "swiss", slug="cup"))
    players.enter(ctx, slug, [players.NewPlayer(first=n) for n in ("Ana", "Bea")])
    check_kept(ctx, slug, confirmed=False)  # nothing played: nothing to keep
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug)
    rounds.start(ctx, slug)
    results.report(ctx, slug, round_no=1, table=1, result="1-0")
    rounds.finish(ctx, slug)
    with raises_code(NeedsConfirmation, "keep-three-months", date="2027-02-15"):
        check_kept(ctx, slug, confirmed=False)
    check_kept(ctx, slug, confirmed=True)
    time[0] = "2027-02-16T12:00:00.000000Z"
    assert kept_until(ctx, slug) is None
    check_kept(ctx, slug, confirmed=False)
    ctx.store.close()
