"""The page of a ruleset: whole, in the reader's language, found from a new event and from the settings."""

from __future__ import annotations

from html import unescape

import pytest
from litestar.testing import TestClient

from pareo import rulesets
from pareo.app.commands.event import events
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.core.text.languages import LANGUAGES
from pareo.web.app_state import AppState
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup


def page(app_state: AppState, path: str, lang: str = "en") -> str:
    """A page as a stranger with this browser sees it, its blanks made one."""
    answer = TestClient(create_app(app_state)).get(path, headers={"accept-language": lang})
    assert answer.status_code == 200, path
    return unescape(" ".join(answer.text.split()))


@pytest.mark.req("B-9")
def test_everyone_finds_every_ruleset_in_their_language(app_state: AppState) -> None:
    for lang in LANGUAGES:
        listed = page(app_state, "/rulesets", lang)
        assert all(f'href="/rulesets/{info.id}"' in listed for info in rulesets.available())
    spanish = page(app_state, "/rulesets/pokemon-tcg-2019-04", "es")
    assert "Suizo con edades separadas (en tandas)" in spanish
    assert "pase automático" in spanish
    assert "[3.1.4.1]" in spanish
    assert "Elección nuestra" in spanish
    assert "Svizzera Separata per Età (Pod)" in page(app_state, "/rulesets/pokemon-2009", "it")
    assert "Suíço por divisão etária (em módulos)" in page(app_state, "/rulesets/pokemon-vgc-2019-07", "pt")
    fise = page(app_state, "/rulesets/scrabble-fise", "es")
    assert "Pareo tipo FIDE" in fise
    assert "[Procedimiento para parear a los jugadores; carpeta «Pairing»]" in fise


@pytest.mark.req("B-9")
def test_an_unknown_ruleset_is_not_found(app_state: AppState) -> None:
    answer = TestClient(create_app(app_state)).get("/rulesets/checkers-1850")
    assert answer.status_code == 404


@pytest.mark.req("B-9")
def test_the_rules_are_found_from_a_new_event_and_from_its_settings(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    assert 'href="/rulesets/pokemon-tcg-2027"' in browser.get("/console/new")
    assert 'href="/rulesets/scrabble-spain"' in browser.get("/console/new?game=scrabble&rules-scrabble=scrabble-spain")
    slug = create_cup(app_state, "Copa", "xwing-epic-duel", count=4)
    assert f'href="/console/{slug}/settings/rules"' in browser.get(f"/console/{slug}/settings")
    shown = unescape(browser.get(f"/console/{slug}/settings/rules"))
    assert "Margin of victory (margin)" in shown
    assert "[Resolución de empates]" in shown


@pytest.mark.req("B-9")
def test_an_event_with_a_ruleset_of_its_own_shows_that_one(app_state: AppState) -> None:
    own = rulesets.load("swiss").text.replace('id = "swiss"', 'id = "house"').replace("win = 1", "win = 7")
    own = own.replace("notes = [", 'notes = ["Our bar\'s rule: <b>a win is worth 7</b>.", ')
    slug = events.create(app_state.ctx, events.NewEvent("Casa", "", slug="casa", ruleset_text=own))
    shown = ConsoleClient(app_state).get(f"/console/{slug}/settings/rules")
    assert "a win is worth 7&lt;/b&gt;" in shown
    assert "<td>7</td>" in shown


@pytest.mark.req("B-9")
def test_a_players_card_says_tie_where_it_is_not_half_a_win(app_state: AppState) -> None:
    browser = ConsoleClient(app_state)
    for ruleset, said in (("pokemon-tcg-2026", "Tie"), ("swiss", "½–½")):
        slug = create_cup(app_state, "Copa", ruleset, count=4)
        rounds.pair(app_state.ctx, slug)
        rounds.publish(app_state.ctx, slug, confirmed=True)
        rounds.start(app_state.ctx, slug, confirmed=True)
        for table in (1, 2):
            results.report(app_state.ctx, slug, round_no=1, table=table, result="=", confirmed=True)
        assert f'<td class="nowrap">{said}</td>' in browser.get(f"/console/{slug}/views/cards/1")
