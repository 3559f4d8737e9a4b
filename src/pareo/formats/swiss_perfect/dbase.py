"""dBase III tables, read as text: as much as Swiss Perfect's files need, and no more.

`read_table(data, what)` gives the rows that are not deleted, each as column → text, and says what it left out. A file
comes from a stranger: every length in it is checked against the bytes that are there before anything is made from it,
so time and memory follow the size of the file, never a number that the file claims. What cannot be a table raises
BadInput in one sentence; a table that ends too early gives the rows that are whole, with a note.

The module knows nothing of tournaments.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes a table may have: forty times a large tournament."""
ROW_LIMIT = 50_000

_HEADER = struct.Struct("<4xIHH20x")  # version and date, rows, length of header and of a row
_COLUMN = struct.Struct("<11sc4xBB14x")  # name, type, address, width, decimals
_COLUMN_LIMIT = 128
_END_OF_COLUMNS = 0x0D
_DELETED = b"*"


@dataclass(frozen=True, slots=True)
class DbaseTable:
    """The rows of a table: text after a NUL, and blanks around it, are taken off."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    deleted: int
    notes: tuple[str, ...]


def read_table(data: bytes, what: str) -> DbaseTable:
    """The table in these bytes. `what` names the file in sentences (“the .TRN file”)."""
    if len(data) > SIZE_LIMIT:
        raise BadInput("dbase-large", "{what} is larger than {limit} MB.", what=what, limit=SIZE_LIMIT >> 20)
    if len(data) < _HEADER.size + 1 or data[0] & 0x07 != 3:
        raise _no_table(what)
    claimed, header, width = _HEADER.unpack_from(data)
    columns = _columns(data, header, what)
    if width != 1 + sum(column_width for _, column_width in columns):
        raise _no_table(what)
    available = (len(data) - header) // width
    notes = []
    if claimed > available:
        notes.append(
            note(
                "sp-ends-too-early-of",
                "{what} ends too early: it has {there} of {claimed} rows.",
                what=what,
                there=available,
                claimed=claimed,
            )
        )
    count = min(claimed, available)
    if count > ROW_LIMIT:
        notes.append(
            note(
                "sp-only-the-first-of",
                "{what}: only the first {limit} of {count} rows were read.",
                what=what,
                limit=ROW_LIMIT,
                count=count,
            )
        )
        count = ROW_LIMIT
    rows, deleted = _rows(data, header, width, count, columns)
    return DbaseTable(tuple(name for name, _ in columns), tuple(rows), deleted, tuple(notes))


def _columns(data: bytes, header: int, what: str) -> list[tuple[str, int]]:
    """Names and widths, in order."""
    columns: list[tuple[str, int]] = []
    at = _HEADER.size
    while at + _COLUMN.size < min(header, len(data)) and data[at] != _END_OF_COLUMNS:
        raw, _, column_width, _ = _COLUMN.unpack_from(data, at)
        name = _text(raw).upper()
        if not name or not column_width or len(columns) == _COLUMN_LIMIT or any(name == other for other, _ in columns):
            raise _no_table(what)
        columns.append((name, column_width))
        at += _COLUMN.size
    if not columns or not at < header <= len(data) or data[at] != _END_OF_COLUMNS:
        raise _no_table(what)
    return columns


def _rows(
    data: bytes, start: int, width: int, count: int, columns: list[tuple[str, int]]
) -> tuple[list[dict[str, str]], int]:
    places: list[tuple[str, int, int]] = []
    at = 1
    for name, column_width in columns:
        places.append((name, at, at + column_width))
        at += column_width
    rows: list[dict[str, str]] = []
    deleted = 0
    for begin in range(start, start + count * width, width):
        row = data[begin : begin + width]
        if row[:1] == _DELETED:
            deleted += 1
        else:
            rows.append({name: _text(row[low:high]) for name, low, high in places})
    return rows, deleted


def _text(raw: bytes) -> str:
    """Swiss Perfect leaves whatever was in memory behind the NUL that ends a text."""
    text = raw.partition(b"\0")[0].decode("cp1252", errors="replace")
    return text.strip() if text.isprintable() else "".join(c for c in text if c.isprintable()).strip()


def _no_table(what: str) -> BadInput:
    return BadInput("dbase-unreadable", "{what} is not a dBase III table.", what=what)
