"""Which column is what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.results.enter_result import ResultRow
from pareo.core.text.errors import PareoError
from pareo.formats.tables.csv_files import read_players, read_results
from pareo.formats.tables.mapping import ROW_LIMIT, ListKind, as_csv, propose, read_sheet
from support.files.workbooks import workbook


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
    assert propose(sheet, ListKind.PLAYERS).fields == fields


def test_without_headers_the_cells_tell():
    book = workbook(["Ruiz, Ana", 2009, "ESP", 1500, 4123456], ["Mora, Lia", 2010, "ITA", 900, 4123457])
    mapping = propose(read_sheet(book), ListKind.PLAYERS)
    assert (mapping.fields, mapping.header) == (("name", "birth_year", "federation", "rating", "id"), False)
    ana, lia = read_players(as_csv(book, ListKind.PLAYERS))
    assert (ana.first, ana.last, ana.birth_year, ana.federation, ana.rating, ana.id) == (
        "Ana",
        "Ruiz",
        2009,
        "ESP",
        1500,
        "4123456",
    )
    assert (lia.first, lia.last) == ("Lia", "Mora")


def test_workbook_and_csv_give_the_same_players():
    rows = [["Name", "Elo", "Shoe"], ["Ana Ruiz", 1500, 42], ["Lia Mora", 1400, 39]]
    text = "\n".join(",".join(map(str, row)) for row in rows).encode()
    assert propose(read_sheet(workbook(*rows)), ListKind.PLAYERS) == propose(read_sheet(text), ListKind.PLAYERS)
    assert as_csv(text, ListKind.PLAYERS) == text
    assert read_players(as_csv(workbook(*rows), ListKind.PLAYERS)) == read_players(text)


def test_results():
    book = workbook(["Mesa", "Resultado"], [1, "1-0"], [2, "½-½"])
    assert read_results(as_csv(book, ListKind.RESULTS)) == [
        ResultRow("1-0", table=1, where="line 2"),
        ResultRow("½-½", table=2, where="line 3"),
    ]
    bare = read_sheet(b"1;412-380\n2;390-401\n")
    assert propose(bare, ListKind.RESULTS).fields == ("table", "result")


def test_a_list_longer_than_any_event_is_refused():
    with pytest.raises(PareoError) as caught:
        read_sheet(b"first\n" + b"a\n" * (ROW_LIMIT + 1))
    assert caught.value.code == "csv-too-many"


@given(
    st.one_of(st.binary(max_size=300), st.text(alphabet="ab,;\t\n\"'=-0159é \x00", max_size=200).map(str.encode)),
    st.sampled_from(list(ListKind)),
)
@settings(max_examples=120, deadline=None)
def test_any_file_gives_columns_or_a_refusal(data, kind):
    try:
        sheet = read_sheet(data)
    except PareoError:
        return
    fields = [field for field in propose(sheet, kind).fields if field is not None]
    assert len(fields) == len(set(fields)) <= sheet.width
