"""What a match and a round without one are worth, where the table of outcomes alone does not say it.

- "games": the ruleset's points are those of one game, and every game counts (SP-10; **Choice:** total points, not match
  points), so a round won, drawn or rested through is worth that many games and a match is worth the share of its games.
- "margin": a table turns the difference of the scores into points (bridge: victory points).
- A bye asked for may have a value of its own (SP-5).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pareo.core.model.entities import Entrant, Sitting
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.ruleset import Ruleset, ScaleStep
from pareo.core.results.games_text import ALL, SUM
from pareo.core.text.messages import text_note

MOST_GAMES = 9


def can_have_games(ruleset: Ruleset) -> bool:
    """Can a ruleset count several games per round? A draw must be half a win and a loss nothing."""
    points, results = ruleset.points, ruleset.results
    halves = points[Outcome.DRAW] * 2 == points[Outcome.WIN] and points[Outcome.LOSS] == 0
    points_fit = ruleset.points_from == "games" or (results.games == 1 and ruleset.points_from == "match")
    return halves and points_fit and results.kind != "squads" and not results.best_of


def with_games(ruleset: Ruleset, games: object) -> Ruleset:
    """The ruleset for so many games per round; anything but a number from 1 to 9 takes it back to one."""
    if not can_have_games(ruleset):
        return ruleset
    count = games if isinstance(games, int) and 1 <= games <= MOST_GAMES else 1
    before = ruleset.results.games
    if count == before:
        return ruleset
    points = {outcome: value // before * count for outcome, value in ruleset.points.items()}
    results = replace(ruleset.results, games=count, decide=ALL)
    return replace(ruleset, points=points, results=results, points_from="games" if count > 1 else "match")


def can_be_best_of(ruleset: Ruleset) -> bool:
    """Can a match be the best of some games? Where the match gives the points."""
    return ruleset.points_from == "match" and ruleset.results.kind != "squads" and ruleset.results.decide != SUM


def with_best_of(ruleset: Ruleset, games: object) -> Ruleset:
    """The ruleset with matches of the best of so many games (PN-MAT-2); anything else takes it back to the file's."""
    return replace(ruleset, results=replace(ruleset.results, best_of=_number_of(games)))


def with_best_of_cut(ruleset: Ruleset, games: object) -> Ruleset:
    """The ruleset with matches of the elimination as the best of so many games; anything else: as the file has it."""
    return replace(ruleset, results=replace(ruleset.results, best_of_cut=_number_of(games)))


def _number_of(games: object) -> int:
    return games if isinstance(games, int) and 1 <= games <= MOST_GAMES else 0


def missed_round_outcome(ruleset: Ruleset) -> Outcome:
    """The outcome of a round that a late player missed: a loss, but in chess a zero-point bye (C.04.2, 2.4)."""
    return Outcome.ABSENT if ruleset.results.chess else Outcome.LATE_LOSS


def scoring_fault(points: Mapping[Outcome, int]) -> str:
    """Why an event in FIDE mode cannot give these points; empty if it can (F-9, F-10)."""
    win, draw, loss, pab = (points[o] for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.BYE))
    if 2 * draw > win + loss:
        return text_note("2 draws would be worth more than a win and a loss")
    if pab > win:
        return text_note("the pairing-allocated bye would be worth more than a win")
    if (2 * draw, loss) == (win, 0) and pab not in (win, draw, 0):
        return text_note("the pairing-allocated bye is worth a win, a draw or 0")
    return ""


def result_points(ruleset: Ruleset, result: Result) -> tuple[int, int]:
    """The points of both sides of a match. Forfeits, and matches without known games or scores, go by the outcome."""
    table = ruleset.points
    if ruleset.scale and result.score_a is not None and result.score_b is not None:
        return _by_margin(ruleset.scale, result.score_a - result.score_b)
    a, b = result.halves_a, result.halves_b
    if ruleset.points_from != "games" or a is None or b is None:
        return table[result.a], table[result.b]
    win = table[Outcome.WIN]  # of all games together
    return win * a // (a + b), win * b // (a + b)


def _by_margin(scale: Sequence[ScaleStep], margin: int) -> tuple[int, int]:
    step = scale[bisect_right(scale, abs(margin), key=_margin_of) - 1]
    return (step.winner, step.loser) if margin >= 0 else (step.loser, step.winner)


def _margin_of(step: ScaleStep) -> int:
    return step.margin


def sitting_points(table: Mapping[Outcome, int], sitting: Sitting) -> int:
    """The points of a round without an opponent."""
    return table[sitting.outcome] if sitting.points is None else sitting.points


def start_points(ruleset: Ruleset, entrant: Entrant) -> int:
    """The points an entrant begins with, by rating (McMahon); nobody below the floor, nobody above the bar."""
    rules = ruleset.start
    if rules is None:
        return 0
    rating = min(max(entrant.rating or 0, rules.floor), rules.bar)
    return rules.lowest + (rating - rules.floor) // rules.step * ruleset.unit


def missed_round(ruleset: Ruleset, e: Entrant, number: int, sitting: Sitting) -> Sitting:
    """A round that an entrant sat out as it counts now: lost before the first round they came to, else asked off."""
    if sitting.no != e.no:
        return sitting
    if sitting.outcome is Outcome.REQUESTED_BYE and number < e.late_from:
        return Sitting(e.no, missed_round_outcome(ruleset), ("late",))
    if sitting.outcome is Outcome.LATE_LOSS and number >= e.late_from and number in e.absent:
        return Sitting(e.no, Outcome.REQUESTED_BYE, ("requested",), dict(e.bye_points).get(number))
    return sitting
