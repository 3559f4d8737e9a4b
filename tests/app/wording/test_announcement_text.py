"""The announcement before round 1, in four languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pareo import rulesets
from pareo.app.queries.pages import announcement as views
from pareo.app.wording.announcement_text import EventFacts, PodFacts, announcement
from pareo.core.text.errors import NotFound
from pareo.core.text.languages import LANGUAGES
from pareo.core.text.messages import Note
from pareo.locale.catalogue import catalogue

CUP = EventFacts(
    name="Copa Ría",
    date="16/11/2019",
    style="swiss+cut",
    pods=(
        PodFacts(players=143, rounds=7, divisions=("master",), cut=8, sections=2),
        PodFacts(players=17, rounds=4, divisions=("junior", "senior"), cut=4),
    ),
    prizes=16,
    third_place=True,
    judge="Noa Varela",
    organiser="Iria Castro",
    slips="tables",
    championship_points=True,
)
DUEL = EventFacts(
    name="Batalla",
    style="swiss+cut",
    pods=(PodFacts(players=24, rounds=4, cut=8),),
    second_organiser="Brais Otero",
    round_minutes=150,
    tables="120 × 90 cm",
)


def sheet(ruleset_id: str, event: EventFacts, lang: str = "en") -> str:
    said = catalogue(lang)
    return views.sheet(map(said.note, announcement(rulesets.load(ruleset_id), event)), said)


@pytest.mark.req("P-ANN-1", "A-8")
def test_the_sheet_names_what_the_2019_document_asks_for() -> None:
    text = sheet("pokemon-tcg-2019-07", CUP)
    for line in (
        "Tournament: Copa Ría",
        "Masters (143 players): 7 Swiss rounds.",
        "  The top 8 advance to single elimination.",
        "  Rounds in all: 10.",
        "Juniors + Seniors (17 players): 4 Swiss rounds.",
        "  The top 4 of each division advance to single elimination.",
        "Prizes: for 16 players.",
        "There is a match for 3rd and 4th place.",
        "Head judge: Noa Varela.",
    ):
        assert f"\n{line}\n" in text
    assert "split at random into 2 sections" in text
    assert "\n  They are the top 4 of each section.\n" in text
    assert "Match slips are on the tables" in text
    assert "no player can be added after round 2" in text
    assert "1 full round to report a wrong result. Once round 3 is paired, results of round 1 are final" in text


@pytest.mark.req("P-ANN-1")
def test_the_2009_document_asks_for_less() -> None:
    text = sheet("pokemon-2009", CUP)
    assert "Prizes: for 16 players." in text
    assert "3rd and 4th place" in text
    unsaid = sheet("pokemon-2009", replace(CUP, judge="", slips=""))
    assert "judge" not in unsaid  # not asked for; said (B-27) it is read out
    assert "slips" not in unsaid
    assert "Head judge: Noa Varela." in text
    assert "Standings are posted after each round, before the pairings" in text
    assert "Championship Points" not in text
    assert "Standings are posted" not in sheet("pokemon-tcg-2019-07", CUP)
    assert "should be added after round 2" in sheet("pokemon-tcg-2019-04", CUP)


@pytest.mark.req("P-ANN-1")
def test_what_is_missing_leaves_a_blank_and_never_silence() -> None:
    bare = EventFacts(name="Copa", style="swiss+cut", pods=(PodFacts(players=9, rounds=4, cut=4),))
    text = sheet("pokemon-tcg-2019-07", bare)
    for start in (
        "Number of players who receive prizes: __",
        "Match for 3rd and 4th place (yes/no): __",
        "Head judge: __",
        "How match slips are handled: __",
    ):
        assert start in text


@pytest.mark.req("P-ANN-1")
def test_each_fact_changes_its_line() -> None:
    def text(**facts: Any) -> str:
        return sheet("pokemon-tcg-2019-07", replace(CUP, **facts))

    assert "There is no match for 3rd and 4th place." in text(third_place=False)
    assert "There are no prizes." in text(prizes=0)
    assert "Prizes: for 1 player." in text(prizes=1)
    assert "Match slips: ask Uxía" in text(slips="ask Uxía")
    assert "handed out at the start" in text(slips="handed-out")
    assert "Championship Points" not in text(championship_points=False)
    assert "not a sanctioned tournament" in text(sanctioned=False)
    assert "not a sanctioned tournament" in text(style="round-robin")
    assert "not a sanctioned tournament" not in text()
    swiss = text(style="swiss", pods=(PodFacts(players=8, rounds=3),))
    assert "All players (8 players): 3 Swiss rounds." in swiss
    assert "There is no elimination after the Swiss rounds." in swiss
    assert "3rd and 4th" not in swiss
    bracket = text(style="elimination", pods=(PodFacts(players=53, rounds=6),))
    assert "53 players): 6 elimination rounds." in bracket
    assert "No one can join once round 1 has started." in bracket
    assert "to report a wrong result" not in bracket


def test_the_second_day_and_cuts_of_each_division() -> None:
    days = PodFacts(players=300, rounds=9, divisions=("master",), day2_rounds=5, cut=8)
    shared = PodFacts(
        players=24, rounds=5, divisions=("junior", "senior"), cut=4, division_cuts=(("junior", 0), ("senior", 4))
    )
    text = sheet("pokemon-tcg-2019-07", replace(CUP, pods=(days, shared)))
    assert "19 points or more, or the top 32 if that is more players, advance to 5 Swiss rounds." in text
    assert "Rounds in all: 17." in text
    assert (
        "  Juniors: no elimination.\n  Seniors: the top 4 advance to single elimination.\n  Rounds in all: 7." in text
    )


@pytest.mark.req("X-25", "X-2")
@pytest.mark.parametrize("ruleset_id", ["xwing-epic-duel", "xwing-epic-team"])
def test_xwing_announces_what_is_changed_and_the_elimination(ruleset_id: str) -> None:
    text = sheet(ruleset_id, DUEL)
    assert "each round lasts 150 minutes instead of 180" in text
    assert f"the top 8 {'teams' if ruleset_id.endswith('team') else 'players'} play a final elimination" in text
    assert "Second organiser: Brais Otero" in text
    assert "The tables differ from the standard: 120 × 90 cm" in text


@pytest.mark.req("X-25", "X-2")
def test_xwing_announces_nothing_special_where_nothing_is() -> None:
    text = sheet("xwing-epic-duel", EventFacts(name="Batalla", pods=(PodFacts(players=24, rounds=4),)))
    assert "Each round lasts 180 minutes." in text
    assert "There is no final play-off" in text
    assert "instead of" not in text
    assert "Second organiser" not in text
    assert "standard" not in text


@pytest.mark.req("P-ANN-1")
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "es",
            (
                "Anuncio",
                "Máster (143 jugadores): 7 rondas suizas.",
                "Juez principal: Noa Varela.",
                "  Los 8 primeros pasan a la eliminación directa.",
                "Premios: para 16 jugadores.",
            ),
        ),
        (
            "pt",
            (
                "Anúncio",
                "Mestre (143 jogadores): 7 rodadas suíças.",
                "Juiz principal: Noa Varela.",
                "  Os 8 primeiros passam para a eliminação única.",
                "Prêmios: para 16 jogadores.",
            ),
        ),
        (
            "it",
            (
                "Annuncio",
                "Master (143 giocatori): 7 turni alla svizzera.",
                "Capo arbitro: Noa Varela.",
                "  I primi 8 accedono all'eliminazione diretta.",
                "Premi: per 16 giocatori.",
            ),
        ),
    ],
)
def test_the_sheet_in_other_languages(lang: str, lines: tuple[str, ...]) -> None:
    text = sheet("pokemon-tcg-2019-07", CUP, lang)
    assert set(lines) <= set(text.splitlines())
    assert len(text.splitlines()) == len(sheet("pokemon-tcg-2019-07", CUP).splitlines())
    assert "{" not in text


def notes(of: Iterable[Note]) -> Iterator[Note]:
    """Notes with the notes inside them."""
    for note in of:
        yield note
        yield from notes(value for value in note.params.values() if isinstance(value, Note))


def every_note() -> dict[str, Note]:
    """Everything an announcement of ours can hold, by its sentence."""
    bare = EventFacts(name="X", style="swiss+cut", pods=(PodFacts(players=9, rounds=1, cut=2),))
    shared = PodFacts(
        players=2,
        rounds=1,
        divisions=("junior", "senior"),
        day2_rounds=2,
        cut=4,
        division_cuts=(("junior", 0), ("senior", 4)),
    )
    events = [
        CUP,
        DUEL,
        bare,
        replace(CUP, sanctioned=False, third_place=False, prizes=0, slips="ask Uxía"),
        replace(CUP, pods=(shared,), slips="handed-out", prizes=1, style="swiss"),
        *(replace(CUP, style=style) for style in ("elimination", "round-robin", "swiss", "ladder")),
    ]
    lines = (
        line
        for info in rulesets.available()
        for event in events
        for line in announcement(rulesets.load(info.id), event)
    )
    return {note.sentence: note for note in notes(lines) if note.code != "joined"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_and_several(lang: str) -> None:
    worded = [note for note in every_note().values() if note.many]
    assert len(worded) == 8
    for note in worded:
        one, two = (catalogue(lang).note(Note(note.code, note.sentence, {"count": n}, note.many)) for n in (1, 2))
        assert one.replace("1", "2") != two


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_line_is_said_in_every_language(lang: str) -> None:
    found = every_note()
    assert len(found) > 50
    same = {text for text in found if catalogue(lang).gettext(text) == text and re.search(r"[a-z]{4}", text)}
    assert same == {"{divisions} ({players})", "{pod}: {rounds}."}


def test_an_unknown_language_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NotFound) as caught:
        catalogue("fr")
    assert "en, es, es-419, pt, it" in str(caught.value)


@pytest.mark.parametrize("ruleset_id", [info.id for info in rulesets.available()])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruleset_can_be_announced_in_every_language(ruleset_id: str, lang: str) -> None:
    for event in (CUP, DUEL, replace(CUP, style="elimination"), EventFacts(name="X")):
        assert "{" not in sheet(ruleset_id, event, lang)
