"""The words of a game's documents, in the language of the reader (A-69)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pareo.app.views.cross_table import whole_table
from pareo.core.words.languages import LANGUAGES
from pareo.locale.catalogue import catalogue, in_game
from pareo.print.document import Wish
from pareo.print.papers import gather
from pareo.rulesets import load
from public_stage import PublicStage, invented

POKEMON, SCRABBLE = "pokemon-tcg-2019-07", "scrabble-fise"


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index("<main"):]))


def played(folder: Path, ruleset: str) -> PublicStage:
    """Five players, the first match tied: somebody has no opponent."""
    stage = PublicStage(folder, ruleset, rounds="2")
    stage.enter(invented(5))
    stage.play(result=lambda a, b: "=" if 1 in (a, b) or 2 in (a, b) else "1-0")
    return stage


@pytest.mark.req("A-69")
@pytest.mark.parametrize(("ruleset", "lang", "said", "never"), [
    (POKEMON, "es", "pase automático", "descanso"), (POKEMON, "pt", "isenção", "bye"),
    (POKEMON, "it", "Girone 1", "Turno"), (POKEMON, "en", "bye", "½"),
    (SCRABBLE, "es", "descanso", "pase"), (SCRABBLE, "pt", "bye", "isenção"), (SCRABBLE, "it", "Turno 1", "Girone"),
])
def test_pages_speak_as_the_documents_do(tmp_path: Path, ruleset: str, lang: str, said: str, never: str) -> None:
    visitor = played(tmp_path, ruleset).visitor()
    visitor.client.headers["accept-language"] = lang
    page = read(visitor.get("/e/copa/tables?round=1"))
    assert said.casefold() in page.casefold()
    assert never.casefold() not in page.casefold()


@pytest.mark.req("A-69")
@pytest.mark.parametrize(("ruleset", "tie", "mark"), [(POKEMON, "Tie", "="), (SCRABBLE, "½–½", "½")])
def test_a_tie_is_no_half(tmp_path: Path, ruleset: str, tie: str, mark: str) -> None:
    stage = played(tmp_path, ruleset)
    page = read(stage.visitor().get("/e/copa/tables?round=1"))
    assert tie in page
    pod = next(iter(stage.desk.open("copa").state.pods))
    marks = {cell.mark for row in whole_table(stage.desk, "copa", pod=pod).rows for cell in row.cells}
    assert mark in marks
    assert ("½" in marks) == (mark == "½")


@pytest.mark.req("A-69")
def test_papers_speak_so_too(tmp_path: Path) -> None:
    stage = played(tmp_path, POKEMON)
    for lang, said in (("es", "pase automático"), ("pt", "isenção"), ("it", "Girone 1"), ("en", "bye")):
        document = gather("pairings-tables", stage.desk, "copa", Wish(lang=lang, round_no=1))
        assert said.casefold() in str(document.parts).casefold()
        assert document.lang == lang
    sheet = gather("entry-sheet", stage.desk, "copa", Wish(lang="it", round_no=1))
    assert "½" not in str(sheet.parts)
    assert "Pareggio" in str(sheet.parts)


@pytest.mark.req("A-69")
def test_every_text_keeps_its_places_in_the_words_of_a_game() -> None:
    """No place such as {turno} is renamed, and no other game's words are left where the game has its own."""
    left = {"es": r"\bdescansos?\b", "pt": r"\bbyes?\b", "it": r"\bturn[oi]\b"}
    english = {"es": r"\bbyes?\b", "pt": r"\bbyes?\b", "it": r"\bround\b(?! robin)"}
    for lang in sorted(set(LANGUAGES) - {"en"}):
        plain, own = catalogue(lang), catalogue(in_game(lang, "pokemon"))
        changed = [text for text in plain._one if own.gettext(text) != plain.gettext(text)]
        assert len(changed) > 30
        for text in plain._one:
            mine = own.gettext(text)
            assert re.findall(r"\{\w+\}|%\(\w+\)s", mine) == re.findall(r"\{\w+\}|%\(\w+\)s", plain.gettext(text))
            if re.search(english[lang], text.split("\x04")[-1]):
                said = re.sub(r"\{\w+\}", "", mine)
                assert not re.search(left[lang], said, re.IGNORECASE), mine


def test_a_game_without_words_of_its_own_shares_its_catalogue() -> None:
    assert in_game("es", "chess") == "es"
    assert in_game("es@pokemon", "chess") == "es"
    assert in_game("es", "pokemon") == "es@pokemon"


@pytest.mark.req("A-69")
def test_where_a_draw_is_half_a_win() -> None:
    assert load("chess-fide").draws_are_half
    assert load(SCRABBLE).draws_are_half
    assert not load(POKEMON).draws_are_half
    assert not load("xwing-epic-duel").draws_are_half


@pytest.mark.req("A-68")
def test_portuguese_says_which_it_is() -> None:
    assert LANGUAGES["pt"] == "Português (Brasil)"
