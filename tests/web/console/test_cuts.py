"""Cuts of divisions on the console's pages and through the API: set, asked about, overridden."""

from __future__ import annotations

import html

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.announcement import announce
from pareo.web.app_state import AppState
from support.events.stage import players_of_ages
from support.web.console import ConsoleClient


def play_swiss_round(app_state: AppState, juniors: int, seniors: int, **settings: str) -> str:
    """An event after its only Swiss round."""
    given = {"style": "swiss+cut", "rounds": "1", **settings}
    slug = events.create(app_state.ctx, events.NewEvent("Copa Faro", "pokemon-tcg-2019-07", settings=given, seed="s"))
    players.enter(app_state.ctx, slug, players_of_ages(juniors, seniors))
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    for p in list(app_state.ctx.open(slug).state.pods.values()):
        tables = [results.ResultRow("1-0", table=table) for table in p.rounds[1].matches]
        results.import_results(app_state.ctx, slug, tables, round_no=1)
    rounds.finish(app_state.ctx, slug)
    return slug


def sizes(app_state: AppState, slug: str) -> dict[str, int]:
    return {p.id: len(p.members) for p in app_state.ctx.open(slug).state.pods.values() if p.id.endswith("-cut")}


@pytest.mark.req("A-1")
def test_a_division_of_a_shared_pod_has_a_page_for_its_cut(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 5, 11)
    browser = ConsoleClient(app_state)
    text = browser.get(f"/console/{slug}/settings?pod=seniors")
    assert 'name="cut"' in text
    assert 'name="rounds"' not in text
    browser.post(f"/console/{slug}/settings", pod="seniors", cut="2", override="told at noon")
    assert app_state.ctx.open(slug).state.pod_settings["seniors"] == {"cut": 2}
    overview = " ".join(browser.get(f"/console/{slug}").split())
    assert "Juniors: no top cut" in overview
    assert "Seniors: top 2" in overview
    assert "Seniors: A top cut of 2; the document gives 4 for 11 players." in overview


@pytest.mark.req("A-2", "B-1")
def test_the_page_asks_before_a_cut_that_was_not_announced(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 0, 22)
    browser = ConsoleClient(app_state)
    sentence = "Seniors: a top cut of 16; announced: 8; by the document's table: 8 for 22 players."
    assert sentence in html.unescape(browser.get(f"/console/{slug}/rounds/advance?to=cut&size=16"))
    form = {"to": "cut", "size": "16"}
    assert sentence in html.unescape(browser.post(f"/console/{slug}/rounds/advance", **form))
    assert (browser.status, sizes(app_state, slug)) == (409, {})
    browser.post(f"/console/{slug}/rounds/advance", **form, yes="1")
    assert (browser.status, sizes(app_state, slug)) == (409, {}), "a reason is needed"
    browser.post(f"/console/{slug}/rounds/advance", **form, yes="1", override="the league asked for it")
    assert sizes(app_state, slug) == {"seniors-cut": 16}


@pytest.mark.req("A-2", "A-1", "B-1")
def test_the_api_asks_for_the_same(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 9, 5)
    client = ConsoleClient(app_state).client
    head = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    at = f"/api/v1/events/{slug}"
    shown = client.get(at, headers=head).json()["advice"][0]
    assert shown["division_cuts"] == {"junior": 4, "senior": 0}
    body = {"to": "cut", "pod": "juniors", "size": 8}
    answer = client.post(f"{at}/advance", json=body, headers=head)
    assert answer.status_code == 409
    assert answer.json()["error"] == "cut-not-as-announced"
    assert client.post(f"{at}/advance", json={**body, "confirm": True}, headers=head).status_code == 409
    assert client.post(f"{at}/advance", json={**body, "override": "asked"}, headers=head).status_code == 200
    assert sizes(app_state, slug) == {"junior-cut": 8}


@pytest.mark.req("A-3")
def test_only_the_second_day_has_a_button(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 0, 12, day2_rounds="2")
    browser = ConsoleClient(app_state)
    text = browser.get(f"/console/{slug}/rounds")
    assert "advance?to=day2" in text
    assert "advance?to=cut" not in text
    assert "advance?to=cut" in browser.get(f"/console/{slug}/rounds/advance?to=day2&pod=seniors")
    asked = browser.post(f"/console/{slug}/rounds/advance", to="cut", yes="1")
    assert "Outside the rules" in asked
    assert "a second day of 2 rounds comes before the top cut" in asked
    assert sizes(app_state, slug) == {}
    browser.post(f"/console/{slug}/rounds/advance", to="cut", yes="1", override="the hall closes")
    assert sizes(app_state, slug) == {"seniors-cut": 4}


# --- standings of a shared pod ----------------------------------------------------------------------------------------


@pytest.mark.req("A-4")
def test_pages_show_each_division_and_the_joint_table_with_a_column(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 5, 11, prize_table="1:100 2:50")
    browser = ConsoleClient(app_state)
    first = browser.get(f"/console/{slug}/standings")
    assert first.count("place-link") == 5
    assert "Prizes" in first
    assert ">Division<" not in first
    joint = browser.get(f"/console/{slug}/standings?pod=juniors%2Bseniors")
    assert joint.count("place-link") == 16
    assert ">Division<" in joint
    assert "<h2>Prizes</h2>" not in joint, "a shared pod has winners per division"
    shown = browser.get(f"/e/{slug}/standings")
    assert shown.index("<h2>Juniors</h2>") < shown.index("<h2>Seniors</h2>")
    assert "<h2>Juniors + Seniors</h2>" not in shown
    assert ">Division<" in browser.get(f"/e/{slug}/standings?pod=juniors%2Bseniors")
    assert browser.get(f"/screen/{slug}/standings").count('<span class="n">1</span>') == 1


@pytest.mark.req("A-4")
def test_the_public_api_has_places_per_division(app_state: AppState) -> None:
    slug = play_swiss_round(app_state, 5, 11)
    client = ConsoleClient(app_state).client
    rows = client.get(f"/api/v1/public/events/{slug}/standings").json()
    assert [row["rank"] for row in rows] == [*range(1, 6), *range(1, 12)]
    joint = client.get(f"/api/v1/public/events/{slug}/standings", params={"pod": "juniors+seniors"}).json()
    assert [row["rank"] for row in joint] == list(range(1, 17))


@pytest.mark.req("B-1")
def test_page_and_api_say_that_the_table_would_now_give_another_row(app_state: AppState) -> None:
    ctx = app_state.ctx
    slug = events.create(ctx, events.NewEvent("Copa Faro", "pokemon-tcg-2019-07", settings={"style": "swiss+cut"}))
    players.enter(ctx, slug, players_of_ages(0, 8), confirmed=True)
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug, confirmed=True)
    sentence = (
        "For 9 players the table would now give: 4 rounds, top 4. It stays as announced: 3 rounds, no elimination."
    )
    browser = ConsoleClient(app_state)
    new = {"first": "Tadeo", "last": "Tarde", "birth_year": "2005"}
    assert sentence in browser.post(f"/console/{slug}/players/late", **new)
    head = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    body = {"player": {**new, "birth_year": 2005}}
    answer = browser.client.post(f"/api/v1/events/{slug}/late/terms", json=body, headers=head)
    assert sentence in answer.json()["sentence"]
    sheet = browser.get(f"/e/{slug}")
    browser.post(f"/console/{slug}/players/late", **new, yes="1")
    assert len(ctx.open(slug).state.entrants) == 9
    assert "no elimination" in announce(ctx, slug)
    assert ("Top 4" in sheet, "Top 4" in browser.get(f"/e/{slug}")) == (False, False)
