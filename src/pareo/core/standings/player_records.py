"""What the standings are computed from: one line per player and round, nothing else.

The ledger is cut from a tournament's state for one pod (or any set of entrants) after some round. It knows no rounds
in progress, no names, no tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pareo.core.model.outcome import GameTally, Outcome


class RoundRecord(NamedTuple):
    """One round of one entrant: outcome, opponent and points."""

    round_no: int
    outcome: Outcome
    opponent: int | None  # entrant number; None for byes, late losses, absences
    points: int  # in the ruleset's smallest unit
    score: int | None = None  # own points on the table (Scrabble), points destroyed (X-Wing)
    against: int | None = None
    margin: int = 0  # X-Wing margin of victory of this round
    started: bool | None = None  # had the first move, or White (S-5); None without an opponent
    halves: tuple[int, int] | None = None  # several games in the round (SP-10): half games won, and of how many
    games: GameTally | None = None  # the games of that match from the entrant's side: won, lost, drawn
    rated: bool = True  # not a game of less than one move, nor one that is adjourned


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One entrant's lines, in round order, and what else the standings depend on."""

    no: int
    lines: tuple[RoundRecord, ...]
    division: str = ""
    late: bool = False  # arrived after the start (P-TB-1)
    dropped_after: int | None = None  # the last round taken part in, of one who dropped
    disqualified: bool = False
    carried: int = 0  # points carried over from an earlier phase (day 1)
    rating: int | None = None
    seat: int = 0  # order of the player list: TOM's last tie-break
    rating2: int | None = None  # on the other list (SP-12)
    before: tuple[int, int, int] = (0, 0, 0)  # won, lost and tied where the carried points come from
    adjusted: int = 0  # points given or taken in addition to the results: for the place alone (F-81)
    unranked: bool = False  # has no place (F-49, F-65)
    estimate: int | None = None  # what an unrated player is thought to be


@dataclass(frozen=True, slots=True)
class Ledger:
    """The accounts of everybody ranked together, and how many rounds of this phase have been finished."""

    accounts: Mapping[int, PlayerRecord]
    rounds: tuple[int, ...]  # numbers of the finished rounds of this phase
    planned: int  # Swiss rounds this phase will have in all (TOM's cap rule)
    lots: Mapping[int, int] = field(default_factory=dict)  # random order, drawn once; low goes first
    robin: bool = False  # a round robin: everybody is to meet everybody, and forfeits count as games (FIDE C.07, 15)
    phases: str = "restart"  # of two phases: how percentages go over both (PN-TB-4)
    other: Ledger | None = None  # the other phase, whose players were met too
    outside: Mapping[int, int] = field(default_factory=dict)  # order of tied players decided by a play-off (F-119)
    second: bool = False  # this is the second phase, with the rounds of both


def as_of(ledger: Ledger, number: int) -> Ledger:
    """A ledger as it stood after round `number`: later lines and drops are left out."""
    accounts = {
        no: replace(
            a,
            lines=tuple(line for line in a.lines if line.round_no <= number),
            dropped_after=None if a.dropped_after is None or a.dropped_after > number else a.dropped_after,
        )
        for no, a in ledger.accounts.items()
    }
    return replace(ledger, accounts=accounts, rounds=tuple(n for n in ledger.rounds if n <= number))
