"""What happened to one side of a match, and the result of a match as it was entered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    """What happened to one entrant in one round. The ruleset's table turns it into points."""

    WIN = "win"
    MODIFIED_WIN = "modified-win"  # X-Wing: ahead by less than 12 at time
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit-win"  # the opponent did not play
    FORFEIT_LOSS = "forfeit-loss"
    BYE = "bye"  # nobody left to play: the round's odd one out
    EARNED_BYE = "earned-bye"  # won before the event; a win that counts everywhere
    REQUESTED_BYE = "requested-bye"  # asked not to play this round
    LATE_LOSS = "late-loss"  # the round had started before the player arrived
    ABSENT = "absent"  # in the tournament, not paired in this round
    REST = "rest"  # an odd round robin: the table gives no opponent in this round, and no points (SP-1)

    @property
    def played(self) -> bool:
        """Was there a game on the table?"""
        return self in _PLAYED

    @property
    def won(self) -> bool:
        return self in _WON

    @property
    def lost(self) -> bool:
        return self in _LOST


_PLAYED = frozenset({Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.DRAW, Outcome.LOSS})
_WON = frozenset({Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.EARNED_BYE})
_LOST = frozenset({Outcome.LOSS, Outcome.FORFEIT_LOSS, Outcome.LATE_LOSS})


class Ended(Enum):
    """How an X-Wing game ended (X-7)."""

    DESTROYED = "destroyed"
    TIME = "time"
    CONCEDED_A = "conceded-a"
    CONCEDED_B = "conceded-b"


class GameTally(NamedTuple):
    """The games of a match, counted: won by a, won by b, drawn."""

    a: int
    b: int
    drawn: int = 0

    @property
    def halves(self) -> tuple[int, int]:
        """Half games of both sides."""
        return 2 * self.a + self.drawn, 2 * self.b + self.drawn


class Game(NamedTuple):
    """One game of a match: who won ("a", "b" or "" for a drawn one), its points, and who began where that was said."""

    won: str
    score_a: int | None = None
    score_b: int | None = None
    first: str = ""


class Mark(Enum):
    """What is particular about a game of chess besides who won it."""

    UNRATED = "unrated"  # less than one move was played: it counts, and is never rated (TRF26: W, D, L)
    ADJOURNED = "adjourned"  # to be played on: until then a draw for pairing and interim standings (C.04.2, 3.1)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match, both sides. Scores are whole numbers as entered (Scrabble points, points destroyed).

    A match of several games has its games counted as far as they are known: the half games of each side (SP-10), how
    many were won and drawn, and each of them. Its scores are the points of all games together.
    """

    a: Outcome
    b: Outcome
    score_a: int | None = None
    score_b: int | None = None
    ended: Ended | None = None
    initiative: str | None = None  # "a" or "b": who had it; decides a drawn X-Wing elimination game
    halves_a: int | None = None  # several games: half games of each side
    halves_b: int | None = None
    tally: GameTally | None = None
    games: tuple[Game, ...] = ()
    mark: Mark | None = None
