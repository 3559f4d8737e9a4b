"""An X-Wing squad: ships with size, cost and upgrades, whatever it was written in. Totals are sums, never guesses.

A huge ship of two sections stands in a list as two cards, fore and aft: it is one ship and counts its epic points once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pareo.core.lists.plain import canonical
from pareo.core.lists.ships import AFT, FORE, ShipType, ship_of
from pareo.core.lists.unique_names import is_unique, one_name

FACTION_NAMES = {"rebel": "Rebel", "imperial": "Imperial", "scum": "Scum"}
_FACTIONS = {
    "rebel": "rebel",
    "rebels": "rebel",
    "rebelalliance": "rebel",
    "resistance": "rebel",
    "rebelde": "rebel",
    "rebeldes": "rebel",
    "alianzarebelde": "rebel",
    "imperial": "imperial",
    "empire": "imperial",
    "galacticempire": "imperial",
    "imperials": "imperial",
    "firstorder": "imperial",
    "imperiales": "imperial",
    "imperio": "imperial",
    "imperiogalactico": "imperial",
    "scum": "scum",
    "scumandvillainy": "scum",
    "escoria": "scum",
    "escoriayvillanos": "scum",
}


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade. Its cost is None where only the cost of the whole ship is known."""

    name: str
    cost: int | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Ship:
    """One ship card with its upgrades."""

    pilot: str
    ship: str  # id of the type; for one we do not know, its name made canonical
    shown: str  # the type's name as it is shown
    size: str  # "small", "large", "huge"; "": the list does not say and we do not know
    cost: int | None  # with upgrades
    upgrades: tuple[Upgrade, ...] = ()
    unique: bool = False
    factions: str = ""  # of the type, as in `ships`; "": not known
    known: bool = True
    section: str = ""  # "fore" or "aft"
    group: str = ""  # sections with the same mark are one ship


@dataclass(frozen=True, slots=True)
class Squad:
    """A whole squad of one player."""

    faction: str  # "rebel", "imperial", "scum"; as written, if it is none of them; "" if the list does not say
    ships: tuple[Ship, ...]
    said_points: int | None = None  # the total that stands in the list
    said_epic: int | None = None
    player: str = ""  # whose it is, as the list says
    name: str = ""

    @property
    def points(self) -> int | None:
        """Squad points: the sum; the list's own total where a ship's cost is missing."""
        costs = [ship.cost for ship in self.ships if ship.cost is not None]
        return sum(costs) if len(costs) == len(self.ships) else self.said_points


def faction_of(text: str) -> str:
    """A faction by any of its names; another word stays as it is, for the problem that names it."""
    return _FACTIONS.get(canonical(text), text.strip())


def make_ship(
    pilot: str,
    ship: str,
    *,
    cost: int | None,
    upgrades: tuple[Upgrade, ...] = (),
    size: str = "",
    unique: bool | None = None,
    group: str = "",
) -> Ship:
    """A ship whose type is looked up. What the list itself says of a known type's size does not count."""
    kind: ShipType | None = ship_of(ship)
    section = _section(pilot, ship) if kind is not None and kind.sections else ""
    return Ship(
        pilot=pilot,
        ship=kind.id if kind else canonical(ship),
        shown=kind.en if kind else ship,
        size=kind.size if kind else size,
        cost=cost,
        upgrades=upgrades,
        unique=is_unique(pilot) if unique is None else unique,
        factions=kind.factions if kind else "",
        known=kind is not None,
        section=section,
        group=group if section else "",
    )


def _section(pilot: str, ship: str) -> str:
    for name in (canonical(pilot), canonical(ship)):
        if name.endswith(FORE):
            return "fore"
        if name.endswith(AFT):
            return "aft"
    return ""


def ships_of_type(squad: Squad) -> Counter[str]:
    """Ships on the table by type: two sections are one ship."""
    counts: Counter[str] = Counter()
    sections: dict[str, Counter[str]] = {}
    groups: set[tuple[str, str]] = set()
    for ship in squad.ships:
        if ship.group:
            groups.add((ship.ship, ship.group))
        elif ship.section:
            sections.setdefault(ship.ship, Counter())[ship.section] += 1
        else:
            counts[ship.ship] += 1
    counts.update(name for name, _ in groups)
    for name, halves in sections.items():
        counts[name] += max(halves.values())
    return counts


def unique_names(squad: Squad) -> list[tuple[str, str]]:
    """(name as counted, name as written) of every unique card of the squad, one for each time it is there."""
    names: list[tuple[str, str]] = []
    for ship in squad.ships:
        if ship.unique:
            names.append((one_name(ship.pilot), ship.pilot))
        names += [(one_name(card.name), card.name) for card in ship.upgrades if card.unique]
    return names
