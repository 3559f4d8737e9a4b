"""Numbers as people type them, one way to read each kind; and points as players write them.

A whole number is typed in the plain digits 0 to 9, at most so many of them; signs, blanks and other digits are refused.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeVar

from pareo.core.text.errors import PareoError

_Other = TypeVar("_Other")
_POINTS = re.compile(r"-?\d{1,4}(?:\.\d{1,2})?")


# --- reading ----------------------------------------------------------------------------------------------------------


def whole_or(text: str, digits: int, otherwise: _Other) -> int | _Other:
    """The whole number of at most so many digits, or what is to stand for anything else.

    >>> whole_or("07", 2, None), whole_or("100", 2, None), whole_or("-1", 2, 5), whole_or("", 2, 1), whole_or("٣", 2, 0)
    (7, None, 5, 1, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise


def integer_or(text: str, digits: int, otherwise: _Other) -> int | _Other:
    """A whole number that may be below zero, or what is to stand for anything else.

    >>> integer_or("-12", 2, None), integer_or("12", 2, None), integer_or("--1", 2, None), integer_or("-", 2, 0)
    (-12, 12, None, 0)
    """
    return otherwise if whole_or(text.removeprefix("-"), digits, None) is None else int(text)


def whole_or_refuse(text: str, digits: int, problem: PareoError) -> int:
    """The whole number of at most so many digits; anything else is this problem."""
    number = whole_or(text, digits, None)
    if number is None:
        raise problem
    return number


def whole_between(text: str, low: int, high: int) -> int:
    """A whole number of at most six digits between these two. ValueError on anything else."""
    number = whole_or(text, 6, None)
    if number is None or not low <= number <= high:
        raise ValueError(text)
    return number


def read_points(text: str, unit: int) -> int:
    """Points as players write them (“4”, “1.5”, “1,5”) in the ruleset's smallest unit. ValueError on anything else.

    >>> read_points("1,5", 2), read_points("4", 1)
    (3, 4)
    """
    plain = text.strip().replace(",", ".")
    if not _POINTS.fullmatch(plain):
        raise ValueError(text)
    value = Fraction(plain) * unit
    if value.denominator != 1:
        raise ValueError(text)
    return int(value)


# --- writing ----------------------------------------------------------------------------------------------------------


def points_text(points: float, unit: int = 1) -> str:
    """Points in the players' units: 9 half points are 4½; what is no half has decimals.

    >>> [points_text(points, 2) for points in (0, 1, 8, 9)], [points_text(points) for points in (1.5, 2.25)]
    (['0', '½', '4', '4½'], ['1½', '2.25'])
    """
    whole, part = divmod(points, unit)
    if part == 0:
        return str(int(whole))
    return f"{int(whole) or ''}½" if 2 * part == unit else f"{points / unit:g}"
