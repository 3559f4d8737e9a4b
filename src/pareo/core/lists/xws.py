"""XWS, the X-Wing squad specification: JSON of versions 1.x and 2.0.

1.x names a pilot by `name`, 2.0 by `id`; factions and ships have other ids in both; upgrades are lists of ids by slot.
Files come from anybody: nesting is bounded before it is parsed, a key stands once, numbers are whole and small.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from pareo.core.lists.plain import check_visible
from pareo.core.lists.squad_text import COST_LIMIT, NAME_LIMIT, SHIP_LIMIT, UPGRADE_LIMIT
from pareo.core.lists.squads import Ship, Squad, Upgrade, faction_of, make_ship
from pareo.core.lists.unique_names import is_unique
from pareo.core.model.list_rules import SIZES
from pareo.core.text.errors import BadInput

DEPTH_LIMIT = 12


def looks_like_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def split_xws(text: str) -> list[str]:
    """The squad of an object, or those of an array (a team's captain hands in both), each as a text of its own."""
    value = read_json(text)
    if not isinstance(value, list):
        return [text]
    if not value:
        _wrong("squad")
    return [json.dumps(one, ensure_ascii=True) for one in value]


def read_xws(text: str) -> Squad:
    """The squad of one object."""
    return _read_squad(read_json(text))


def read_json(text: str) -> Any:
    """JSON from a stranger: bounded in depth, no key twice, no NaN; BadInput in one sentence."""
    if _depth(text) > DEPTH_LIMIT:
        raise BadInput("json-deep", "The file is nested deeper than any squad: it is not XWS.")
    try:
        return json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant, parse_int=_small_int
        )
    except (ValueError, RecursionError) as error:
        raise BadInput("json-unreadable", "The file is not valid JSON: {problem}.", problem=_problem(error)) from None


def _depth(text: str) -> int:
    """How deep brackets nest outside strings."""
    depth = deepest = 0
    inside = skip = False
    for c in text:
        if skip:
            skip = False
        elif inside:
            skip = c == "\\"
            inside = c != '"'
        elif c == '"':
            inside = True
        elif c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "]}":
            depth -= 1
    return deepest


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice")
    return table


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _small_int(text: str) -> int:
    if len(text) > 9:
        raise ValueError("a number is too long")
    return int(text)


def _problem(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}"
    return str(error)[:80] or "it cannot be read"


def _wrong(where: str) -> NoReturn:
    raise BadInput(
        "xws-content", "The file is not an XWS squad: “{where}” is missing or of the wrong type.", where=where
    )


def _text_at(table: dict[str, Any], *keys: str) -> str:
    """The first of these keys that is there, as text; "" if none is."""
    for key in keys:
        value = table.get(key)
        if value is None:
            continue
        if not isinstance(value, str):
            _wrong(key)
        return _name(value, key)
    return ""


def _name(value: str, key: str) -> str:
    """A name that can be shown on one line: escapes of JSON can hide anything."""
    if len(value) > NAME_LIMIT or "\n" in value or "\t" in value:
        _wrong(key)
    check_visible(value)
    return value.strip()


def _points_at(table: dict[str, Any], key: str = "points") -> int | None:
    value = table.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COST_LIMIT * 10:
        _wrong(key)
    return value


def _read_squad(value: object) -> Squad:
    if not isinstance(value, dict):
        _wrong("squad")
    pilots = value.get("pilots")
    if not isinstance(pilots, list) or not pilots or len(pilots) > SHIP_LIMIT:
        _wrong("pilots")
    faction = _text_at(value, "faction")
    if not faction:
        _wrong("faction")
    return Squad(
        faction=faction_of(faction),
        ships=tuple(_read_ship(pilot) for pilot in pilots),
        said_points=_points_at(value),
        name=_text_at(value, "name"),
        player=_text_at(value, "player"),
    )


def _read_ship(value: object) -> Ship:
    if not isinstance(value, dict):
        _wrong("pilots")
    pilot = _text_at(value, "id", "name")
    ship = _text_at(value, "ship")
    if not pilot or not ship:
        _wrong("id" if not pilot else "ship")
    size = _text_at(value, "size")  # ours, for a ship that is not in the table
    if size not in ("", *SIZES):
        _wrong("size")
    group = value.get("multisection_id")
    if group is not None and (isinstance(group, bool) or not isinstance(group, int)):
        _wrong("multisection_id")
    return make_ship(
        _without_product(pilot),
        _without_product(ship),
        cost=_points_at(value),
        upgrades=_read_upgrades(value.get("upgrades")),
        size=size,
        group="" if group is None else str(group),
    )


def _without_product(text: str) -> str:
    """An id without the mark of the product that tells two cards of one name apart: "r2d2-swx22"."""
    head, hyphen, _ = text.partition("-")
    return head if hyphen and head.isascii() and head.isalnum() and head == head.lower() else text


def _read_upgrades(value: object) -> tuple[Upgrade, ...]:
    if value is None or value == []:  # an empty list says as clearly that there are none
        return ()
    if not isinstance(value, dict):
        _wrong("upgrades")
    cards: list[Upgrade] = []
    for slot, names in value.items():
        if not isinstance(names, list) or len(slot) > NAME_LIMIT or len(names) > UPGRADE_LIMIT:
            _wrong("upgrades")
        for name in names:
            if not isinstance(name, str) or not (shown := _without_product(_name(name, "upgrades"))):
                _wrong("upgrades")
            cards.append(Upgrade(shown, None, is_unique(shown)))
    if len(cards) > UPGRADE_LIMIT:
        _wrong("upgrades")
    return tuple(cards)
