"""What players see of their chances is the organiser's choice; staff see everything."""

from __future__ import annotations

import re

import pytest

from pareo.app.commands.event import events
from support.web.public import PublicStage, make_players


@pytest.fixture
def stage(tmp_path):
    made = PublicStage(tmp_path, "swiss", style="swiss+cut", rounds="4", cut="2")
    made.enter(make_players(8))
    made.play(1)
    return made


def test_until_the_last_round_but_one_a_player_sees_what_points_say(stage):
    stage.open()
    assert "Chance" not in stage.visitor().get(stage.own_address(1))
    events.change_settings(stage.ctx, stage.slug, {"outlook": "all"})
    assert "Chance" in stage.visitor().get(stage.own_address(1))
    events.change_settings(stage.ctx, stage.slug, {"outlook": "no"})
    assert "What do I need?" not in stage.visitor().get(stage.own_address(1))


def test_from_the_last_round_but_one_on_a_player_sees_the_odds_too(stage):
    stage.play(1)
    assert "Chance" not in stage.visitor().get(stage.own_address(1))  # round 3 of 4 is not paired yet
    stage.open()
    assert "Chance" in stage.visitor().get(stage.own_address(1))


def test_in_the_last_round_everything_and_in_the_players_language(stage):
    stage.play(2)
    stage.open()
    seen = [stage.visitor().get(stage.own_address(no)) for no in range(1, 9)]
    assert all("What do I need?" in page for page in seen)
    assert any("is enough" in page for page in seen)
    visit = stage.visitor()
    visit.client.headers["accept-language"] = "es"
    assert "¿Qué necesito?" in visit.get(stage.own_address(1))


def test_staff_see_the_line_at_the_cut_and_the_page_behind_it(stage):
    stage.play(2)
    staff = stage.staff()
    assert "certain" in staff.get("/console/copa/standings")
    page = staff.get("/console/copa/outlook?find=zz")
    assert "No one found." in page
    assert "Nothing to project" not in page
    page = staff.get("/console/copa/outlook")
    assert "Chance" in page
    stage.visitor().get("/console/copa/outlook", status=303)


def test_sections_that_play_for_one_cut_are_told_apart(tmp_path, monkeypatch):
    """As many of each are shown as a page has room for."""
    monkeypatch.setattr("pareo.web.console.forecast.outlook.PAGE", 20)
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="3", cut="4", sections="2")
    made.enter(make_players(64))
    made.play(2)
    staff = made.staff()
    page = staff.get("/console/copa/outlook")
    assert re.findall(r'card-head">([^<]+)<', page) == ["Masters · section 1", "Masters · section 2"]
    assert [part.count('<th scope="row"') for part in page.split("<tbody>")[1:]] == [20, 20]
    standings = staff.get("/console/copa/standings")
    assert "Masters · section 1: Top 2:" in standings
    assert "Masters · section 2: Top 2:" in standings


def test_staff_look_back_at_what_was_open_after_any_round(stage):
    stage.play(3)
    staff = stage.staff()
    early, now = staff.get("/console/copa/outlook?after=1"), staff.get("/console/copa/outlook")
    assert "<option selected>1</option>" in early
    assert "certain" not in early.split("<tbody>", 1)[1]
    assert now.split("<tbody>", 1)[1].count("certain") == 2
    assert "still open" not in now.split("<tbody>", 1)[1]
    staff.get("/console/copa/outlook?after=9", status=422)


def test_the_api_says_the_same(stage):
    stage.play(2)
    stage.open()
    rows = stage.staff().client.get("/api/v1/events/copa/outlook").json()
    assert len(rows) == 8
    one = stage.staff().client.get(f"/api/v1/events/copa/outlook?player={rows[0]['player']}").json()
    assert one == rows[:1]
    spanish = stage.staff().client.get("/api/v1/events/copa/outlook", headers={"accept-language": "es"}).json()
    assert [row["player"] for row in spanish] == [row["player"] for row in rows]
    assert {line.split(":")[1].split(",")[0].strip() for row in spanish for line in row["says"][:1]} <= {
        "clasificación segura",
        "sin opciones",
        "por decidir",
    }
    assert stage.visitor().client.get("/api/v1/events/copa/outlook").status_code == 401
