"""A series of Championship Points by command line, API and console (PN-CP-1, PN-CP-2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from support.command_line import CommandLine, lower_wins, players_csv
from support.web.public import PublicStage, make_players


@pytest.mark.req("PN-CP-1", "PN-CP-2")
def test_events_are_added_with_their_kind(tmp_path: Path) -> None:
    pareo = CommandLine(tmp_path)
    assert "championship-points-2027" in pareo("series", "presets").out
    pareo("series", "new", "Temporada", "--preset", "championship-points-2026")
    for name in ("uno", "dos"):
        pareo("new", name, "--ruleset", "pokemon-vgc-2026", "--rounds", "3", "--style", "swiss", "--seed", name)
        pareo("players", "import", name, pareo.file("p.csv", players_csv(8)))
        for _ in range(3):
            pareo.play_round(name, lower_wins)
    assert pareo.refusal("series", "add", "temporada", "uno")[0] == "series-kind"
    pareo("series", "add", "temporada", "uno", "--kind", "regional")
    pareo("series", "add", "temporada", "dos", "--kind", "international")
    assert "international" in pareo("series", "show", "temporada").out
    rows = pareo.json("series", "standings", "temporada")
    assert rows[0]["points"] == 350 + 500, "the first of both"
    assert {part["points"] for row in rows for part in row["parts"]} == {350, 325, 300, 500, 480, 420, 0}
    assert pareo.refusal("series", "add", "temporada", "uno", "--kind", "cup")[0] == "series-kind"


@pytest.mark.req("PN-CP-1")
def test_on_the_console_and_by_the_api(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "pokemon-tcg-2027", rounds="3", style="swiss")
    stage.enter(make_players(4))
    stage.play(3)
    ctx = stage.staff()
    token = {"authorization": f"Bearer {stage.accounts.make_token('test', Role.OWNER)}"}
    client: TestClient[Any] = stage.visitor().client
    made = client.post("/api/v1/series", json={"name": "Puntos", "preset": "championship-points-2027"}, headers=token)
    assert made.status_code in (200, 201), made.text
    refused = client.put("/api/v1/series/puntos/events/copa", json={}, headers=token)
    assert refused.json()["error"] == "series-kind"
    page = ctx.get("/console/series/puntos")
    assert "League Challenge" in page
    assert "has no points yet" in ctx.post("/console/series/puntos/add", 422, event="copa", kind="cup")
    ctx.post("/console/series/puntos/add", 303, event="copa", kind="regional")
    assert "Regional Championships" in ctx.get("/console/series/puntos")
    told = client.get("/api/v1/series/puntos", headers=token).json()
    assert [e["kind"] for e in told["events"]] == ["regional"]
    assert [row["points"] for row in told["rows"]] == [350, 325, 0, 0]
    stage.store.close()
