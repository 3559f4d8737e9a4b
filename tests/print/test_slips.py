"""X-Wing slips on paper: known squad totals and who chooses initiative (X-19)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.print.document import PrintOptions
from pareo.print.slips import slips
from pareo.store import open_store

SQUAD = "Faction: Rebel\n{count} x Rookie Pilot (X-wing) 21\n"


def only_slip(ctx: Context, slug: str) -> Any:
    (part,) = slips(ctx, slug, PrintOptions("en", "a4", None, None, None, None))
    pages: Any = part["pages"]
    return pages[0][0]


@pytest.mark.req("X-19")
def test_totals_and_who_chooses(tmp_path: Path) -> None:
    ctx = Context(open_store(str(tmp_path / "x.db")))
    slug = events.create(ctx, events.NewEvent("Epic Day", "xwing-epic-duel", seed="s"))
    players.enter(ctx, slug, [players.NewPlayer(first="Ana", id="1"), players.NewPlayer(first="Bruno", id="2")])
    rounds.pair(ctx, slug)
    assert only_slip(ctx, slug)["chooser"] == ""
    for who, count in (("1", 3), ("2", 2)):
        lists.hand_in(ctx, slug, who, SQUAD.format(count=count))
    slip = only_slip(ctx, slug)
    assert {slip[side]["name"]: slip[side]["squad"] for side in ("a", "b")} == {"Ana": "63", "Bruno": "42"}
    assert slip[slip["chooser"]]["name"] == "Bruno"
    assert slip["a"]["faction"] == "Rebel"  # from the squad: identification numbers are drawn
    assert len(slip["numbers"]) == 2
    lists.hand_in(ctx, slug, "2", SQUAD.format(count=3))
    assert only_slip(ctx, slug)["chooser"] in ("a", "b")  # equal: by lot
    ctx.store.close()
