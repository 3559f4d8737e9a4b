"""What happened to one side of a match, and the result of a match as it was entered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
_WON = frozenset(
    {Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.EARNED_BYE}
)
_LOST = frozenset({Outcome.LOSS, Outcome.FORFEIT_LOSS, Outcome.LATE_LOSS})


class Ended(Enum):
    """How an X-Wing game ended (X-7)."""

    DESTROYED = "destroyed"
    TIME = "time"
    CONCEDED_A = "conceded-a"
    CONCEDED_B = "conceded-b"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match, both sides. Scores are whole numbers as entered (Scrabble points, points destroyed)."""

    a: Outcome
    b: Outcome
    score_a: int | None = None
    score_b: int | None = None
    ended: Ended | None = None
    initiative: str | None = None  # "a" or "b": who had it; decides a drawn X-Wing elimination game
    halves_a: int | None = None  # several games per round (SP-10): half games of each side, together twice the games
    halves_b: int | None = None
