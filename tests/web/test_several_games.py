"""Events of several games on every page a result is on: console, phone, public pages, API (A-42, A-70)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.core.model.outcome import Game, GameTally
from support.web.public import PublicClient, PublicStage, make_players

KINDS = {"cards": ("pokemon-tcg-2019-07", {"best_of": "3"}), "scrabble": ("scrabble-fise", {"games": "2"})}


class Stages:
    """An event of a best of three, or one of two games with points; round 1 is being played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: dict[str, PublicStage] = {}

    def __getitem__(self, name: str) -> PublicStage:
        if name not in self.made:
            ruleset, setting = KINDS[name]
            self.made[name] = stage = PublicStage(self.folder, ruleset, rounds="3", player_reports="yes", **setting)
            stage.enter(make_players(4))
            stage.open()
        return self.made[name]


@pytest.fixture
def stages(tmp_path: Path) -> Iterator[Stages]:
    made = Stages(tmp_path)
    yield made
    for stage in made.made.values():
        stage.store.close()


def results(stage: PublicStage) -> list[str | None]:
    return [row.result for row in pairing_rows(stage.ctx, "copa", round_no=1)]


def at_table(stage: PublicStage, table: int) -> Any:
    (pod,) = stage.ctx.open("copa").state.pods.values()
    return pod.rounds[1].matches[table]


@pytest.mark.req("A-70")
def test_the_console_takes_a_best_of_three_typed_by_buttons_and_game_by_game(stages: Stages) -> None:
    stage, at = stages["cards"], "/console/copa/rounds/1"
    ctx = stage.staff()
    shown = ctx.get(at)
    assert "<kbd>1 2 1</kbd>games won by each player" in shown
    for score in ("2-0", "2-1", "1-1", "1-2", "0-2"):
        assert f'value="{score}"' in shown
    ctx.post(f"{at}/enter", 303, line="1 2-1")
    ctx.post(f"{at}/report", 303, table="2", result="1-2")
    assert results(stage) == ["2-1", "1-2"]
    page = ctx.get(f"{at}/table/1")
    assert page.count('name="g3"') == 4, "each of three games: a, drawn, b or not played"
    ctx.post(f"{at}/report", 303, table="1", seen="2-1", back="table", games="3", g1="b", g2="a", g3="a")
    assert at_table(stage, 1).result.games == (Game("b"), Game("a"), Game("a"))
    page = ctx.get(f"{at}/table/1")
    assert page.count(" checked") == 3
    ctx.post(f"{at}/report", 303, table="1", seen="0-1 1-0 1-0", back="table", games="3", g1="b", g2="a", g3="b")
    assert (results(stage)[0], at_table(stage, 1).result.tally) == ("0-1 1-0 0-1", GameTally(1, 2)), (
        "one game corrected"
    )
    wrong = ctx.post(f"{at}/report", 422, table="2", seen="1-2", games="3", g1="b", g2="b", g3="a")
    assert "games" in wrong
    assert results(stage)[1] == "1-2", "a third game after two won is none"
    rounds.finish(stage.ctx, "copa")
    effect = ctx.get(f"{at}/correct?table=1&games=3&g1=a&g2=a&g3=")
    assert "0-1 1-0 0-1 → 1-0 1-0" in effect
    ctx.post(f"{at}/correct", 303, table="1", result="1-0 1-0", seen="0-1 1-0 0-1")
    assert results(stage)[0] == "1-0 1-0"


@pytest.mark.req("A-42", "A-70")
def test_the_console_takes_two_games_with_their_points(stages: Stages) -> None:
    stage, at = stages["scrabble"], "/console/copa/rounds/1"
    ctx = stage.staff()
    assert "412-380 350-401" in ctx.get(at), "how it is typed"
    ctx.post(f"{at}/enter", 303, line="1 412 380 350 401")
    assert results(stage)[0] == "412-380 350-401"
    assert 'value="401"' in ctx.get(f"{at}/table/1")
    ctx.post(f"{at}/report", 303, table="1", seen="412-380 350-401", games="2", a1="412", b1="380", a2="350", b2="410")
    assert results(stage)[0] == "412-380 350-410"
    half = ctx.post(f"{at}/report", 422, table="2", games="2", a1="412", b1="")
    assert "Game 1: enter both scores as whole numbers." in half
    row = ctx.client.post(
        f"{at}/report",
        data={"table": "2", "result": "400-390 380-380", "_csrf_token": str(ctx.client.cookies.get("pareo_csrf"))},
        headers={"HX-Request": "true"},
    ).text
    assert 'placeholder="412-380 350-401"' in row, "the row that comes back is typed into like the one before"


def phones(stage: PublicStage, table: int) -> tuple[PublicClient, str, PublicClient, str]:
    match = at_table(stage, table)
    return stage.visitor(), stage.own_address(match.a), stage.visitor(), stage.own_address(match.b)


@pytest.mark.req("A-70")
def test_two_phones_agree_on_a_best_of_three(stages: Stages) -> None:
    one, mine, two, theirs = phones(stages["cards"], 1)
    page = one.get(mine)
    assert page.count('name="result"') == 6, "five scores, and an agreed draw"
    one.post(f"{mine}/report", 303, round="1", result="2-1")
    two.post(f"{theirs}/report", 303, round="1", result="1-2")
    assert results(stages["cards"])[0] == "2-1"
    assert "2–1" in one.get(mine)
    assert "1–2" in two.get(theirs)


@pytest.mark.req("A-42", "A-70")
def test_two_phones_agree_on_the_points_of_two_games(stages: Stages) -> None:
    stage = stages["scrabble"]
    one, mine, two, theirs = phones(stage, 1)
    assert 'name="b2"' in one.get(mine)
    assert "Enter both scores" in one.post(f"{mine}/report", 422, round="1")
    one.post(f"{mine}/report", 303, round="1", a1="412", b1="380", a2="350", b2="401")
    assert 'value="350"' in one.get(mine), "what was said stands there to be put right"
    two.post(f"{theirs}/report", 303, round="1", a1="380", b1="412", a2="401", b2="351")
    assert results(stage)[0] is None
    two.post(f"{theirs}/report", 303, round="1", a1="380", b1="412", a2="401", b2="350")
    assert results(stage)[0] == "412-380 350-401"
    assert "380–412 401–350" in two.get(theirs), "from the other side"


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("name", "result", "score"), [("cards", "0-1 1-0 1-0", "2–1"), ("scrabble", "412-380 350-401", "1–1")]
)
def test_pages_that_show_results_show_games(stages: Stages, name: str, result: str, score: str) -> None:
    stage = stages[name]
    stage.report(lambda a, b: result)
    rounds.finish(stage.ctx, "copa")
    ctx, visitor = stage.staff(), stage.visitor()
    assert score in visitor.get("/e/copa/tables?round=1")
    no = at_table(stage, 1).a
    card = ctx.get(f"/console/copa/views/cards/{no}")
    assert result.replace("-", "–") in card
    (table,) = stage.ctx.open("copa").state.pods
    cross = ctx.get(f"/console/copa/standings/cross?pod={table}")
    assert f">{score}</span>" in cross


@pytest.mark.req("A-70")
@pytest.mark.parametrize(
    ("ruleset", "settings", "result", "games"),
    [
        ("pokemon-tcg-2019-07", {"best_of": "3"}, "0-1 1-0 1-0", "2–1"),
        ("scrabble-fise", {"games": "2"}, "412-380 350-401", "1–1"),
    ],
)
def test_the_api_takes_and_gives_games(
    tmp_path: Path, ruleset: str, settings: dict[str, str], result: str, games: str
) -> None:
    stage = PublicStage(tmp_path, ruleset, rounds="3", **settings)
    stage.enter(make_players(4))
    stage.open()
    token = {"authorization": f"Bearer {stage.accounts.make_token('test', Role.OWNER)}"}
    client: TestClient[Any] = stage.visitor().client
    at = "/api/v1/events/copa"
    answer = client.post(f"{at}/rounds/1/results", json={"results": [{"table": 1, "result": result}]}, headers=token)
    assert answer.status_code == 200, answer.text
    bad = client.post(f"{at}/rounds/1/results", json={"results": [{"table": 2, "result": "9-0"}]}, headers=token)
    assert (bad.status_code, bad.json()["error"]) == (422, "result-unreadable")
    told = {row["table"]: row["result"] for row in client.get(f"{at}/pairings", headers=token).json()}
    assert told == {1: result, 2: None}
    client.post(f"{at}/rounds/1/results", json={"results": [{"table": 2, "result": result}]}, headers=token)
    client.post(f"{at}/finish", json={}, headers=token)
    rows = client.get("/api/v1/public/events/copa/cross-table").json()
    assert sorted(row["rounds"][0]["games"] for row in rows) == sorted(
        [games, games, *2 * ["–".join(reversed(games.split("–")))]]
    )
    stage.store.close()
