"""Results that look like a slip are asked about on pages, phones, in the API and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Match
from pareo.core.model.outcome import Outcome, Result
from pareo.web.app_state import AppState
from support.command_line import CommandLine, players_csv
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup
from support.web.public import PublicStage, make_players, visible_text

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
DRAW = Result(Outcome.DRAW, Outcome.DRAW)


def open_cup(app_state: AppState, ruleset: str) -> str:
    slug = create_cup(app_state, "Evening", ruleset, count=4)
    rounds.pair(app_state.ctx, slug, not_here="pair", confirmed=True)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    return slug


def match_of(app_state: AppState, slug: str, table: int = 1) -> Match:
    return app_state.ctx.open(slug).state.find_table(1, table)[2]


@pytest.mark.req("B-26")
def test_the_console_s_line_its_bulk_page_and_a_file_ask(app_state: AppState) -> None:
    slug = open_cup(app_state, "scrabble-fise")
    desk = ConsoleClient(app_state)
    asked = desk.post(f"/console/{slug}/enter", line="1 0,5", client="one")
    assert "this result has no scores" in visible_text(asked)
    assert match_of(app_state, slug).result is None
    desk.post(f"/console/{slug}/enter", line="1 0,5", client="two", seen="!")
    assert match_of(app_state, slug).result == DRAW
    bulk = f"/console/{slug}/rounds/1/bulk"
    asked = desk.post(bulk, text="2 0.5")
    assert desk.status == 409
    assert "this result has no scores" in visible_text(asked)
    assert 'value="2 0.5"' in asked
    preview = desk.post(bulk, text="2 0.5", look="1")
    assert "this result has no scores" in visible_text(preview)
    assert match_of(app_state, slug, 2).result is None
    form = {"_csrf_token": str(desk.client.cookies.get("pareo_csrf"))}
    sent = desk.client.post(bulk, data=form, files={"file": ("r.csv", b"table;result\n2;0,5\n", "text/csv")})
    assert sent.status_code == 409
    assert "2 ½-½" in sent.text  # the file, as it was read, waits for the answer
    desk.post(bulk, text="2 ½-½", yes="1")
    assert match_of(app_state, slug, 2).result == DRAW


@pytest.mark.req("B-26")
def test_a_phone_asks_and_the_same_again_is_meant(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "scrabble-fise", rounds="2")
    stage.enter(make_players(4))
    stage.open()
    match = match_of(stage.app_state, stage.slug)
    for no in (match.a, match.b):
        phone, address = stage.visitor(), stage.own_address(no)
        asked = phone.post(address + "/report", 422, mine="0,5", theirs="0,5", round="1")
        assert "this result has no scores" in visible_text(asked)
        assert 'name="sure" value="0.5-0.5"' in asked
        phone.post(address + "/report", 422, mine="0,5", theirs="0,5", round="1", sure="412-380")  # of another result
        phone.post(address + "/report", 303, mine="0,5", theirs="0,5", round="1", sure="0.5-0.5")
    assert match_of(stage.app_state, stage.slug).result == DRAW
    stage.store.close()


@pytest.mark.req("B-21")
def test_a_phone_asks_about_a_concession_without_points(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "xwing-epic-duel", rounds="1")
    stage.enter(make_players(2))
    stage.open()
    match = match_of(stage.app_state, stage.slug)
    for no, ended in ((match.a, "conceded-a"), (match.b, "conceded-b")):
        phone, address = stage.visitor(), stage.own_address(no)
        asked = phone.post(address + "/report", 422, mine="", theirs="", ended=ended, round="1")
        assert "how many points had" in visible_text(asked)
        phone.post(address + "/report", 303, mine="", theirs="", ended=ended, round="1", sure=ended)
    found = match_of(stage.app_state, stage.slug).result
    assert found is not None
    assert (found.score_a, found.score_b) == (0, 300)
    stage.store.close()


@pytest.mark.req("B-21", "B-26", "B-30")
@pytest.mark.parametrize(
    ("ruleset", "text", "code"),
    [
        ("scrabble-fise", "0,5", "draw-without-scores"),
        ("scrabble-fise", "4120-380", "score-doubt"),
        ("xwing-epic-duel", "conceded 1", "conceded-points"),
    ],
)
def test_the_api_asks(app_state: AppState, ruleset: str, text: str, code: str) -> None:
    slug = open_cup(app_state, ruleset)
    token = app_state.accounts.make_token("test", Role.OWNER)
    path = f"/api/v1/events/{slug}/rounds/1/tables/1/result"
    with TestClient(create_app(app_state)) as client:
        headers = {"authorization": f"Bearer {token}"}
        asked = client.put(path, json={"result": text}, headers=headers)
        assert (asked.status_code, asked.json()["error"]) == (409, code)
        done = client.put(path, json={"result": text, "confirm": True}, headers=headers)
        assert done.status_code == 200, done.text
    assert match_of(app_state, slug).result is not None


@pytest.mark.req("B-21", "B-26", "B-30")
@pytest.mark.parametrize(
    ("ruleset", "text", "code"),
    [
        ("scrabble-fise", "0,5", "draw-without-scores"),
        ("scrabble-fise", "4120-380", "score-doubt"),
        ("xwing-epic-duel", "conceded 1", "conceded-points"),
    ],
)
def test_the_command_line_asks(pareo: CommandLine, ruleset: str, text: str, code: str) -> None:
    slug = pareo.json("new", "Tarde", "--ruleset", ruleset, "--rounds", "2")["slug"]
    pareo("players", "import", slug, pareo.file("p.csv", players_csv(4)))
    pareo.open_round(slug)
    report = ("report", slug, "--round", "1", "--table", "1", text)
    assert pareo.refusal(*report)[0] == code
    pareo(*report, "--yes")
    path = pareo.file("r.csv", f'table,result\n2,"{text}"\n')
    into = ("results", "import", slug, path, "--round", "1")
    assert pareo.refusal(*into)[0] == code
    pareo(*into, "--yes")
