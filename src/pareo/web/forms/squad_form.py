"""The form of an X-Wing squad: a row for each kind of ship, with its size, cost and upgrades. It becomes the same text
that a player could paste, so there is one way in and one set of limits.
"""

from __future__ import annotations

from collections.abc import Mapping

from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_or

ROWS, MORE, MOST = 6, 6, 60
_HEADS = (("player", "Player"), ("faction", "Faction"))


def form_row_count(text: str) -> int:
    """How many rows of ships the form has."""
    return min(max(whole_or(text, 3, ROWS), ROWS), MOST)


def _line(data: Mapping[str, str], key: str) -> str:
    return " ".join(data.get(key, "").split())


def squad_of_form(data: Mapping[str, str]) -> str:
    """The squad as text. A row without pilot and ship is left out; half a row is refused with its number."""
    lines = [f"{head}: {value}" for key, head in _HEADS if (value := _line(data, key))]
    ships = 0
    for at in range(1, form_row_count(data.get("rows", "")) + 1):
        pilot, ship, cost = (_line(data, f"{key}-{at}") for key in ("pilot", "ship", "cost"))
        if not pilot and not ship and not cost:
            continue
        if not (pilot and ship and cost):
            raise BadInput("squad-row", "Ship {row}: enter the pilot, type and cost.", row=at)
        lines.append(_ship(data, at, pilot, ship, cost))
        ships += 1
    if not ships:
        raise BadInput("squad-empty", "The squad has no ships.")
    return "\n".join(lines) + "\n"


def _ship(data: Mapping[str, str], at: int, pilot: str, ship: str, cost: str) -> str:
    count, size, upgrades = (_line(data, f"{key}-{at}") for key in ("count", "size", "upgrades"))
    if None in (whole_or(cost, 4, None), whole_or(count or "1", 4, None)):
        raise BadInput("squad-row-number", "Ship {row}: enter count and cost as whole numbers.", row=at)
    many = f"{count}x " if count not in ("", "1") else ""
    kind = f"{ship}; {size}" if size in ("small", "large", "huge") else ship
    return f"{many}{pilot} ({kind}) {cost}{f': {upgrades}' if upgrades else ''}"
