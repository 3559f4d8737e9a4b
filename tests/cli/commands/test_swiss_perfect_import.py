"""Swiss Perfect's three files side by side, imported by naming one of them; the FISE list as its document has it."""

from __future__ import annotations

import csv
import shutil

import pytest

from support.paths import DATA

SAMPLE = "gonzaga_challengers_2010"


@pytest.fixture
def folder(tmp_path):
    source = DATA / "swissperfect98"
    if not source.is_dir():
        pytest.skip("the Swiss Perfect sample is not here (../shared/data/swissperfect98)")
    made = tmp_path / "club"
    made.mkdir()
    for ending, there in ((".trn", ".TRN"), (".sco", ".sco"), (".ini", ".Ini")):
        shutil.copy(source / f"{SAMPLE}{ending}", made / f"abril{there}")
    (made / "abril.txt").write_text("no part of it")
    (made / "mayo.sco").write_bytes(b"another tournament's")
    return made


@pytest.mark.req("SP-18")
def test_what_lies_beside_the_file_comes_too(pareo, folder):
    slug = pareo("import", str(folder / "abril.TRN")).out.strip()
    rows = pareo.json("standings", slug)
    assert len(rows) == 56
    assert [(r["name"], r["points"]) for r in rows[:2]] == [("Neil M. Mullooly", 6), ("Pat O'Brien", 5)]
    assert len(pareo.json("cross-table", slug)[0]["rounds"]) == 6


@pytest.mark.req("SP-18")
def test_the_table_of_players_alone_is_imported_and_what_is_missing_told(pareo, folder):
    (folder / "abril.sco").unlink()
    answer = pareo("import", str(folder / "abril.TRN"))
    assert "There is no .SCO file" in answer.err
    (folder / "abril.TRN").unlink()
    assert "no" in pareo("import", str(folder / "abril.Ini"), code=1).err


@pytest.mark.req("S-16", "S-7", "S-8", "SP-3")
def test_the_document_s_first_round_from_its_list_of_players(pareo):
    """Three groups, two players who were not there: all twelve boards come out, with who starts."""
    source = DATA / "fise"
    if not source.is_dir():
        pytest.skip("the tables of the FISE document are not here (../shared/data/fise)")
    slug = pareo("new", "FISE", "--ruleset", "scrabble-fise", "--rounds", "5").out.strip()
    pareo("players", "import", slug, str(source / "players_entry_list.csv"))
    for absent in ("11", "26"):
        pareo("players", "edit", slug, absent, "absent=1")
    pareo("set", slug, "acceleration=1-7:4:6;8-21:2:6")
    pareo("pair", slug)
    drawn = [(r["name_a"], r["name_b"]) for r in pareo.pairings(slug) if r["b"] is not None]
    with (source / "round1_pairings_as_drawn.csv").open(encoding="utf-8") as file:
        printed = [
            tuple(" ".join(reversed(row[side].split(", "))) for side in ("first_start", "second"))
            for row in csv.DictReader(file)
        ]
    assert drawn == printed
