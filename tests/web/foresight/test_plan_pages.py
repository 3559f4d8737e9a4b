"""The plan before an event is made, and the line that says during the day when it ends."""

from __future__ import annotations

from stages.public_stage import PublicStage, invented

from pareo.app.floor import floor
from pareo.app.foresight.day_ahead import day_ahead, sentence


def test_the_plan_is_a_page_and_an_answer_of_the_api(tmp_path):
    stage = PublicStage(tmp_path, "swiss", rounds="3")
    staff = stage.staff()
    assert "/console/plan" in staff.get("/console/new")
    page = staff.get("/console/plan?ruleset=swiss&players=8&start=09:30")
    assert "It ends at about" in page
    assert "<svg" in page
    staff.get("/console/plan?ruleset=swiss&players=three", status=422)
    staff.get("/console/plan?ruleset=nothing&players=8", status=404)
    found = staff.client.get("/api/v1/plan?ruleset=swiss&players=8").json()
    assert found["formats"][0]["days"] == 120
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
