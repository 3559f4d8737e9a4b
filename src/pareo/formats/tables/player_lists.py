"""A list of players in any form that people have: a table with headings, a workbook, or lines as they paste them.

The command line, the pages and whoever reads a list go through here: each row is a player, or says why it is none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from pareo.app.commands.people.import_rows import ImportRow, read_pasted
from pareo.app.commands.people.players import NewPlayer
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import line_no, row_place
from pareo.formats.tables.csv_files import decode_text, player_columns, read_players
from pareo.formats.tables.mapping import ListKind, as_csv, read_sheet

_NO_TABLE = ("csv-no-name", "csv-no-rows", "csv-broken", "csv-quote", "csv-column-twice")


def read_list(data: bytes, rules: Ruleset, notes: list[str], *, previewed: bool) -> list[ImportRow]:
    """The rows of a workbook or a file with headings, or lines as people paste them.

    `previewed`: somebody sees the rows before they are entered, so any line may be a player. Otherwise a table without
    headings must begin with a row that cannot be one: with a number in it.
    """
    text = decode_text(as_csv(data, ListKind.PLAYERS))
    try:
        return _table_rows(text, notes, each=previewed)
    except BadInput as problem:
        numbered = problem.code == "csv-no-name" and any(c.isdigit() for c in text.strip().partition("\n")[0])
        if not (numbered or (previewed and problem.code in _NO_TABLE)):
            raise
    notes.clear()
    return read_pasted(text, rules)


def players_of(rows: Iterable[ImportRow]) -> list[NewPlayer]:
    """The players; the first row that is none says why."""
    players: list[NewPlayer] = []
    for row in rows:
        if row.problem is not None or row.player is None:
            raise row.problem or BadInput(
                "name-missing", "{where}a player needs a name.", where=row_place(line_no(row.line))
            )
        players.append(row.player)
    return players


def _table_rows(text: str, notes: list[str], *, each: bool) -> list[ImportRow]:
    """The rows of a CSV text. `each`: if some cannot be read the others still can, and each is read by itself."""
    try:
        players = read_players(text.encode(), notes=notes)
    except BadInput as whole:
        if not each or whole.code.startswith(("csv-no-", "csv-empty", "csv-column", "csv-broken", "csv-quote")):
            raise
        head, *body = read_sheet(text.encode()).rows
        fields = player_columns(head.cells, [row.cells for row in body])
        header = [field or cell for field, cell in zip(fields, head.cells, strict=True)]
        return [_single_row(header, row.line, row.cells) for row in body]
    rows = read_sheet(text.encode()).rows[1:]
    return [ImportRow(row.line, _row_text(row.cells), player) for row, player in zip(rows, players, strict=True)]


def _single_row(header: list[str], line: int, cells: tuple[str, ...]) -> ImportRow:
    """One row read by itself, with the line it has in the whole file."""
    text = io.StringIO()
    csv.writer(text).writerows([header, cells])
    try:
        return ImportRow(line, _row_text(cells), read_players(text.getvalue().encode())[0])
    except BadInput as problem:
        problem.params.update({key: line_no(line) for key in ("where",) if key in problem.params})
        return ImportRow(line, _row_text(cells), problem=problem)


def _row_text(cells: tuple[str, ...]) -> str:
    return ", ".join(cell.strip() for cell in cells if cell.strip())[:200]
