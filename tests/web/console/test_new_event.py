"""A new event in three answers: everything else comes from the ruleset, the browser and the day, and is said."""

from __future__ import annotations

import re

import pytest

from pareo.core.model.games import GAMES
from pareo.web.app_state import AppState
from pareo.web.console.new_event import next_time
from support.web.console import ConsoleClient, create_cup


def test_three_answers_make_an_event(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    page = browser.get("/console/new")
    for game in GAMES:
        assert f'id="g-{game}"' in page
        assert f'class="facts if {game}"' in page  # what you get, whichever is chosen, without a script
    assert re.search(r'name="date" type="date" value="\d{4}-\d{2}-\d{2}"', page)  # today
    browser.post(
        "/console/new",
        game="scrabble",
        name="Jueves",
        date="2026-11-19",
        start="19:30",
        browser_zone="America/Lima",
        **{"rules-scrabble": "scrabble-spain", "rules-chess": "chess-fide"},
    )
    assert browser.path == "/console/jueves"
    state = app_state.ctx.open("jueves").state
    assert state.ruleset.id == "scrabble-spain"
    assert dict(state.settings) == {"date": "2026-11-19", "start": "19:30", "zone": "America/Lima", "language": "en"}


def test_what_was_assumed_is_said_and_a_strange_zone_is_none(
    app_state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Lisbon")
    browser = ConsoleClient(app_state)
    browser.client.headers["accept-language"] = "es"
    page = browser.post(
        "/console/new", game="other", name="Copa", date="", browser_zone="Mars/Olympus", **{"rules-other": "swiss"}
    )
    assert dict(app_state.ctx.open("copa").state.settings) == {"zone": "Europe/Lisbon", "language": "es"}
    assert "Europe/Lisbon" in page
    assert "Español" in page


def test_without_a_name_nothing_is_made_and_nothing_is_lost(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    page = browser.post(
        "/console/new", game="chess", name=" ", date="2026-11-19", start="25:00", **{"rules-chess": "chess-uscf"}
    )
    assert browser.status == 422
    assert app_state.store.tournaments() == []
    assert re.search(r'id="g-chess"\s+checked', page)
    assert re.search(r'value="chess-uscf" selected', page)
    assert 'value="2026-11-19"' in page
    page = browser.post("/console/new", game="chess", name="Copa", start="25:00", **{"rules-chess": "chess-uscf"})
    assert browser.status == 422
    assert 'id="wrong-start"' in page


def test_same_again_next_month(app_state: AppState) -> None:
    """The earlier event's rules, settings and weekday, to be looked over; its own zone and language."""
    earlier = create_cup(app_state, date="2026-11-21", start="10:30", judge="Marta", zone="Europe/Madrid")
    browser = ConsoleClient(app_state)
    page = browser.get(f"/console/new?like={earlier}")
    assert 'value="Copa Faro"' in page
    assert 'value="2026-12-19"' in page  # the same Saturday, four weeks on
    assert 'value="10:30"' in page
    assert "Marta" in page
    assert re.search(r'id="g-pokemon"\s+checked', page)
    browser.post(
        "/console/new",
        game="pokemon",
        name="Copa Faro 2",
        date="2026-12-19",
        like=earlier,
        seen_like=earlier,
        browser_zone="America/Lima",
        **{"rules-pokemon": "pokemon-tcg-2019-07"},
    )
    settings = app_state.ctx.open("copa-faro-2").state.settings
    assert (settings["zone"], settings["judge"], settings["date"]) == ("Europe/Madrid", "Marta", "2026-12-19")
    assert next_time("2026-02-28") == "2026-03-28"
    assert next_time("soon") == next_time("9999-12-31") == ""
