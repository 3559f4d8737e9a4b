"""The directory as a spreadsheet: a list of people read from CSV or XLSX, and written so that it can be read again.

Pure functions between bytes and rows. Columns go by their header, in any order and in four languages; only a name is
required. What a value may be is the app's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pareo.app.league.directory_lists import ListRowText
from pareo.app.rows.league import DirectoryPerson
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import line_no, note
from pareo.core.text.name_order import split_name
from pareo.formats.tables.csv_writer import FORMULA, csv_bytes
from pareo.formats.tables.headings import PLAYER_ALIASES, plain_header
from pareo.formats.tables.mapping import read_sheet

HEADS = (
    "id",
    "first",
    "last",
    "sex",
    "title",
    "club",
    "federation",
    "birth_year",
    "local_id",
    "intl_id",
    "rating",
    "games",
    "rating2",
    "games2",
    "aliases",
    "note",
)
PEOPLE_LIMIT = 200_000  # a whole federation in one file
_MORE = {
    "games": "games",
    "rated games": "games",
    "partidas": "games",
    "jogos": "games",
    "partite": "games",
    "games2": "games2",
    "aliases": "aliases",
    "other spellings": "aliases",
    "note": "note",
    "notes": "note",
}
_KNOWN: Mapping[str, str] = {
    **{head: field for head, field in PLAYER_ALIASES.items() if field in (*HEADS, "name")},
    **_MORE,
}


def read_people(data: bytes, *, notes: list[str] | None = None) -> list[ListRowText]:
    """The rows of a list, with the line each stands on."""
    sheet = read_sheet(data, limit=PEOPLE_LIMIT)
    head, *body = sheet.rows
    fields = [_KNOWN.get(plain_header(cell)) for cell in head.cells]
    named = [field for field in fields if field is not None]
    if twice := [field for field in named if named.count(field) > 1]:
        raise BadInput(
            "csv-column-twice", "{where}: the column {name} appears twice.", where=line_no(head.line), name=twice[0]
        )
    if not {"name", "first", "last"} & set(named):
        raise BadInput(
            "csv-no-name",
            "{where}: no column has the players' names (first, last or name); found: {found}.",
            where=line_no(head.line),
            found=", ".join(cell[:40] for cell in head.cells[:12] if cell),
        )
    if not body:
        raise BadInput("csv-no-rows", "The file has a header but no players.")
    unknown = [cell[:40] for cell, field in zip(head.cells, fields, strict=True) if field is None and cell]
    if unknown and notes is not None:
        notes.append(
            note("csv-unknown-columns", "Unknown columns were left out: {names}.", names=", ".join(unknown[:12]))
        )
    return [ListRowText(line_no(row.line), _cells(row.cells, fields)) for row in body]


def _cells(cells: tuple[str, ...], fields: list[str | None]) -> dict[str, str]:
    values = {field: _plain(cell) for field, cell in zip(fields, cells, strict=False) if field is not None and cell}
    if name := values.pop("name", ""):
        first, last = split_name(name)
        values = {"first": first, "last": last, **values}
    if len(values.get("birth_year", "")) > 4:
        values["birth_year"] = next(
            (part for part in values["birth_year"].replace("/", "-").replace(".", "-").split("-") if len(part) == 4),
            values["birth_year"],
        )
    return values


def _plain(cell: str) -> str:
    """A cell as it was before an export made it harmless for spreadsheets."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def write_people(rows: Iterable[DirectoryPerson]) -> bytes:
    """Everybody, for staff: it can be imported again, also into another directory."""
    return csv_bytes(
        HEADS, [["; ".join(row.aliases) if head == "aliases" else getattr(row, head) for head in HEADS] for row in rows]
    )
