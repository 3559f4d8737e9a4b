"""Long events by fixed seeds: the rules of `test_stateful`, chosen so that events get as far as cuts and repairs."""

from __future__ import annotations

import random

import pytest

from random_walk import LONGER, RULESETS, Organiser, options

WEIGHTS = {
    "enter": 2,
    "edit": 4,
    "late": 4,
    "drop": 5,
    "undrop": 3,
    "remove": 1,
    "forget": 1,
    "pair": 5,
    "repair": 4,
    "swap": 4,
    "import_pairings": 2,
    "publish": 2,
    "start": 2,
    "report": 6,
    "take_back": 1,
    "import_results": 3,
    "finish": 2,
    "begin_round": 6,
    "whole_rounds": 3,
    "advance": 4,
    "change_setting": 4,
    "undo": 3,
    "out_of_turn": 2,
}


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
