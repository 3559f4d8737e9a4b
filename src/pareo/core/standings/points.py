"""What a match and a round without one are worth, where the table of outcomes alone does not say it.

Several games per round (SP-10): the ruleset's points are those of one game; an event with `games` set counts every game
(**Choice:** total points, not match points), so a round won, drawn or rested through is worth that many games and a
match is worth the share of its games. A bye asked for may have a value of its own (SP-5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pareo.core.rules.ruleset import Ruleset
from pareo.core.state.model import Sitting
from pareo.core.state.outcome import Outcome, Result

MOST_GAMES = 9


def can_have_games(ruleset: Ruleset) -> bool:
    """Can a match score be turned into points? A draw must be half a win and a loss nothing."""
    points = ruleset.points
    halves = points[Outcome.DRAW] * 2 == points[Outcome.WIN] and points[Outcome.LOSS] == 0
    return halves and ruleset.results.kind != "squads"


def with_games(ruleset: Ruleset, games: object) -> Ruleset:
    """The ruleset for so many games per round; anything but a number from 1 to 9 takes it back to one."""
    wanted = games if isinstance(games, int) and 1 <= games <= MOST_GAMES else 1
    before = ruleset.results.games
    if wanted == before:
        return ruleset
    points = {outcome: value // before * wanted for outcome, value in ruleset.points.items()}
    return replace(ruleset, points=points, results=replace(ruleset.results, games=wanted))


def result_points(table: Mapping[Outcome, int], result: Result) -> tuple[int, int]:
    """Points of both sides. A match of several games is shared out; a forfeit is one outcome for all of them."""
    a, b = result.halves_a, result.halves_b
    if a is None or b is None:
        return table[result.a], table[result.b]
    whole = table[Outcome.WIN]  # of all games together
    return whole * a // (a + b), whole * b // (a + b)


def sitting_points(table: Mapping[Outcome, int], sitting: Sitting) -> int:
    """Points of a round without an opponent."""
    return table[sitting.outcome] if sitting.points is None else sitting.points
