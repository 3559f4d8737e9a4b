"""The tables that `verify` reckons itself, against the sheets and tables that rounds are drawn from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.pairing_contract import Candidate, PairingInput
from pareo.core.pairing.bracket import next_round, rounds_needed
from pareo.core.pairing.robin.rounds import pair_robin, single_length
from pareo.core.verify.inputs import BracketInput
from pareo.core.verify.tables import bracket_pairs, robin_pairs


def rounds_of(system: str, players: int, cycles: int) -> Iterator[PairingInput]:
    numbers = {100 + number * 7: number for number in range(1, players + 1)}
    planned = cycles * single_length(players)
    for round_no in range(1, planned + 1):
        yield PairingInput(
            tuple(Candidate(no, 0) for no in numbers),
            {},
            seed="",
            system=system,
            round_no=round_no,
            numbers=numbers,
            planned=planned,
        )


@pytest.mark.req("A-72", "SP-3")
@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("system", ["berger", "rutsch"])
@pytest.mark.parametrize("players", [*range(2, 22), 51, 64])
def test_every_round_of_a_round_robin(system: str, players: int, cycles: int) -> None:
    for asked in rounds_of(system, players, cycles):
        drawn = pair_robin(asked)
        assert robin_pairs(asked) == {frozenset((m.a, m.b)) for m in drawn.matches}


@pytest.mark.req("A-72", "P-SE-2", "P-SE-3", "P-SE-6")
@given(seeds=st.integers(2, 40), third=st.booleans(), picks=st.lists(st.integers(0, 19), min_size=40, max_size=40))
def test_every_round_of_a_bracket(seeds: int, third: bool, picks: list[int]) -> None:
    players = tuple(300 - 3 * seed for seed in range(seeds))
    rounds: list[tuple[tuple[int, int, int | None], ...]] = []
    pick = iter(picks)
    for _ in range(rounds_needed(seeds)):
        drawn = next_round(players, rounds, third_place=third)
        assert bracket_pairs(BracketInput(players, tuple(rounds), third)) == {frozenset(p) for p in drawn.pairs}
        ends = [next(pick) for _ in drawn.pairs]  # now and then both lose
        rounds.append(
            tuple((a, b, None if end == 19 else (a, b)[end % 2]) for (a, b), end in zip(drawn.pairs, ends, strict=True))
        )
