"""The FISE tournament card (S-14) as values: rounds with running totals; rounds not played yet are empty.

Where a match is several games, every game has a line of its own (A-42).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class CardGame(NamedTuple):
    """One game of a match of several."""

    first: bool  # had the first move
    points: int | None = None  # in 1/unit; None: the match gives the points
    scrabble: int | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a player's card."""

    round_no: int
    opponent: int | None  # number in the starting list; None: rested
    first: bool | None = None  # had the first move; None: no game
    points: int | None = None  # in 1/unit; None: not finished
    scrabble: int | None = None
    opponent_points: int | None = None  # the opponent's final points, for Sonneborn-Berger
    summed: int | None = None  # what of them counts there, in 1/(2 unit): of the beaten all; None: nothing
    games: tuple[CardGame, ...] = ()  # of a match of several, where they are known


@dataclass(frozen=True, slots=True)
class FiseCard:
    """The card of one player in a tournament run by hand (FISE, «Las tarjetas de torneo»)."""

    club: str
    tournament_no: str
    date: str
    name: str
    number: int
    rounds: int  # rows to print
    lines: tuple[CardLine, ...] = ()
    unit: int = 2
    games: int = 1  # of a match: lines of a round


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line of the card with its running totals; None where there is nothing to count yet."""

    line: CardLine  # the round
    total: int | None
    scrabble_total: int | None
    game: int = 0  # of a match of several; 0: the round has this line alone
    played: CardGame | None = None  # what this line counts

    @property
    def opens(self) -> bool:
        """Is this the round's first line, with the opponent?"""
        return self.game < 2


def card_rows(card: FiseCard) -> tuple[CardRow, ...]:
    """The rows of the card, in order, with running totals; rounds to come are empty."""
    known = {line.round_no: line for line in card.lines}
    rows: list[CardRow] = []
    total = scrabble = 0
    for round_no in range(1, card.rounds + 1):
        line = known.get(round_no, CardLine(round_no, None))
        for number, played in enumerate(_line_games(line, card.games), 1):
            if played is not None:
                total += played.points or 0
                scrabble += played.scrabble or 0
            done = played is not None and line.points is not None
            # A rest has points but no Scrabble points; the running total stands all the same (S-13).
            rows.append(
                CardRow(
                    line, total if done else None, scrabble if done else None, number if card.games > 1 else 0, played
                )
            )
    return tuple(rows)


def _line_games(line: CardLine, games: int) -> list[CardGame | None]:
    """What each line of the round counts: its games as far as they are known, else all of it on the last."""
    empty: list[CardGame | None] = [None]
    whole = CardGame(bool(line.first), line.points, line.scrabble)
    if games == 1 or not line.games:
        return empty * (games - 1) + [whole]
    *before, last = line.games
    if last.points is None:  # the match gives the points: with its last game
        last = last._replace(points=line.points)
    return [*before, last, *empty * (games - len(line.games))]


def sonneborn_berger(card: FiseCard) -> int:
    """The sum of the S-B column, in 1/(2 unit): what the standings say (S-12)."""
    return sum(line.summed or 0 for line in card.lines)
