"""X-Wing slips on paper: known squad totals and who chooses initiative (X-19)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.lists import hand_in as lists
from pareo.app.people import players
from pareo.app.rounds import rounds
from pareo.print.document import Wish
from pareo.print.slips import slips
from pareo.store import open_store

SQUAD = "Faction: Rebel\n{count} x Rookie Pilot (X-wing) 21\n"


def only_slip(desk: Desk, slug: str) -> Any:
    (part,) = slips(desk, slug, Wish("en", "a4", None, None, None, None))
    pages: Any = part["pages"]
    return pages[0][0]


@pytest.mark.req("X-19")
def test_totals_and_who_chooses(tmp_path: Path) -> None:
    desk = Desk(open_store(str(tmp_path / "x.db")))
    slug = events.create(desk, events.NewEvent("Epic Day", "xwing-epic-duel", seed="s"))
    players.enter(desk, slug, [players.NewPlayer(first="Ana", id="1"), players.NewPlayer(first="Bruno", id="2")])
    rounds.pair(desk, slug)
    assert only_slip(desk, slug)["chooser"] == ""
    for who, count in (("1", 3), ("2", 2)):
        lists.hand_in(desk, slug, who, SQUAD.format(count=count))
    slip = only_slip(desk, slug)
    assert {slip[side]["name"]: slip[side]["squad"] for side in ("a", "b")} == {"Ana": "63", "Bruno": "42"}
    assert slip[slip["chooser"]]["name"] == "Bruno"
    assert slip["a"]["faction"] == "Rebel"  # from the squad: identification numbers are drawn
    assert len(slip["numbers"]) == 2
    lists.hand_in(desk, slug, "2", SQUAD.format(count=3))
    assert only_slip(desk, slug)["chooser"] in ("a", "b")  # equal: by lot
    desk.store.close()
