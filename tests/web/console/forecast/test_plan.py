"""The plan before an event is made, and the line that says during the day when it ends."""

from __future__ import annotations

import re

import pytest

from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import next_round, rounds
from pareo.app.forecast.round_times import day_ahead
from pareo.core.model.games import GAMES
from support.jobs import ManualQueue
from support.web.console import ConsoleClient, create_cup, open_app_state
from support.web.public import PublicStage, make_players


@pytest.fixture(autouse=True)
def _few_days(monkeypatch):
    """Thousands are played; forty and a few say the same here."""
    monkeypatch.setattr("pareo.web.api.forecast.days_for", lambda players: 32 + players)
    monkeypatch.setattr("pareo.web.console.forecast.plan.days_for", lambda players: 22 + players)
    for edge in ("console.forecast.plan", "api.forecast"):
        monkeypatch.setattr(f"pareo.web.{edge}.DAYS", 60)
    for word in ("FIRST_SECONDS", "TURN_SECONDS"):
        monkeypatch.setattr(f"pareo.app.forecast.plan_jobs.{word}", 1e9)


def plan_page(stage: PublicStage, address: str) -> str:
    """The page when the days have been played."""
    stage.staff().get(address)
    stage.app_state.job_queue.run_all()
    return stage.staff().get(address)


def test_the_plan_is_played_beside_the_server_and_the_page_says_how_far_it_is(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    staff, address = stage.staff(), "/console/plan?ruleset=swiss&players=8&start=09:30"
    page = staff.get(address)
    assert "Ends at about" not in page
    assert "<progress" in page
    assert 'hx-get="/console/plan?ruleset=swiss&amp;players=8&amp;start=09%3A30"' in page
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh"', page)
    page = plan_page(stage, address)
    assert "Ends at about" in page
    assert "<svg" in page
    assert "Based on 60 simulations" in page
    assert "<progress" not in page
    assert "http-equiv" not in page
    staff.get("/console/plan?ruleset=swiss&players=three", status=422)
    staff.get("/console/plan?ruleset=swiss&players=2001", status=422)
    staff.get("/console/plan?ruleset=nothing&players=8", status=404)


def test_a_table_of_the_document_is_chosen_on_the_page_and_through_the_api(tmp_path, monkeypatch):
    monkeypatch.setattr("pareo.web.api.forecast.days_for", lambda _players: 20)
    monkeypatch.setattr("pareo.web.console.forecast.plan.DAYS", 20)
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    page = stage.staff().get("/console/plan?ruleset=pokemon-tcg-2027")
    assert re.search(r'<select id="f-table" name="table">\s*<option value="one-day"', page)
    page = plan_page(stage, "/console/plan?ruleset=pokemon-tcg-2027&players=70&table=two-phase")
    assert 'value="two-phase" selected' in page
    assert "Day 1 ends at about" in page
    page = plan_page(stage, "/console/plan?ruleset=swiss&players=8&table=two-phase")  # left over from other rules
    assert "Ends at about" in page
    assert 'id="f-table"' not in page
    found = stage.staff().client.get("/api/v1/plan?ruleset=pokemon-tcg-2027&players=70&table=two-phase").json()
    assert found["formats"][0]["second_ends"]


def test_a_round_robin_has_no_other_format(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    page = plan_page(stage, "/console/plan?ruleset=chess-round-robin&players=6")
    assert "5 rounds" in page
    assert "What if" not in page


def test_while_it_is_played_the_page_shows_the_days_so_far(tmp_path, monkeypatch):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    address, seen = "/console/plan?ruleset=swiss&players=8", []
    monkeypatch.setattr("pareo.app.forecast.plan_jobs.FIRST_SECONDS", -1.0)  # one day, then its turn is over
    stage.staff().get(address)
    stage.app_state.job_queue.between += [lambda: None, lambda: seen.append(stage.staff().get(address))]
    stage.app_state.job_queue.run_all()
    assert "1 simulation done; more are running." in seen[0]
    assert "Ends at about" in seen[0]
    assert "<progress" in seen[0]


def test_where_nothing_can_be_played_beside_the_server_a_few_days_are_played_at_once(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    stage.app_state.job_queue.close()
    page = stage.staff().get("/console/plan?ruleset=swiss&players=8")
    assert "Based on 30 simulations" in page
    assert "<progress" not in page
    stage.staff().get("/console/plan?ruleset=swiss&players=500", status=422)


def test_the_api_plays_a_few_days_at_once_and_more_when_asked(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    client = stage.staff().client
    assert client.get("/api/v1/plan?ruleset=swiss&players=8").json()["days"] == 40
    address = "/api/v1/plan?ruleset=swiss&players=8&days=50"
    first = client.get(address)
    assert (first.status_code, first.json()) == (202, {"played": 0, "share": 0.0})
    assert first.headers["retry-after"]
    stage.app_state.job_queue.run_all()
    assert client.get(address).json()["days"] == 50
    assert client.get("/api/v1/plan?ruleset=swiss&players=301").status_code == 202
    assert client.get("/api/v1/plan?ruleset=swiss&players=8&days=20001").status_code == 400
    stage.app_state.job_queue.close()
    assert client.get("/api/v1/plan?ruleset=swiss&players=9&days=50").json()["error"] == "plan-not-now"
    assert stage.visitor().client.get(address).status_code == 401
    schema = client.get("/api/v1/openapi.json").json()["paths"]["/api/v1/plan"]["get"]["responses"]
    assert {"200", "202"} <= schema.keys()


def test_during_a_round_now_says_when_the_day_ends(tmp_path):
    stage = PublicStage(tmp_path, "swiss", rounds="3", round_minutes="40")
    stage.enter(make_players(8))
    assert day_ahead(stage.ctx.open(stage.slug), stage.ctx.now()) is None
    stage.open()
    floor.start_clock(stage.ctx, stage.slug)
    event, now = stage.ctx.open(stage.slug), stage.ctx.now()
    one = day_ahead(event, now)
    assert one is not None
    assert (one.round_no, one.out, one.final) == (1, 4, False)
    assert 20 <= one.minutes <= 45
    assert one.ends > now
    assert "Round 1 ends in about" in one.says
    assert "day-ahead" in stage.staff().get("/console/copa")
    assert stage.staff().client.get("/api/v1/events/copa/day").json()["tables_out"] == 4
    italian = stage.staff().client.get("/api/v1/events/copa/day", headers={"accept-language": "it"}).json()
    assert italian["says"].startswith("Il turno 1 finisce tra circa ")


def test_in_a_play_off_it_speaks_of_the_top_and_of_the_final_and_no_draw_is_offered(tmp_path):
    stage = PublicStage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="1", cut="4")
    stage.enter(make_players(8))
    stage.open()
    floor.start_clock(stage.ctx, stage.slug)
    assert "<kbd>1 =</kbd>" in stage.staff().get("/console/copa")
    stage.report()
    said = []
    for _ in range(2):
        next_round.next_round(stage.ctx, stage.slug, confirmed=True)
        next_round.begin(stage.ctx, stage.slug, confirmed=True)
        event = stage.ctx.open(stage.slug)
        said.append(day_ahead(event, stage.ctx.now()).says)
        shown = ("/console/copa", f"/console/copa/rounds/{event.state.latest_round}")
        page = " ".join(map(stage.staff().get, shown))
        assert "<kbd>1 2</kbd>" in page
        assert "<kbd>1 =</kbd>" not in page
        stage.report()
    assert said[0].startswith("Top 4 ends in about ")
    assert said[1].startswith("The final ends at ")


def test_the_sentence_and_the_meter_count_the_same_tables(tmp_path):
    """Two groups play at the same time: the sentence is about the longer one, its count is everybody's."""
    app_state = open_app_state(tmp_path)
    slug = create_cup(app_state, count=8)
    players.enter(app_state.ctx, slug, [NewPlayer(first=f"Xan{i}", birth_year=2015) for i in range(10)], confirmed=True)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    floor.start_clock(app_state.ctx, slug)
    assert len(app_state.ctx.open(slug).state.pods) == 2
    browser = ConsoleClient(app_state)
    for closed in range(3):
        page = browser.get(f"/console/{slug}")
        assert f"<b>{closed} of 9</b> tables reported" in page
        assert f"tables still playing: {9 - closed}." in page
        enter_result.report(app_state.ctx, slug, round_no=1, table=closed + 1, result="1-0")
    app_state.store.close()


def test_where_an_event_is_made_the_panel_plays_its_day(tmp_path):
    """The button asks the page of the plan with what the form has: the rules chosen for the game, and the start."""
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    staff = stage.staff()
    made = staff.get("/console/new")
    assert 'hx-get="/console/plan"' in made
    asked = re.search(r'hx-params="([^"]+)"\s+hx-target="#day-found"', made)
    assert asked is not None
    names = set(asked[1].split(","))
    assert names >= {f"rules-{game}" for game in GAMES} | {"game", "start", "players", "tables"}
    page = plan_page(
        stage, "/console/plan?game=other&rules-other=swiss&rules-chess=chess-fide&start=09:30&players=8&tables=2"
    )
    assert 'id="day-found"' in page
    assert '<option value="swiss" selected>' in page
    assert "In 9 of 10 simulations it ends between 1" in page
    assert 'id="day-found"' in staff.get("/console/plan?game=other&rules-other=swiss&players=2", status=422)


def test_the_plan_says_who_goes_on_with_which_record_and_what_another_format_changes(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    staff = stage.staff()
    page = plan_page(stage, "/console/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5")
    assert re.search(r"With 1\s+loss: \d+ % advance", page.replace("\u00a0", " "))
    assert "have the points but miss out on tie-breaks" in page
    assert "5 rounds, top 4" in page
    assert "6 rounds, top 4" in page
    assert "5 rounds, top 8" in page
    found = staff.client.get("/api/v1/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5&tables=4").json()
    assert (found["formats"][0]["rounds"], found["formats"][0]["cut"]) == (5, 4)
    few, enough = (
        found["formats"][0]["ends"],
        staff.client.get("/api/v1/plan?ruleset=pokemon-tcg-2027&players=20&cut=4&rounds=5").json()["formats"][0][
            "ends"
        ],
    )
    assert few > enough  # four tables for ten matches: in turns


def test_the_plan_has_the_words_of_its_game(tmp_path):
    stage = PublicStage(tmp_path, "swiss", turns=ManualQueue(), rounds="3")
    staff = stage.staff()
    staff.client.headers["accept-language"] = "it"
    for rules, said in (("pokemon-tcg-2027", "5 gironi"), ("scrabble-fise", "5 turni")):
        address = f"/console/plan?ruleset={rules}&players=20&rounds=5"
        plan_page(stage, address)
        assert said in re.sub(r"\s+", " ", staff.get(address))
