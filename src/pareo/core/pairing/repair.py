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
class Repaired:
    """The repaired round: pairs kept, pairs made anew (with reasons), and the bye."""

    kept: tuple[tuple[int, int], ...]
    made: tuple[tuple[int, int, tuple[str, ...]], ...]
    bye: int | None
    bye_reasons: tuple[str, ...]
    smallest: bool = False  # no valid round keeps more of the old one


def repair_round(given: PairingInput, pairs: Sequence[tuple[int, int]], bye: int | None) -> Repaired:
    """The old pairs and bye against the new input."""
    by_no = {c.no: c for c in given.candidates}
    units: list[Unit] = [p for p in pairs if p[0] in by_no and p[1] in by_no]
    if bye is not None and bye in by_no and len(by_no) % 2 == 1:
        units.append((bye,))
    inside = {no for unit in units for no in unit}
    free = [no for no in by_no if no not in inside]
    fresh = pair(given)
    goal = fresh.cost.vector(given.order)

    def attempt(broken: Iterable[Unit]) -> tuple[tuple[object, ...], Repaired]:
        gone = set(broken)
        rest = [unit for unit in units if unit not in gone]
        kept = tuple((u[0], u[1]) for u in rest if len(u) == 2)
        drawn = pair(_part(given, {*free, *(no for unit in gone for no in unit)}))
        old_bye = next((u[0] for u in rest if len(u) == 1), None)
        made = tuple((m.a, m.b, m.reasons) for m in drawn.matches)
        new_bye = drawn.bye if old_bye is None else old_bye
        cost = round_cost([*(PairedMatch(a, b, ()) for a, b in kept), *drawn.matches], new_bye, given)
        why = drawn.bye_reasons if old_bye is None else ("kept",)
        return cost.vector(given.order), Repaired(kept, made, new_bye, why)

    best: tuple[tuple[object, ...], Repaired] | None = None
    for broken, complete in _choices(_likely_first(given, units, free)):
        if (len(free) + sum(map(len, broken))) % 2 == 1 and not _bye_is_free(given, units, broken):
            continue  # an odd number of players, and the bye is kept for another: no round
        tried = attempt(broken)
        if tried[0] <= goal:
            return replace(tried[1], smallest=complete)
        if best is None or tried[0] < best[0]:
            best = tried
    if best is not None and _clean(best[0]):
        return best[1]
    return Repaired((), tuple((m.a, m.b, m.reasons) for m in fresh.matches), fresh.bye, fresh.bye_reasons)


def _choices(units: Sequence[Unit]) -> Iterator[tuple[tuple[Unit, ...], bool]]:
    """What to break up, fewest first; and whether everything smaller has been tried."""
    left = _TRIES
    complete = True
    for size in range(len(units) + 1):
        pool = units
        if comb(len(pool), size) > left:
            complete = False
            pool = units[: _NEAREST if size > 1 else left]
            if size > 2 or comb(len(pool), size) > left:
                return
        for broken in combinations(pool, size):
            left -= 1
            yield broken, complete


def _bye_is_free(given: PairingInput, units: Sequence[Unit], broken: Sequence[Unit]) -> bool:
    """May the round's bye go to one of those who are drawn anew?"""
    return len(given.candidates) % 2 == 1 and not any(len(u) == 1 and u not in broken for u in units)


def _clean(vector: tuple[object, ...]) -> bool:
    """No second bye, no forbidden pair, no rematch."""
    return not any(vector[:3])


def _likely_first(given: PairingInput, units: Sequence[Unit], free: Sequence[int]) -> list[Unit]:
    """Units that cost something themselves, then those whose points are nearest to somebody who needs an opponent."""
    by_no = {c.no: c for c in given.candidates}
    costly = {unit for unit in units if len(unit) == 1 or _costs(given, by_no[unit[0]], by_no[unit[1]])}
    points = {by_no[no].points for no in free} or {by_no[no].points for unit in costly for no in unit} or {0}

    def place(unit: Unit) -> tuple[bool, int]:
        return unit not in costly, min(abs(by_no[no].points - p) for no in unit for p in points)

    return sorted(units, key=place)


def _costs(given: PairingInput, a: Candidate, b: Candidate) -> bool:
    pair_ = (min(a.no, b.no), max(a.no, b.no))
    return (
        a.points != b.points
        or a.division != b.division
        or b.no in given.met.get(a.no, ())
        or pair_ in given.forbidden
        or bool(set(a.tags) & set(b.tags))
    )


def _part(given: PairingInput, inside: set[int]) -> PairingInput:
    return replace(given, candidates=tuple(c for c in given.candidates if c.no in inside))
