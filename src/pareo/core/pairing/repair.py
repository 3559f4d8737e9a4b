"""Repairing a drafted round: the smallest number of pairs is broken up (Play! Pokémon 2019, 4; P-RUN-3).

Given the round as it was drawn and the input as it is now (somebody left, came, or a record was corrected), keeps all
pairs it can. "Valid" means as good as a fresh draw: the same cost vector. First no pair is broken up, then one, then
two, and so on: with `smallest`, every choice of fewer pairs was tried and none gives such a round. Where the search
would take too long, the best round found without a rematch is taken, and in the end a fresh draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from pareo.core.model.pairing_contract import Candidate, PairedMatch, PairingInput
from pareo.core.pairing.registry import pair
from pareo.core.pairing.round_cost import round_cost

_TRIES = 400  # choices of pairs tried at most
_NEAREST = 14  # pairs among which two or more are chosen where trying all would take too long

Unit = tuple[int, ...]  # what can be broken up: a pair, or the one who has the bye


@dataclass(frozen=True, slots=True)
class RepairedRound:
    """A repaired round: the pairs kept, the new pairs (with reasons), and the bye."""

    kept_pairs: tuple[tuple[int, int], ...]
    new_pairs: tuple[tuple[int, int, tuple[str, ...]], ...]
    bye: int | None
    bye_reasons: tuple[str, ...]
    smallest: bool = False  # no valid round keeps more of the old one


def repair_round(pairing_input: PairingInput, pairs: Sequence[tuple[int, int]], bye: int | None) -> RepairedRound:
    """Repair a drafted round: keep as many of its pairs, and its bye, as a round as good as a fresh draw can."""
    by_no = {c.no: c for c in pairing_input.candidates}
    units: list[Unit] = [p for p in pairs if p[0] in by_no and p[1] in by_no]
    if bye is not None and bye in by_no and len(by_no) % 2 == 1:
        units.append((bye,))
    placed = {no for unit in units for no in unit}
    unplaced = [no for no in by_no if no not in placed]
    fresh = pair(pairing_input)
    goal = fresh.cost.vector(pairing_input.order)

    def attempt(broken: Iterable[Unit]) -> tuple[tuple[object, ...], RepairedRound]:
        broken_units = set(broken)
        kept_units = [unit for unit in units if unit not in broken_units]
        kept_pairs = tuple((u[0], u[1]) for u in kept_units if len(u) == 2)
        result = pair(_restrict_to(pairing_input, {*unplaced, *(no for unit in broken_units for no in unit)}))
        old_bye = next((u[0] for u in kept_units if len(u) == 1), None)
        new_pairs = tuple((m.a, m.b, m.reasons) for m in result.matches)
        new_bye = result.bye if old_bye is None else old_bye
        cost = round_cost([*(PairedMatch(a, b, ()) for a, b in kept_pairs), *result.matches], new_bye, pairing_input)
        bye_reasons = result.bye_reasons if old_bye is None else ("kept",)
        return cost.vector(pairing_input.order), RepairedRound(kept_pairs, new_pairs, new_bye, bye_reasons)

    best: tuple[tuple[object, ...], RepairedRound] | None = None
    for broken, complete in _choices(_likely_first(pairing_input, units, unplaced)):
        if (len(unplaced) + sum(map(len, broken))) % 2 == 1 and not _bye_is_free(pairing_input, units, broken):
            continue  # an odd number of players, and the bye is kept for another: no round
        candidate = attempt(broken)
        if candidate[0] <= goal:
            return replace(candidate[1], smallest=complete)
        if best is None or candidate[0] < best[0]:
            best = candidate
    if best is not None and _is_clean(best[0]):
        return best[1]
    return RepairedRound((), tuple((m.a, m.b, m.reasons) for m in fresh.matches), fresh.bye, fresh.bye_reasons)


def _choices(units: Sequence[Unit]) -> Iterator[tuple[tuple[Unit, ...], bool]]:
    """The units to break up, fewest first; and whether every smaller choice has been tried."""
    budget = _TRIES
    complete = True
    for size in range(len(units) + 1):
        pool = units
        if comb(len(pool), size) > budget:
            complete = False
            pool = units[: _NEAREST if size > 1 else budget]
            if size > 2 or comb(len(pool), size) > budget:
                return
        for broken in combinations(pool, size):
            budget -= 1
            yield broken, complete


def _bye_is_free(pairing_input: PairingInput, units: Sequence[Unit], broken: Sequence[Unit]) -> bool:
    """May the round's bye go to one of those who are drawn anew?"""
    return len(pairing_input.candidates) % 2 == 1 and not any(len(u) == 1 and u not in broken for u in units)


def _is_clean(vector: tuple[object, ...]) -> bool:
    """No second bye, no forbidden pair, no rematch."""
    return not any(vector[:3])


def _likely_first(pairing_input: PairingInput, units: Sequence[Unit], unplaced: Sequence[int]) -> list[Unit]:
    """Units that cost something themselves, then those whose points are nearest to somebody who needs an opponent."""
    by_no = {c.no: c for c in pairing_input.candidates}
    costly = {unit for unit in units if len(unit) == 1 or _has_cost(pairing_input, by_no[unit[0]], by_no[unit[1]])}
    points = {by_no[no].points for no in unplaced} or {by_no[no].points for unit in costly for no in unit} or {0}

    def sort_key(unit: Unit) -> tuple[bool, int]:
        return unit not in costly, min(abs(by_no[no].points - p) for no in unit for p in points)

    return sorted(units, key=sort_key)


def _has_cost(pairing_input: PairingInput, a: Candidate, b: Candidate) -> bool:
    pair_ = (min(a.no, b.no), max(a.no, b.no))
    return (
        a.points != b.points
        or a.division != b.division
        or b.no in pairing_input.met.get(a.no, ())
        or pair_ in pairing_input.forbidden
        or bool(set(a.tags) & set(b.tags))
    )


def _restrict_to(pairing_input: PairingInput, players: set[int]) -> PairingInput:
    return replace(pairing_input, candidates=tuple(c for c in pairing_input.candidates if c.no in players))
