"""A ruleset whole, in the reader's language: every sentence, every paragraph of the document, every choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pareo import rulesets
from pareo.app.wording.ruleset_sections import RuleLine, RuleTable, ruleset_sections
from pareo.app.wording.ruleset_text import describe
from pareo.core.text.languages import LANGUAGES
from pareo.core.text.messages import Note
from pareo.core.text.toml_writer import read_toml
from pareo.locale.catalogue import read_messages

ALL = tuple(info.id for info in rulesets.available())
OTHERS = tuple(sorted(set(LANGUAGES) - {"en"}))
NO_WORDS = re.compile(r"[^a-zA-Z]*|.*\{\w+\}.*")  # of a joined note, or with places: its places are looked at


def notes_of(ruleset_id: str) -> Iterator[Note]:
    """Every note of the page, with the notes inside it."""
    for section in ruleset_sections(rulesets.load(ruleset_id)):
        yield from _inside(section.title)
        for part in section.parts:
            texts = [cell for row in part.rows for cell in row] if isinstance(part, RuleTable) else [part.text]
            for text in texts:
                yield from _inside(text)


def _inside(text: object) -> Iterator[Note]:
    if isinstance(text, Note):
        if text.code != "joined":
            yield text
        for value in text.params.values():
            yield from _inside(value)


@pytest.mark.req("B-9")
@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_of_a_ruleset_is_left_in_english(lang: str) -> None:
    messages = read_messages(lang)
    known = {*messages.one, *(singular for singular, _ in messages.many)}
    said = {note.sentence for ruleset_id in ALL for note in notes_of(ruleset_id)}
    assert len(said) > 250
    plain = {text.replace("{{", "{").replace("}}", "}") for text in said if re.search("[a-zA-Z]{3}", text)}
    assert sorted(text for text in plain if text not in known) == []


@pytest.mark.req("B-9")
@pytest.mark.parametrize("ruleset_id", ALL)
def test_every_paragraph_of_the_document_and_every_choice_is_on_the_page(ruleset_id: str) -> None:
    ruleset = rulesets.load(ruleset_id)
    sections = ruleset_sections(ruleset)
    cited = {section.cite for section in sections}
    cited |= {part.cite for section in sections for part in section.parts if isinstance(part, RuleLine)}
    blocks = read_toml(ruleset.text)
    for name in ("points", "swiss", "late", "divisions", "second_day", "sections", "lists"):
        block = blocks.get(name)
        if isinstance(block, dict) and "cite" in block:
            assert block["cite"] in cited
    assert {use.cite for use in ruleset.tiebreaks} <= cited
    assert {table.cite for table in ruleset.advice.tables} <= cited
    page = " ".join(describe(ruleset).split())
    assert all(" ".join(text.split()) in page for text in (*ruleset.notes, *(c.says for c in ruleset.choices)))


@pytest.mark.req("B-9")
def test_the_page_speaks_the_readers_language_in_the_words_of_the_game() -> None:
    april = rulesets.load("pokemon-tcg-2019-04")
    spanish, portuguese = describe(april, "es"), describe(rulesets.load("pokemon-vgc-2019-07"), "pt")
    italian = describe(rulesets.load("pokemon-2009"), "it")
    assert "pase automático" in spanish
    assert "Suizo con edades separadas (en tandas)" in spanish
    assert "Suizo con modificaciones de edad" in spanish
    assert "la versión en inglés tiene prioridad" in spanish
    assert "[3.1.4.1]" in spanish
    assert "Suíço por divisão etária (em módulos)" in portuguese
    assert "Suíço por divisão etária modificada" in portuguese
    assert "Svizzera Separata per Età (Pod)" in italian
    assert "Svizzera Modificata per Età" in italian
    scrabble = describe(rulesets.load("scrabble-fise"), "es")
    assert "Pareo tipo FIDE" in scrabble
    assert "descanso" in scrabble


@pytest.mark.req("B-9")
def test_what_is_announced_is_said_in_words() -> None:
    topics = {topic for ruleset_id in ALL for topic in rulesets.load(ruleset_id).announce}
    page = "\n".join(describe(rulesets.load(ruleset_id)) for ruleset_id in ALL)
    assert len(topics) > 10
    assert [topic for topic in topics if "-" in topic and f" {topic}" in page] == []
