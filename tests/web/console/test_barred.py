"""Barred pairings of a Swiss Perfect user: among the players and the settings, where people of the game look."""

from __future__ import annotations

import pytest

from pareo.app.commands.event import forbidden
from pareo.app.commands.rounds import rounds
from pareo.web.app_state import AppState
from support.web.console import ConsoleClient, create_cup


@pytest.mark.req("B-28")
@pytest.mark.parametrize("ruleset", ["scrabble-fise", "chess-uscf", "xwing-epic-duel"])
def test_barred_pairings_are_reached_from_players_and_settings(app_state: AppState, ruleset: str) -> None:
    slug, browser = create_cup(app_state, "Copa", ruleset, count=4, rounds="3"), ConsoleClient(app_state)
    link = f'href="/console/{slug}/barred"'
    assert link in browser.get(f"/console/{slug}/players")
    assert link in browser.get(f"/console/{slug}/settings")
    browser.post(f"/console/{slug}/barred", a="p1", b="p3", rounds="1-2")
    assert browser.path == f"/console/{slug}/barred"
    assert forbidden.pairs(app_state.ctx.open(slug).state) == [[1, 3, 1, 2]]
    assert "1–2" in browser.get(f"/console/{slug}/barred")
    browser.post(f"/console/{slug}/barred", a="p1", b="p3", take_back="1")
    assert forbidden.pairs(app_state.ctx.open(slug).state) == []


@pytest.mark.req("B-28")
def test_a_refused_pairing_changes_nothing_and_keeps_what_was_chosen(app_state: AppState) -> None:
    slug, browser = create_cup(app_state, "Copa", "scrabble-fise", count=4, rounds="3"), ConsoleClient(app_state)
    before = app_state.ctx.open(slug).state.seq
    page = browser.post(f"/console/{slug}/barred", a="p1", b="p2", rounds="three")
    assert browser.status == 422
    assert '<option value="p2" selected>' in page
    assert app_state.ctx.open(slug).state.seq == before


@pytest.mark.req("B-28")
def test_outside_fide_mode_they_can_be_set_during_the_event(app_state: AppState) -> None:
    slug, browser = create_cup(app_state, "Copa", "scrabble-fise", count=4, rounds="3"), ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    assert f'action="/console/{slug}/barred"' in browser.get(f"/console/{slug}/barred")
    browser.post(f"/console/{slug}/barred", a="p1", b="p4")
    assert forbidden.pairs(app_state.ctx.open(slug).state) == [[1, 4]]


@pytest.mark.req("B-28")
def test_in_fide_mode_they_are_settled_with_round_1(app_state: AppState) -> None:
    slug, browser = create_cup(app_state, "Abierto", "chess-fide", count=4, rounds="3"), ConsoleClient(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    assert f'action="/console/{slug}/barred"' not in browser.get(f"/console/{slug}/barred")


@pytest.mark.req("B-28")
@pytest.mark.parametrize(("ruleset", "style"), [("pokemon-tcg-2026", "swiss"), ("scrabble-fise", "round-robin")])
def test_where_people_do_not_look_for_them_they_are_not_offered(app_state: AppState, ruleset: str, style: str) -> None:
    slug, browser = create_cup(app_state, "Copa", ruleset, count=6, style=style), ConsoleClient(app_state)
    for page in ("players", "settings"):
        assert f"/console/{slug}/barred" not in browser.get(f"/console/{slug}/{page}")
    assert f"/console/{slug}/arbiter/forbid" in browser.get(f"/console/{slug}/arbiter")
