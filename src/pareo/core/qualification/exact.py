"""Every world: with few open matches all ways in which they can end are played through, by the real standings.

What is found is not a bound but the truth, so also the condition can be said: the tables that decide it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.qualification.open_field import Ending, OpenField, QualificationGoal, endings, with_round
from pareo.core.results.games_text import match_format_of
from pareo.core.rules.cuts import shared_cut
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.standings import Standing, rank_division, standings

WORK = 70_000
"""Worlds times players that are played through at most."""

_BEYOND_RESULTS = frozenset({"secondary", "spread", "average-secondary", "margin", "strength-of-schedule", "gw", "ogw"})
"""Tie-breaks that depend on more than who wins."""
_BEYOND_MATCH_RESULTS = frozenset(
    {"std", "STD", "performance", "opponents-performance", "ptp", "appo", "TPR", "APRO", "PTP", "APPO"}
)
"""Tie-breaks that depend on more than who wins where a match has several games."""

World = tuple[Ending, ...]


class Literal(NamedTuple):
    """What has to happen at a table: "a" or "b" (wins), "lost-a", "lost-b", "tie", "both" (lose), or one of these with
    "not-" before it."""

    table: int
    how: str


@dataclass(frozen=True, slots=True)
class PossibleWorld:
    """One world: who goes on, and everybody's place, goal by goal."""

    world: World
    inside: Mapping[str, frozenset[int]]
    place: Mapping[str, Mapping[int, int]]


def countable(field: OpenField, work: int = WORK) -> bool:
    """Are there few enough worlds, and does nothing but their results decide?"""
    rules = field.ruleset
    if field.is_last and not field.open:
        return True  # everything is known, scores too
    plain = rules.points_from == "match" and rules.points_first
    blind = _BEYOND_RESULTS | _BEYOND_MATCH_RESULTS if match_format_of(rules.results).games > 1 else _BEYOND_RESULTS
    if not plain or not field.is_last or any(use.id in blind for use in rules.tiebreaks):
        return False
    worlds: int = len(endings(rules)) ** len(field.open)
    return worlds * len(field.ledger.accounts) <= work


def all_worlds(field: OpenField, goals: Sequence[QualificationGoal]) -> Iterator[PossibleWorld]:
    """Every way in which the open matches can end."""
    for world in product(endings(field.ruleset), repeat=len(field.open)):
        rows = final_order(field, ledger_in(field, world))
        yield PossibleWorld(
            world,
            {goal.id: qualifiers(goal, rows, field.ruleset) for goal in goals},
            {goal.id: _places(goal, rows, field.ruleset) for goal in goals},
        )


def _places(goal: QualificationGoal, rows: Sequence[Standing], ruleset: Ruleset) -> dict[int, int]:
    """Everybody's place among the members; those who are still tied may share it."""
    if ruleset.shared_places:
        return {row.no: row.rank for row in rank_division(rows, goal.members)}
    return {row.no: i for i, row in enumerate((r for r in rows if r.no in goal.members), 1)}


def ledger_in(field: OpenField, world: Sequence[Ending]) -> Ledger:
    """The ledger if the open matches end as in this world."""
    accounts = dict(field.ledger.accounts)
    for match, way in zip(field.open, world, strict=True):
        accounts[match.a] = with_round(accounts[match.a], field.round_no, match.b, way.a, way.points_a, first=True)
        accounts[match.b] = with_round(accounts[match.b], field.round_no, match.a, way.b, way.points_b, first=False)
    return replace(field.ledger, accounts=accounts)


def final_order(field: OpenField, ledger: Ledger) -> list[Standing]:
    """The standings of who is still there; who shares a place shares it among themselves, whoever has left between."""
    rows = standings(ledger, field.ruleset)
    if field.ruleset.shared_places:
        return list(rank_division(rows, field.here))
    return [row for row in rows if row.no in field.here]


def qualifiers(goal: QualificationGoal, rows: Sequence[Standing], ruleset: Ruleset) -> frozenset[int]:
    """Who goes on from these standings: as the advance to the next phase takes them."""
    if goal.kind == "first" and ruleset.shared_places:
        return frozenset(row.no for row in rank_division(rows, goal.members) if row.rank == 1)
    own = [row for row in rows if row.no in goal.members]
    size = goal.size
    if goal.shared and own and size:
        size = shared_cut([ruleset.show_points(row.points) for row in own], size, goal.most).size
    if goal.points is not None:
        size = max(size, sum(row.points >= goal.points for row in own))
    return frozenset(row.no for row in own[:size])


# --- what decides ---------------------------------------------------------------------------------------------------


def literal_masks(field: OpenField, worlds: Sequence[World]) -> dict[Literal, int]:
    """For everything that can happen at a table, the worlds in which it does: one bit for each."""
    masks: dict[Literal, int] = {}
    for at, match in enumerate(field.open):
        for i, world in enumerate(worlds):
            for how in _events_of(world[at]):
                masks[Literal(match.table, how)] = masks.get(Literal(match.table, how), 0) | 1 << i
    every = (1 << len(worlds)) - 1
    return masks | {Literal(one.table, f"not-{one.how}"): every ^ mask for one, mask in masks.items()}


def _events_of(way: Ending) -> list[str]:
    """All that can be said of how a match ended: of “½-0” only that one side lost."""
    events = ["both"] if way.a.lost and way.b.lost else ["tie"] if way.a is way.b is Outcome.DRAW else []
    for side, outcome in (("a", way.a), ("b", way.b)):
        events += [side] if outcome.won else [f"lost-{side}"] if outcome.lost else []
    return events


def shortest_condition(
    masks: Mapping[Literal, int], own_table: int, bad: int, good: int
) -> tuple[tuple[Literal, ...], ...]:
    """The shortest condition that is true in the bad worlds and in no other good one: at most two ways, of at most two
    tables each. Empty where there is none as short."""
    literals = [(one, mask & (bad | good)) for one, mask in sorted(masks.items()) if one.table != own_table]
    conjunctions: list[tuple[tuple[Literal, ...], int]] = [((one,), mask) for one, mask in literals if not mask & good]
    for size in (1, 2):
        if size == 2:
            conjunctions += [
                ((x, y), one & other)
                for (x, one), (y, other) in combinations(literals, 2)
                if x.table != y.table and one & other and not one & other & good
            ]
        for chosen, mask in conjunctions:
            if mask == bad:
                return (chosen,)
        largest = sorted(conjunctions, key=lambda pair: -pair[1].bit_count())[:_MOST_COMBINED]
        for (first, one), (second, other) in combinations(largest, 2):
            if one | other == bad:
                return (first, second)
    return ()


_MOST_COMBINED = 60
