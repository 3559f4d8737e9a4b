"""Lists of people, read from what a spreadsheet wrote and written so that they can be read again."""

from __future__ import annotations

import pytest

from pareo.app.rows.league import DirectoryPerson
from pareo.core.text.errors import BadInput
from pareo.formats.tables.directory_files import read_people, write_people


@pytest.mark.req("SP-8")
def test_columns_by_header_in_any_order_and_language() -> None:
    notes: list[str] = []
    rows = read_people(b"Elo;Jugador;Partidas;Shoes\n1540;Abril, Ana;22;43\n;Bruno Brasa;;\n", notes=notes)
    assert [dict(r.fields) for r in rows] == [
        {"first": "Ana", "last": "Abril", "rating": "1540", "games": "22"},
        {"first": "Bruno", "last": "Brasa"},
    ]
    assert [str(r.where) for r in rows] == ["line 2", "line 3"]
    assert "Shoes" in notes[0]


def test_what_was_written_is_read_again() -> None:
    row = DirectoryPerson(
        id="a1",
        name="=Ana Abril",
        first="=Ana",
        last="Abril",
        sex="",
        title="",
        club="",
        federation="",
        birth_year=1990,
        local_id="",
        intl_id="",
        rating=1500,
        games=3,
        rating2=None,
        games2=0,
        aliases=["A. Abril", "Ana Abríl"],
        note="",
        version=1,
    )
    (back,) = read_people(write_people([row]))
    assert (back.fields["first"], back.fields["aliases"]) == ("=Ana", "A. Abril; Ana Abríl")
    assert back.fields["rating"] == "1500"
    assert b"'=Ana" in write_people([row]), "a spreadsheet must not run a name"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "csv-empty"),
        (b"rating\n1500\n", "csv-no-name"),
        (b"name,rating\n", "csv-no-rows"),
        (b"name,first,player\nx,y,z\n", "csv-column-twice"),
        (b'name\n"open\n', "csv-broken"),
        (b"name\n" + b"x" * 200_000, "csv-long-line"),
        (b"PK\x03\x04rubbish", None),
    ],
)
def test_bad_files_are_refused_in_one_sentence(data: bytes, code: str | None) -> None:
    with pytest.raises(BadInput) as caught:
        read_people(data)
    assert code in (None, caught.value.code)
    assert "\n" not in str(caught.value)
