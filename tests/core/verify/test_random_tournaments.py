"""Whole random tournaments: every round drawn is held against the independent checker, which shares no code with it."""

from __future__ import annotations

import random

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.verify.round import verify_round

ORDERS = ((Priority.GAPS, Priority.MIXED), (Priority.MIXED, Priority.GAPS))


def play(seed: int, largest: int) -> int:
    """One tournament with drops, divisions, clubs and forbidden pairs; the number of rounds proved optimal."""
    rng = random.Random(seed)
    alive = set(range(1, rng.randint(5, largest) + 1))
    divisions = rng.choice([[""], ["a", "b"], ["a", "b", "c"]])
    division = {no: rng.choice(divisions) for no in alive}
    clubs = rng.choice([0, 0, 3, 10])
    tags = {no: (f"club {rng.randrange(clubs)}",) if clubs and rng.random() < 0.6 else () for no in alive}
    forbidden = {tuple(sorted(rng.sample(sorted(alive), 2))) for _ in range(rng.choice([0, 0, 3]))}
    points = dict.fromkeys(alive, 0)
    met: dict[int, set[int]] = {no: set() for no in alive}
    rested: set[int] = set()
    order = rng.choice(ORDERS)
    proved = 0
    for round_no in range(1, rng.randint(2, 9)):
        round_input = PairingInput(
            candidates=tuple(
                Candidate(no, points[no], division[no], no not in rested, tags[no]) for no in sorted(alive)
            ),
            met={no: frozenset(met[no]) for no in alive},
            seed=f"{seed}/{round_no}",
            order=order,
            forbidden=frozenset((a, b) for a, b in forbidden),
            round_no=round_no,
        )
        drawn = pair_random(round_input)
        verdict = verify_round(
            round_input, [(m.a, m.b) for m in drawn.matches], drawn.bye, certificate=drawn.certificate or None
        )
        assert verdict.ok, (seed, round_no, verdict.violations)
        assert verdict.cost == drawn.cost, (seed, round_no)
        assert verdict.proved or len(alive) > 300, (seed, round_no)
        proved += verdict.proved
        for m in drawn.matches:
            met[m.a].add(m.b)
            met[m.b].add(m.a)
            won = rng.choice([(3, 0), (0, 3), (3, 0), (0, 3), (1, 1)])
            points[m.a] += won[0]
            points[m.b] += won[1]
        if drawn.bye is not None:
            rested.add(drawn.bye)
            points[drawn.bye] += 3
        alive -= {no for no in sorted(alive) if rng.random() < 0.04 and len(alive) > 4}
    return proved


@pytest.mark.req("P-SW-3", "P-SW-4", "P-SW-5", "P-SW-6", "P-AGE-4")
def test_every_round_of_small_and_middling_tournaments_is_proved_optimal() -> None:
    assert sum(play(seed, 60) for seed in range(60)) > 200


@pytest.mark.slow
@pytest.mark.req("P-SW-5", "P-SW-6")
def test_every_round_of_large_tournaments_is_proved_optimal() -> None:
    assert sum(play(seed, 250) for seed in range(1000, 1025)) > 80
