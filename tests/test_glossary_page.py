"""docs/glossary.md: every module and class it names exists, and every term has its word in four languages."""

from __future__ import annotations

import importlib
import importlib.util
import re

import pytest

from support.paths import ROOT

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
MEANINGS, WORDS = ["term", "meaning", "in the code"], ["term", "en", "es", "pt", "it", "not"]


def tables(text: str) -> list[list[list[str]]]:
    """The cells of every table, row by row, its heading first."""
    found = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if "|---" not in line]
        for table in found
    ]


def test_each_part_explains_its_terms_and_has_their_words_in_alphabetical_order() -> None:
    parts = PAGE.split("\n## ")[1:]
    assert len(parts) > 5
    for part in parts:
        meanings, words = tables(part)
        assert (meanings[0], words[0]) == (MEANINGS, WORDS)
        terms = [row[0] for row in meanings[1:]]
        assert terms == [row[0] for row in words[1:]]
        assert terms == sorted(terms, key=str.lower)


def test_every_term_is_explained_once_and_listed_above() -> None:
    terms = [row[0] for table in tables(PAGE) if table[0] == MEANINGS for row in table[1:]]
    assert len(terms) == len(set(terms)) > 60
    listed = re.findall(r"\[([^\]]+)\]\(#", PAGE.split("\n## ")[0])
    assert listed == sorted(terms, key=str.lower)
    for row in (row for table in tables(PAGE) if table[0] == MEANINGS for row in table[1:]):
        assert re.search(r"[.?]$", row[1]), row


def test_every_term_has_four_languages() -> None:
    rows = [row for table in tables(PAGE) if table[0] == WORDS for row in table[1:]]
    for row in rows:
        assert len(row) == len(WORDS), row
        assert all(row[1:5]), row


@pytest.mark.parametrize(
    "name",
    sorted({n for t in tables(PAGE) for row in t[1:] for n in re.findall(r"`([\w.]+)`", row[2]) if t[0] == MEANINGS}),
)
def test_every_module_and_class_exists(name: str) -> None:
    module, _, last = f"pareo.{name}".rpartition(".")
    if last[0].isupper():
        assert isinstance(getattr(importlib.import_module(module), last, None), type), name
    else:
        assert importlib.util.find_spec(f"{module}.{last}") is not None, name


def test_links_lead_to_parts_of_the_page() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in re.findall(r"^## (.*)", PAGE, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) == headings
