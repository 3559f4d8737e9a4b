"""Events of several games by command line only: best of three, and Scrabble over two games with points (A-42, A-70)."""

from __future__ import annotations

import csv
import io

import pytest

from support.command_line import CommandLine

BEST_OF_THREE = ("pokemon-tcg-2019-07", "best_of=3", "2-1", "1-0 0-1 1-0", "0-1 1-0 1-0")
TWO_GAMES = ("scrabble-fise", "games=2", "1½-½ 812-700", "412-380 350-401", "412-380 350-410")


def start_event(pareo: CommandLine, ruleset: str, setting: str) -> str:
    slug = pareo("new", "Copa", "--ruleset", ruleset, "--rounds", "3", "--seed", "s").out.strip()
    pareo("set", slug, setting)
    rows = [
        "id,first,last,birth_year",
        "p1,Ana,Abril,1990",
        "p2,Bruno,Brasa,1990",
        "p3,Celia,Cedro,1990",
        "p4,Dario,Duna,1990",
    ]
    pareo("players", "import", slug, pareo.file("people.csv", "\n".join(rows)))
    pareo.open_round(slug)
    return slug


@pytest.mark.req("A-42", "A-70")
@pytest.mark.parametrize(("ruleset", "setting", "counted", "each", "corrected"), [BEST_OF_THREE, TWO_GAMES])
def test_reported_corrected_and_looked_at(
    pareo: CommandLine, ruleset: str, setting: str, counted: str, each: str, corrected: str
) -> None:
    slug = start_event(pareo, ruleset, setting)
    pareo("report", slug, "--round", "1", "--table", "1", *counted.split())
    pareo("report", slug, "--round", "1", "--table", "2", *each.split())
    assert [row["result"] for row in pareo.pairings(slug)] == [counted, each]
    pareo("report", slug, "--round", "1", "--table", "2", *corrected.split())
    assert pareo.pairings(slug)[1]["result"] == corrected
    pareo("undo", slug)
    assert pareo.pairings(slug)[1]["result"] == each
    code, said = pareo.refusal("report", slug, "--round", "1", "--table", "2", "9-0")
    assert code == "result-unreadable"
    assert "games" in said
    pareo("finish", slug)
    assert each in pareo("pairings", slug, "--round", "1").out
    second = pareo.pairings(slug, "--round", "1")[1]["a"]
    shown = each.replace("-", "–")
    (round_one,) = pareo.json("card", slug, second)["rounds"]
    assert (round_one["games"], round_one["result"]) == (shown, "2–1" if setting == "best_of=3" else "1–1")
    assert shown in pareo("card", slug, second).out
    cells = {row["player"]: row["rounds"][0] for row in pareo.json("cross-table", slug)}
    assert cells[second]["games"] == round_one["result"]
    assert f" {round_one['result']}" in pareo("cross-table", slug).out
    assert f" {round_one['result']}" in pareo("cross-table", slug, "--csv").out
    assert pareo("verify", slug).code == 0


@pytest.mark.req("A-70")
@pytest.mark.parametrize(("ruleset", "setting", "counted", "each", "corrected"), [BEST_OF_THREE, TWO_GAMES])
def test_by_csv_in_and_out(
    pareo: CommandLine, ruleset: str, setting: str, counted: str, each: str, corrected: str
) -> None:
    slug = start_event(pareo, ruleset, setting)
    path = pareo.file("results.csv", f"table,result\n1,{each}\n2,{counted}\n")
    pareo("results", "import", slug, path, "--round", "1")
    written = pareo("pairings", slug, "--csv").out
    assert [row["result"] for row in csv.DictReader(io.StringIO(written))] == [each, counted]
    other = start_event(pareo, ruleset, setting)
    pareo("results", "import", other, pareo.file("again.csv", written), "--round", "1")
    assert [row["result"] for row in pareo.pairings(other)] == [each, counted], "what was written is read again"
    code, _ = pareo.refusal(
        "results", "import", other, pareo.file("bad.csv", "table,result\n1,2-1\n2,7-0\n"), "--round", "1"
    )
    assert code == "result-unreadable"
    assert [row["result"] for row in pareo.pairings(other)] == [each, counted]
    cards = pareo("export", slug, "csv-cards").out
    assert {row["games"] for row in csv.DictReader(io.StringIO(cards))} >= {each.replace("-", "–"), ""}
    del corrected


@pytest.mark.req("A-70")
def test_one_game_looks_as_ever(pareo: CommandLine) -> None:
    slug = start_event(pareo, "pokemon-tcg-2019-07", "names=full")
    pareo.play(slug, lambda row: "1-0" if row["table"] == 1 else "2-1")
    assert "games" not in pareo("card", slug, "p1", "--json").out
    assert "games" not in pareo("cross-table", slug, "--json").out
    assert "games" not in pareo("export", slug, "csv-cards").out.splitlines()[0]
