"""Rounds a player asks off, each with what it is worth (SP-5): “3,5”, or “3:½,5:1,6:0”.

A round without a value is worth what the ruleset gives. Values are kept as they were typed until the ruleset's unit is
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pareo.core.model.entities import Entrant
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import points_text, read_points

Values = tuple[tuple[int, str], ...]  # (round, points as typed)

_PART = re.compile(r"(\d{1,3})(?::(\d{0,3}½|\d{1,3}(?:\.\d{1,2})?|1/2))?")
LAST = 100


def read_rounds_off(text: str, where: str = "") -> tuple[frozenset[int], Values]:
    """The rounds, and the values of those that have one. BadInput if it cannot be read."""
    rounds: set[int] = set()
    values: dict[int, str] = {}
    for part in filter(None, re.split(r"[,;\s]+", text.strip())):
        match = _PART.fullmatch(part)
        if match is None:
            raise BadInput(
                "rounds-off-unreadable",
                "{where}absent “{text}” is not a list of rounds such as 1,4 or 3:½,5:1,6:0.",
                where=where,
                text=text[:40],
            )
        number = int(match[1])
        if not 1 <= number <= LAST:
            raise BadInput("round-out-of-range", "{where}requested byes must be for rounds 1 to 100.", where=where)
        rounds.add(number)
        if match[2] is not None:
            values[number] = match[2]
    return frozenset(rounds), tuple(sorted(values.items()))


def bye_points(values: Iterable[tuple[int, str]], ruleset: Ruleset, where: str = "") -> tuple[tuple[int, int], ...]:
    """(round, points in the ruleset's unit); BadInput for points the ruleset cannot give."""
    return tuple((number, _points(text, ruleset, where)) for number, text in values)


def _points(text: str, ruleset: Ruleset, where: str) -> int:
    plain = "0.5" if text == "1/2" else text.replace("½", ".5") if text != "½" else "0.5"
    try:
        return read_points(plain, ruleset.unit)
    except ValueError:
        raise BadInput(
            "bye-points",
            "{where}a bye of {text} points is not possible: these rules count in steps of {step}.",
            where=where,
            text=text,
            step=ruleset.show_points(1),
        ) from None


def rounds_off_text(e: Entrant, ruleset: Ruleset) -> str:
    """The rounds as they are typed."""
    values = dict(e.bye_points)
    return ",".join(
        f"{number}:{points_text(values[number], ruleset.unit)}" if number in values else str(number)
        for number in sorted(e.absent)
    )
