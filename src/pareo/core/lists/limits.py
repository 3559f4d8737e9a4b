"""What is wrong with a squad, or with the two of a team: every violated limit, named; nothing is cut (X-20).

Limits come from the ruleset (X-15 … X-18). Each problem is a note with a stable code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pareo.core.lists.plain import canonical
from pareo.core.lists.ships import sides_in
from pareo.core.lists.squads import FACTION_NAMES, Squad, ships_of_type, unique_names
from pareo.core.model.list_rules import SquadLimits
from pareo.core.text.messages import Note, note, text_note


def epic_total(squad: Squad, limits: SquadLimits) -> int:
    """Epic points of the squad's huge ships, by the ruleset's table (X-16)."""
    return sum(limits.epic_points.get(ship, 0) * count for ship, count in ships_of_type(squad).items())


def squad_problems(squad: Squad, limits: SquadLimits) -> tuple[Note, ...]:
    """Everything that is over a limit, or that the list does not say though it must."""
    return (
        *_points_problems(squad, limits),
        *_epic_problems(squad, limits),
        *_type_problems(squad, limits),
        *_unknown_ship_problems(squad, limits),
        *_faction_problems(squad, limits),
        *_unique_name_problems(squad),
        *_card_problems(squad, limits),
    )


def reminders(squads: Sequence[Squad], limits: SquadLimits) -> tuple[str, ...]:
    """What the ruleset wants remembered of cards that are there (X-18)."""
    names = {canonical(name) for squad in squads for name in _all_names(squad)}
    return tuple(r.text for r in limits.reminders if any(canonical(name) in names for name in r.names))


def team_problems(squads: Sequence[Squad]) -> tuple[Note, ...]:
    """X-17: both members of a team the same faction, and no unique name twice in the team."""
    problems: list[Note] = []
    factions = list(dict.fromkeys(squad.faction for squad in squads if squad.faction))
    if len(factions) > 1:
        problems.append(
            note(
                "team-factions",
                "the squads of a team must have one faction; these are {a} and {b}",
                a=_faction_name(factions[0]),
                b=_faction_name(factions[1]),
            )
        )
    seen: dict[str, str] = {}
    for squad in squads:
        names = dict(unique_names(squad))
        problems += [
            note("team-unique", "{name} is a unique name but is in both squads of the team", name=written)
            for name, written in names.items()
            if name in seen
        ]
        seen |= names
    return tuple(problems)


def _faction_name(faction: str) -> str:
    return text_note(FACTION_NAMES[faction]) if faction in FACTION_NAMES else faction


def _points_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    problems: list[Note] = []
    costs = [ship.cost for ship in squad.ships if ship.cost is not None]
    total = squad.points
    if total is None:
        missing = next(ship.pilot for ship in squad.ships if ship.cost is None)
        problems.append(note("squad-no-cost", "the cost of {pilot} is missing, and so is the total", pilot=missing))
    elif limits.points and total > limits.points:
        problems.append(
            note("squad-points", "{points} squad points, {limit} are allowed", points=total, limit=limits.points)
        )
    if squad.said_points is not None and len(costs) == len(squad.ships) and sum(costs) != squad.said_points:
        problems.append(
            note(
                "squad-sum",
                "the list says {said} squad points, its ships add up to {points}",
                said=squad.said_points,
                points=sum(costs),
            )
        )
    return problems


def _epic_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    total = epic_total(squad, limits)
    problems: list[Note] = []
    if limits.epic and total > limits.epic:
        problems.append(
            note("squad-epic", "{points} epic points, {limit} are allowed", points=total, limit=limits.epic)
        )
    if squad.said_epic is not None and squad.said_epic != total:
        problems.append(
            note(
                "squad-epic-sum",
                "the list says {said} epic points, its ships have {points}",
                said=squad.said_epic,
                points=total,
            )
        )
    return problems


def _type_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    """X-15: so many small, so many large ships of one type."""
    types = {ship.ship: ship for ship in squad.ships}
    most = {"small": limits.small, "large": limits.large}
    problems: list[Note] = []
    for ship, count in ships_of_type(squad).items():
        size = types[ship].size
        limit = most.get(size, 0)
        if limit and count > limit:
            facts = {"count": count, "ship": types[ship].shown, "limit": limit}
            problems.append(
                Note("squad-small", "{count} ships of the type {ship}, {limit} of one type are allowed", facts)
                if size == "small"
                else Note("squad-large", "{count} ships of the type {ship}, {limit} of one type are allowed", facts)
            )
    return problems


def _unknown_ship_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    problems: list[Note] = []
    for ship in {s.ship: s for s in squad.ships}.values():
        if not ship.size:
            problems.append(
                note(
                    "squad-size",
                    "{ship} is not in our table of ships: give its size (small, large or huge)",
                    ship=ship.shown,
                )
            )
        elif ship.size == "huge" and ship.ship not in limits.epic_points:
            problems.append(note("squad-epic-unknown", "the ruleset has no epic points for {ship}", ship=ship.shown))
    return problems


def _faction_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    """X-17: one faction per squad, and one of those that the format has."""
    if not squad.faction:
        return [note("squad-no-faction", "the list does not say its faction")]
    if squad.faction not in limits.factions:
        return [
            note("squad-faction", "{faction} is not a faction of this format", faction=_faction_name(squad.faction))
        ]
    letter, facts = squad.faction[0], {"faction": _faction_name(squad.faction), "year": limits.year}
    problems: list[Note] = []
    for ship in {ship.ship: ship for ship in squad.ships if ship.factions}.values():
        if letter not in sides_in(ship.factions, 0):
            problems.append(
                note("squad-mixed", "{ship} is not a ship of the faction {faction}", ship=ship.shown, **facts)
            )
        elif letter not in sides_in(ship.factions, limits.year):
            problems.append(
                note(
                    "squad-not-yet",
                    "{ship} was not yet a ship of the faction {faction} in {year}",
                    ship=ship.shown,
                    **facts,
                )
            )
    return problems


def _unique_name_problems(squad: Squad) -> list[Note]:
    names = unique_names(squad)
    counts = Counter(name for name, _ in names)
    written = dict(reversed(names))
    return [
        note(
            "squad-unique",
            "{name} is a unique name but is in the squad {count} times",
            name=written[name],
            count=count,
        )
        for name, count in counts.items()
        if count > 1
    ]


def _card_problems(squad: Squad, limits: SquadLimits) -> list[Note]:
    """X-18: cards that may not be on ships of some sizes."""
    problems: list[Note] = []
    for rule in limits.cards:
        names = {canonical(name) for name in rule.names}
        problems += [
            note(
                "squad-card",
                "{card} may not be on {ship}, a {size} ship",
                card=rule.names[0],
                ship=ship.shown,
                size=text_note(ship.size),
            )
            for ship in squad.ships
            if ship.size in rule.not_on and any(canonical(card.name) in names for card in ship.upgrades)
        ]
    return list(dict.fromkeys(problems))


def _all_names(squad: Squad) -> list[str]:
    return [name for ship in squad.ships for name in (ship.pilot, *(card.name for card in ship.upgrades))]
