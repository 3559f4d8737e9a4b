"""Pairing methods on the console and in the API: the plan before round 1, another method, a round by hand, games."""

from __future__ import annotations

import re

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import Role
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Pod
from pareo.core.tournament.pairing_methods import round_method
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup


def pod(app_state: AppState, slug: str) -> Pod:
    return app_state.ctx.open(slug).state.pods["main"]


@pytest.mark.req("SP-21")
def test_before_round_1_the_method_is_shown_with_its_options_for_confirmation(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-club", acceleration="1-2:1:2", barred="club:1-2", rounds="4")
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/rounds")
    method, balanced = "The Dutch system (C.04.3, 2026)", "First moves (or colours) are balanced."
    for words in ("How round 1 is paired", method, "1-2:1:2", "club:1-2", balanced, "First move at table 1"):
        assert words in page
    browser.post(f"/console/{slug}/rounds/pair", method="dutch", first_move="bottom")
    assert (browser.status, browser.path) == (200, f"/console/{slug}/rounds/1")
    assert not pod(app_state, slug).rounds[1].top_starts
    assert "How round 1 is paired" not in browser.get(f"/console/{slug}/rounds")
    assert "Dutch system" in browser.get(f"/console/{slug}/rounds/1")
    looker = ConsoleClient(app_state, Role.JUDGE, slug)
    other = create_cup(app_state, "Otra", "chess-club")
    ConsoleClient(app_state, Role.REGISTRATION, other).post(f"/console/{other}/rounds/pair", method="uscf")
    assert not app_state.ctx.open(other).state.pods, "who may not pair cannot choose either"
    looker.post(f"/console/{slug}/rounds/1/together", a="p1", b="p2")
    assert looker.status in (403, 404)


@pytest.mark.req("SP-2")
def test_a_draft_is_made_again_by_another_method_and_filled_by_hand(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-club", count=4, rounds="3")
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/rounds/pair")
    browser.post(f"/console/{slug}/rounds/pair", again="1", method="manual", pod="main")
    state = app_state.ctx.open(slug).state
    assert round_method(state, pod(app_state, slug), pod(app_state, slug).rounds[1]) == "manual"
    page = browser.get(f"/console/{slug}/rounds/1")
    assert "4 players have no opponent yet" in page
    browser.post(f"/console/{slug}/rounds/publish", pod="main")
    assert browser.status >= 400
    page = browser.post(f"/console/{slug}/rounds/1/together", a="p1", b="p2", pod="main")
    assert "2 players have no opponent yet" in page
    browser.post(f"/console/{slug}/rounds/1/together", a="p3", b="p4", pod="main")
    assert "have no opponent" not in browser.get(f"/console/{slug}/rounds/1")
    browser.post(f"/console/{slug}/rounds/publish", pod="main")
    assert pod(app_state, slug).rounds[1].status.value == "published"


@pytest.mark.req("SP-1")
def test_a_round_robin_on_every_page_of_the_event(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-round-robin", count=5)
    browser = ConsoleClient(app_state)
    assert "Berger tables" in browser.get(f"/console/{slug}/rounds")
    for step in ("pair", "publish", "start"):
        browser.post(f"/console/{slug}/rounds/{step}")
    for table in (1, 2):
        browser.post(f"/console/{slug}/rounds/1/report", table=str(table), result="1-0", seen="")
    browser.post(f"/console/{slug}/rounds/finish")
    assert pod(app_state, slug).rounds[1].status.value == "finished"
    for path in ("", "/rounds", "/rounds/1", "/standings", "/settings", "/players", "/players/1", "/papers"):
        page = browser.get(f"/console/{slug}{path}")
        assert browser.status == 200, path
        assert "round-robin" not in page.replace('value="round-robin"', "").replace("chess-round-robin", ""), path
    for path in ("", "/tables?round=1", "/names?round=1", "/rounds", "/standings"):
        browser.get(f"/e/{slug}{path}")
        assert browser.status == 200, path


@pytest.mark.req("SP-10", "SP-9")
def test_the_games_of_a_match_are_entered_with_one_click(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="swiss", count=2, games="2", rounds="2")
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/rounds/1")
    assert all(f'value="{score}"' in page for score in ("2-0", "1½-½", "1-1", "½-1½", "0-2"))
    assert 'value="1-0"' not in page
    browser.post(f"/console/{slug}/rounds/1/report", table="1", result="1½-½", seen="")
    assert "1½-½" in browser.get(f"/console/{slug}/rounds/1")
    browser.post(f"/console/{slug}/rounds/1/enter", line="1 x", seen="1½-½")
    browser.post(f"/console/{slug}/rounds/1/enter", line="1 0.5-1.5", seen="")
    browser.post(f"/console/{slug}/rounds/finish")
    assert "½-1½" in browser.get(f"/console/{slug}/rounds/1/correct?table=1")
    assert "½–1½" in browser.get(f"/e/{slug}/tables?round=1")


@pytest.mark.req("SP-5")
def test_rounds_asked_off_with_their_points_on_the_players_form(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-club", count=2)
    browser = ConsoleClient(app_state)
    browser.post(f"/console/{slug}/players/1", first="Ana1", last="Brasa", absent="3:½, 5:1, 6")
    e = app_state.ctx.open(slug).state.entrants[1]
    assert (sorted(e.absent), e.bye_points) == ([3, 5, 6], ((3, 1), (5, 2)))
    page = browser.get(f"/console/{slug}/players/1")
    assert re.findall(r'name="absent\.\d+\.round" value="(\d+)"', page) == ["3", "5", "6"]
    browser.post(f"/console/{slug}/players/1", first="Ana1", last="Brasa", absent="3:<b>")
    assert browser.status == 422
    players.edit(app_state.ctx, slug, "p1", {"absent": ""})
    assert app_state.ctx.open(slug).state.entrants[1].bye_points == ()


@pytest.mark.req("SP-2", "SP-5", "SP-21")
def test_the_api_chooses_method_and_first_move_and_pairs_by_hand(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="chess-club", count=0, rounds="3")
    token = app_state.accounts.make_token("test", Role.OWNER)
    head = {"authorization": f"Bearer {token}"}
    with TestClient(create_app(app_state)) as client:

        def call(method: str, path: str, body: object = None) -> tuple[int, object]:
            answer = client.request(method, f"/api/v1/events/{slug}{path}", headers=head, json=body)
            return answer.status_code, answer.json()

        people = [
            {"first": f"Leo{i}", "id": f"q{i}", "absent": [2], "absent_points": {"3": "½"}, "until": 3}
            for i in range(1, 5)
        ]
        assert call("POST", "/players", {"players": people})[0] == 200
        assert call("GET", "/players")[1][0]["absent_points"] == {"3": 0.5}  # type: ignore[index]
        assert call("POST", "/pair", {"method": "uscf", "first_move": "top"})[0] == 200
        shown = call("GET", "")[1]
        assert shown["pods"][0]["method"] == "uscf"  # type: ignore[index]
        assert call("POST", "/pair", {"again": True, "method": "dice"})[0] in (400, 422)
        assert call("POST", "/pair", {"again": True, "method": "manual"})[0] == 200
        assert call("POST", "/together", {"a": "q1", "b": "q4", "table": 3})[0] == 200
        assert call("POST", "/together", {"a": "q2", "b": "q3"})[0] == 200
        assert call("POST", "/publish", {})[0] == 200
    assert {(m.table, m.a, m.b) for m in pod(app_state, slug).rounds[1].matches.values()} == {(3, 1, 4), (1, 2, 3)}
