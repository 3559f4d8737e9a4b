"""Taking values out of a ruleset file with every mistake named: file, key and reason.

A TomlTable is one table of the file. Each value is asked for once, by name and kind; `finish` refuses what nobody
asked for, so that a misspelt key never passes silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NoReturn

from pareo.core.text.errors import BadInput

_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%")
_SHARE = re.compile(r"\d{1,6}/\d{1,6}")
_LARGEST, _DECIMALS = 10**9, 6  # of a plain number


class TomlTable:
    """One table of the file, and what has been asked of it so far."""

    __slots__ = ("_file", "_ignored", "_known_keys", "_path", "_table")

    def __init__(self, table: Mapping[str, object], *, file: str, path: str = "") -> None:
        self._table = table
        self._file = file
        self._path = path
        self._known_keys: set[str] = set()
        self._ignored: set[str] = set()

    def inside(self, table: Mapping[str, object], path: str) -> TomlTable:
        """A reader of a table inside this one."""
        return TomlTable(table, file=self._file, path=path)

    def wrong(self, key: str, reason: str) -> NoReturn:
        """Refuse the file because of this key."""
        where = f"{self._path}.{key}" if self._path else key
        raise BadInput("ruleset-invalid", "{file}: {key}: {reason}", file=self._file, key=where, reason=reason)

    def has(self, key: str) -> bool:
        return key in self._table

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._table:
            if key not in self._known_keys | self._ignored:
                self.wrong(key, f"unknown key; known here: {', '.join(sorted(self._known_keys))}")

    def ignore(self, key: str) -> None:
        """Let a key of old files pass that means nothing any more."""
        self._ignored.add(key)

    def _take(self, key: str) -> object:
        self._known_keys.add(key)
        return self._table.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.wrong(key, _expectation("a text", value))
        return value

    def word(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """A text out of a fixed list."""
        value = self.text(key, default)
        if value not in allowed:
            self.wrong(key, f'"{value}" is not one of {", ".join(sorted(allowed))}')
        return value

    def whole(self, key: str, default: int | None = None, *, least: int = 0) -> int:
        value = self._take(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(key, _expectation("a whole number", value))
        if value < least:
            self.wrong(key, f"{value} is less than {least}")
        return value

    def whole_or_none(self, key: str, *, least: int = 0) -> int | None:
        """A whole number that may be left out."""
        return None if self._take(key) is None else self.whole(key, least=least)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.wrong(key, _expectation("true or false", value))
        return value

    def scalar_text(self, key: str) -> str | None:
        """A text, a whole number or true and false, as a word; None where the key is not there."""
        value = self._take(key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is not None and not isinstance(value, str | int):
            self.wrong(key, _expectation("a word or a whole number", value))
        return None if value is None else str(value)

    def units(self, key: str, unit: int, default: int | None = None) -> int:
        """Points in displayed units (0.5) as a whole number of the ruleset's smallest unit."""
        value = self._take(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self.wrong(key, _expectation("a number of points", value))
        if not Decimal(value).is_finite():
            self.wrong(key, _expectation("a number of points", value))
        points = Fraction(value) * unit
        if points.denominator != 1 or points < 0:
            self.wrong(key, f"{value} is not a whole number of 1/{unit} points, or is negative")
        return int(points)

    def number(self, key: str, default: int | None = None) -> Fraction:
        """A number that may have decimals or be negative, exactly as it is written."""
        value = self._take(key)
        if value is None and default is not None:
            return Fraction(default)
        return self._exact(key, value)

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """A list of numbers."""
        value = self._take(key)
        if not isinstance(value, list) or not value:
            self.wrong(key, _expectation("a list of numbers", value))
        return tuple(self._exact(key, item) for item in value)

    def rows(self, key: str, columns: int) -> tuple[tuple[Fraction, ...], ...]:
        """A list of rows of so many numbers."""
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(isinstance(row, list) for row in value):
            self.wrong(key, _expectation("a list of rows", value))
        if any(len(row) != columns for row in value):
            self.wrong(key, f"a row has {columns} numbers")
        return tuple(tuple(self._exact(key, item) for item in row) for row in value)

    def _exact(self, key: str, value: object) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
            self.wrong(key, _expectation("a number", value))
        if abs(value) > _LARGEST or -Decimal(value).as_tuple().exponent > _DECIMALS:  # type: ignore[operator]
            self.wrong(key, f"{value} has too many digits")
        return Fraction(value)

    def percent(self, key: str, default: str | None = None) -> Fraction:
        """A share written "25%", "33.33%" or "1/3"."""
        text = self.text(key, default)
        share = read_share(text)
        if share is None:
            self.wrong(key, f'"{text}" is not a percentage such as "25%"')
        return share

    def words(self, key: str, allowed: Iterable[str] | None = None, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts, none twice, out of a fixed list if there is one."""
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.wrong(key, _expectation("a list of texts", value))
        for item in value:
            if allowed is not None and item not in allowed:
                self.wrong(key, f'"{item}" is not one of {", ".join(sorted(allowed))}')
        if len(set(value)) != len(value):
            self.wrong(key, "the same word twice")
        return tuple(value)

    def wholes(self, key: str, default: tuple[int, ...] | None = None, *, least: int = 0) -> tuple[int, ...]:
        """A whole number or a list of them."""
        value = self._take(key)
        if value is None and default is not None:
            return default
        items = value if isinstance(value, list) else [value]
        numbers = [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
        if not items or len(numbers) < len(items):
            self.wrong(key, _expectation("a whole number, or a list of them", value))
        if min(numbers) < least:
            self.wrong(key, f"a number less than {least}")
        if len(set(numbers)) != len(numbers):
            self.wrong(key, "the same number twice")
        return tuple(numbers)

    def table(self, key: str) -> TomlTable:
        """A table inside this one; empty if it is not there."""
        value = self._take(key)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            self.wrong(key, _expectation("a table", value))
        return self.inside(value, f"{self._path}.{key}" if self._path else key)

    def tables(self, key: str) -> list[TomlTable]:
        """A list of tables."""
        value = self._take(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, _expectation("a list of tables", value))
        path = f"{self._path}.{key}" if self._path else key
        return [self.inside(item, f"{path}[{n}]") for n, item in enumerate(value, 1)]

    def keys(self) -> tuple[str, ...]:
        return tuple(self._table)


def read_share(text: str) -> Fraction | None:
    """A part of one: "25%", "33.33%" or "1/3"; None for anything else."""
    if match := _PERCENT.fullmatch(text.replace(" ", "")):
        share = Fraction(match[1]) / 100
    elif _SHARE.fullmatch(text) and not text.endswith("/0"):
        share = Fraction(text)
    else:
        return None
    return share if share <= 1 else None


def _expectation(kind: str, value: object) -> str:
    if value is None:
        return f"missing; {kind} is needed"
    return f"{value!r} is not {kind}" if isinstance(value, str | int | Decimal) else f"this is not {kind}"
