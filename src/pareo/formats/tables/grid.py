"""A list as rows of cells: a workbook's sheets, a file with separators, columns that are lined up, or bare lines."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from pareo.core.text.errors import BadInput
from pareo.core.text.given_names import is_given_name
from pareo.formats.tables import xlsx
from pareo.formats.tables.csv_files import decode_text
from pareo.formats.tables.csv_writer import FORMULA

_QUOTED = re.compile(r'"[^"]*"')
_ALIGNED = re.compile(r"(?<=[^\s,;]) {2,}(?=\S)")
_FIGURES = re.compile(r"[\d .-]+")
_PLACE = re.compile(r"(\d{1,4}|[^\W\d]{1,4}\.?) +(.+)")
_LAST_FIRST = re.compile(r"([^\W\d_][^\d_,]*), ([^\W\d_][^\d_,]*?)((?: +[\d/.-]+)*)")


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Rows with something in them, each with its line in the file."""

    rows: tuple[xlsx.XlsxRow, ...]
    cells: bool = True  # False: each row is one cell, a line of text

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


def read_grids(data: bytes, *, limit: int = xlsx.ROW_LIMIT) -> list[CellGrid]:
    """The tables of a file: one for each sheet of a workbook that has something in it, one for a text."""
    if data.startswith(b"PK\x03\x04"):
        return [CellGrid(tuple(map(_tidy_row, rows))) for rows in xlsx.read_sheets(data, limit=limit)]
    grid = _text_grid(decode_text(data))
    if not grid.rows:
        raise BadInput("csv-empty", "The file is empty.")
    if len(grid.rows) > limit:
        line = grid.rows[limit].line
        raise BadInput("csv-too-many", "line {line}: more than {limit} rows.", line=line, limit=limit)
    return [grid]


def _text_grid(text: str) -> CellGrid:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    bare = [_QUOTED.sub("", line) for _, line in lines]
    for mark in "\t;|":
        if 2 * sum(mark in line for line in bare) >= len(bare) > 0:
            return CellGrid(tuple(_split_rows(text, mark)))
    if len(lines) > 1 and 2 * sum(bool(_ALIGNED.search(line.strip())) for line in bare) >= len(bare):
        return CellGrid(tuple(_aligned_rows(lines)))
    if 2 * sum("," in line for line in bare) >= len(bare) > 0 and not _is_last_first(bare):
        return CellGrid(tuple(_split_rows(text, ",")))
    return CellGrid(tuple(xlsx.XlsxRow(number, (_plain_cell(line),)) for number, line in lines), cells=False)


def _is_last_first(lines: list[str]) -> bool:
    """Is the comma of each line that of “Soler, Marta 1745”, and parts no cells?"""
    found = [match for line in lines if (match := _LAST_FIRST.fullmatch(line.strip()))]
    if len(found) < sum("," in line for line in lines):
        return False
    single = sum(" " not in match[1].strip() for match in found)
    given = sum(is_given_name(match[2].split()[0]) for match in found)
    reverse = sum(is_given_name(match[1].split()[0]) for match in found)
    return 2 * single > len(found) or (given > reverse and 2 * given > len(found))


def _split_rows(text: str, mark: str) -> list[xlsx.XlsxRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=mark != "|")
    rows: list[xlsx.XlsxRow] = []
    line = 1
    try:
        for cells in reader:
            foreign = len(cells) == 1  # perhaps a line from elsewhere, between lines of another kind
            row = xlsx.XlsxRow(line, tuple(map(_plain_cell, cells[0].split("\t") if foreign else cells)))
            if any(row.cells):
                rows.append(row)
            line = reader.line_num + 1
    except csv.Error as problem:
        if "end of data" in str(problem):
            raise BadInput("csv-quote", "line {line}: a quote is opened and never closed.", line=line) from None
        raise BadInput(
            "csv-broken", "line {line}: this is not a row of CSV ({problem}).", line=line, problem=str(problem)
        ) from None
    return rows


def _aligned_rows(lines: list[tuple[int, str]]) -> list[xlsx.XlsxRow]:
    """Rows whose cells stand two or more spaces apart; a place before the name and figures may stand closer."""
    wide = [(number, _ALIGNED.split(line.strip())) for number, line in lines]
    close = [_split_close(cells) for _, cells in wide]
    usual, _ = Counter(map(len, close)).most_common(1)[0]
    return [
        xlsx.XlsxRow(number, tuple(map(_plain_cell, split if len(split) == usual else cells)))
        for (number, cells), split in zip(wide, close, strict=True)
    ]


def _split_close(cells: list[str]) -> list[str]:
    parts = [part for cell in cells for part in (cell.split() if _FIGURES.fullmatch(cell) else [cell])]
    place = _PLACE.match(parts[0])
    return [place[1], place[2], *parts[1:]] if place and len(parts) > 1 else parts


def _tidy_row(row: xlsx.XlsxRow) -> xlsx.XlsxRow:
    return xlsx.XlsxRow(row.line, tuple(map(_plain_cell, row.cells)))


def _plain_cell(cell: str) -> str:
    """A cell on one line, and as it was before an export made it harmless for spreadsheets."""
    plain = " ".join(cell.split())
    return plain[1:] if plain.startswith("'") and plain[1:].startswith(FORMULA) else plain
