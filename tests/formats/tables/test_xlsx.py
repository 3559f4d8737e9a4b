"""Workbooks: read safely, written harmlessly, and every view in one."""

from __future__ import annotations

import contextlib
import io
import zipfile
from datetime import UTC, datetime

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.text.errors import BadInput, NotFound
from pareo.formats.tables.csv_files import read_pairings, read_players
from pareo.formats.tables.views import VIEWS, view_table, write_csv, write_xlsx
from pareo.formats.tables.xlsx import ROW_LIMIT, SheetTable, read_cells, recognise, write_tables
from support.events.played import PlayedEvent
from support.files.workbooks import sheets, workbook


def with_part(data, name, content):
    """The workbook with one part changed or added."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            if part.filename != name:
                new.writestr(part.filename, old.read(part))
        new.writestr(name, content)
    return packed.getvalue()


def test_cells_come_as_people_read_them():
    born = datetime(2009, 3, 5, tzinfo=UTC).replace(tzinfo=None)
    rows = read_cells(workbook(["Nombre", "Elo", "Nace"], [], [" Ana ", 1500.0, born], [None, True, 1.5, None]))
    assert [(row.line, row.cells) for row in rows] == [
        (1, ("Nombre", "Elo", "Nace")),
        (3, ("Ana", "1500", "2009-03-05")),
        (4, ("", "yes", "1.5")),
    ]


def test_formulas_are_never_run_and_text_is_neutralised():
    rows = (("=1+1", 5), ("@x", -3), ("-y", None), ("+z", 1.5), ("plain", "\x07"))
    data = write_tables([SheetTable("t", ("a", "b"), rows)])
    book = openpyxl.load_workbook(io.BytesIO(data))
    cells = [cell for row in book["t"].iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert [row.cells for row in read_cells(data)][1:] == [
        ("'=1+1", "5"),
        ("'@x", "-3"),
        ("'-y",),
        ("'+z", "1.5"),
        ("plain",),
    ]
    # A formula somebody else wrote gives its saved value only; here there is none.
    assert [row.cells for row in read_cells(workbook(["=1+1", "x"]))] == [("", "x")]


def test_sheet_names_that_a_workbook_cannot_have():
    data = write_tables([SheetTable("a/b:c", ("h",), ()), SheetTable("a b c", ("h",), ()), SheetTable("", ("h",), ())])
    assert list(sheets(data)) == ["a b c", "a b c 2", "-"]


BOMB = b"<a>" + b" " * (30 * 1024 * 1024) + b"</a>"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: b"PK\x03\x04 no", "xlsx-broken"),
        (lambda: b"", "xlsx-broken"),
        (lambda: workbook(["x"])[:-60], "xlsx-broken"),
        (lambda: with_part(workbook(["x"]), "xl/sharedStrings.xml", BOMB), "xlsx-bomb"),
        (lambda: with_part(workbook(["x"]), "xl/extra.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"), "xlsx-entities"),
        (lambda: with_part(workbook(["x"]), "xl/extra.xml", "<a/>".encode("utf-16")), "xlsx-entities"),
        (lambda: with_part(workbook(["x"]), "xl/workbook.xml", b"<nothing"), "xlsx-broken"),
        (lambda: with_part(workbook(["x"]), "xl/worksheets/sheet1.xml", b"<worksheet><sheetData>"), "xlsx-broken"),
        (workbook, "csv-empty"),
    ],
)
def test_hostile_files_are_refused(make, code):
    with pytest.raises(BadInput) as caught:
        read_cells(make())
    assert caught.value.code == code


def test_a_row_at_the_end_of_the_world_is_not_waited_for():
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>'
    )
    with pytest.raises(BadInput) as caught:
        read_cells(with_part(workbook(["x"]), "xl/worksheets/sheet1.xml", sheet))
    assert caught.value.code in ("xlsx-too-many", "csv-empty")
    assert ROW_LIMIT < 1048576


@given(st.binary(max_size=200), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_bent_workbooks_give_rows_or_bad_input(noise, where):
    whole = bytearray(SOUND)
    at = where % len(whole)
    whole[at : at + len(noise)] = noise
    try:
        rows = read_cells(bytes(whole))
    except BadInput:
        return
    assert all(isinstance(cell, str) for row in rows for cell in row.cells)


SOUND = workbook(["first", "last"], ["Ana", "Abril"])


@given(st.binary(max_size=400))
@settings(max_examples=60, deadline=None)
def test_any_sheet_part_gives_rows_or_bad_input(content):
    with contextlib.suppress(BadInput):
        read_cells(with_part(SOUND, "xl/worksheets/sheet1.xml", content))


@pytest.mark.req("SP-13")
def test_every_view_as_workbook_and_csv(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 5, fields=lambda i: {"club": "=HYPERLINK(1)", "birth_year": 2000 + i})
    event.play(2)
    data = write_xlsx(event.ctx, event.slug)
    assert recognise(data)
    shown = ["players", "pairings", "standings", "cross table", "information", "cards", "journal"]
    assert list(sheets(data)) == shown  # no round robin, no ratings here
    for view in VIEWS:
        table = view_table(event.ctx, event.slug, view)
        if table.name not in shown:
            assert table.rows == ()
            continue
        sheet = sheets(data)[table.name]
        assert sheet[0] == table.heads
        assert len(sheet) == len(table.rows) + 1 == len(write_csv(event.ctx, event.slug, view).decode().splitlines())
    players = read_players(write_csv(event.ctx, event.slug, "players"))
    assert [(p.id, p.club, p.birth_year) for p in players][:2] == [
        ("p1", "=HYPERLINK(1)", 2001),
        ("p2", "=HYPERLINK(1)", 2002),
    ]
    assert b"'=HYPERLINK" in write_csv(event.ctx, event.slug, "players")
    assert len(read_pairings(write_csv(event.ctx, event.slug, "pairings"))) == 6
    cross = view_table(event.ctx, event.slug, "cross-table")
    assert cross.heads[-2:] == ("1", "2")
    assert sum(cell == "bye" for row in cross.rows for cell in row) == 2
    ranks = {row[2]: row[1] for row in cross.rows}
    match = next(m for m in event.state.pods["main"].rounds[1].matches.values())
    winner, loser = f"p{min(match.a, match.b)}", f"p{max(match.a, match.b)}"
    assert next(row for row in cross.rows if row[2] == winner)[5] == f"{ranks[loser]}+"
    assert next(row for row in cross.rows if row[2] == loser)[5] == f"{ranks[winner]}−"


def test_views_before_the_first_round_and_unknown_ones(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 4)
    assert view_table(event.ctx, event.slug, "cross-table").rows == ()
    assert len(view_table(event.ctx, event.slug, "players").rows) == 4
    with pytest.raises(NotFound):
        view_table(event.ctx, event.slug, "shoes")
