"""Lists of players without headings, as they are pasted from a page or a document."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.text.errors import BadInput
from pareo.formats.tables.player_lists import players_of, read_list
from support.errors import raises_code

POKEMON = rulesets.load("pokemon-tcg-2019-07")
SCRABBLE = rulesets.load("scrabble-fise")


@pytest.mark.req("A-40")
@pytest.mark.parametrize("previewed", [True, False])
def test_the_documents_list_pasted_without_headings(previewed: bool) -> None:
    text = "1.\tSol, Benito\t2307\n2.\tSol de, Olga\t1901\n3.\tPaz, Jorge\t\n"
    players = players_of(read_list(text.encode(), SCRABBLE, [], previewed=previewed))
    assert [(p.first, p.last, p.rating, p.club) for p in players] == [
        ("Benito", "Sol", 2307, ""),
        ("Olga", "Sol de", 1901, ""),
        ("Jorge", "Paz", None, ""),
    ]


@pytest.mark.req("A-64")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ana Ferrer 2016 Vigo Cards", ("Ana", "Ferrer", 2016, "Vigo Cards", None)),
        ("Ana Ferrer Gil 2016", ("Ana", "Ferrer Gil", 2016, "", None)),
        ("3. Ana Ferrer 03/05/2016 1450 Vigo Cards", ("Ana", "Ferrer", 2016, "Vigo Cards", 1450)),
        ("Ana Ferrer 2016, Vigo Cards", ("Ana", "Ferrer", 2016, "Vigo Cards", None)),
        ("Ana Prado01, 2016, Club 2000", ("Ana", "Prado01", 2016, "Club 2000", None)),
    ],
)
def test_a_number_ends_a_name(line: str, expected: tuple[object, ...]) -> None:
    (player,) = players_of(read_list(line.encode(), POKEMON, [], previewed=True))
    assert (player.first, player.last, player.birth_year, player.club, player.rating) == expected


@pytest.mark.req("A-64")
@pytest.mark.parametrize("year", ["20116", "2O16", "2016-", "201o", "03/05/20116", "19.85.12.1"])
@pytest.mark.parametrize("line", ["Ana Ferrer, {}, Vigo", "Ana Ferrer\t{}\tVigo Cards", "Ana Ferrer {} Vigo Cards"])
def test_a_mistyped_year_is_no_club(line: str, year: str) -> None:
    (row,) = read_list(line.format(year).encode(), POKEMON, [], previewed=True)
    assert row.problem is not None
    assert row.problem.code == "paste-number"
    assert str(row.problem) == f"line 1: “{year}” is neither a birth year nor a rating."


def test_a_heading_nobody_knows_is_refused_unless_somebody_looks() -> None:
    text = b"Zapatos;Sombreros\nAna Sol;7\n"
    with raises_code(BadInput, "csv-no-name"):
        read_list(text, SCRABBLE, [], previewed=False)
    assert len(read_list(text, SCRABBLE, [], previewed=True)) == 2


@pytest.mark.req("U-2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name\nAna Cedro\nBruno Lamas\n", [("Ana", "Cedro"), ("Bruno", "Lamas")]),
        ("first,last,birth_year\nAna,Sol,2011\n,Cedro,\n", [("Ana", "Sol"), ("", "Cedro")]),
    ],
)
def test_a_column_of_names_and_a_last_name_alone_are_players(text: str, expected: list[tuple[str, str]]) -> None:
    rows = read_list(text.encode(), SCRABBLE, [], previewed=False)
    assert [(player.first, player.last) for player in players_of(rows)] == expected
