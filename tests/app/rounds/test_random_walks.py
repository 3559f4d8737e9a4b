"""Long events by fixed seeds: the rules of `test_stateful`, chosen so that events get as far as cuts and repairs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from random_walk import EDITS, LONGER, RULESETS, SETTINGS, Organiser

WEIGHTS = {
    "enter": 2, "edit": 4, "late": 4, "drop": 5, "undrop": 3, "remove": 1, "forget": 1, "pair": 5, "repair": 4,
    "swap": 4, "import_pairings": 2, "publish": 2, "start": 2, "report": 6, "take_back": 1, "import_results": 3,
    "finish": 2, "begin_round": 6, "whole_rounds": 3, "advance": 4, "change_setting": 4, "undo": 3, "out_of_turn": 2,
}


def options(name: str, chance: random.Random) -> dict[str, Any]:
    """Arguments for a rule."""
    pick = chance.randrange(41)
    either = chance.random() < 0.5
    reason = chance.choice([None, "lo permite el juez"])
    special: dict[str, dict[str, Any]] = {
        "enter": {"picks": [chance.randrange(41) for _ in range(chance.randint(1, 4))], "sure": either},
        "edit": {"pick": pick, "change": chance.choice(EDITS)},
        "late": {"pick": pick, "this_round": either, "section": chance.choice([None, None, 1]),
                 "sure": chance.choice([1, 1, 0]), "override": reason},
        "drop": {"pick": pick, "kind": chance.choice(["drop", "drop", "disqualified", "expelled", "no-show"])},
        "forget": {"pick": pick, "sure": chance.random() < 0.3},
        "pair": {"pick": pick, "again": either, "sure": chance.random() < 0.5},
        "swap": {"one": pick, "two": chance.randrange(41), "sure": either, "anew": chance.random() < 0.5},
        "import_pairings": {"order": chance, "ahead": chance.choice([1, 1, 1, 0, 2]),
                            "reported": chance.choice([0, 0, 1, 2])},
        "publish": {"pick": pick, "sure": either},
        "report": {"pick": pick, "back": chance.choice([0, 0, 0, 1, 2, 3])},
        "whole_rounds": {"pick": pick, "count": chance.choice([1, 1, 1, 2, 4])},
        "advance": {"to": chance.choice(["cut", "cut", "day2"]), "size": chance.choice([None, 2, 4]),
                    "again": chance.random() < 0.3, "override": reason},
        "change_setting": {"change": chance.choice(SETTINGS), "pick": pick},
        "undo": {"override": reason},
        "out_of_turn": {"what": chance.randrange(11), "pick": pick},
    }
    return special.get(name, {"pick": pick})


def walk(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    machine = Organiser()
    try:
        machine.begin(
            ruleset=RULESETS[seed % len(RULESETS)], style=chance.choice(["", "", "swiss+cut", "elimination"]),
            size=chance.choice([8, 9, 12, 14, 17, 20, 6, 5, 4, 3, 2]), rounds_=chance.choice([2, 3, 4, 5, 0]), played=0,
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
