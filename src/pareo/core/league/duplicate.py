"""Duplicate Scrabble, as played in France (S-NAT-6): everybody has the same letters and the same position every turn.

There are no opponents and no rounds. Each player hands in a sheet with the points of every turn; `duplicate_ranking`
ranks by the percentage of the best possible score, the sum of each turn's best move. Equal percentages share the place
(1, 1, 3). Nothing here knows words, boards or names beyond the sheet's.

Choices: a turn a player has no move for counts 0; a sheet may not beat the best possible score of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import BadInput

MOST_POINTS = 5000  # of one turn: no word comes near it


@dataclass(frozen=True, slots=True)
class BestGame:
    """One game: the best possible points of each turn."""

    best: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.best)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's score sheets, one per game; None is a game not played. Points by turn, None: no move."""

    name: str
    games: tuple[tuple[int | None, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class DuplicatePlace:
    """A line of the ranking."""

    place: int
    name: str
    points: int
    share: Fraction  # of the best possible score of all games
    behind: int  # points below the best possible score
    best_moves: int  # turns in which the player found the best
    by_game: tuple[int, ...]


def duplicate_ranking(games: Sequence[BestGame], sheets: Iterable[ScoreSheet]) -> tuple[DuplicatePlace, ...]:
    """Everybody who handed in a sheet, best first; equal percentages share the place, in order of name."""
    possible = _best_total(games)
    rows: list[tuple[int, str, int, tuple[int, ...]]] = []
    for sheet in sheets:
        by_game, best_moves = _read_sheet(games, sheet)
        rows.append((sum(by_game), sheet.name, best_moves, by_game))
    if len({name for _, name, _, _ in rows}) != len(rows):
        raise BadInput("duplicate-twice", "2 sheets have the same name.")
    rows.sort(key=lambda row: (-row[0], alphabetical(row[1])))
    ranked: list[DuplicatePlace] = []
    for at, (points, name, best_moves, by_game) in enumerate(rows, 1):
        place = ranked[-1].place if ranked and ranked[-1].points == points else at
        share = Fraction(points, possible)
        ranked.append(DuplicatePlace(place, name, points, share, possible - points, best_moves, by_game))
    return tuple(ranked)


def _best_total(games: Sequence[BestGame]) -> int:
    for number, game in enumerate(games, 1):
        if not all(0 < points <= MOST_POINTS for points in game.best):
            raise BadInput(
                "duplicate-best",
                "Game {game}: the best move of every turn has 1 to {most} points.",
                game=number,
                most=MOST_POINTS,
            )
    possible = sum(game.total for game in games)
    if not possible:
        raise BadInput("duplicate-empty", "There is no turn to rank.")
    return possible


def _read_sheet(games: Sequence[BestGame], sheet: ScoreSheet) -> tuple[tuple[int, ...], int]:
    """Points by game, and how many best moves were found."""
    if len(sheet.games) > len(games):
        raise BadInput(
            "duplicate-games",
            "{name} has sheets of {count} games; there were {played}.",
            name=sheet.name,
            count=len(sheet.games),
            played=len(games),
        )
    totals: list[int] = []
    best_moves = 0
    for number, game in enumerate(games):
        turns = (sheet.games[number] if number < len(sheet.games) else None) or ()
        if len(turns) > len(game.best):
            raise BadInput(
                "duplicate-turns",
                "{name}, game {game}: {count} turns; there were {played}.",
                name=sheet.name,
                game=number + 1,
                count=len(turns),
                played=len(game.best),
            )
        total = 0
        for turn, (points, best) in enumerate(zip(turns, game.best, strict=False), 1):
            if points is not None and not 0 <= points <= best:
                raise BadInput(
                    "duplicate-points",
                    "{name}, game {game}, turn {turn}: {points} is not between 0 and the best move, {best}.",
                    name=sheet.name,
                    game=number + 1,
                    turn=turn,
                    points=points,
                    best=best,
                )
            total += points or 0
            best_moves += points == best
        totals.append(total)
    return tuple(totals), best_moves
