"""What is known of a pod while it plays, and what is still open: its goals, the matches without a result, the rounds
that nobody has paired yet.

A round counts as paired once it is published. Who has left is not there: places are counted among those who stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pareo.core.rules.ruleset import Ruleset
from pareo.core.standings.ledger import Account, Ledger, Line
from pareo.core.standings.records import ledger_of
from pareo.core.state.model import Pod, Status
from pareo.core.state.outcome import Outcome
from pareo.core.state.tournament import Tournament

_PAIRED = (Status.PUBLISHED, Status.STARTED)


@dataclass(frozen=True, slots=True)
class Goal:
    """A cut or a second day: who of the members goes on."""

    id: str  # of the pod that is to be formed
    size: int  # places; of an asymmetrical cut the place whose record is enough; of a second day its top
    members: frozenset[int]  # among whom places are counted: a division of a shared pod has its own
    shared: bool = False  # asymmetrical: all with the points of that place (PN-ASY-1)
    most: int = 0  # of an asymmetrical cut; 0: no limit (PN-ASY-3)
    points: int | None = None  # enough whatever the place (P-DAY2-1), smallest unit
    kind: str = "cut"  # or "day2"


class Open(NamedTuple):
    """A match whose result is not in."""

    table: int
    a: int
    b: int


class Ending(NamedTuple):
    """One way a match can end, and what it is worth."""

    a: Outcome
    b: Outcome
    points_a: int
    points_b: int


@dataclass(frozen=True, slots=True)
class Field:
    """A pod in play."""

    ledger: Ledger  # every line that is known, of the open round too
    ruleset: Ruleset  # by which the next phase is filled
    open: tuple[Open, ...]
    round_no: int  # of the open matches
    to_come: int  # rounds not paired yet
    here: frozenset[int]  # who has not left
    drawn: int = 0  # matches that ended in a draw so far, and all that were played
    played: int = 0

    @property
    def is_last(self) -> bool:
        """Is there nothing to be paired any more?"""
        return self.to_come == 0


def field_of(
    t: Tournament, pod: Pod, ruleset: Ruleset, *, after: int | None = None, lots: Mapping[int, int] | None = None
) -> Field:
    """The pod as it stands, or as it stood when a round had ended."""
    rounds = {n: r for n, r in pod.rounds.items() if after is None or n <= after}
    rounds = {n: replace(r, status=Status.FINISHED) if r.status in _PAIRED else r
              for n, r in rounds.items() if r.status is not Status.DRAFTED}
    last = max(rounds, default=pod.first_round - 1)
    seen = replace(pod, rounds=rounds)
    then = replace(t, pods={**t.pods, pod.id: seen})
    ledger = ledger_of(then, seen, lots=lots) if after is None else ledger_of(then, seen, after=after, lots=lots)
    waiting = tuple(Open(m.table, m.a, m.b) for m in rounds[last].matches.values() if m.result is None) \
        if last in rounds else ()
    results = [m.result for r in rounds.values() for m in r.matches.values() if m.result is not None]
    left = {no for no in pod.members if (drop := t.entrants[no].drop) is not None
            and (after is None or drop.after <= after)}
    return Field(
        ledger, ruleset, waiting, last, max(0, pod.first_round + pod.planned - 1 - last),
        frozenset(pod.members) - left, sum(r.a is Outcome.DRAW for r in results), len(results),
    )


_FORFEITS_ALIKE = frozenset({"on-time", "lot", "list-order", "owp", "oowp", "tom-owp", "tom-oowp", "head-to-head",
                             "last-opponent", "progressive"})
"""Tie-breaks to which a match that was not played is like one that was."""


def endings(ruleset: Ruleset) -> tuple[Ending, ...]:
    """Every way a match can end that standings tell apart: also that both lose it, or that somebody does not come.

    Where games or margins give the points, the extremes of both sides stand for everything between them.
    """
    worth = ruleset.points
    if ruleset.points_from != "match":
        low, high = lowest(ruleset), highest(ruleset)
        return tuple(Ending(a, b, high if a is Outcome.WIN else low, high if b is Outcome.WIN else low)
                     for a in (Outcome.WIN, Outcome.LOSS) for b in (Outcome.WIN, Outcome.LOSS))
    pairs = [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN)]
    if ruleset.results.kind == "squads":
        pairs += [(Outcome.MODIFIED_WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.MODIFIED_WIN)]
    if ruleset.results.draws:
        pairs.append((Outcome.DRAW, Outcome.DRAW))
    pairs.append((Outcome.LOSS, Outcome.LOSS))
    if any(use.id not in _FORFEITS_ALIKE for use in ruleset.tiebreaks):
        pairs += [(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS), (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
                  (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)]
    return tuple(Ending(a, b, worth[a], worth[b]) for a, b in pairs)


def highest(ruleset: Ruleset) -> int:
    """The most that a round can be worth."""
    return max([*ruleset.points.values(), *(max(step.winner, step.loser) for step in ruleset.scale)])


def lowest(ruleset: Ruleset) -> int:
    """The least that a round can be worth, also to who does not come."""
    return min([0, *ruleset.points.values(), *(min(step.winner, step.loser) for step in ruleset.scale)])


def ended(account: Account, round_no: int, opponent: int, outcome: Outcome, points: int, *, first: bool) -> Account:
    """His account with one more line."""
    line = Line(round_no, outcome, opponent, points, started=first)
    return replace(account, lines=(*account.lines, line))
