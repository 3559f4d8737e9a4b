"""Which column is what, and what would be read, before anything is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.results.report import ResultRow
from pareo.app.rounds.by_hand import HandPairing
from pareo.core.words.errors import PareoError
from pareo.formats.tables.mapping import (
    ROW_LIMIT,
    Kind,
    Mapping,
    fields_of,
    pairings_of,
    players_of,
    preview,
    propose,
    read_sheet,
    results_of,
)
from workbooks import workbook


@pytest.mark.parametrize(
    ("head", "fields"),
    [
        ("First name,Surname,Year of birth,Club", ("first", "last", "birth_year", "club")),
        ("Nombre;Apellidos;Año de nacimiento;Equipo", ("first", "last", "birth_year", "team")),
        ("Nome;Sobrenome;Ano de nascimento;Clube", ("first", "last", "birth_year", "club")),
        ("Nome;Cognome;Anno di nascita;Circolo", ("first", "last", "birth_year", "club")),
        ("Nombre del jugador;Elo FIDE;Zapatos", ("name", "rating", None)),
    ],
)
@pytest.mark.req("SP-8")
def test_headers_in_four_languages(head, fields):
    separator = ";" if ";" in head else ","
    sheet = read_sheet((head + "\n" + separator.join("x" * (head.count(separator) + 1)) + "\n").encode())
    assert propose(sheet, Kind.PLAYERS).fields == fields


def test_without_headers_the_cells_tell():
    sheet = read_sheet(workbook(["Ruiz, Ana", 2009, "ESP", 1500, 4123456], ["Mora, Lia", 2010, "ITA", 900, 4123457]))
    mapping = propose(sheet, Kind.PLAYERS)
    assert (mapping.fields, mapping.header) == (("name", "birth_year", "federation", "rating", "id"), False)
    ana, lia = players_of(sheet, mapping)
    assert (ana.first, ana.last, ana.birth_year, ana.federation, ana.rating, ana.id) == (
        "Ana", "Ruiz", 2009, "ESP", 1500, "4123456")
    assert (lia.first, lia.where) == ("Lia", "line 2")


def test_workbook_and_csv_give_the_same_players():
    rows = [["Name", "Elo", "Shoe"], ["Ana Ruiz", 1500, 42], [], ["Lia Mora", 1400, 39]]
    text = "\n".join(",".join(map(str, row)) for row in rows).encode()
    book, plain = read_sheet(workbook(*rows)), read_sheet(text)
    mapping = propose(book, Kind.PLAYERS)
    assert mapping == propose(plain, Kind.PLAYERS)
    assert players_of(book, mapping) == players_of(plain, mapping)
    assert [p.where for p in players_of(book, mapping)] == ["line 2", "line 4"]
    assert preview(book, mapping).left_out == ("Shoe",)


def test_a_mapping_can_be_changed():
    sheet = read_sheet(b"Wer,Was\nAna Ruiz,1500\n")
    mapping = Mapping(Kind.PLAYERS, (None, None), header=True).changed(0, "name").changed(1, "rating")
    assert players_of(sheet, mapping)[0].rating == 1500
    moved = mapping.changed(1, "name")
    assert moved.fields == (None, "name")
    for column, field in ((5, "name"), (0, "shoe")):
        with pytest.raises(PareoError):
            mapping.changed(column, field)


def test_the_preview_names_each_bad_row():
    sheet = read_sheet(b"first,rating\nAna,1500\nLia,many\nTeo,-\n,12\n")
    shown = preview(sheet, propose(sheet, Kind.PLAYERS))
    codes = [row.problem.code if row.problem else None for row in shown.rows]
    assert codes == [None, "csv-number", None, "name-missing"]
    assert [str(row.problem) for row in shown.problems] == ["line 3: rating “many” is not a whole number.",
                                                            "line 5: a player needs a name."]
    assert shown.rows[0].values == (("first", "Ana"), ("rating", "1500"))
    with pytest.raises(PareoError, match="line 3"):
        players_of(sheet, shown.mapping)


def test_an_id_that_is_there_twice_is_a_problem_of_the_list():
    sheet = read_sheet(b"first,id\nAna,7\nLia,7\n")
    assert [row.problem.code for row in preview(sheet, propose(sheet, Kind.PLAYERS)).problems] == ["csv-id-twice"]


def test_results_and_pairings():
    sheet = read_sheet(workbook(["Mesa", "Resultado"], [1, "1-0"], [2, "½-½"], [3, None]))
    assert results_of(sheet, propose(sheet, Kind.RESULTS)) == [
        ResultRow("1-0", table=1, where="line 2"), ResultRow("½-½", table=2, where="line 3")]
    bare = read_sheet(b"1;412-380\n2;390-401\n")
    assert propose(bare, Kind.RESULTS).fields == ("table", "result")
    hand = read_sheet(b"white;black\nx;y\nz;\n")
    assert pairings_of(hand, propose(hand, Kind.PAIRINGS)) == [
        HandPairing("x", "y", None, "", "line 2"), HandPairing("z", "", None, "", "line 3")]


def test_a_list_longer_than_any_event_is_refused():
    with pytest.raises(PareoError) as caught:
        read_sheet(b"first\n" + b"a\n" * (ROW_LIMIT + 1))
    assert caught.value.code == "csv-too-many"


@pytest.mark.parametrize("fields", [(None, None), ("club", None), ("first", "first"), ("first", "shoe")])
def test_mappings_that_make_no_sense(fields):
    with pytest.raises(PareoError):
        preview(read_sheet(b"a,b\n1,2\n"), Mapping(Kind.PLAYERS, fields))


@given(st.one_of(st.binary(max_size=300), st.text(alphabet="ab,;\t\n\"'=-0159é \x00", max_size=200).map(str.encode)),
       st.sampled_from(list(Kind)), st.data())
@settings(max_examples=120, deadline=None)
def test_any_file_and_any_mapping_give_rows_or_a_refusal(data, kind, draw):
    try:
        sheet = read_sheet(data)
        mapping = propose(sheet, kind)
        for column in range(len(mapping.fields)):
            mapping = mapping.changed(column, draw.draw(st.sampled_from([None, *fields_of(kind)])))
        shown = preview(sheet, mapping)
        assert len(shown.rows) <= len(sheet.rows)
        read = {Kind.PLAYERS: players_of, Kind.RESULTS: results_of, Kind.PAIRINGS: pairings_of}[kind]
        read(sheet, mapping)
    except PareoError:
        pass
