"""Groups so small that history decides: paired optimally without the exact kernel, every optimal round possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, Priority
from pareo.core.pairing.random.group_lines import LineSolver
from pareo.core.pairing.random.matching_graph import Kernel
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.verify.round import verify_round

MIXED_FIRST = (Priority.MIXED, Priority.GAPS)


@pytest.fixture(autouse=True)
def _no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the exact kernel is not needed here")

    monkeypatch.setattr(Kernel, "solve", never)


def field(tops: Iterable[tuple[int, str]], *met: tuple[int, int], crowd: int = 130) -> PairingInput:
    """Some players with many points (points, division), numbered from 1, above a crowd without any."""
    top = [Candidate(no, points, division) for no, (points, division) in enumerate(tops, 1)]
    rest = [Candidate(no, 0, "JS"[no % 2]) for no in range(101, 101 + crowd)]
    known: dict[int, set[int]] = {c.no: set() for c in [*top, *rest]}
    for a, b in met:
        known[a].add(b)
        known[b].add(a)
    return PairingInput((*top, *rest), {no: frozenset(x) for no, x in known.items()}, seed="", round_no=4)


def draws(round_input: PairingInput, how_many: int = 150) -> list[PairingResult]:
    results = [pair_random(replace(round_input, seed=f"{i}")) for i in range(how_many)]
    for result in results[:3]:
        verdict = verify_round(round_input, [(m.a, m.b) for m in result.matches], result.bye)
        assert verdict.ok
        assert verdict.proved
    assert len({tuple(result.cost.vector(round_input.order)) for result in results}) == 1
    return results


def pairs_at_the_top(result: PairingResult) -> frozenset[tuple[int, int]]:
    return frozenset((min(m.a, m.b), max(m.a, m.b)) for m in result.matches if m.a <= 100)


@pytest.mark.req("P-SW-5", "P-SW-6")
def test_two_leaders_who_have_met_both_go_down_one_group() -> None:
    round_input = field([(9, "J")] * 2 + [(6, "J")] * 4, (1, 2), (1, 3))
    results = draws(round_input)
    assert results[0].cost.gaps == ((2, 6), (0, 0), (0, 0))
    assert results[0].proof == "exact"
    wanted = {(a, b) for a in (4, 5, 6) for b in (3, 4, 5, 6) if a != b}  # the opponents of 1 and 2
    met = {tuple(next(b for x, b in pairs_at_the_top(r) if x == top) for top in (1, 2)) for r in results}
    assert met == wanted


@pytest.mark.req("P-SW-6", "P-AGE-4")
def test_a_division_whose_players_have_met_is_mixed_rather_than_paired_down() -> None:
    round_input = field([(9, "J"), (9, "J"), (9, "S"), (9, "S")], (1, 2))
    results = draws(round_input)
    assert {pairs_at_the_top(r) for r in results} == {frozenset({(1, 3), (2, 4)}), frozenset({(1, 4), (2, 3)})}
    assert (results[0].cost.mixed, results[0].cost.gaps[0]) == (3, (0, 0))  # one of them is in the crowd


@pytest.mark.req("P-SW-5", "P-SW-6")
def test_the_floater_is_somebody_the_next_group_has_not_met() -> None:
    round_input = field([(9, "J")] * 3 + [(6, "J")], (1, 4), (2, 4))
    assert {pairs_at_the_top(r) for r in draws(round_input)} == {frozenset({(1, 2), (3, 4)})}


@pytest.mark.req("P-AGE-4", "P-SW-6")
def test_where_divisions_come_first_one_trouble_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[int] = []
    solve = LineSolver.solve

    def counted(solver: LineSolver, more: dict[tuple[int, tuple[int, ...]], int]) -> object:
        lines.append(1)
        return solve(solver, more)

    monkeypatch.setattr(LineSolver, "solve", counted)
    # The two best juniors have met, and both divisions are odd: somebody of each leaves it, from any of many groups.
    records = [(30, "J")] * 2 + [(3 * k, "JS"[i]) for k in range(1, 9) for i in (0, 0, 1, 1)]
    round_input = replace(field(records, (1, 2)), order=MIXED_FIRST)  # a crowd of 65 juniors and 65 seniors
    results = draws(round_input, 10)
    assert results[0].cost.mixed == 1
    assert len(lines) <= 4 * len(results)
