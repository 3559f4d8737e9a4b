"""`pareo compare`: TOM's places, ours and the document's."""

from __future__ import annotations

import pytest

from pareo.formats.tdf.xml import write
from support.command_line import CommandLine
from support.files.tdf import finished


@pytest.mark.req("A-22", "A-27")
def test_compare_shows_the_places_in_the_file(pareo: CommandLine) -> None:
    slug = pareo.json("import", pareo.file("cup.tdf", write(finished(4, 2, 3, 1))))["slug"]
    told = pareo("compare", slug)
    lines = told.out.splitlines()
    assert lines[0].split() == ["division", "player", "TOM", "here", "document", "decided", "by", "paragraph"]
    assert [line.split()[:6] for line in lines[1:3]] == [
        ["master", "Nora4", "Brasa", "1", "4", "4"], ["master", "Nora1", "Brasa", "4", "1", "1"],
    ]  # fmt: skip
    assert "Places that differ from TOM's: 2 of 4." in told.out + told.err
    rows = pareo.json("compare", slug)
    assert [(row["player"], row["tom_place"], row["place"], row["in_file"]) for row in rows] == [
        ("4", 1, 4, True), ("1", 4, 1, True),
    ]  # fmt: skip


@pytest.mark.req("A-27")
def test_the_journal_speaks_in_sentences_and_tom_is_not_a_hand(pareo: CommandLine) -> None:
    slug = pareo.json("import", pareo.file("cup.tdf", write(finished(1, 2, 3, 4))))["slug"]
    pareo("set", slug, "first_table=21")
    pareo("drop", slug, "4", "--reason", "ill.")
    told = [line.split(maxsplit=5) for line in pareo("journal", slug).out.splitlines()[1:]]
    lines = [words[5].strip() for words in told if len(words) == 6]  # a note of the import says nothing
    assert lines[0] == "“Copa Brasa & Mar” was created with the rules “Pokémon card game, ranked as TOM does”."
    assert lines[1] == "Nora1 Brasa, Nora2 Brasa, Nora3 Brasa, Nora4 Brasa were entered."
    assert "Round 1 was paired by TOM: Masters." in lines
    assert "2 results of round 2 were recorded." in lines
    assert "“First table” was set to 21." in lines
    assert lines[-1] == "Nora4 Brasa dropped. Reason: ill."
    assert not [line for line in lines if "{" in line or "by hand" in line]


@pytest.mark.req("A-27")
def test_tie_breaks_are_told_in_words_and_in_percent(pareo: CommandLine) -> None:
    slug = pareo.json("import", pareo.file("cup.tdf", write(finished(1, 2, 3, 4))))["slug"]
    for told in (pareo("standings", slug).out, pareo("card", slug, "3").out):
        assert "Opp. win %" in told
        assert "87.50 %" in told
        assert "tom-owp" not in told
