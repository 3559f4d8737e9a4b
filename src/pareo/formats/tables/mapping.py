"""Lists from a spreadsheet or a CSV file: which column is what.

`read_sheet` gives the rows of either kind of file, `propose` a mapping from the headers (four languages) or, where they
say nothing, from what the columns hold. How a cell is understood is the CSV reader's business: a mapping only renames
columns, so that both files mean the same.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from pareo.core.text.errors import BadInput
from pareo.formats.tables import xlsx
from pareo.formats.tables.csv_files import RESULT_ALIASES, decode_text, player_columns
from pareo.formats.tables.headings import PLAYER_ALIASES, plain_header

ROW_LIMIT = xlsx.ROW_LIMIT
COLUMN_LIMIT = 200
_LOOKED_AT = 50  # rows, for columns whose header says nothing


class ListKind(Enum):
    """What a list holds."""

    PLAYERS = "players"
    RESULTS = "results"


PLAYER_FIELDS: tuple[str, ...] = tuple(dict.fromkeys(PLAYER_ALIASES.values()))


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of a file that have something in them."""

    rows: tuple[xlsx.XlsxRow, ...]

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Mapping:
    """The field of each column (None: left out), and whether the first row is a header."""

    fields: tuple[str | None, ...]
    header: bool


# --- rows -------------------------------------------------------------------------------------------------------------


def read_sheet(data: bytes, *, limit: int = ROW_LIMIT) -> FileRows:
    """The rows of a workbook or of a CSV file, told apart by content."""
    if data.startswith(b"PK\x03\x04"):
        return FileRows(tuple(xlsx.read_cells(data, limit=limit)))
    text = decode_text(data)
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    separator = max(",;\t", key=re.sub(r'"[^"]*"', "", first).count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[xlsx.XlsxRow] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(xlsx.XlsxRow(line, tuple(cell.strip() for cell in cells)))
            line = reader.line_num + 1
            if len(rows) > limit:
                raise BadInput("csv-too-many", "line {line}: more than {limit} rows.", line=line, limit=limit)
    except csv.Error as problem:
        raise BadInput(
            "csv-broken", "line {line}: this is not a row of CSV ({problem}).", line=line, problem=str(problem)
        ) from None
    if not rows:
        raise BadInput("csv-empty", "The file is empty.")
    return FileRows(tuple(rows))


# --- which column is what ---------------------------------------------------------------------------------------------


def propose(sheet: FileRows, kind: ListKind) -> Mapping:
    """A mapping to begin with: by the headers, by a word inside them, then by what a column holds."""
    width = min(sheet.width, COLUMN_LIMIT)
    known = PLAYER_ALIASES if kind is ListKind.PLAYERS else RESULT_ALIASES
    heads = [plain_header(cell) for cell in sheet.rows[0].cells[:width]] if sheet.rows else []
    heads += [""] * (width - len(heads))
    fields: list[str | None] = [None] * width
    body = [row.cells[:width] for row in sheet.rows[1:]]
    by_head = player_columns(heads, body) if kind is ListKind.PLAYERS else [known.get(head) for head in heads]
    _assign_fields(fields, enumerate(by_head))
    named = any(fields)
    if named or not any(head.isdecimal() for head in heads):  # a row with bare numbers is no header
        _assign_fields(fields, ((i, _field_inside(head, known)) for i, head in enumerate(heads)))
    header = any(fields)
    looked_at = sheet.rows[1:] if header else sheet.rows
    columns = [
        [row.cells[i] for row in looked_at[:_LOOKED_AT] if i < len(row.cells) and row.cells[i]] for i in range(width)
    ]
    _assign_fields(
        fields, ((i, _looks_like(cells, kind)) for i, cells in enumerate(columns) if not header or not heads[i])
    )
    return Mapping(tuple(fields), header)


def _assign_fields(fields: list[str | None], claims: Iterable[tuple[int, str | None]]) -> None:
    """Gives each field to the first column that claims it."""
    for i, field in claims:
        if field is not None and fields[i] is None and field not in fields:
            fields[i] = field


def _field_inside(head: str, known: dict[str, str]) -> str | None:
    """“Player's surname (family)” has the word surname in it: the longest alias that is there as whole words."""
    aliases = [alias for alias in known if len(alias) > 2 and f" {alias} " in f" {head} "]
    return known[max(aliases, key=len)] if aliases else None


def _looks_like(cells: Sequence[str], kind: ListKind) -> str | None:
    """What a column without a usable header holds, if all its cells agree."""
    if not cells:
        return None
    if kind is not ListKind.PLAYERS:
        if all(re.fullmatch(r"=|[0-9½][0-9 ./½]*[-:–][0-9 ./½]+\D*", cell) for cell in cells):
            return "result"
        return "table" if all(re.fullmatch(r"[0-9]{1,4}", cell) for cell in cells) else None
    if all(re.fullmatch(r"(?:19|20)[0-9]{2}|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:19|20)[0-9]{2}", cell) for cell in cells):
        return "birth_year"
    if all(re.fullmatch(r"[0-9]{6,12}", cell) for cell in cells):
        return "id"
    if all(re.fullmatch(r"[0-9]{3,4}", cell) for cell in cells):
        return "rating"
    if all(re.fullmatch(r"[A-Z]{3}", cell) for cell in cells):
        return "federation"
    if all(re.fullmatch(r"[^\W\d_][^\d_]*[ ,][^\d_]+", cell) for cell in cells):
        return "name"
    return None


def as_csv(data: bytes, kind: ListKind) -> bytes:
    """A workbook as the CSV that our readers know, its columns named by the proposed mapping; CSV as it is."""
    if not data.startswith(b"PK\x03\x04"):
        return data
    sheet = read_sheet(data)
    if not sheet.rows:
        raise BadInput("csv-empty", "The file is empty.")
    mapping = propose(sheet, kind)
    heads = sheet.rows[0].cells if mapping.header else ()
    names = [
        field or (heads[i] if i < len(heads) and heads[i] else f"column {i + 1}")
        for i, field in enumerate(mapping.fields)
    ]
    text = io.StringIO(newline="")
    csv.writer(text).writerows([names, *(row.cells[: len(names)] for row in sheet.rows[1 if mapping.header else 0 :])])
    return text.getvalue().encode()
