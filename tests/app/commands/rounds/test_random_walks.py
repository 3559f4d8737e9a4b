"""Long events by fixed seeds: the rules of `test_stateful`, chosen so that events get as far as cuts and repairs."""

from __future__ import annotations

import random

import pytest

from support.events.random_organiser import LONGER, RULESETS, WEIGHTS, Organiser, options


def walk(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    machine = Organiser()
    try:
        machine.begin(
            ruleset=RULESETS[seed % len(RULESETS)],
            style=chance.choice(["", "", "swiss+cut", "elimination"]),
            size=chance.choice([8, 9, 12, 14, 17, 20, 6, 5, 4, 3, 2]),
            rounds_=chance.choice([2, 3, 4, 5, 0]),
            played=0,
        )
        for _ in range(steps):
            name = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            if name != "undrop" or machine.gone():
                getattr(machine, name)(**options(name, chance))
            machine.replay_equals_state()
    finally:
        machine.teardown()


@pytest.mark.req("P-SW-8", "P-SW-3", "P-SW-9", "S-6", "X-4")
@pytest.mark.parametrize("block", range(4))
def test_events_that_get_far(block: int) -> None:
    for seed in range(block * 6, block * 6 + 6):
        walk(seed, 50)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(2 * LONGER))
def test_many_more(block: int) -> None:
    for seed in range(1000 + block * 20, 1000 + block * 20 + 20):
        walk(seed, 60)
