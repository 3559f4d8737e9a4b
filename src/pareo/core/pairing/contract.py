"""The pairing contract: `pair(input) -> result`.

The input holds everything a pairing may depend on, so that it can be written to JSON, replayed and attached to a bug
report. Points are whole numbers in the ruleset's smallest unit. Lists are in table order where order means anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from pareo.core.state.outcome import Outcome


class Priority(Enum):
    """The two preferences whose order differs between the editions (P-AGE-4)."""

    GAPS = "gaps"  # players meet equal records
    MIXED = "mixed"  # players meet their own division


class Candidate(NamedTuple):
    """One entrant to be paired in this round."""

    no: int
    points: int  # as paired by: virtual (acceleration) and bonus points included
    division: str = ""
    bye_ok: bool = True  # may get the bye (has not had one)
    tags: tuple[str, ...] = ()  # two candidates who share a tag are an avoided pair (club, came together)
    starts: int = 0  # games started minus games not started (FISE, S-5)
    virtual: int = 0  # of `points`, those that count for pairing only (acceleration, bonus)


class Past(NamedTuple):
    """One earlier round of an entrant, for systems that look at more than points (FIDE Dutch, USCF)."""

    round_no: int
    outcome: Outcome
    opponent: int | None  # None: no opponent (bye, absence, late)
    starts: bool  # was `a`: had white, or the first move
    points: int  # gained in that round, virtual points not counted
    virtual: int = 0  # had for pairing only when that round was paired (acceleration, bonus): floats depend on it


@dataclass(frozen=True, slots=True)
class PairingInput:
    """Everything a round is drawn from."""

    candidates: tuple[Candidate, ...]  # in table order: the standing, or the start numbers in round 1
    met: Mapping[int, frozenset[int]]  # who has already met whom; symmetric, everyone listed has an entry or none
    seed: str
    system: str = "random"  # one of `registry.METHODS`
    order: tuple[Priority, Priority] = (Priority.GAPS, Priority.MIXED)
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (low, high): must not meet if it can be helped
    round_no: int = 1
    balance_starts: bool = False  # who of a pair starts matters (S-5)
    # What follows is filled in for the systems that need it; everybody of the pod is there, also who has left.
    past: Mapping[int, tuple[Past, ...]] = field(default_factory=dict)  # in round order
    ratings: Mapping[int, int | None] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)  # start numbers
    top_starts: bool = True  # round 1: the highest player of the first table starts (SP-21)
    planned: int = 0  # rounds in all; 0: not known
    win: int = 2  # points of a win, a draw and a loss, in the ruleset's smallest unit
    draw: int = 1
    loss: int = 0


class Pairing(NamedTuple):
    """One match and why. `a` starts (white, salida)."""

    a: int
    b: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a round costs, in the order in which it was minimised. Compared as a whole with `vector`."""

    repeat_bye: int = 0  # a second bye for somebody
    forbidden: int = 0
    rematches: int = 0
    bye_group: int = 0  # record groups below the one the bye went to
    gaps: tuple[tuple[int, int], ...] = ()  # per record group from the top: (paired below it, sum of differences)
    mixed: int = 0
    avoided: int = 0

    def vector(self, order: tuple[Priority, Priority]) -> tuple[object, ...]:
        """The cost as one comparable value, in the ruleset's order of priorities."""
        middle: tuple[object, ...] = (self.gaps, self.mixed) if order[0] is Priority.GAPS else (self.mixed, self.gaps)
        return (self.repeat_bye, self.forbidden, self.rematches, self.bye_group, *middle, self.avoided)


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The round: matches in table order (best records first), the bye, its cost and how optimality is known."""

    matches: tuple[Pairing, ...]
    bye: int | None
    cost: Cost
    proof: str  # "bound", "exact", "enumerated", or "rule" (a document's procedure, no optimum claimed)
    certificate: Mapping[str, object] = field(default_factory=dict)
    bye_reasons: tuple[str, ...] = ()
