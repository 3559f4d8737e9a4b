"""Checks of lists during an event: who is drawn, who is due, and what came of it. Pure.

Random checks (P-PREM-2) are drawn from the event's secret seed, the round and the number of the draw: the same event
draws the same again, and every draw stays in the journal, so nobody can fish for one unseen. Nobody is drawn twice
before others once. Every player of the cut is due a check when the Swiss turns into elimination. Nothing here reaches
a public page, and the standings do not depend on it: a lost match gets there as a result, a disqualification as a drop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pareo.core.model.random_source import SeededRandom, round_seed

OUTCOMES = ("clean", "corrected", "caution", "warning", "game-loss", "match-loss", "disqualification")
PENALTIES = OUTCOMES[2:]
CAUSES = ("drawn", "cut", "other")

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Check:
    """A check of one entrant's list: drawn, due by the cut, or simply made."""

    seq: int  # the entry that drew or first recorded it
    round_no: int
    no: int
    cause: str  # one of CAUSES
    table: int | None = None
    pod: str = ""  # cut: the pod of the elimination
    outcome: str = ""  # one of OUTCOMES; "": still to be made
    by: str = ""
    recorded: int = 0  # the entry with the outcome; notes outside the journal are stored under it


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of checks, as the journal keeps it."""

    seq: int
    round_no: int
    number: int  # of this round's draws, from 1
    tables: bool
    chosen: tuple[tuple[int, int], ...]  # table, entrant


@dataclass(slots=True)
class Checks:
    """All checks of one tournament. Only replay changes it."""

    items: list[Check] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)


# --- questions --------------------------------------------------------------------------------------------------------


def check_counts(checks: Iterable[Check]) -> dict[int, int]:
    """How many checks each entrant has had or has been drawn for."""
    counts: dict[int, int] = {}
    for check in checks:
        counts[check.no] = counts.get(check.no, 0) + 1
    return counts


def draw_number(checks: Checks, round_no: int) -> int:
    """The number of the next draw of a round."""
    return 1 + sum(d.round_no == round_no for d in checks.draws)


def draw_seed(secret: str, round_no: int, number: int) -> str:
    """The seed of one draw. It is never shown: who has it knows the draws to come."""
    return round_seed(secret, "checks", round_no, number)


def _fewest_first(items: Sequence[Key], burden: Mapping[Key, Any], chance: SeededRandom) -> list[Key]:
    """In a random order, but those with the smaller burden first."""
    return sorted(chance.shuffled(items), key=lambda item: burden[item])


def draw_players(
    seats: Iterable[tuple[int, int]], count: int, checks_had: Mapping[int, int], seed: str
) -> list[tuple[int, int]]:
    """So many of (table, entrant), each as likely as any other with as few checks so far."""
    order = sorted(seats, key=lambda seat: seat[1])
    burden = {seat: checks_had.get(seat[1], 0) for seat in order}
    return _fewest_first(order, burden, SeededRandom(seed, "players"))[:count]


def draw_tables(
    tables: Mapping[int, Sequence[int]], count: int, checks_had: Mapping[int, int], seed: str
) -> list[tuple[int, int]]:
    """So many tables, both players of each. First come tables where nobody has had a check, then those where one has,
    then those where both have."""

    def weight(table: int) -> tuple[int, int]:
        numbers = [checks_had.get(no, 0) for no in tables[table]]
        return max(numbers), sum(numbers)

    order = sorted(tables)
    chosen = _fewest_first(order, {table: weight(table) for table in order}, SeededRandom(seed, "tables"))[:count]
    return [(table, no) for table in chosen for no in tables[table]]


def due_of_cut(members: Mapping[str, Sequence[int]], checks: Iterable[Check]) -> list[tuple[str, int]]:
    """P-PREM-2, Choice: every player of the cut. (pod, entrant) of those whose check for it has not been recorded."""
    done = {(c.pod, c.no) for c in checks if c.cause == "cut" and c.outcome}
    return [(pod, no) for pod, nos in members.items() for no in nos if (pod, no) not in done]
