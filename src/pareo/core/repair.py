"""Repairing a drafted round: the smallest number of pairs is broken up (Play! Pokémon 2019, 4; P-RUN-3).

Given the round as it was drawn and the input as it is now (somebody left, came, or a record was corrected), keeps all
pairs it can. "Valid" means as good as a fresh draw: the same cost vector; where that would break up more than a few
pairs, the best round found with no rematch, and in the end a fresh draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from pareo.core.pairing.contract import Candidate, PairingInput
from pareo.core.pairing.systems import pair
from pareo.core.verify import cost_of

_NEAREST = 200  # single pairs tried
_NEAREST_DOUBLE = 14  # pairs of pairs tried


@dataclass(frozen=True, slots=True)
class Repaired:
    """The repaired round: pairs kept, pairs made anew (with reasons), and the bye."""

    kept: tuple[tuple[int, int], ...]
    made: tuple[tuple[int, int, tuple[str, ...]], ...]
    bye: int | None
    bye_reasons: tuple[str, ...]


def repair_round(given: PairingInput, pairs: Sequence[tuple[int, int]], bye: int | None) -> Repaired:
    """The old pairs and bye against the new input."""
    by_no = {c.no: c for c in given.candidates}
    kept = [(a, b) for a, b in pairs if a in by_no and b in by_no]
    inside = {no for p in kept for no in p}
    odd = len(by_no) % 2 == 1
    keeps_bye = bye is not None and bye in by_no and odd
    free = [no for no in by_no if no not in inside and not (keeps_bye and no == bye)]
    fixed_bye = bye if keeps_bye else None
    goal = pair(given).cost.vector(given.order)

    def attempt(broken: Iterable[tuple[int, int]]) -> tuple[tuple[object, ...], Repaired]:
        gone = set(broken)
        pool = free + [no for p in gone for no in p]
        rest = [p for p in kept if p not in gone]
        sub = _part(given, [by_no[no] for no in pool])
        drawn = pair(sub)
        made = tuple((m.a, m.b, m.reasons) for m in drawn.matches)
        new_bye = fixed_bye if fixed_bye is not None else drawn.bye
        whole = [*rest, *((a, b) for a, b, _ in made)]
        cost = cost_of(given, whole, new_bye)
        reasons = drawn.bye_reasons if fixed_bye is None else ("kept",)
        return cost.vector(given.order), Repaired(tuple(rest), made, new_bye, reasons)

    best = attempt(())
    if best[0] == goal:
        return best[1]
    near = sorted(kept, key=lambda p: _distance(p, free, by_no))
    for size, reach in ((1, _NEAREST), (2, _NEAREST_DOUBLE)):
        for broken in combinations(near[:reach], size):
            tried = attempt(broken)
            if tried[0] == goal:
                return tried[1]
            best = min(best, tried, key=_value)
    if _clean(best[0]):
        return best[1]
    fresh = pair(given)
    return Repaired((), tuple((m.a, m.b, m.reasons) for m in fresh.matches), fresh.bye, fresh.bye_reasons)


def _value(item: tuple[tuple[object, ...], Repaired]) -> tuple[object, ...]:
    return item[0]


def _clean(vector: tuple[object, ...]) -> bool:
    """No second bye, no forbidden pair, no rematch."""
    return not any(vector[:3])


def _distance(pair_: tuple[int, int], free: Sequence[int], by_no: dict[int, Candidate]) -> int:
    points = [by_no[no].points for no in free] or [0]
    return min(abs(by_no[no].points - p) for no in pair_ for p in points)


def _part(given: PairingInput, candidates: list[Candidate]) -> PairingInput:
    order = {c.no: i for i, c in enumerate(given.candidates)}
    return replace(given, candidates=tuple(sorted(candidates, key=lambda c: order[c.no])))
