"""Players, results and pairings as CSV, read from what a spreadsheet wrote and written so that one can open it.

Pure functions between bytes and the rows the app takes. Columns go by their header, in any order and in four languages;
unknown columns are reported in `notes` and left out. Every refusal names the line. What a value may be (ranges,
divisions, known players) is not decided here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results.enter_result import ResultRow
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.queries.people.requested_byes import read_rounds_off
from pareo.core.model.player_fields import FIELDS, FieldType, read_birth_date
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, line_no, note, plural, row_place, text_note
from pareo.core.text.name_order import split_name
from pareo.formats.tables.csv_writer import FORMULA
from pareo.formats.tables.headings import PLAYER_ALIASES, aliases, plain_header

SIZE_LIMIT = 20 * 1024 * 1024
LINE_LIMIT = 100_000
_ROW_LIMIT = 200_000

_RESULT_COLUMNS: Mapping[str, str] = {
    "table": "mesa, tavolo, board",
    "a": "player a, player 1, white, blancas, brancas, bianco",
    "b": "player b, player 2, black, negras, pretas, nero",
    "result": "resultado, risultato",
}
_NUMBERS = tuple(f.name for f in FIELDS if f.kind.numeric and f.name != "birth_year")  # which may be a date
_MARKS = tuple(f.name for f in FIELDS if f.kind is FieldType.YES)
_YES = frozenset({"1", "x", "y", "c", "k", "yes", "true", "si", "sim", "s"})
_NO = frozenset({"", "0", "n", "no", "nao", "false", "-"})


# --- text -----------------------------------------------------------------------------------------------------------


def decode_text(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or, only if it is not UTF-8, Windows' western letters."""
    if len(data) > SIZE_LIMIT:
        raise BadInput("csv-too-large", "The file is larger than {limit} MB.", limit=SIZE_LIMIT // (1024 * 1024))
    text = _decode(data)
    for number, line in enumerate(io.StringIO(text), 1):
        if "\0" in line:
            raise BadInput("csv-nul", "line {line}: the file is not text (it has NUL bytes).", line=number)
        if len(line) > LINE_LIMIT:
            raise BadInput(
                "csv-long-line", "line {line} is longer than {limit} characters.", line=number, limit=LINE_LIMIT
            )
    return text


def _decode(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise BadInput("csv-not-utf-16", "The file starts as UTF-16 but is not: save it again as UTF-8.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        raise BadInput(
            "csv-encoding", "line {line}: the characters can't be read; save the file as UTF-8.", line=line
        ) from None


def _separator(text: str) -> str:
    """Comma, semicolon or tab: the one the first line has most of, outside quotes."""
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(",;\t", key=bare.count)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: tuple[str, ...]

    @property
    def where(self) -> Note:
        return line_no(self.line)


def _rows(data: bytes) -> list[_Row]:
    """The rows with something in them, with the lines they begin on."""
    text = decode_text(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows: list[_Row] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(_Row(line, tuple(_plain(cell) for cell in cells)))
            line = reader.line_num + 1
            if len(rows) > _ROW_LIMIT:
                raise BadInput("csv-too-many", "line {line}: more than {limit} rows.", line=line, limit=_ROW_LIMIT)
    except csv.Error as problem:
        if "end of data" in str(problem):
            raise BadInput("csv-quote", "line {line}: a quote is opened and never closed.", line=line) from None
        raise BadInput(
            "csv-broken", "line {line}: this is not a row of CSV ({problem}).", line=line, problem=str(problem)
        ) from None
    if not rows:
        raise BadInput("csv-empty", "The file is empty.")
    return rows


def _plain(cell: str) -> str:
    """A cell as it was before an export made it harmless for spreadsheets."""
    stripped = cell.strip()
    return stripped[1:] if stripped.startswith("'") and stripped[1:].startswith(FORMULA) else stripped


# --- headers --------------------------------------------------------------------------------------------------------


RESULT_ALIASES = aliases(_RESULT_COLUMNS)


def _header(row: _Row, fields: list[str | None], notes: list[str] | None) -> list[str | None]:
    """The field of each column; None for columns we do not know. A field that is there twice is refused."""
    for at, name in enumerate(fields):
        if name is not None and name in fields[:at]:
            raise BadInput("csv-column-twice", "{where}: the column {name} appears twice.", where=row.where, name=name)
    unknown = [cell for cell, name in zip(row.cells, fields, strict=True) if name is None and cell]
    if unknown and notes is not None:
        notes.append(note("csv-unknown-columns", "Unknown columns were left out: {names}.", names=_name_list(unknown)))
    return fields


def _name_list(names: Sequence[str]) -> str:
    texts = [name if len(name) <= 40 else f"{name[:39]}…" for name in names[:12]]
    return ", ".join(texts) + (" …" if len(names) > 12 else "")


def _fields(row: _Row, header: Sequence[str | None]) -> dict[str, str]:
    """The cells by field; a row may be shorter than the header, and longer only by empty cells."""
    if any(row.cells[len(header) :]):
        raise BadInput(
            "csv-too-many-cells",
            "{where} has {count} cells, but the header has {columns} columns.",
            where=row.where,
            count=len(row.cells),
            columns=len(header),
        )
    return {name: cell for name, cell in zip(header, row.cells, strict=False) if name is not None}


def _number(text: str, name: str, where: str) -> int | None:
    if text in ("", "-", "–"):
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise BadInput(
            "csv-number", "{where}: {name} “{text}” is not a whole number.", where=where, name=name, text=text[:40]
        )
    return int(text)


# --- players --------------------------------------------------------------------------------------------------------


# Headings that only Swiss Perfect has, or the FISE document about it; there “Byes” are rounds, not earned byes (SP-5).
_SWISS_PERFECT = frozenset(
    {
        "start no",
        "intl rtg",
        "loc rtg",
        "loc",
        "late entry",
        "withdrawal",
        "escalafon",
        "escalafon local",
        "escalafon internacional",
        "ronda tardia",
        "retiro",
    }
)
_WHOLE_NAME = frozenset({"nombre", "nombres", "nome"})  # alone, as “name” in English
_LOCAL = frozenset({"loc", "local", "locale"})


def player_columns(heads: Sequence[str], body: Sequence[Sequence[str]]) -> list[str | None]:
    """The field of each column of a list of players, by its heading and by the other headings.

    A local rating that stands alone, or next to an empty one, is the rating, as in Swiss Perfect's files; next to
    another it is the second.
    """
    keys = [plain_header(head) for head in heads]
    fields = [PLAYER_ALIASES.get(key) for key in keys]
    if not {"last", "name"} & set(fields):
        fields = ["name" if key in _WHOLE_NAME else field for key, field in zip(keys, fields, strict=True)]
    if _SWISS_PERFECT & set(keys) and "absent" not in fields:
        fields = ["absent" if key == "byes" else field for key, field in zip(keys, fields, strict=True)]
    first = next((at for at, field in enumerate(fields) if field == "rating"), None)
    local = next((at for at, key in enumerate(keys) if fields[at] == "rating2" and _LOCAL & set(key.split())), None)
    if local is not None and (first is None or not any(row[first].strip(" 0") for row in body if first < len(row))):
        fields[local] = "rating"
        if first is not None:
            fields[first] = "rating2"  # nobody has one
    return fields


def read_players(data: bytes, *, notes: list[str] | None = None) -> list[NewPlayer]:
    """The players of a file with a header. Only a name is required."""
    head, *rows = _rows(data)
    header = _header(head, player_columns(head.cells, [row.cells for row in rows]), notes)
    if not {"first", "last", "name"} & set(header):
        raise BadInput(
            "csv-no-name",
            "{where}: no column has the players' names (first, last or name); found: {found}.",
            where=head.where,
            found=_name_list([cell for cell in head.cells if cell]),
        )
    if not rows:
        raise BadInput("csv-no-rows", "The file has a header but no players.")
    players = [read_player(row.where, _fields(row, header)) for row in rows]
    check_ids(players)
    unsure = sum(_is_unsure(player.birth_date) for player in players)
    if unsure and notes is not None:
        notes.append(
            plural(
                "csv-dates-unsure",
                "{count} birth date can be read in 2 ways: only its year was kept.",
                "{count} birth dates can be read in 2 ways: only their years were kept.",
                count=unsure,
            )
        )
    return players


def _is_unsure(text: str) -> bool:
    """Can the date be read in two ways, as “03/04/2001”, a day of March or of April?"""
    try:
        return len(text) > 4 and len(read_birth_date(text)) == 4
    except ValueError:
        return False


def read_player(where: Note, fields: Mapping[str, str]) -> NewPlayer:
    """The player that the cells of a row tell, each by the name of its field."""
    values: dict[str, Any] = {k: v for k, v in fields.items() if k not in (*_NUMBERS, "name", "withdrawal") and v}
    for name in _NUMBERS:
        number = _number(fields.get(name, ""), name, where)
        if number is not None:
            values[name] = number
    if (withdrawal := _number(fields.get("withdrawal", ""), "withdrawal", where)) and "until" not in values:
        values["until"] = _last_round_before(withdrawal, where)
    if fields.get("name") and not (fields.get("first") or fields.get("last")):
        values["first"], values["last"] = split_name(fields["name"])
    if "birth_year" in values:
        values["birth_year"] = _year(values["birth_year"], where)
    if "absent" in values:
        values["absent"], values["absent_values"] = _absences(values["absent"], where)
    for name in _MARKS:
        values[name] = _yes_no(fields.get(name, ""), name, where)
    if not (values.get("first") or values.get("last")):
        raise BadInput("name-missing", "{where}a player needs a name.", where=row_place(where))
    return NewPlayer(**values, where=where)


def _last_round_before(withdrawal: int, where: Note) -> int:
    """The last round of a player whose withdrawal names the first round not played (B-24)."""
    if withdrawal < 2:
        raise BadInput(
            "csv-withdrawal",
            "{where}: withdrawal {round} means that the player plays no round; leave the row out.",
            where=where,
            round=withdrawal,
        )
    return withdrawal - 1


def _year(text: str, where: str) -> int:
    """The year of a birth year or date; the day is nobody's business here."""
    years = re.findall(r"(?<![0-9])[0-9]{4}(?![0-9])", text)
    if len(years) != 1 or not re.fullmatch(r"[0-9./\- ]+(?:[T ][0-9:.]+)?", text):
        raise BadInput("csv-year", "{where}: birth_year “{text}” is not a year.", where=where, text=text[:40])
    return int(years[0])


def _absences(text: str, where: str) -> tuple[frozenset[int], tuple[tuple[int, str], ...]]:
    try:
        return read_rounds_off(text)
    except BadInput:
        raise BadInput(
            "csv-rounds",
            "{where}: absent “{text}” is not a list of rounds like 1,4 or 3:½,5:1.",
            where=where,
            text=text[:40],
        ) from None


def _yes_no(text: str, name: str, where: str) -> bool:
    word = plain_header(text)
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise BadInput("csv-yes-no", "{where}: {name} “{text}” is not yes or no.", where=where, name=name, text=text[:40])


def check_ids(players: Iterable[NewPlayer]) -> None:
    """Raises `BadInput` where two players of a list have the same ID."""
    seen: dict[str, str] = {}
    for player in players:
        if not player.id:
            continue
        if player.id in seen:
            raise BadInput(
                "csv-id-twice",
                "{where}: the ID “{id}” is already used in {first}.",
                where=player.where,
                id=player.id[:40],
                first=seen[player.id],
            )
        seen[player.id] = player.where


# --- results and pairings -------------------------------------------------------------------------------------------


def _with_header(
    data: bytes, headerless: Callable[[_Row], list[str | None] | None], needs: str, notes: list[str] | None
) -> tuple[list[str | None], list[_Row]]:
    """Header and rows of a results or pairings file, which may have no header."""
    rows = _rows(data)
    if any(RESULT_ALIASES.get(plain_header(cell)) for cell in rows[0].cells):
        return _header(rows[0], [RESULT_ALIASES.get(plain_header(cell)) for cell in rows[0].cells], notes), rows[1:]
    assumed = headerless(rows[0])
    if assumed is None:
        raise BadInput(
            "csv-no-header",
            "{where}: the columns must be {needs}; found: {found}.",
            where=rows[0].where,
            needs=needs,
            found=_name_list([cell for cell in rows[0].cells if cell]),
        )
    return assumed, rows


def _check_columns(header: Sequence[str | None], *sets: set[str], needs: str) -> None:
    if not any(wanted <= set(header) for wanted in sets):
        columns = _name_list([name for name in header if name])
        raise BadInput(
            "csv-columns",
            "line 1: columns must be {needs}; found: {found}.",
            needs=needs,
            found=columns or text_note("none"),
        )


def read_results(data: bytes, *, notes: list[str] | None = None) -> list[ResultRow]:
    """Results of CSV rows `table,result` or `a,b,result`, by header or without one; rows without a
    result are tables still playing."""
    needs = "table,result or a,b,result"
    header, rows = _with_header(data, _plain_results, needs, notes)
    _check_columns(header, {"table", "result"}, {"a", "b", "result"}, needs=needs)
    results: list[ResultRow] = []
    for row in rows:
        fields = _fields(row, header)
        result, a, b = (fields.get(name, "") for name in ("result", "a", "b"))
        if not result:
            continue
        if a and b:  # read in the row's order, so these say more than a table
            results.append(ResultRow(result, a=a, b=b, where=row.where))
            continue
        table = _table(fields, row.where)
        if table is None:
            raise BadInput(
                "csv-whose-result",
                "{where}: give a table or 2 players for this result.",
                where=row.where,
            )
        results.append(ResultRow(result, table=table, where=row.where))
    return results


def _plain_results(row: _Row) -> list[str | None] | None:
    looks_like_one = bool(re.match(r"=|[0-9½]", row.cells[-1])) if row.cells else False
    if len(row.cells) == 2 and looks_like_one and row.cells[0].isdecimal():
        return ["table", "result"]
    return ["a", "b", "result"] if len(row.cells) == 3 and looks_like_one else None


def _table(fields: Mapping[str, str], where: str) -> int | None:
    table = _number(fields.get("table", ""), "table", where)
    if table is not None and table < 1:
        raise BadInput("csv-table", "{where}: there is no table {table}.", where=where, table=table)
    return table


def read_pairings(data: bytes, *, notes: list[str] | None = None) -> list[HandPairing]:
    """Pairings of CSV rows `table,a,b[,result]`, by header or without one; an empty b is a bye."""
    needs = "table,a,b or table,a,b,result"
    header, rows = _with_header(data, _plain_pairings, needs, notes)
    _check_columns(header, {"a", "b"}, needs=needs)
    pairings: list[HandPairing] = []
    for row in rows:
        fields = _fields(row, header)
        if not fields.get("a"):
            raise BadInput("csv-nobody", "{where}: the first player is missing.", where=row.where)
        pairings.append(
            HandPairing(
                fields["a"], fields.get("b", ""), _table(fields, row.where), fields.get("result", ""), row.where
            )
        )
    if not pairings:
        raise BadInput("pairings-empty", "The file has no pairings.")
    return pairings


def _plain_pairings(row: _Row) -> list[str | None] | None:
    names: list[str | None] = ["table", "a", "b", "result"]
    if len(row.cells) in (3, 4) and (not row.cells[0] or row.cells[0].isdecimal()):
        return names[: len(row.cells)]
    return None
