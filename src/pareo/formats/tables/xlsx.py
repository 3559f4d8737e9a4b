"""Spreadsheet files (.xlsx): rows of text out of one, and tables of cells into one.

Contract: `read_cells` takes the bytes of a stranger's file and gives the rows of its first sheet as text, or
BadInput; it never runs a formula, follows no link, and unpacks only what it has measured first. `write_tables`
makes a workbook with one sheet per table; text that a spreadsheet would take for a formula gets an apostrophe, which
the reader of players and results takes off again.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from pareo.core.text.errors import BadInput

SIZE_LIMIT = 20 * 1024 * 1024
UNPACKED_LIMIT = 80 * 1024 * 1024
ROW_LIMIT = 20_000
COLUMN_LIMIT = 100
_SHEETS_LIMIT = 10
_PARTS_LIMIT = 500
_RATIO_LIMIT = 150  # sheets of the same short words pack well, but not better than this
_RATIO_FROM = 4 * 1024 * 1024  # below this size a good ratio harms nobody
_CELL_LIMIT = 5000
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_UNZIPPABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, OverflowError)

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class XlsxRow:
    """One row of a sheet: its number there, and its cells as text."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A view as rows: what a sheet or a CSV file is made of."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        """Each column has a name of its own: of players with one name the second is “Ana (2)” (B-49)."""
        seen: Counter[str] = Counter()
        heads = []
        for head in self.heads:
            seen[head] += 1
            heads.append(head if seen[head] == 1 else f"{head} ({seen[head]})")
        object.__setattr__(self, "heads", tuple(heads))


# --- reading ----------------------------------------------------------------------------------------------------------


def recognise(data: bytes) -> bool:
    """Is this a workbook? Told by its parts, not by its name."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except _UNZIPPABLE:
        return False
    return "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names)


def read_cells(data: bytes, *, limit: int = ROW_LIMIT) -> list[XlsxRow]:
    """The rows of the first sheet that have something in them. A formula gives its value when the file was saved."""
    return read_sheets(data, limit=limit, most=1)[0]


def read_sheets(data: bytes, *, limit: int = ROW_LIMIT, most: int = _SHEETS_LIMIT) -> list[list[XlsxRow]]:
    """The rows of each of the first sheets that have something in them; `most`: how many sheets are looked at."""
    _check_size(data)
    from openpyxl import load_workbook  # noqa: PLC0415 - heavy, and most commands never need it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of charts and styles that are left out
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            sheets = [rows for name in book.sheetnames[:most] if (rows := _rows(book[name], limit))]
    except (BadInput, MemoryError):
        raise
    except Exception as problem:  # the library meets a stranger's file: whatever it trips over, the file is broken
        raise _broken_error() from problem
    if not sheets:
        raise BadInput("csv-empty", "The file is empty.")
    return sheets


def _broken_error() -> BadInput:
    return BadInput("xlsx-broken", "This spreadsheet cannot be read: it is damaged or not an .xlsx file.")


def _check_size(data: bytes) -> None:
    """Refuses what would unpack into too much, and XML that defines its own entities."""
    if len(data) > SIZE_LIMIT:
        raise BadInput("xlsx-too-large", "The file is larger than {limit} MB.", limit=SIZE_LIMIT // 2**20)
    if not recognise(data):
        raise _broken_error()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            total = sum(part.file_size for part in parts)
            if len(parts) > _PARTS_LIMIT or total > UNPACKED_LIMIT or any(map(_too_dense, parts)):
                raise BadInput("xlsx-bomb", "The unpacked spreadsheet is too large for a list of players.")
            for part in parts:
                if part.filename.endswith((".xml", ".rels", ".vml")):
                    _check_xml(archive, part)
    except _UNZIPPABLE as problem:
        raise _broken_error() from problem


def _too_dense(part: zipfile.ZipInfo) -> bool:
    return part.file_size > _RATIO_FROM and part.file_size > _RATIO_LIMIT * max(part.compress_size, 1)


def _check_xml(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Spreadsheets have no document type of their own: one that does means harm. Read in pieces, kept nowhere."""
    before = b""
    with archive.open(part) as stream:
        while piece := stream.read(1 << 20):
            whole = before + piece
            if b"<!DOCTYPE" in whole or b"<!ENTITY" in whole or b"\0" in piece:
                raise BadInput("xlsx-entities", "The spreadsheet has XML definitions that we don't read.")
            before = piece[-16:]


def _rows(sheet: Any, limit: int) -> list[XlsxRow]:
    if not hasattr(sheet, "iter_rows"):
        return []  # a chart sheet
    rows: list[XlsxRow] = []
    cells = sheet.iter_rows(max_row=limit + 1, max_col=COLUMN_LIMIT, values_only=True)
    for number, values in enumerate(cells, 1):
        if number > limit:
            raise BadInput("xlsx-too-many", "The sheet has more than {limit} rows.", limit=limit)
        texts = [_text(value) for value in values]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            rows.append(XlsxRow(number, tuple(texts)))
    return rows


def _text(value: object) -> str:
    """A cell as a person reads it: whole numbers without a point, dates as year-month-day."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value).strip()[:_CELL_LIMIT]


# --- writing ----------------------------------------------------------------------------------------------------------


def harmless(cell: Cell) -> Cell:
    """Text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return f"'{cell}"
    return cell


def write_tables(tables: Iterable[SheetTable]) -> bytes:
    """A workbook with a sheet per table: bold first row that stays in sight, columns as wide as their words."""
    from openpyxl import Workbook  # noqa: PLC0415
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    book = Workbook(write_only=True)
    bold = Font(bold=True)
    taken: set[str] = set()
    for table in tables:
        sheet = book.create_sheet(_sheet_name(table.name, taken))
        sheet.freeze_panes = "A2"
        for i, width in enumerate(_widths(table), 1):
            sheet.column_dimensions[get_column_letter(i)].width = width
        heads = [WriteOnlyCell(sheet, value=_clean(head)) for head in table.heads]
        for head in heads:
            head.font = bold
        sheet.append(heads)
        for row in table.rows:
            sheet.append([_clean(cell) for cell in row])
    if not taken:
        book.create_sheet("-")
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _clean(cell: Cell) -> Cell:
    cell = harmless(cell)
    return _UNPRINTABLE.sub("", cell)[:_CELL_LIMIT] if isinstance(cell, str) else cell


def _sheet_name(name: str, taken: set[str]) -> str:
    """At most 31 letters, without the signs a sheet's name may not have, and not twice."""
    plain = re.sub(r"[\\/*?:\[\]']", " ", _UNPRINTABLE.sub("", name)).strip()[:31] or "-"
    number = 2
    while plain.casefold() in taken:
        plain = f"{plain[:27]} {number}"
        number += 1
    taken.add(plain.casefold())
    return plain


def _widths(table: SheetTable) -> Sequence[int]:
    columns = zip(table.heads, *table.rows[:200], strict=False)
    return [min(40, max(6, *(len(str(cell if cell is not None else "")) + 2 for cell in column))) for column in columns]
