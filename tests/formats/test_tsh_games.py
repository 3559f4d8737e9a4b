"""A division file of tsh has one score a round: what it cannot hold of a match of games is told (A-70)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result
from pareo.formats.registry import EXPORTERS
from support.web.server_events import NAMES, ServerStage

GAMES = "the games of matches (the points of all of them together are there)"


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("settings", "result", "told"),
    [
        ({"games": "2"}, "412-380 350-401", True),
        ({}, "412-380", False),
    ],
)
def test_games_are_told(tmp_path: Path, settings: dict[str, str], result: str, told: bool) -> None:
    stage = ServerStage(tmp_path / "test.db")
    events.create(
        stage.ctx,
        events.NewEvent("Letras", "scrabble-fise", slug="letras", seed="s", settings={"rounds": "1", **settings}),
    )
    players.enter(stage.ctx, "letras", [NewPlayer(first=name) for name in NAMES[:2]], confirmed=True)
    stage.open("letras")
    enter_result.report(stage.ctx, "letras", round_no=1, table=1, result=result)
    made = EXPORTERS["tsh"].export(stage.ctx, "letras", "en", None)
    assert (GAMES in made.left_out) is told
    stage.close()
