"""A squad as plain text: what a form or a person writes.

    Player: Ana Ruiz                               optional, as are Name, Points and Epic
    Faction: Rebel
    Luke Skywalker (X-wing) 28: R2-D2 4, Draw Their Fire 1
    3 x Rookie Pilot (X-wing) 21
    •Somebody (Strange Ship; large) 30
    CR90 Corvette Fore (CR90 Corvette) 50: Gunnery Team 4
    CR90 Corvette (Aft) 40                         the other card of the same ship

One ship a line: pilot, type of ship in brackets (with its size, if it is not one of ours), the pilot's cost, then after
a colon the upgrades with theirs. Where no upgrade has a cost the number is the cost of the whole ship. "3 x" is three
such ships. A dot or quotation marks make a name unique. Headers may be in Spanish. Lines that begin with # are notes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from pareo.core.lists.plain import canonical, collapse_spaces
from pareo.core.lists.ships import AFT, FORE
from pareo.core.lists.squads import Ship, Squad, Upgrade, faction_of, make_ship
from pareo.core.lists.unique_names import is_unique
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_or_refuse

SHIP_LIMIT = 100
UPGRADE_LIMIT = 40
NAME_LIMIT = 120
COST_LIMIT = 2_000
_LONGEST = 4_000  # a line with forty upgrades

_HEADERS = {
    "player": "player",
    "jugador": "player",
    "jugadora": "player",
    "giocatore": "player",
    "jogador": "player",
    "faction": "faction",
    "faccion": "faction",
    "fazione": "faction",
    "faccao": "faction",
    "points": "points",
    "squadpoints": "points",
    "total": "points",
    "puntos": "points",
    "puntosdeescuadron": "points",
    "epic": "epic",
    "epicpoints": "epic",
    "puntosepicos": "epic",
    "epicos": "epic",
    "name": "name",
    "squad": "name",
    "nombre": "name",
    "escuadron": "name",
}
_SIZES = {
    "small": "small",
    "pequena": "small",
    "piccola": "small",
    "large": "large",
    "grande": "large",
    "huge": "huge",
    "enorme": "huge",
}
_COUNT = re.compile(r"(\d{1,9})\s*[x×]\s+(.+)", re.IGNORECASE)
# The type of ship stands in the last brackets before the cost; a pilot's name may have brackets of its own.
_SHIP = re.compile(r"(?P<pilot>.+?)\s*\((?P<ship>[^()]+)\)\s*(?P<cost>\d{1,5})?\s*(?::\s*(?P<upgrades>.*))?")
_UPGRADE = re.compile(r"(?P<name>.+?)(?:\s+\(?(?P<cost>[-+]?\d{1,4})\)?)?")


def split_squads(text: str) -> list[str]:
    """The squads of a text: a line “Player: …” after ships begins another (a team's captain hands in both)."""
    parts: list[list[str]] = [[]]
    ships = False
    for line in text.split("\n"):
        key = _parse_header(collapse_spaces(line))[0]
        if key == "player" and ships:
            parts.append([])
            ships = False
        ships = ships or (not key and bool(line.strip()) and not line.lstrip().startswith("#"))
        parts[-1].append(line)
    return ["\n".join(part) + "\n" for part in parts]


def read_squad_text(text: str) -> Squad:
    """The squad; BadInput names the line that cannot be read."""
    headers: dict[str, str] = {}
    ships: list[Ship] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = collapse_spaces(raw)
        if not line or line.startswith("#"):
            continue
        key, value = _parse_header(line)
        if key in headers:
            raise BadInput(
                "squad-header-twice",
                "Line {line} of the squad repeats an earlier line: “{text}”.",
                line=number,
                text=line[:80],
            )
        if key:
            headers[key] = value
        else:
            ships += _parse_ships(line, number)
        if len(ships) > SHIP_LIMIT:
            raise BadInput("squad-too-many-ships", "A squad has at most {limit} ships.", limit=SHIP_LIMIT)
    return _build_squad(headers, ships)


def _parse_header(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    return (_HEADERS.get(canonical(key), ""), value.strip()) if colon and len(key) < 40 else ("", "")


def _build_squad(headers: Mapping[str, str], ships: list[Ship]) -> Squad:
    if not ships:
        raise BadInput("squad-empty", "The squad has no ships.")
    totals = {key: _parse_total(headers[key], key) for key in ("points", "epic") if key in headers}
    return Squad(
        faction=faction_of(_check_name(headers.get("faction", ""))),
        ships=tuple(ships),
        said_points=totals.get("points"),
        said_epic=totals.get("epic"),
        player=_check_name(headers.get("player", "")),
        name=_check_name(headers.get("name", "")),
    )


def _parse_total(text: str, key: str) -> int:
    return whole_or_refuse(
        text, 5, BadInput("squad-total", "“{text}” is not a total: enter a whole number.", text=text[:40], key=key)
    )


def _check_name(text: str) -> str:
    if len(text) > NAME_LIMIT:
        raise BadInput("squad-name-long", "A name in the squad is longer than {limit} characters.", limit=NAME_LIMIT)
    return text


def _parse_ships(line: str, number: int) -> list[Ship]:
    many, rest = 1, line[:_LONGEST].lstrip("*-– ")
    if counted := _COUNT.fullmatch(rest):
        many, rest = int(counted[1]), counted[2]
    match = _SHIP.fullmatch(rest)
    if match is None or not 1 <= many <= SHIP_LIMIT or len(line) > _LONGEST:
        raise BadInput(
            "squad-line",
            "Line {line} of the squad cannot be read: “{text}”. A ship is written Pilot (ship) cost: "
            "upgrade cost, upgrade cost.",
            line=number,
            text=line[:80],
        )
    pilot, (ship, _, size) = match["pilot"], match["ship"].partition(";")
    if canonical(ship) in (*FORE, *AFT):  # “CR90 Corvette (Fore) 50”: one of the two cards of a huge ship
        pilot, ship = f"{pilot} {ship}", pilot
    upgrades = tuple(_parse_upgrade(part) for part in (match["upgrades"] or "").split(",") if part.strip())
    if len(upgrades) > UPGRADE_LIMIT:
        raise BadInput(
            "squad-upgrades",
            "Line {line} of the squad has more than {limit} upgrades.",
            line=number,
            limit=UPGRADE_LIMIT,
        )
    if size.strip() and canonical(size) not in _SIZES:
        raise BadInput(
            "squad-line-size",
            "Line {line} of the squad: “{size}” is not a size (small, large, huge).",
            line=number,
            size=size.strip()[:40],
        )
    built = make_ship(
        _without_dot(_check_name(pilot)),
        _check_name(ship.strip()),
        cost=_ship_cost(match["cost"], upgrades),
        upgrades=upgrades,
        size=_SIZES.get(canonical(size), ""),
        unique=is_unique(pilot),
    )
    return [built] * many


def _without_dot(name: str) -> str:
    """The name without the dot that marks it."""
    return name.lstrip("•·● ").strip()


def _parse_upgrade(text: str) -> Upgrade:
    match = _UPGRADE.fullmatch(text.strip())
    if match is None:
        raise BadInput("squad-upgrade", "An upgrade cannot be read: “{text}”.", text=text.strip()[:80])
    name = _check_name(match["name"])
    return Upgrade(_without_dot(name), int(match["cost"]) if match["cost"] else None, is_unique(name))


def _ship_cost(text: str | None, upgrades: tuple[Upgrade, ...]) -> int | None:
    if text is None:
        return None
    cost = int(text) + sum(card.cost or 0 for card in upgrades)
    if not 0 <= cost <= COST_LIMIT:
        raise BadInput("squad-cost", "A ship cannot cost {cost} points.", cost=cost)
    return cost


def squad_text(squad: Squad) -> str:
    """The squad in the form that `read_squad_text` reads: how one that came as XWS is shown."""
    heads = (("Player", squad.player), ("Name", squad.name), ("Faction", squad.faction.capitalize()))
    lines = [f"{head}: {value}" for head, value in heads if value]
    for ship, same in groupby(squad.ships):
        many = len(list(same))
        size = f"; {ship.size}" if ship.size and not ship.known else ""
        own = None if ship.cost is None else ship.cost - sum(card.cost or 0 for card in ship.upgrades)
        cost = "" if own is None else f" {own}"
        cards = ", ".join(f"{card.name}{'' if card.cost is None else f' {card.cost}'}" for card in ship.upgrades)
        dot = "•" if ship.unique else ""
        times = f"{many} x " if many > 1 else ""
        lines.append(f"{times}{dot}{ship.pilot} ({ship.shown}{size}){cost}{f': {cards}' if cards else ''}")
    if squad.said_points is not None:
        lines.append(f"Points: {squad.said_points}")
    return "\n".join(lines) + "\n"
