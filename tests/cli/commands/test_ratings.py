"""Ratings, the arithmetic of a place and the tie-breaks by command line."""

from __future__ import annotations

import csv
import io

import pytest

PLAYERS = """id,first,last,rating,rating2,games2
a,Ana,Abril,2100,1900,40
b,Bruno,Brasa,2000,,
c,Celia,Cedro,,1500,12
d,Dario,Duna,1500,1400,3
"""


@pytest.fixture
def evening(pareo, tmp_path):
    file = tmp_path / "players.csv"
    file.write_text(PLAYERS, encoding="utf-8")
    slug = pareo("new", "Noche", "--ruleset", "scrabble-fise", "--rounds", "2").out.strip()
    pareo("players", "import", slug, str(file))
    for number in (1, 2):
        for command in (("pair",), ("publish", "--yes"), ("start",)):
            pareo(command[0], slug, *command[1:])
        for table in (1, 2):
            pareo("report", slug, "--round", str(number), "--table", str(table), f"{400 + table}-{300 + number}")
        pareo("finish", slug)
    return slug


@pytest.mark.req("S-18", "SP-12", "SP-24")
def test_either_list_after_any_round_in_three_forms(pareo, evening):
    rows = pareo.json("ratings", evening)
    assert [row["player"] for row in rows] == ["a", "c", "d", "b"]  # the starting list, by the local rating
    assert {row["player"]: row["rated"] for row in rows} == {"a": True, "b": True, "c": False, "d": True}
    told = pareo("ratings", evening).out
    assert "fide-average k=10" in told
    assert "performance" in told
    shown = list(csv.DictReader(io.StringIO(pareo("ratings", evening, "--csv").out)))
    assert [row["new"] for row in shown] == ["" if row["new"] is None else str(row["new"]) for row in rows]
    pareo("set", evening, "rating2_rules=uscf bonus=10")
    second = {row["player"]: row for row in pareo.json("ratings", evening, "--list", "2")}
    assert (second["a"]["rating"], second["b"]["rated"]) == (1900, False)


@pytest.mark.req("A-33", "F-117")
def test_a_dropped_tie_break_is_told(pareo, evening):
    pareo("set", evening, "tiebreaks=aro; ptp; spread")
    told = pareo("standings", evening).out
    assert "Not applied: aro, ptp. A player met an opponent without a rating" in told
    assert all(row["tiebreaks"]["aro"]["value"] is None for row in pareo.json("standings", evening))
    assert "not applied" in pareo("explain-place", evening, "a").out
    pareo("set", evening, "tiebreaks=aro unrated=1200; spread")
    assert "Not applied" not in pareo("standings", evening).out


def test_what_is_refused(pareo, evening):
    assert "second rating list" in pareo("ratings", evening, "--list", "2", code=1).err
    assert "cannot be had together" in pareo("ratings", evening, "--csv", "--json", code=2).err
    assert "not finished" in pareo("ratings", evening, "--after", "5", code=1).err
    assert "no tie-break" in pareo("set", evening, "tiebreaks=coin", code=1).err
    assert "has the ID or name" in pareo("explain-place", evening, "zz", code=1).err


@pytest.mark.req("SP-11")
def test_the_arithmetic_of_a_place(pareo, evening):
    pareo(
        "set",
        evening,
        "tiebreaks=buchholz unplayed=fide-2026; median-buchholz high=0 low=1; performance unrated=left-out; spread",
    )
    standings = {row["player"]: row for row in pareo.json("standings", evening)}
    data = pareo.json("explain-place", evening, "a")
    assert data["rank"] == standings["a"]["rank"]
    for step in data["steps"]:
        assert step["total"] == standings["a"]["tiebreaks"][step["tiebreak"]]["exact"]
    text = pareo("explain-place", evening, "Ana Abril").out
    assert "1. Buchholz (unplayed=fide-2026)" in text
    assert "left out" in text
    assert "for the score" in text


@pytest.mark.req("SP-11")
def test_all_tie_breaks_are_listed(pareo):
    rows = pareo.json("tiebreaks")
    assert {"buchholz", "games-black", "rating-sum", "performance", "koya"} <= {row["id"] for row in rows}
    assert all(row["meaning"] and row["title"] for row in rows)
    text = pareo("tiebreaks").out
    assert "unplayed = nothing, draws, fide-2009, fide-2024, fide-2026 or start" in text
