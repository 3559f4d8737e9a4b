"""The plan before an event is made, and the line that says during the day when it ends."""

from __future__ import annotations

import re

import pytest
from stages.public_stage import PublicStage, invented

from pareo.app.floor import floor
from pareo.app.foresight.day_ahead import day_ahead, sentence
from pareo.core.rules.games import GAMES


@pytest.fixture(autouse=True)
def _few_days(monkeypatch):
    """A page plays hundreds; forty say the same here."""
    for edge in ("console.foresight.plan", "api.foresight"):
        monkeypatch.setattr(f"pareo.web.{edge}.days_for", lambda players: 32 + players)


def test_the_plan_is_a_page_and_an_answer_of_the_api(tmp_path):
    stage = PublicStage(tmp_path, "swiss", rounds="3")
    staff = stage.staff()
    page = staff.get("/console/plan?ruleset=swiss&players=8&start=09:30")
    assert "It ends at about" in page
    assert "<svg" in page
    staff.get("/console/plan?ruleset=swiss&players=three", status=422)
    staff.get("/console/plan?ruleset=nothing&players=8", status=404)
    found = staff.client.get("/api/v1/plan?ruleset=swiss&players=8").json()
    assert found["days"] == 40
    assert stage.visitor().client.get("/api/v1/plan?ruleset=swiss&players=8").status_code == 401


def test_during_a_round_now_says_when_the_day_ends(tmp_path):
    stage = PublicStage(tmp_path, "swiss", rounds="3", round_minutes="40")
    stage.enter(invented(8))
    assert day_ahead(stage.desk.open(stage.slug), stage.desk.now()) is None
    stage.open()
    floor.start_clock(stage.desk, stage.slug)
    event, now = stage.desk.open(stage.slug), stage.desk.now()
    one = day_ahead(event, now)
    assert one is not None
    assert (one.round_no, one.out, one.final) == (1, 4, False)
    assert 20 <= one.minutes <= 45
    assert one.ends > now
    assert "Round 1 ends in about" in sentence(event.state, one)
    assert "day-ahead" in stage.staff().get("/console/copa")
    assert stage.staff().client.get("/api/v1/events/copa/day").json()["tables_out"] == 4


def test_where_an_event_is_made_the_panel_plays_its_day(tmp_path):
    """The button asks the page of the plan with what the form has: the rules chosen for the game, and the start."""
    staff = PublicStage(tmp_path, "swiss", rounds="3").staff()
    made = staff.get("/console/new")
    assert 'hx-get="/console/plan"' in made
    asked = re.search(r'hx-params="([^"]+)"\s+hx-target="#day-found"', made)
    assert asked is not None
    names = set(asked[1].split(","))
    assert names >= {f"rules-{game}" for game in GAMES} | {"game", "start", "players", "tables"}
    page = staff.get("/console/plan?game=other&rules-other=swiss&rules-chess=chess-fide&start=09:30&players=8&tables=2")
    assert 'id="day-found"' in page
    assert '<option value="swiss" selected>' in page
    assert "Nine days of ten end between 1" in page
    assert 'id="day-found"' in staff.get("/console/plan?game=other&rules-other=swiss&players=2", status=422)


def test_the_plan_says_who_goes_on_with_which_record_and_what_another_format_changes(tmp_path):
    staff = PublicStage(tmp_path, "swiss", rounds="3").staff()
    page = staff.get("/console/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5")
    assert re.search(r"With 1\s+loss, \d+ % go on", page.replace("&nbsp;", " "))
    assert "have enough points and miss it by tie-breaks" in page
    assert "5 rounds, top 4" in page
    assert "6 rounds, top 4" in page
    assert "5 rounds, top 8" in page
    found = staff.client.get("/api/v1/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5&tables=4").json()
    assert (found["formats"][0]["rounds"], found["formats"][0]["cut"]) == (5, 4)
    few, enough = found["formats"][0]["ends"], staff.client.get(
        "/api/v1/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5").json()["formats"][0]["ends"]
    assert few > enough  # four tables for ten matches: in turns
