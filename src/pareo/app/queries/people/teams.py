"""What a team must be when its players are entered: one faction (X-17), one named captain (X-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pareo.core.lists.squads import faction_of
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import row_place
from pareo.core.tournament.tournament import Tournament

if TYPE_CHECKING:
    from pareo.app.commands.people.players import NewPlayer


def team_problems(t: Tournament, players: Iterable[NewPlayer]) -> dict[str, BadInput]:
    """By team, why its players cannot be entered together; nothing where players play alone."""
    if t.ruleset.entrant != "team":
        return {}
    teams: dict[str, list[NewPlayer]] = {}
    for player in players:
        teams.setdefault(player.team.strip(), []).append(player)
    problems = {team: _problem(t, team, rows) for team, rows in teams.items() if team}
    return {team: problem for team, problem in problems.items() if problem is not None}


def _problem(t: Tournament, team: str, rows: Sequence[NewPlayer]) -> BadInput | None:
    there = next((e for e in t.entrants.values() if e.team == team), None)
    at = row_place(rows[-1].where)
    factions_before = [there.faction] if there is not None else []
    factions = list(
        {
            faction_of(one).casefold(): one.strip()
            for one in (*factions_before, *(p.faction for p in rows))
            if one and one.strip()
        }.values()
    )
    if len(factions) > 1:
        return BadInput(
            "team-players-factions",
            "{where}team “{team}” must play one faction, but its players have {a} and {b}.",
            where=at,
            team=team,
            a=factions[0],
            b=factions[1],
        )
    captains = sum(p.captain for p in rows)
    if captains > 1:
        return BadInput(
            "team-captains",
            "{where}team “{team}” must have one captain, not {count}.",
            where=at,
            team=team,
            count=captains,
        )
    if there is None and len(rows) >= t.ruleset.team_size and not captains:
        return BadInput(
            "team-captain-missing",
            "{where}team “{team}” has no captain: mark one of its players as captain.",
            where=at,
            team=team,
        )
    return None
