"""Pairs that must not meet and do: as few as can be, then as few repeats, whichever method draws the round (SP-4)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult
from pareo.core.pairing.registry import pair
from support.execution import count_calls


def field(
    count: int,
    system: str,
    *,
    forbidden: Iterable[tuple[int, int]],
    met: Iterable[tuple[int, int]] = (),
    points: dict[int, int] | None = None,
) -> PairingInput:
    known: dict[int, set[int]] = {no: set() for no in range(1, count + 1)}
    for a, b in met:
        known[a].add(b)
        known[b].add(a)
    score = points or {}
    return PairingInput(
        candidates=tuple(Candidate(no, score.get(no, 0)) for no in range(1, count + 1)),
        met={no: frozenset(others) for no, others in known.items()},
        seed="s",
        system=system,
        round_no=3,
        forbidden=frozenset(forbidden),
        numbers={no: no for no in range(1, count + 1)},
        planned=9,
        win=2,
        draw=1,
        loss=0,
    )


def best(round_input: PairingInput) -> tuple[int, int]:
    """(forbidden, rematches) of the best round, by trying all of them."""

    def rest(left: tuple[int, ...]) -> tuple[int, int]:
        if not left:
            return 0, 0
        a, others = left[0], left[1:]
        found = []
        for b in others:
            below = rest(tuple(x for x in others if x != b))
            found.append((below[0] + ((a, b) in round_input.forbidden), below[1] + (b in round_input.met[a])))
        return min(found)

    return rest(tuple(sorted(c.no for c in round_input.candidates)))


def forced_counts(drawn: PairingResult) -> tuple[int, int]:
    return drawn.cost.forbidden, drawn.cost.rematches


@pytest.mark.req("SP-4", "S-2")
@pytest.mark.parametrize("system", ["fise", "uscf", "king"])
def test_the_fewest_forbidden_pairs_then_the_fewest_repeats(system: str) -> None:
    chance = random.Random(system)
    for _ in range(60):
        every = list(combinations(range(1, 7), 2))
        round_input = field(
            6,
            system,
            forbidden={p for p in every if chance.random() < 0.45},
            met={p for p in every if chance.random() < 0.45},
            points={no: chance.randrange(3) for no in range(1, 7)},
        )
        round_input = replace(round_input, candidates=tuple(sorted(round_input.candidates, key=lambda c: -c.points)))
        assert forced_counts(pair(round_input)) == best(round_input)


@pytest.mark.req("SP-4", "SP-2")
def test_a_dutch_round_that_cannot_keep_a_club_apart_still_rests_the_last() -> None:
    club = {1, 2, 3, 4, 5, 6, 9}
    round_input = field(
        9,
        "dutch",
        forbidden={p for p in combinations(range(1, 10), 2) if club.issuperset(p)},
        points={1: 2, 2: 2, 3: 2, 4: 2},
    )
    drawn = pair(round_input)
    assert (drawn.cost.forbidden, drawn.bye) == (2, 9)


@pytest.mark.req("SP-4")
@pytest.mark.parametrize("system", ["fise", "uscf", "king"])
def test_an_odd_field_with_one_large_club_is_paired_at_once(system: str) -> None:
    club = [no for no in range(1, 102) if no % 10 < 7]
    round_input = field(101, system, forbidden=set(combinations(club, 2)))
    assert pair(round_input).cost.forbidden == 20
    assert count_calls(lambda: pair(round_input)) < 5_000_000, "far more when everybody's rest was tried"


@pytest.mark.req("SP-2", "SP-19")
def test_a_dutch_round_has_no_size_it_refuses() -> None:
    drawn = pair(field(6001, "dutch", forbidden=set()))
    assert (len(drawn.matches), drawn.bye) == (3000, 6001)
