"""Tables of an event: every column has a name of its own."""

from __future__ import annotations

import csv
import io

import pytest

from pareo.formats.registry import EXPORTERS
from pareo.formats.tables.xlsx import SheetTable
from support.events.stage import Stage


@pytest.mark.req("B-49")
@pytest.mark.parametrize("ruleset", ["swiss", "pokemon-tom", "scrabble-fise", "chess-round-robin", "xwing-epic-duel"])
def test_columns_have_names_of_their_own(tmp_path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset)
    stage.enter(6, birth_year=1990)
    stage.play(1, {"scrabble-fise": "400-300", "xwing-epic-duel": "100-50 time"}.get(ruleset, "1-0"))
    for name, exporter in EXPORTERS.items():
        if name.startswith("csv-") and exporter.write is not None:
            text = exporter.write(stage.ctx, stage.slug, None, None).data.decode("utf-8-sig")
            heads = next(csv.reader(io.StringIO(text)), [])
            assert len(set(heads)) == len(heads), (name, heads)


@pytest.mark.req("B-49")
def test_a_tie_break_named_as_another_column_says_what_it_is(pareo) -> None:
    slug = pareo("new", "Copa", "--ruleset", "swiss").out.strip()
    pareo("players", "import", slug, pareo.file("p.csv", "name\nAna\nBea\nCai\nDea\n"))
    for word in ("pair", "publish", "start"):
        pareo(word, slug)
    for table in ("1", "2"):
        pareo("report", slug, "--round", "1", "--table", table, "1-0")
    pareo("finish", slug)
    heads = next(csv.reader(io.StringIO(pareo("export", slug, "csv-standings").out.removeprefix("\ufeff"))))
    assert heads.count("wins") == 1
    assert "tiebreak_wins" in heads


@pytest.mark.req("B-49")
def test_players_of_one_name_are_told_apart_in_a_heading() -> None:
    assert SheetTable("grid", ("Ana", "Bea", "Ana"), ()).heads == ("Ana", "Bea", "Ana (2)")
