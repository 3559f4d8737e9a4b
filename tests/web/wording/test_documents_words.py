"""The words of the documents, in their languages: on pages, on paper and on the command line."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pareo import rulesets
from pareo.app.queries.event.advice import review_settings
from pareo.app.wording.ruleset_text import describe
from pareo.locale.catalogue import catalogue
from pareo.print.words import words as printed_words
from pareo.web.app_state import AppState
from support.paths import ROOT
from support.web.console import ConsoleClient, create_cup

LOCALE = ROOT / "src" / "pareo" / "locale"


def seen(app_state: AppState, lang: str, *paths: str) -> str:
    """Pages of the console in this language, as text."""
    browser = ConsoleClient(app_state)
    browser.get(f"/language/{lang}?back=/console")
    pages = []
    for path in paths:
        pages.append(browser.get(path))
        assert browser.status == 200, path
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", " ".join(pages))).split())


@pytest.mark.req("B-28")
def test_a_swiss_perfect_user_finds_the_words_in_spanish_scrabble(app_state: AppState) -> None:
    slug = create_cup(app_state, "Noche", "scrabble-fise", count=4, rounds="3")
    pages = seen(
        app_state,
        "es",
        *(f"/console/{slug}{path}" for path in ("/players", "/settings", "/barred", "/rounds", "/views", "/players/1")),
    )
    for word in (
        "Pareos barridos",
        "Pareo tipo FIDE",
        "Pareos acelerados",
        "Escalafón local",
        "escalafón internacional",
        "Resultados secundarios",
        "Información de pareo",
        "Bono de pareo",
        "Juegos múltiples por ronda",
    ):
        assert word in pages, word
    assert "prohibidos" not in pages


@pytest.mark.req("B-9")
def test_premier_events_have_the_spanish_documents_name(app_state: AppState) -> None:
    slug = create_cup(app_state, "Copa", "pokemon-vgc-2019-04", count=8, championship_points="yes")
    spoken = catalogue("es@pokemon")
    told = [spoken.note(note) for note in review_settings(app_state.ctx.open(slug))]
    assert any("evento de Puntuación Clasificatoria" in text for text in told)
    page = " ".join(describe(rulesets.load("pokemon-vgc-2019-04"), "es").split())
    assert "Eventos de Puntuación Clasificatoria: debería haber un juez indicado." in page
    assert "Desafíos de Puntuación Clasificatoria, Midseason Showdown y Campeonatos Regionales" in page
    assert "Impuntualidad (on-time)" in page
    assert "remier" not in page


@pytest.mark.req("B-9")
def test_portuguese_and_italian_say_what_their_documents_say() -> None:
    july = " ".join(describe(rulesets.load("pokemon-vgc-2019-07"), "pt").split())
    for words in (
        "Desafios Premier, Duelo de Meio de Temporada e Campeonatos Regionais",
        "Seleção de oponentes suíça",
        "Suíço por divisão etária (em módulos)",
        "Suíço por divisão etária modificada",
    ):
        assert words in july, words
    old = describe(rulesets.load("pokemon-2009"), "it")
    assert "Svizzera Separata per Età (Pod)" in old
    assert "Svizzera Modificata per Età" in old
    assert "Ritardo (on-time)" in old


@pytest.mark.req("B-9")
def test_posted_pairings_are_the_selection_of_opponents_in_portuguese_pokemon() -> None:
    assert catalogue("pt@pokemon").gettext("Pairings by table") == "Seleção de oponentes por mesa"
    assert catalogue("pt").gettext("Pairings by table") == "Pareamentos por mesa"
    assert printed_words("pt@pokemon")["title-pairings-names"] == "Seleção de oponentes por nome"


@pytest.mark.req("B-9", "B-28")
@pytest.mark.parametrize("path", sorted(LOCALE.glob("*@*.po")), ids=lambda path: path.name)
def test_what_a_game_says_in_another_way_is_said_somewhere(path: Path) -> None:
    lang = path.name.partition("@")[0]
    every = "es" if lang == "en" else lang  # English texts are the keys of every catalogue
    whole = {m.id for m in read_po(BytesIO((LOCALE / f"{every}.po").read_bytes()), locale=every) if m.id}
    own = [m for m in read_po(BytesIO(path.read_bytes()), locale=lang) if m.id]
    assert [m.id for m in own if m.id not in whole] == []
    assert all(m.string for m in own)
