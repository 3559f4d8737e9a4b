"""A FISE Scrabble evening by command line only: scores, acceleration, coming and going, ratings."""

from __future__ import annotations

import pytest


def rating(i: int) -> str:
    return "" if i > 10 else str(2000 - 50 * i)


def points(row) -> str:
    """The player entered first wins 400 : 350."""
    return "400-350" if int(row["a"]) < int(row["b"]) else "350-400"


@pytest.mark.req("S-7", "S-8", "S-13")
def test_numbers_halves_and_scores(pareo):
    slug = pareo("new", "Noche", "--ruleset", "scrabble-fise", "--rounds", "3", "--seed", "s").out.strip()
    rows = ["id,first,last,rating", "u,Noa,Alba,", "b,Teo,Zea,1500", "c,Lia,Abad,1500", "a,Iria,Mora,1800"]
    pareo("players", "import", slug, pareo.file("p.csv", "\n".join(rows)))
    pareo("pair", slug)
    listed = {r["id"]: r["start_no"] for r in pareo.json("players", "list", slug)}
    assert listed["a"] == 1  # by rating, highest first
    assert (listed["b"], listed["c"]) in ((2, 3), (3, 2))
    assert listed["u"] == 4  # unrated come last
    order = {no: player for player, no in listed.items()}
    met = {frozenset((r["a"], r["b"])) for r in pareo.pairings(slug)}
    assert met == {frozenset((order[1], order[3])), frozenset((order[2], order[4]))}  # upper half meets lower half
    pareo("publish", slug)
    pareo("start", slug)
    first = pareo.pairings(slug)[0]
    pareo("report", slug, "--round", "1", "--table", "1", "412-380")
    row = pareo.pairings(slug)[0]
    assert (row["a"], row["result"], row["points_a"], row["points_b"]) == (first["a"], "412-380", 1, 0)
    pareo("report", slug, "--round", "1", "--table", "2", "½-½")
    pareo("finish", slug)
    table = {r["player"]: r for r in pareo.json("standings", slug)}
    assert table[first["a"]]["tiebreaks"]["secondary"]["value"] == 412
    assert sorted(r["points"] for r in table.values()) == [0, 0.5, 0.5, 1]
    pareo.play_round(slug, lambda row: "400-390")
    assert {r["id"]: r["start_no"] for r in pareo.json("players", "list", slug)} == listed  # numbers stay


@pytest.mark.req("S-7")
def test_the_surname_breaks_equal_ratings(pareo):
    slug = pareo("new", "Noche", "--ruleset", "scrabble-fise", "--rounds", "3").out.strip()
    pareo("players", "import", slug, pareo.file("p.csv", "id,first,last,rating\nz,Ana,Zea,1500\na,Zoe,Abad,1500\n"))
    pareo("pair", slug)
    assert {r["id"]: r["start_no"] for r in pareo.json("players", "list", slug)} == {"a": 1, "z": 2}


@pytest.mark.req("S-19")
def test_acceleration_keeps_the_groups_apart(pareo, field):
    slug = field("scrabble-fise", 20, "--rounds", "5", more=lambda i: str(2000 - i))
    pareo("set", slug, "acceleration=1-10:2:1")
    rows = pareo.play_round(slug, points)
    assert all((int(r["a"]) <= 10) == (int(r["b"]) <= 10) for r in rows)
    assert {frozenset((int(r["a"]), int(r["b"]))) for r in rows if int(r["a"]) <= 10} == {
        frozenset((i, i + 5)) for i in range(1, 6)
    }
    assert all(r["points"] in (0, 1) for r in pareo.json("standings", slug))  # virtual points count for pairing only
    rows = pareo.play_round(slug, points)
    assert any((int(r["a"]) <= 10) != (int(r["b"]) <= 10) for r in rows)


@pytest.mark.req("S-6")
def test_players_come_and_go_in_any_round(pareo, field):
    slug = field("scrabble-fise", 8, "--rounds", "4", more=rating)
    pareo.play_round(slug, points)
    pareo("drop", slug, "3")
    pareo("late", slug, "--id", "901", "--first", "Ciro", "--last", "Blanco", "--yes")
    rows = pareo.play_round(slug, points)
    playing = {p for r in rows for p in (r["a"], r["b"])}
    assert "901" in playing
    assert "3" not in playing
    pareo("undo-drop", slug, "3")
    pareo("late", slug, "--id", "902", "--first", "Elsa", "--last", "Prado", "--yes")
    pareo.open_round(slug)
    assert {"3", "901", "902"} <= {p for r in pareo.pairings(slug) for p in (r["a"], r["b"])}


@pytest.mark.req("S-11")
def test_who_withdraws_after_being_paired_gives_the_point_away(pareo, field):
    slug = field("scrabble-fise", 8, "--rounds", "4", more=rating)
    pareo.open_round(slug)
    row = pareo.pairings(slug)[0]
    pareo("drop", slug, row["b"])
    pareo.play(slug, points)
    table = {r["player"]: r for r in pareo.json("standings", slug)}
    assert (table[row["a"]]["points"], table[row["b"]]["points"]) == (1, 0)
    rated = {r["player"]: r for r in pareo.json("ratings", slug)}
    other = pareo.pairings(slug, "--round", "1")[1]
    assert rated[row["a"]]["games"] == 0  # the game is not rated
    assert rated[other["a"]]["games"] == 1


def test_papers_of_the_evening(pareo, field):
    slug = field("scrabble-fise", 7, "--rounds", "3", more=rating)
    pareo.play_round(slug, points)
    cards = pareo.json("cards", slug)
    assert len(cards) == 7
    assert any("Prado01" in card for card in cards)
    seats = pareo.json("seating", slug)
    assert sorted(s["player"] for s in seats) == sorted(str(i) for i in range(1, 8))
    assert len(pareo.json("slips", slug, "--round", "1")) == 3
    for command in (("cards",), ("seating",), ("ratings",), ("slips",), ("announce",)):
        assert pareo(*command, slug).out.strip()
