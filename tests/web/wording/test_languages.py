"""Which language a page speaks, changing it without JavaScript, and what commands tell in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.locale.texts import texts
from pareo.web.app_state import AppState, EventLanguage
from pareo.web.language_choice import choose_language
from support.web.console import ConsoleClient, create_cup
from support.web.public import PublicClient, PublicStage, make_players


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    stage = PublicStage(tmp_path, language="pt")
    players.enter(stage.ctx, stage.slug, make_players(8))
    stage.app_state.refresh()
    yield stage
    stage.store.close()


def language_of(page: str) -> str:
    match = re.search(r'<html lang="(\w\w)"', page)
    return match[1] if match else ""


def visit(stage: PublicStage, accept: str = "en", cookie: str = "") -> PublicClient:
    browser = PublicClient(stage.app_state, stage.app)
    browser.client.headers["accept-language"] = accept
    if cookie:
        browser.client.cookies.set("pareo_language", cookie)
    return browser


def test_the_order_of_choices() -> None:
    assert choose_language(b"pareo_language=it", b"es", "pt") == "it"
    assert choose_language(b"pareo_language=xx", b"es", "pt") == "pt"
    assert choose_language(b"", b"fr, es;q=0.5", "") == "es"
    assert choose_language(b"", b"fr", "xx") == "en"


@pytest.mark.parametrize("path", ["/e/copa", "/e/copa/tables", "/e/copa/me/{link}"])
def test_public_pages_speak_the_events_language(stage: PublicStage, path: str) -> None:
    path = path.format(link=stage.accounts.player_link(stage.slug, 1))
    assert language_of(visit(stage, "es").get(path)) == "pt"
    assert language_of(visit(stage, "es", cookie="it").get(path)) == "it"


def test_a_changed_setting_is_followed_without_a_read_per_request(
    stage: PublicStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert language_of(visit(stage).get("/e/copa/names")) == "pt"
    with stage.app_state.open_context() as ctx:
        events.change_settings(ctx, stage.slug, {"language": "it"})
    assert language_of(visit(stage).get("/e/copa/names")) == "it"
    assert stage.app_state.languages == {"copa": EventLanguage("it", "pokemon")}
    monkeypatch.setattr(AppState, "learn_language", None)  # a read would fail now
    assert language_of(visit(stage).get("/e/copa/names")) == "it"


def test_the_console_follows_the_person(app_state: AppState) -> None:
    slug = create_cup(app_state, language="pt")
    browser = ConsoleClient(app_state)
    browser.client.headers["accept-language"] = "es"
    assert language_of(browser.get(f"/console/{slug}")) == "es"


def test_the_language_links_of_a_public_page_come_back(stage: PublicStage) -> None:
    browser = visit(stage)
    page = browser.get("/e/copa/tables")
    address = re.search(r'href="(/language/es[^"]*)"', page)
    assert address is not None
    answer = browser.client.get(
        address[1], headers={"referer": "http://testserver.local/e/copa/tables?round=1"}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/e/copa/tables?round=1")
    assert language_of(browser.get("/e/copa/tables")) == "es"
    without = browser.client.get(address[1], follow_redirects=False)
    assert without.headers["location"] == "/e/copa"


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example", "/a\nb"])
def test_the_language_link_stays_on_this_server(stage: PublicStage, back: str) -> None:
    answer = visit(stage).client.get("/language/es", params={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"
    elsewhere = visit(stage).client.get(
        "/language/es", headers={"referer": "http://evil.example/e/x"}, follow_redirects=False
    )
    assert elsewhere.headers["location"] == "/"


def test_questions_and_notes_are_in_the_readers_language(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    spanish = texts("es@pokemon")
    for english, said in (
        ("{name} wins round {round} at table {table} by forfeit.", "ZZ {name} {round} {table}"),
        ("Round {number} of {pod}", "YY {number} {pod}"),
        ("{what}: {reason}.", "{what} = {reason}!"),
        ("the round has not started: start it first", "XX"),
    ):
        monkeypatch.setitem(spanish._one, english, said)
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    browser.client.cookies.set("pareo_language", "es")
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    assert f"YY 1 {spanish.gettext('Masters')} = XX!" in browser.post(f"/console/{slug}/rounds/finish")
    rounds.start(app_state.ctx, slug)
    assert re.search(r"ZZ Ana\d Brasa 1 \d", browser.post(f"/console/{slug}/players/1/drop", kind="drop"))


def test_a_long_row_of_notes_fits_a_cookie(app_state: AppState) -> None:
    slug = create_cup(app_state, count=0)
    browser = ConsoleClient(app_state)
    name = "😀" * 90
    for _ in range(2):
        page = browser.post(f"/console/{slug}/players/add", first=name, last=name, birth_year="1990")
    assert browser.status == 200
    assert 'class="note good"' in page


# --- the last gaps of the console -------------------------------------------------------------------------------------


def test_forgetting_is_asked_first_and_is_the_organisers(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    assert "Erase this person's data" in browser.get(f"/console/{slug}/players/1")
    asked = browser.post(f"/console/{slug}/players/1/forget")
    assert browser.status == 409
    assert "Ana1 Brasa" in asked
    page = browser.post(f"/console/{slug}/players/1/forget", yes="1")
    assert browser.status == 200
    assert "Ana1" not in page
    assert app_state.ctx.open(slug).name(1) == "#1"


def team_event(app_state: AppState) -> str:
    slug = events.create(app_state.ctx, events.NewEvent("Equipos", "xwing-epic-team", seed="s"))
    size = app_state.ctx.open(slug).state.ruleset.team_size
    hostile = "<script>alert(1)</script>"
    players.enter(
        app_state.ctx,
        slug,
        [
            NewPlayer(first=hostile if i == 1 else f"Lia{i}", last="Olmo", team="Norte", id=f"m{i}", captain=i == 0)
            for i in range(size)
        ],
    )
    return slug


def test_members_of_a_team_one_by_one(app_state: AppState) -> None:
    slug = team_event(app_state)
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/{slug}/players/1")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    browser.post(f"/console/{slug}/players/1/members/1", first="Saul", last="Reis", id="m1", captain="yes")
    assert browser.status == 200
    event = app_state.ctx.open(slug)
    entrant = event.state.entrants[1]
    assert (entrant.captain, event.people[entrant.persons[1]]["first"], event.name(1)) == (1, "Saul", "Norte")
    assert event.people[entrant.persons[0]]["first"] == "Lia0"


def test_a_wrong_member_comes_back_as_typed(app_state: AppState) -> None:
    slug = team_event(app_state)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/players/1/members/1", first="Saul", last="Reis", id="m0")
    assert browser.status == 422
    assert 'value="Saul"' in page
    assert "already taken" in page
    browser.post(f"/console/{slug}/players/1/members/9", first="Saul")
    assert browser.status == 422


def test_a_number_is_never_given_again(app_state: AppState) -> None:
    slug = create_cup(app_state, count=3)
    link = app_state.accounts.player_link(slug, 3)
    leaving.remove(app_state.ctx, slug, "p3")
    players.enter(app_state.ctx, slug, [NewPlayer(first="Nuno", last="Peral")])
    assert sorted(app_state.ctx.open(slug).state.entrants) == [1, 2, 4]
    app_state.ctx.invalidate(slug)
    assert app_state.ctx.open(slug).state.next_no == 5
    browser = ConsoleClient(app_state)
    page = browser.get(f"/e/{slug}/me/{link}")
    assert browser.status != 200
    assert "Nuno" not in page
