"""Lists in any order, cross table, information, cards and columns from the command line, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.store import open_store

PEOPLE = (
    b"id,name,rating,club,title,sex,date of birth\n"
    b"a,Ana Duna,1800,Norte,gm,f,2001-04-30\nb,Leo Faro,1500,Sur,,m,\nc,Eva Isla,1500,Norte,FM,f,1990\nd,Hal,,Sur,,c,\n"
)


@pytest.fixture
def evening(pareo):
    pareo("new", "Noche", "--ruleset", "scrabble-fise", "--slug", "noche", "--rounds", "3", "--seed", "x")
    pareo("players", "import", "noche", "-", stdin=PEOPLE)
    return pareo


def play_rounds(pareo, count: int = 1) -> None:
    for number in range(1, count + 1):
        for step in ("pair", "publish", "start"):
            pareo(step, "noche")
        for row in pareo.json("pairings", "noche"):
            if row["kind"] == "match":
                pareo("report", "noche", "--round", str(number), "--table", str(row["table"]), "400-350")
        pareo("finish", "noche")


def rows_of(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.out)))


@pytest.mark.req("SP-6", "SP-7")
def test_players_are_listed_in_any_order(evening):
    def ids(*more):
        return [row["id"] for row in evening.json("players", "list", "noche", *more)]

    assert ids() == ["a", "b", "c", "d"]
    assert ids("--sort", "rating,-last") == ["a", "c", "b", "d"]
    assert ids("--sort", "-club,rating") == ["b", "d", "a", "c"]
    assert ids("--sort", "random") == ids("--sort", "random")
    assert sorted(ids("--sort", "random:w")) == ["a", "b", "c", "d"]
    told = evening("players", "list", "noche", "--sort", "title").out.splitlines()
    assert [line.split()[1] for line in told[1:3]] == ["GM", "FM"]
    written = rows_of(evening("players", "list", "noche", "--csv", "--sort", "rating"))
    assert [(r["id"], r["title"], r["sex"], r["birth_date"]) for r in written][:2] == [
        ("a", "GM", "f", "2001-04-30"),
        ("b", "", "m", ""),
    ]
    assert evening.refusal("players", "list", "noche", "--sort", "height")[0] == "order-unknown"
    evening("players", "edit", "noche", "d", "sex=m", "title=Expert", "local_id=77", "until=2", "bonus=0.5")
    last = evening.json("players", "list", "noche")[3]
    assert (last["sex"], last["title"], last["local_id"], last["until"], last["bonus"]) == ("m", "Expert", "77", 2, 0.5)
    evening(
        "players",
        "add",
        "noche",
        "--name",
        "Iker Lago",
        "--title",
        "CM",
        "--sex",
        "m",
        "--birth-date",
        "1999-01-02",
        "--intl-id",
        "5",
        "--late-from",
        "2",
        "--bonus",
        "1",
    )
    added = evening.json("players", "list", "noche")[4]
    assert (added["birth_year"], added["intl_id"], added["late_from"], added["bonus"]) == (1999, "5", 2, 1)


@pytest.mark.req("S-7", "SP-6")
def test_start_numbers_by_a_chain(evening):
    evening("set", "noche", "numbering=club,-rating")
    evening("pair", "noche")
    assert [row["id"] for row in evening.json("players", "list", "noche", "--sort", "start_no")] == ["c", "a", "b", "d"]


@pytest.mark.req("SP-13")
def test_cross_table_information_and_card(evening):
    assert "fills in" in evening("cross-table", "noche").out
    assert evening.json("pairing-information", "noche") == []
    play_rounds(evening, 2)
    evening("pair", "noche")
    table = evening("cross-table", "noche").out
    assert "rank" in table
    assert len(table.splitlines()) == 6
    assert "×" in evening("cross-table", "noche", "--form", "round-robin").out
    rows = rows_of(evening("cross-table", "noche", "--csv"))
    assert len(rows) == 4
    assert rows[0]["2"]
    assert len(evening.json("cross-table", "noche", "--after", "1")[0]["rounds"]) == 1
    told = evening("pairing-information", "noche").out
    assert "before round 3" in told
    assert "same points" in told
    assert [row["round"] for row in evening.json("pairing-information", "noche", "--round", "2")] == [2] * 4
    assert len(rows_of(evening("pairing-information", "noche", "--csv"))) == 4
    assert evening.refusal("pairing-information", "noche", "--round", "9")[0] == "no-round-anywhere"
    card = evening("card", "noche", "Ana Duna").out
    assert "GM" in card
    assert "Place" in card
    assert evening.json("card", "noche", "a")["rounds"][2]["status"] == "drafted"
    assert [row["round"] for row in rows_of(evening("card", "noche", "a", "--csv"))] == ["1", "2", "3"]
    assert evening.refusal("card", "noche", "zz")[0] == "no-such-entrant"
    assert len(rows_of(evening("standings", "noche", "--csv", "--after", "1"))) == 4


@pytest.mark.req("SP-23")
def test_columns_beside_the_names(evening):
    evening("pair", "noche")
    shown = evening("pairings", "noche", "--columns", "points,rating,club").out
    assert "(0) 1800 Norte" in shown
    assert "1800" not in evening("pairings", "noche").out
    row = rows_of(evening("pairings", "noche", "--columns", "points,rating", "--csv"))[0]
    assert {"points_before_a", "rating_b"} <= set(row)
    assert evening.refusal("pairings", "noche", "--columns", "height")[0] == "column-unknown"
    assert evening.refusal("set", "noche", "pairing_columns=height")[0] == "setting-unreadable"


@pytest.mark.req("SP-13")
@pytest.mark.parametrize(
    "view",
    [
        "csv-cross-table",
        "csv-cross-table-grid",
        "csv-ratings",
        "csv-ratings-2",
        "csv-information",
        "csv-cards",
        "csv-players",
        "csv-pairings",
        "csv-standings",
    ],
)
def test_every_view_is_exported(evening, view):
    play_rounds(evening)
    assert "," in evening("export", "noche", view).out.splitlines()[0]


def test_what_somebody_needs_is_said_in_four_languages(evening):
    play_rounds(evening, 2)
    for step in ("pair", "publish", "start"):
        evening(step, "noche")
    said = {lang: evening("outlook", "noche", "a", "--lang", lang).out for lang in ("en", "es", "pt", "it")}
    assert {lang: text.splitlines()[1].strip() for lang, text in said.items()} == {
        "en": "First place: certain, place 1.",
        "es": "Primer puesto: clasificación segura, puesto 1.",
        "pt": "Primeiro lugar: classificação garantida, 1º lugar.",
        "it": "Primo posto: qualificazione certa, posizione 1.",
    }


def test_a_game_keeps_its_words_on_the_command_line(pareo):
    pareo("new", "Copa", "--ruleset", "pokemon-tcg-2027", "--slug", "copa", "--rounds", "2", "--seed", "x")
    pareo("players", "import", "copa", "-", stdin=PEOPLE)
    first = [("report", "copa", "--round", "1", "--table", table, "1-0") for table in ("1", "2")]
    begin = [(step, "copa") for step in ("pair", "publish", "start")]
    for words in (*begin, *first, ("finish", "copa"), *begin):
        pareo(*words, *(["--yes"] if words[0] != "finish" else []))
    said = "".join(pareo("outlook", "copa", who).out for who in "abcd")
    assert "A tie is enough" in said
    assert "draw" not in said


def test_how_the_day_goes_on_is_said_in_four_languages(evening):
    for step in ("pair", "publish", "start"):
        evening(step, "noche")
    store = open_store(str(evening.db))
    floor.start_clock(Context(store), "noche", minutes=50)
    store.close()
    said = [evening("plan", "noche", "--lang", lang).out for lang in ("en", "es", "pt", "it")]
    for text, begins in zip(
        said, ("Round 1 ends", "La ronda 1 acaba", "A rodada 1 termina", "Il turno 1 finisce"), strict=True
    ):
        assert text.startswith(begins)
