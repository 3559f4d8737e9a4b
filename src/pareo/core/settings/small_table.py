"""A setting that is a small table: how its text becomes rows that a page can ask for, and rows its text.

Barred pairings, acceleration, prizes by place, an order of criteria … are kept as one text, which commands and files
write. A page asks for the same in rows of small fields. Whatever rows say is written as a text and read like any other:
nothing is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Row = Mapping[str, str]
"""One row: what each column says, as text; a column that says nothing may be missing."""


class SettingColumn(NamedTuple):
    """One column of a setting that is asked for row by row."""

    name: str
    label: str  # English msgid
    choices: Mapping[str, str] | None = None  # value → its name; None: a number is typed
    kind: str = "number"  # of what is typed: "number", "decimal"
    blank: str = ""  # the choice of nothing; empty: something must be chosen
    needed: bool = True  # a row without it says nothing yet


@dataclass(frozen=True, slots=True)
class SmallTable:
    """How a setting that is asked for row by row becomes text, and text becomes rows."""

    columns: tuple[SettingColumn, ...]
    rows: Callable[[str], list[Row]]  # of a text that can be read
    text: Callable[[Sequence[Row]], str]  # of complete rows
    ordered: bool = False  # the rows stand in an order: they can be moved
    one: bool = False  # there is exactly one row
    none: str = ""  # the text that says “no row at all”, where that is not the same as nothing said

    def complete(self, rows: Sequence[Row]) -> list[Row]:
        """The rows in which something was filled in."""
        needed = [column.name for column in self.columns if column.needed]
        return [row for row in rows if all(row.get(name, "").strip() for name in needed)]

    def texts(self) -> list[str]:
        """Every text that is said in other languages."""
        names = [text for column in self.columns for text in (column.choices or {}).values() if not text.isdecimal()]
        return [*(column.label for column in self.columns), *(c.blank for c in self.columns if c.blank), *names]
