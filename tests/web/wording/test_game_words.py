"""The words of a game's documents, in the language of the reader (A-69)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pareo.app.queries.pages.cross_table import whole_table
from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES
from pareo.locale.catalogue import catalogue, in_game
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.rulesets import load
from support.web.console import ConsoleClient, create_cup, open_app_state
from support.web.public import PublicStage, make_players

POKEMON, SCRABBLE, CHESS, XWING = "pokemon-tcg-2019-07", "scrabble-fise", "chess-fide", "xwing-epic-duel"


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page[page.index("<main") :]))


def play_tied_event(folder: Path, ruleset: str) -> PublicStage:
    """Five players, the first match tied: somebody has no opponent."""
    stage = PublicStage(folder, ruleset, rounds="2")
    stage.enter(make_players(5))
    stage.play(result=lambda a, b: "=" if 1 in (a, b) or 2 in (a, b) else "1-0")
    return stage


@pytest.mark.req("A-69")
@pytest.mark.parametrize(
    ("ruleset", "lang", "said", "never"),
    [
        (POKEMON, "es", "pase automático", "descanso"),
        (POKEMON, "pt", "isenção", "bye"),
        (POKEMON, "it", "Girone 1", "Turno"),
        (POKEMON, "en", "bye", "½"),
        (CHESS, "es", "bye", "descanso"),
        (XWING, "es", "bye", "descanso"),
        (POKEMON, "it", "bye", "ripos"),
        (CHESS, "it", "bye", "ripos"),
        (SCRABBLE, "es", "descanso", "pase"),
        (SCRABBLE, "pt", "bye", "isenção"),
        (SCRABBLE, "it", "Turno 1", "Girone"),
    ],
)
def test_pages_speak_as_the_documents_do(tmp_path: Path, ruleset: str, lang: str, said: str, never: str) -> None:
    visitor = play_tied_event(tmp_path, ruleset).visitor()
    visitor.client.headers["accept-language"] = lang
    page = read(visitor.get("/e/copa/tables?round=1"))
    assert said.casefold() in page.casefold()
    assert never.casefold() not in page.casefold()


@pytest.mark.req("A-69")
@pytest.mark.parametrize(("ruleset", "tie", "mark"), [(POKEMON, "Tie", "="), (SCRABBLE, "½–½", "½")])
def test_a_tie_is_no_half(tmp_path: Path, ruleset: str, tie: str, mark: str) -> None:
    stage = play_tied_event(tmp_path, ruleset)
    page = read(stage.visitor().get("/e/copa/tables?round=1"))
    assert tie in page
    pod = next(iter(stage.ctx.open("copa").state.pods))
    marks = {cell.mark for row in whole_table(stage.ctx, "copa", pod=pod).rows for cell in row.cells}
    assert mark in marks
    assert ("½" in marks) == (mark == "½")


@pytest.mark.req("A-69")
def test_papers_speak_so_too(tmp_path: Path) -> None:
    stage = play_tied_event(tmp_path, POKEMON)
    for lang, said in (("es", "pase automático"), ("pt", "isenção"), ("it", "Girone 1"), ("en", "bye")):
        document = gather("pairings-tables", stage.ctx, "copa", PrintOptions(lang=lang, round_no=1))
        assert said.casefold() in str(document.parts).casefold()
        assert document.lang == lang
    sheet = gather("entry-sheet", stage.ctx, "copa", PrintOptions(lang="it", round_no=1))
    assert "½" not in str(sheet.parts)
    assert "Pareggio" in str(sheet.parts)


@pytest.mark.req("A-69")
def test_every_text_keeps_its_places_in_the_words_of_a_game() -> None:
    """No place such as {turno} is renamed, and no other game's words are left where the game has its own."""
    left = {"es": r"\bdescansos?\b", "pt": r"(?<!-)\bbyes?\b", "it": r"\bturn[oi]\b"}  # “requested-bye” is a key
    english = {"es": r"\bbyes?\b", "pt": r"\bbyes?\b", "it": r"\bround\b(?! robin)"}
    for lang in sorted(set(DOCUMENT_LANGUAGES) - {"en"}):
        plain, own = catalogue(lang), catalogue(in_game(lang, "pokemon"))
        changed = [text for text in plain._one if own.gettext(text) != plain.gettext(text)]
        assert len(changed) > 30
        for text in plain._one:
            mine = own.gettext(text)
            assert re.findall(r"\{\w+\}|%\(\w+\)s", mine) == re.findall(r"\{\w+\}|%\(\w+\)s", plain.gettext(text))
            if re.search(english[lang], text.split("\x04")[-1]):
                said = re.sub(r"\{\w+\}", "", mine)
                assert not re.search(left[lang], said, re.IGNORECASE), mine


@pytest.mark.req("A-69")
@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("scrabble", "Draw", "Empate"),
        ("chess", "Draw", "Tablas"),
        ("xwing", "Draw", "Empate"),
        ("scrabble", "A draw is safe: {places}.", "Empatar es seguro: {places}."),
        ("chess", "A draw is safe: {places}.", "Hacer tablas es seguro: {places}."),
        ("chess", "A draw", "Hacer tablas"),
        ("pokemon", "Call a judge", "Llamar a un juez"),
        ("xwing", "Call a judge", "Llamar a un juez"),
        ("scrabble", "Call a judge", "Llamar a un árbitro"),
        ("chess", "Call a judge", "Llamar a un árbitro"),
        ("scrabble", "Pairing", "Pareos"),
        ("scrabble", "Pairing method", "Método de pareo"),
        ("scrabble", "Pairings by name", "Pareos por nombre"),
        ("chess", "Pairings by name", "Emparejamientos por nombre"),
        ("pokemon", "You have no match in round {round}.", "No tienes encuentro en la ronda {round}."),
        ("scrabble", "You have no match in round {round}.", "No tienes partida en la ronda {round}."),
        ("pokemon", "A match is one game.", "Un encuentro es una partida."),
        ("scrabble", "You start", "Sales tú"),
        ("chess", "You start", "Juegas con blancas"),
        ("chess", "The player listed first starts.", "Lleva blancas quien está arriba."),
        ("scrabble", "Rating", "Escalafón"),
        ("chess", "Rating", "Rating"),
        ("scrabble", "Match slips", "Hojas de partida"),
        ("pokemon", "Match slips", "Hojas del combate"),
    ],
)
def test_spanish_has_the_word_of_each_game(game: str, text: str, said: str) -> None:
    assert catalogue(in_game("es", game)).gettext(text) == said


@pytest.mark.req("A-69")
def test_no_sentence_says_the_word_of_another_game_in_half() -> None:
    """A draw is “tablas” here, feminine and many: no article or verb is left as it was for “empate”."""
    plain, own = catalogue("es"), catalogue(in_game("es", "chess"))
    for text in plain._one:
        mine = own.gettext(text)
        assert re.findall(r"\{\w+\}|%\(\w+\)s", mine) == re.findall(r"\{\w+\}|%\(\w+\)s", plain.gettext(text))
        assert not re.search(
            r"\b(el|un|los|es|sea) tablas\b|(?<!acer )\btablas (es|sea|acordado|cuenta|basta)\b", mine
        ), mine
        if re.search(r"\b(draws?|drew|drawn|byes?)\b", text.split("\x04")[-1]) and "on ties" not in text:
            assert not re.search(r"\bempat|\bdescansos?\b", mine, re.IGNORECASE), mine


@pytest.mark.req("A-69")
def test_portuguese_agrees_with_the_word_of_the_game() -> None:
    """An “isenção” is feminine, and a key of the rules stays as commands write it."""
    own = catalogue(in_game("pt", "pokemon"))
    said = [*own._one.values(), *(text for texts in own._many.values() for text in texts)]
    wrong = re.compile(r"\b(?:os?|um|[dn]os?|segundos?) isenç|isenç\w+ (?:pedido|conquistado|já recebido)|-isenç")
    assert [text for text in said if wrong.search(text.casefold())] == []
    assert own.gettext("byes are left out") == "as isenções ficam de fora"
    assert own.pgettext("paper", "rest") == "isenção"


@pytest.mark.req("A-69")
def test_portuguese_chess_has_its_own_word_for_pairing() -> None:
    plain, own = catalogue("pt"), catalogue(in_game("pt", "chess"))
    assert [text for text in plain._one.values() if "emparceir" in text.casefold()] == []
    pairing = re.compile(r"\bpare(?:ament|ar\b|á-|ad[oa]|ie|ia\b|ou\b)", re.IGNORECASE)
    assert [text for text in own._one.values() if pairing.search(text)] == []
    assert (plain.gettext("Pair round 1"), own.gettext("Pair round 1")) == (
        "Parear a rodada 1",
        "Emparceirar a rodada 1",
    )
    assert (plain.gettext("Call a judge"), own.gettext("Call a judge")) == ("Chamar um juiz", "Chamar um árbitro")


@pytest.mark.req("A-69")
def test_spanish_scrabble_has_the_words_of_its_federation() -> None:
    own = catalogue(in_game("es", "scrabble"))
    said = [*own._one.values(), *(text for texts in own._many.values() for text in texts)]
    assert [text for text in said if re.search(r"empar[eé]j|\bjuez\b|\bjueces\b", text, re.IGNORECASE)] == []


@pytest.mark.req("A-69")
def test_spanish_pokemon_tells_a_match_from_its_games() -> None:
    """An “encuentro” is masculine, and a “partida” is what it is played in."""
    own = catalogue(in_game("es", "pokemon"))
    said = {**own._one, **{key: " ".join(texts) for key, texts in own._many.items()}}
    wrong = re.compile(r"\b(?:la|las|una|esa) encuentros?\b|encuentros? (?:\w+ )?\w+adas?\b|encuentros? repetidas?\b")
    assert [text for text in said.values() if wrong.search(text)] == []
    assert [
        key
        for key, text in said.items()
        if "match" in key.casefold()
        and "game" not in key.casefold()
        and re.search(r"\bpartidas?\b", text, re.IGNORECASE)
    ] == []


@pytest.mark.req("A-69")
def test_the_list_of_papers_has_the_words_of_the_game(tmp_path: Path) -> None:
    app_state = open_app_state(tmp_path)
    owner = ConsoleClient(app_state)
    owner.client.headers["accept-language"] = "pt"
    page = owner.get(f"/console/{create_cup(app_state, ruleset='chess-fide')}/papers")
    assert "Emparceiramentos por nome" in page
    assert "Pareamentos" not in page
    app_state.store.close()


@pytest.mark.req("A-69")
def test_the_games_of_a_portuguese_match() -> None:
    """A match of several games is a “partida” of “jogos” in Pokémon; elsewhere the game itself is the “partida”."""
    said = [catalogue(in_game("pt", game)).gettext("Game %(number)s") for game in ("pokemon", "scrabble", "chess")]
    assert said == ["Jogo %(number)s", "Partida %(number)s", "Partida %(number)s"]


@pytest.mark.req("A-69")
def test_italian_players_of_chess_draw_and_rest() -> None:
    chess, pokemon, xwing = (catalogue(in_game("it", game)) for game in ("chess", "pokemon", "xwing"))
    assert [said.gettext("A draw is safe: {places}.") for said in (chess, pokemon)] == [
        "Pattare è sicuro: {places}.",
        "Pareggiare è sicuro: {places}.",
    ]
    assert [said.gettext("%(name)s has a bye.") for said in (chess, pokemon, xwing)] == [
        "%(name)s ha il bye.",
        "%(name)s ha il bye.",
        "%(name)s ha il bye.",
    ]
    scrabble = catalogue(in_game("it", "scrabble"))
    assert [said.ngettext("%(num)s bye", "%(num)s byes", 2) for said in (scrabble, chess, pokemon)] == [
        "%(num)s riposi",
        "%(num)s bye",
        "%(num)s bye",
    ]
    left = [
        text
        for text in chess._one
        if re.search(r"\bdraws?\b", text) and re.search(r"\bparegg", chess.gettext(text), re.IGNORECASE)
    ]
    assert left == []


def test_a_game_without_words_of_its_own_shares_its_catalogue() -> None:
    assert in_game("pt", "other") == "pt"
    assert in_game("pt@pokemon", "other") == "pt"
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


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["You have White", "You have Black", "The player listed first has White.", "Call an arbiter"]),
        ("es", ["Juegas con blancas", "Juegas con negras", "Lleva blancas quien está arriba.", "Llamar a un árbitro"]),
        (
            "pt",
            ["Você joga de brancas", "Você joga de pretas", "Joga de brancas quem está em cima.", "Chamar um árbitro"],
        ),
        ("it", ["Hai il Bianco", "Hai il Nero", "Ha il Bianco chi sta sopra.", "Chiama un arbitro"]),
    ],
)
def test_a_chess_player_is_told_his_colour_and_calls_the_arbiter(lang: str, said: list[str]) -> None:
    texts = catalogue(in_game(lang, "chess"))
    assert [
        texts.gettext(text)
        for text in ("You start", "Your opponent starts", "The player listed first starts.", "Call a judge")
    ] == said


@pytest.mark.parametrize(
    ("lang", "wins", "second"),
    [
        ("en", "White wins", "Black"),
        ("es", "ganan las blancas", "Negras"),
        ("pt", "as brancas ganham", "Pretas"),
        ("it", "vince il Bianco", "Nero"),
    ],
)
def test_chess_has_white_and_black(lang: str, wins: str, second: str) -> None:
    said = catalogue(in_game(lang, "chess"))
    assert (said.gettext("the first player wins"), said.gettext("Second player")) == (wins, second)
    assert catalogue(in_game(lang, "scrabble")).gettext("the first player wins") != wins
