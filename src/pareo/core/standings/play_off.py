"""Places that were decided outside the event: a play-off, or typed by hand (FIDE C.07, 3; F-119).

“7>3>12; 5>9”: numbers of the starting list, the better first; those who are tied with one another go in this order.
"""

from __future__ import annotations

import re

_GROUP = re.compile(r"\s*[0-9]{1,5}(?:\s*>\s*[0-9]{1,5})+\s*")


def play_off_text(typed: str) -> str:
    """A typed play-off order in the form in which it is stored; ValueError on anything else, or a number twice."""
    groups = [part for part in typed.replace(",", ";").split(";") if part.strip()]
    if not groups or not all(_GROUP.fullmatch(part) for part in groups):
        raise ValueError(typed)
    numbers = [[int(number) for number in part.split(">")] for part in groups]
    everybody = [number for part in numbers for number in part]
    if len(set(everybody)) < len(everybody):
        raise ValueError(typed)
    return "; ".join(">".join(map(str, part)) for part in numbers)


def play_off_order(text: str) -> dict[int, int]:
    """The places of a play-off order by start number, 1 first in each group."""
    return {
        int(number): place
        for part in text.split(";") if part.strip()
        for place, number in enumerate(part.split(">"), 1)
    }  # fmt: skip
