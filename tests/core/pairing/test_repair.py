"""Repair against brute force: of all rounds that cost as little as a fresh draw, none keeps more of the old one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.registry import pair
from pareo.core.pairing.repair import repair_round
from pareo.core.verify.bound import cost_of

Round = tuple[list[tuple[int, int]], int | None]


def all_rounds(players: list[int]) -> Iterator[Round]:
    if len(players) % 2:
        for bye in players:
            for pairs, _ in all_rounds([p for p in players if p != bye]):
                yield pairs, bye
        return
    if not players:
        yield [], None
        return
    first = players[0]
    for other in players[1:]:
        for pairs, _ in all_rounds([p for p in players[1:] if p != other]):
            yield [(first, other), *pairs], None


def field(case: int) -> tuple[PairingInput, PairingInput]:
    """A field of five to eight before and after: somebody left, came, or a record was corrected."""
    chance = SeededRandom(f"repair/{case}")
    size = 5 + chance.below(4)
    met: dict[int, set[int]] = {no: set() for no in range(1, size + 2)}
    for _ in range(chance.below(6)):
        a, b = 1 + chance.below(size), 1 + chance.below(size)
        if a != b:
            met[a].add(b)
            met[b].add(a)
    order = (Priority.GAPS, Priority.MIXED) if case % 2 else (Priority.MIXED, Priority.GAPS)
    people = [
        Candidate(no, 3 * chance.below(3), chance.pick(["s", "m"]) if case % 3 else "", chance.below(4) > 0)
        for no in range(1, size + 1)
    ]
    known = {no: frozenset(others) for no, others in met.items()}
    before = PairingInput(tuple(people), known, f"draw {case}", order=order)
    change = chance.below(3)
    if change == 0:
        del people[chance.below(size)]
    elif change == 1:
        people.append(Candidate(size + 1, 0, people[0].division))
    else:
        i = chance.below(size)
        people[i] = people[i]._replace(points=3 * chance.below(3))
    return before, PairingInput(tuple(people), known, f"repair {case}", order=order)


@pytest.mark.req("P-RUN-3", "P-LATE-2")
def test_the_smallest_number_of_pairs_is_broken_up() -> None:
    proved = 0
    for case in range(150):
        before, now = field(case)
        drawn = pair(before)
        old = [(m.a, m.b) for m in drawn.matches]
        fixed = repair_round(now, old, drawn.bye)
        pairs = [*fixed.kept_pairs, *((a, b) for a, b, _ in fixed.new_pairs)]
        inside = sorted([no for p in pairs for no in p] + ([fixed.bye] if fixed.bye is not None else []))
        assert inside == sorted(c.no for c in now.candidates), case
        rounds = [(cost_of(now, p, b).vector(now.order), p, b) for p, b in all_rounds(sorted(inside))]
        best = min(cost for cost, _, _ in rounds)
        assert cost_of(now, pairs, fixed.bye).vector(now.order) == best, case
        units = {frozenset(p) for p in old} | ({frozenset((drawn.bye,))} if drawn.bye is not None else set())

        def kept(p: list[tuple[int, int]], bye: int | None, units: set[frozenset[int]] = units) -> int:
            here = {frozenset(x) for x in p} | ({frozenset((bye,))} if bye is not None else set())
            return len(units & here)

        most = max(kept(p, b) for cost, p, b in rounds if cost == best)
        if fixed.smallest:
            proved += 1
            assert kept(pairs, fixed.bye) == most, case
    assert proved == 150, "fields this small are always searched to the end"


def test_nothing_is_broken_up_where_nothing_is_wrong() -> None:
    before, _ = field(4)
    drawn = pair(before)
    old = [(m.a, m.b) for m in drawn.matches]
    fixed = repair_round(before, old, drawn.bye)
    assert list(fixed.kept_pairs) == old
    assert fixed.new_pairs == ()
    assert fixed.bye == drawn.bye
    assert fixed.smallest


def test_the_bye_moves_when_its_record_was_wrong() -> None:
    people = (*(Candidate(no, 3) for no in range(1, 5)), Candidate(5, 0))
    wrong = PairingInput(people, {}, "x")
    drawn = pair(wrong)
    assert drawn.bye == 5
    right = PairingInput((*(Candidate(no, 3) for no in range(2, 6)), Candidate(1, 0)), {}, "y")
    fixed = repair_round(right, [(m.a, m.b) for m in drawn.matches], 5)
    assert fixed.bye == 1
    assert len(fixed.kept_pairs) == 1


def test_a_large_field_is_repaired_quickly_and_nearly_whole() -> None:
    people = [Candidate(no, 3 * (no % 6)) for no in range(1, 601)]
    before = PairingInput(tuple(people), {}, "large")
    drawn = pair(before)
    now = PairingInput(tuple(people[1:]), {}, "large/repair")
    fixed = repair_round(now, [(m.a, m.b) for m in drawn.matches], None)
    assert len(fixed.kept_pairs) >= 296
    pairs = [*fixed.kept_pairs, *((a, b) for a, b, _ in fixed.new_pairs)]
    assert cost_of(now, pairs, fixed.bye).vector(now.order) == pair(now).cost.vector(now.order)


@pytest.mark.req("P-RUN-3")
def test_a_bye_that_stays_says_that_it_was_kept_and_a_new_one_why() -> None:
    kept = fresh = 0
    for case in range(60):
        before, now = field(case)
        drawn = pair(before)
        fixed = repair_round(now, [(m.a, m.b) for m in drawn.matches], drawn.bye)
        if fixed.bye is None:
            continue
        if fixed.bye == drawn.bye and "kept" in fixed.bye_reasons:
            kept += 1
        elif fixed.bye != drawn.bye:
            assert "kept" not in fixed.bye_reasons
            fresh += 1
    assert kept
    assert fresh
