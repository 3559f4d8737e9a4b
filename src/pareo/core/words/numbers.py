"""Numbers as people write them."""

from __future__ import annotations

import re
from fractions import Fraction

_POINTS = re.compile(r"-?\d{1,4}(?:\.\d{1,2})?")


def read_points(text: str, unit: int) -> int:
    """Points as players write them (“4”, “1.5”, “1,5”) in the ruleset's smallest unit. ValueError on anything else."""
    plain = text.strip().replace(",", ".")
    if not _POINTS.fullmatch(plain):
        raise ValueError(text)
    value = Fraction(plain) * unit
    if value.denominator != 1:
        raise ValueError(text)
    return int(value)
