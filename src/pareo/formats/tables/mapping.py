"""Lists from a spreadsheet or a CSV file: which column is what, and what would be read, before anything is written.

`read_sheet` gives the rows of either kind of file, `propose` a mapping from the headers (four languages) or, where they
say nothing, from what the columns hold; a person may change it; `preview` shows every row with its problem, and
`players_of`, `results_of`, `pairings_of` give what the app takes. How a cell is understood is the CSV reader's
business: a mapping only renames columns, so that both files mean the same.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from pareo.app.people.players import NewPlayer
from pareo.app.results.report import ResultRow
from pareo.app.rounds.by_hand import HandPairing
from pareo.core.words.errors import BadInput
from pareo.formats.tables import xlsx
from pareo.formats.tables.csv_files import _PLAYER_ALIASES as PLAYER_ALIASES
from pareo.formats.tables.csv_files import _RESULT_ALIASES as RESULT_ALIASES
from pareo.formats.tables.csv_files import _key as plain_header
from pareo.formats.tables.csv_files import decoded, player_columns, read_pairings, read_players, read_results

ROW_LIMIT = xlsx.ROW_LIMIT
COLUMN_LIMIT = 200
_LOOKED_AT = 50  # rows, for columns whose header says nothing

T = TypeVar("T")


class Kind(Enum):
    """What a list holds."""

    PLAYERS = "players"
    RESULTS = "results"
    PAIRINGS = "pairings"


PLAYER_FIELDS: tuple[str, ...] = tuple(dict.fromkeys(PLAYER_ALIASES.values()))
RESULT_FIELDS: tuple[str, ...] = ("table", "a", "b", "result")


def fields_of(kind: Kind) -> tuple[str, ...]:
    """The fields a column may be mapped to."""
    return PLAYER_FIELDS if kind is Kind.PLAYERS else RESULT_FIELDS


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file that have something in them."""

    rows: tuple[xlsx.Line, ...]

    @property
    def width(self) -> int:
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Mapping:
    """The field of each column (None: left out), and whether the first row is a header."""

    kind: Kind
    fields: tuple[str | None, ...]
    header: bool = True

    def changed(self, column: int, field: str | None) -> Mapping:
        """The same with one column said to be something else; the column that was it before is left out."""
        if not 0 <= column < len(self.fields):
            raise BadInput("mapping-column", "There is no column {column}.", column=column + 1)
        if field is not None and field not in fields_of(self.kind):
            raise BadInput("mapping-field", "There is no field “{field}” (fields: {known}).",
                           field=field[:40], known=", ".join(fields_of(self.kind)))
        kept = [None if name == field else name for name in self.fields]
        kept[column] = field
        return replace(self, fields=tuple(kept))


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as it would be taken, by field, or why it cannot be."""

    line: int
    values: tuple[tuple[str, str], ...]
    problem: BadInput | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would take and what it would leave out."""

    mapping: Mapping
    rows: tuple[PreviewRow, ...]
    left_out: tuple[str, ...]  # headers of columns that are not read

    @property
    def problems(self) -> tuple[PreviewRow, ...]:
        return tuple(row for row in self.rows if row.problem is not None)


# --- rows -------------------------------------------------------------------------------------------------------------


def read_sheet(data: bytes, *, sheet: str | None = None, limit: int = ROW_LIMIT) -> Sheet:
    """The rows of a workbook or of a CSV file, told apart by content."""
    if data.startswith(b"PK\x03\x04"):
        return Sheet(tuple(xlsx.read_cells(data, sheet=sheet, limit=limit)))
    text = decoded(data)
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    separator = max(",;\t", key=re.sub(r'"[^"]*"', "", first).count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[xlsx.Line] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(xlsx.Line(line, tuple(cell.strip() for cell in cells)))
            line = reader.line_num + 1
            if len(rows) > limit:
                raise BadInput("csv-too-many", "line {line}: more than {limit} rows.", line=line, limit=limit)
    except csv.Error:
        raise BadInput("csv-broken", "line {line}: this is not a row of CSV.", line=line) from None
    if not rows:
        raise BadInput("csv-empty", "The file is empty.")
    return Sheet(tuple(rows))


# --- which column is what ---------------------------------------------------------------------------------------------


def propose(sheet: Sheet, kind: Kind) -> Mapping:
    """A mapping to begin with: by the headers, by a word inside them, then by what a column holds."""
    width = min(sheet.width, COLUMN_LIMIT)
    known = PLAYER_ALIASES if kind is Kind.PLAYERS else RESULT_ALIASES
    heads = [plain_header(cell) for cell in sheet.rows[0].cells[:width]] if sheet.rows else []
    heads += [""] * (width - len(heads))
    fields: list[str | None] = [None] * width
    body = [row.cells[:width] for row in sheet.rows[1:]]
    by_head = player_columns(heads, body) if kind is Kind.PLAYERS else [known.get(head) for head in heads]
    _take(fields, enumerate(by_head))
    named = any(fields)
    if named or not any(head.isdecimal() for head in heads):  # a row with bare numbers is no header
        _take(fields, ((i, _inside(head, known)) for i, head in enumerate(heads)))
    header = any(fields)
    looked_at = sheet.rows[1:] if header else sheet.rows
    columns = [[row.cells[i] for row in looked_at[:_LOOKED_AT] if i < len(row.cells) and row.cells[i]]
               for i in range(width)]
    _take(fields, ((i, _looks_like(cells, kind)) for i, cells in enumerate(columns) if not header or not heads[i]))
    return Mapping(kind, tuple(fields), header)


def _take(fields: list[str | None], found: Iterable[tuple[int, str | None]]) -> None:
    """Gives each field to the first column that claims it."""
    for i, field in found:
        if field is not None and fields[i] is None and field not in fields:
            fields[i] = field


def _inside(head: str, known: dict[str, str]) -> str | None:
    """“Player's surname (family)” has the word surname in it: the longest alias that is there as whole words."""
    aliases = [alias for alias in known if len(alias) > 2 and f" {alias} " in f" {head} "]
    return known[max(aliases, key=len)] if aliases else None


def _looks_like(cells: Sequence[str], kind: Kind) -> str | None:
    """What a column without a usable header holds, if all its cells agree."""
    if not cells:
        return None
    if kind is not Kind.PLAYERS:
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


# --- what would be read -----------------------------------------------------------------------------------------------


def preview(sheet: Sheet, mapping: Mapping) -> Preview:
    """Every row with what it says, and its problem if it cannot be read. Nothing is written."""
    read = _READERS[mapping.kind]
    _check(mapping)
    heads = sheet.rows[0].cells if mapping.header and sheet.rows else ()
    read_columns = {i for i, field in enumerate(mapping.fields) if field is not None}
    left_out = tuple(head for i, head in enumerate(heads) if head and i not in read_columns)
    body = _body(sheet, mapping)
    clean = _problem(read, mapping, body) is None
    rows = [
        PreviewRow(row.line, _values(row, mapping), None if clean else _problem(read, mapping, [row])) for row in body
    ]
    if not clean and not any(row.problem for row in rows):  # only together: an id that is there twice
        together = _problem(read, mapping, body)
        rows[-1] = replace(rows[-1], problem=together)
    return Preview(mapping, tuple(rows), left_out)


def players_of(sheet: Sheet, mapping: Mapping) -> list[NewPlayer]:
    """The players; BadInput names the first row that cannot be read."""
    body = _body(sheet, mapping)
    players = _all(read_players, mapping, body)
    return [replace(player, where=f"line {row.line}") for player, row in zip(players, body, strict=True)]


def results_of(sheet: Sheet, mapping: Mapping) -> list[ResultRow]:
    return _all(read_results, mapping, _body(sheet, mapping))


def pairings_of(sheet: Sheet, mapping: Mapping) -> list[HandPairing]:
    return _all(read_pairings, mapping, _body(sheet, mapping))


_READERS: dict[Kind, Callable[[bytes], object]] = {
    Kind.PLAYERS: read_players,
    Kind.RESULTS: read_results,
    Kind.PAIRINGS: read_pairings,
}
_NEEDED: dict[Kind, tuple[frozenset[str], ...]] = {
    Kind.PLAYERS: (frozenset({"first"}), frozenset({"last"}), frozenset({"name"})),
    Kind.RESULTS: (frozenset({"table", "result"}), frozenset({"a", "b", "result"})),
    Kind.PAIRINGS: (frozenset({"a", "b"}),),
}


def _check(mapping: Mapping) -> None:
    named = [field for field in mapping.fields if field is not None]
    if len(set(named)) != len(named) or not set(named) <= set(fields_of(mapping.kind)):
        raise BadInput("mapping-twice", "Each column must be one field, and each field at most one column.")
    if not any(needed <= set(named) for needed in _NEEDED[mapping.kind]):
        ways = " / ".join("+".join(sorted(needed)) for needed in _NEEDED[mapping.kind])
        raise BadInput("mapping-incomplete", "Say which columns have: {ways}.", ways=ways)


def _body(sheet: Sheet, mapping: Mapping) -> list[xlsx.Line]:
    """The rows under the header that have something in a column that is read."""
    rows = sheet.rows[1:] if mapping.header else sheet.rows
    return [row for row in rows if any(value for _, value in _values(row, mapping))]


def _values(row: xlsx.Line, mapping: Mapping) -> tuple[tuple[str, str], ...]:
    return tuple((field, cell) for field, cell in zip(mapping.fields, row.cells, strict=False) if field is not None)


def _written(mapping: Mapping, body: Sequence[xlsx.Line]) -> bytes:
    """The rows as CSV under the fields' own names."""
    names = [field for field in mapping.fields if field is not None]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in body:
        values = dict(_values(row, mapping))
        writer.writerow([" ".join(values.get(name, "").split()) for name in names])  # one row, one line
    return text.getvalue().encode("utf-8", "replace")


def _all(read: Callable[[bytes], list[T]], mapping: Mapping, body: Sequence[xlsx.Line]) -> list[T]:
    _check(mapping)
    if not body:
        raise BadInput("csv-no-rows", "The file has a header but no players.")
    try:
        return read(_written(mapping, body))
    except BadInput as whole:
        raise next(filter(None, (_problem(read, mapping, [row]) for row in body)), None) or whole from None


def _problem(read: Callable[[bytes], object], mapping: Mapping, body: Sequence[xlsx.Line]) -> BadInput | None:
    """What the reader says of these rows; of one row, with the line it has in its own file."""
    if not body:
        return None
    try:
        read(_written(mapping, body))
    except BadInput as problem:
        if len(body) == 1:
            places = {"where": f"line {body[0].line}", "line": body[0].line}
            problem.params.update({key: value for key, value in places.items() if key in problem.params})
        return problem.with_traceback(None)  # thousands of them are kept
    return None


def as_csv(data: bytes, kind: Kind) -> bytes:
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
