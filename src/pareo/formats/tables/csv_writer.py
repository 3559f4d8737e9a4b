"""Rows of the app written as CSV so that any spreadsheet can open them, and none runs a cell as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from pareo.app.rows.people import PlayerRow
from pareo.app.rows.tables import PairingRow, PairingWithColumns, StandingRow, standing_cells
from pareo.core.model.player_fields import FIELDS, FieldStorage

FORMULA = ("=", "+", "-", "@", "\t", "\r")
_PLAYER_HEADS = ("id", *(f.name for f in FIELDS if f.column == "always" and f.name != "id"), "status")
_MORE_HEADS = (
    "start_no",
    *(f.name for home in FieldStorage for f in FIELDS if f.column == "filled" and f.home is home),
)


def write_players(rows: Sequence[PlayerRow]) -> bytes:
    """The player list, for staff: it can be imported again. A team is one row per member."""
    if any(row.members is not None for row in rows):
        return csv_bytes(PlayerRow.member_columns, [cells for row in rows for cells in row.member_cells])
    more = [head for head in _MORE_HEADS if any(getattr(row, head) for row in rows)]  # columns that say something
    return csv_bytes(
        (*_PLAYER_HEADS, *more),
        [[*(_cell(row, head) for head in _PLAYER_HEADS), *(getattr(row, head) for head in more)] for row in rows],
    )


def _cell(row: PlayerRow, head: str) -> object:
    """Rounds asked off stand there with their points, where they have any of their own."""
    if head != "absent":
        cell: object = getattr(row, head)
        return cell
    worth = row.absent_points
    return [f"{number}:{worth[str(number)]:g}" if str(number) in worth else number for number in row.absent]


def write_pairings(rows: Sequence[PairingRow]) -> bytes:
    """Pairings by round and table; the extra columns that were asked for follow, for either side."""
    extra_columns = [
        (row.columns_a, row.columns_b or {}) if isinstance(row, PairingWithColumns) else ({}, {}) for row in rows
    ]
    more = list(dict.fromkeys(key for first, _ in extra_columns for key in first))
    heads = (
        *PairingRow.columns,
        *(f"{key}_before_{side}" if key == "points" else f"{key}_{side}" for key in more for side in "ab"),
    )
    return csv_bytes(
        heads,
        [
            [*(getattr(row, head) for head in PairingRow.columns), *(side.get(key) for key in more for side in sides)]
            for row, sides in zip(rows, extra_columns, strict=True)
        ],
    )


def write_standings(rows: Sequence[StandingRow]) -> bytes:
    """Standings, with one column per tie-break, as shown."""
    return csv_bytes(*standing_cells(rows))


def csv_bytes(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


def _harmless(cell: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers."""
    if isinstance(cell, list):
        return ",".join(map(str, cell))
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell
