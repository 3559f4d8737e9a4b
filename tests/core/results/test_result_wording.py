"""Results in the words of a judge, in four languages."""

from __future__ import annotations

import re

import pytest

from pareo.core.model.ruleset import ResultRules
from pareo.core.results.result_text import format_result, parse_result
from pareo.core.results.result_vocabulary import words_to_codes
from pareo.core.text.errors import BadInput
from pareo.core.text.languages import LANGUAGES
from pareo.locale.texts import texts
from pareo.rulesets import load
from pareo.web.wording.entry_help import entry_help
from support.errors import raises_code

EPIC = load("xwing-epic-duel").results
CARDS = load("pokemon-tcg-2026").results
CHESS = load("chess-fide").results


def read(text: str, rules: ResultRules = EPIC, *, elimination: bool = False) -> str:
    return format_result(parse_result(text, rules, elimination=elimination), rules)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("153-124 t", "153-124 time"),
        ("153-124 time was up", "153-124 time"),
        ("153-124 tiempo", "153-124 time"),
        ("153-124 d", "153-124 destroyed"),
        ("153-124 destruição", "153-124 destroyed"),
        ("153-124 by destruction", "153-124 destroyed"),
        ("153-124 distrutto", "153-124 destroyed"),
        ("120-80 conceded 1", "120-80 conceded-a"),
        ("120-80 the second conceded", "120-80 conceded-b"),
        ("120-80 c2", "120-80 conceded-b"),
        ("120-80 cb", "120-80 conceded-b"),
        ("120-80 concede 1", "120-80 conceded-a"),
        ("120-80 si arrende 2", "120-80 conceded-b"),
        ("120-80 conceded-a", "120-80 conceded-a"),
        ("150-150 d w2", "150-150 destroyed win-b"),
        ("150-150 d 1 left", "150-150 destroyed win-a"),
        ("150-150 destroyed draw", "150-150 destroyed draw"),
        ("150-150 t i1", "150-150 time init-a"),
        ("150-150 tempo iniziativa 2", "150-150 time init-b"),
        ("150-150 t ia", "150-150 time init-a"),
        ("white wins", "1-0"),
        ("negras", "0-1"),
        ("first", "1-0"),
        ("2 wins", "0-1"),
        ("conceded 1", "0-1"),
        ("draw", "="),
        ("tablas", "="),
        ("both lose", "0-0"),
        ("ambos perdem", "0-0"),
        ("2 no-show", "1-0f"),
        ("no-show both", "0-0f"),
    ],
)
def test_words_are_codes(said: str, code: str) -> None:
    assert words_to_codes(said) == code


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "2",
        "a",
        "f",
        "1 f",
        "153-124",
        "120-80 conceded",
        "153-124 banana",
        "1-0",
        "1-0f",
        "½-½",
        "412-380 350-401",
        "",
        "1 2 wins",
        "lose",
        "1 lose",
        "both",
        "both 1",
        "2 left",
        "left 1",
    ],
)
def test_what_is_not_words_stays_as_it_is(text: str) -> None:
    assert words_to_codes(text) == text


def test_a_result_in_words_is_the_result() -> None:
    assert read("120-80 the first conceded") == read("120-80 conceded-a")
    assert read("150-150 time initiative 2", elimination=True) == "150-150 time init-b"
    assert (read("tie", CARDS), read("no-show 1", CARDS), read("black wins", CHESS)) == ("½-½", "0-1F", "0-1")
    with raises_code(BadInput, "result-needs-ended"):
        read("153-124")
    with raises_code(BadInput, "result-unreadable"):
        read("2", CARDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_line_shows_can_be_typed(lang: str) -> None:
    """Its examples, and the words that its messages tell to add, in every language."""
    spoken = texts(lang)
    known = entry_help(spoken, EPIC.kind, EPIC.games, EPIC.decide)
    shown = [key.typed.removeprefix("12 ") for key in (*known.first, *known.more)]
    points = [re.sub(r"^(\d+) (\d+)", r"\1-\2", typed) for typed in shown if typed[:3].isdecimal()]
    assert len(points) == 6
    words = known.more[-1].meaning.partition(": ")[2].split(", ")
    add = spoken.gettext("“{text}” does not say how the game ended: add destroyed, time, conceded 1 or conceded 2.")
    words += re.split(r", | or | o | ou ", re.split(r"add |añade |acrescente |aggiungi ", add)[1].removesuffix("."))
    assert len(words) == 7
    for text in [
        *points,
        *(f"150-150 {word}" if "1" not in word or "in" not in word else f"150-150 t {word}" for word in words),
    ]:
        read(text, elimination=" i1" in text or " ini" in text)
