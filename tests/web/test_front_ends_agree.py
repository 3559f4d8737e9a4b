"""Front ends agree: random events of every ruleset in every state, asked through all of them.

`PAREO_SEED=63 pytest tests/web/test_front_ends_agree.py` plays one event again; `PAREO_LONGER=10` (`make soak`) asks of
ten times as many.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pareo.rulesets import available
from support.agreement.answers import EventAnswer, disagreements
from support.agreement.events import STATES, RandomEvent
from support.agreement.readers import READERS, ask_all

LONGER = int(os.environ.get("PAREO_LONGER", "1"))
EVENTS = 12  # of a test
SEEDS = [int(os.environ["PAREO_SEED"])] if "PAREO_SEED" in os.environ else range(3 * EVENTS * LONGER)


@pytest.mark.req("U-1")
@pytest.mark.parametrize("first", SEEDS[::EVENTS])
def test_every_front_end_says_the_same(tmp_path: Path, first: int) -> None:
    problems = []
    for seed in [seed for seed in SEEDS if first <= seed < first + EVENTS]:
        event = RandomEvent(tmp_path, seed)
        problems += [f"{event}: {one}" for one in disagreements(ask_all(event))]
        event.close()
    assert not problems, "\n".join(problems)


def test_every_ruleset_and_every_state_is_among_them() -> None:
    """Each event says what it is by its seed alone, so that one can be played again."""
    seeds = range(3 * EVENTS)
    assert {RandomEvent.ruleset_of(seed) for seed in seeds} == {info.id for info in available()}
    assert {RandomEvent.state_of(seed) for seed in seeds} == set(STATES)


def test_the_readers_find_what_a_front_end_says(tmp_path: Path) -> None:
    """A page whose form has changed is not read as one that says nothing."""
    said: dict[str, set[str]] = {name: set() for name in READERS}
    for seed in _TELLING:
        event = RandomEvent(tmp_path, seed)
        for name, answers in ask_all(event).items():
            said[name] |= {key for answer in answers for key in EventAnswer.__slots__ if getattr(answer, key)}
        event.close()
    assert {name: keys - {"partial"} for name, keys in said.items()} == _SAID


_TELLING = (3, 5, 29)
_FIGURES = {"places", "points", "records"}
_ROUND = {"pairs", "sitting"}
_SAID = {
    "library": {"cuts", "earlier", "missing", "over", "plan", "rounds", "winners"} | _FIGURES | _ROUND,
    "command line": {"earlier", "missing", "rounds", "status"} | _FIGURES | _ROUND,
    "API": {"earlier", "missing", "rounds", "status"} | _FIGURES | _ROUND,
    "public API": {"earlier", "missing", "rounds", "status"} | _FIGURES | _ROUND,
    "console": {"cuts", "missing", "pairs", "winners"} | _FIGURES,
    "public page": {"cuts", "earlier", "over", "plan", "winners"} | _FIGURES | _ROUND,
    "screen": {"places", "winners"} | _ROUND,
    "phone": {"pairs", "places"},
    "exported site": {"earlier"} | _FIGURES | _ROUND,
    "CSV": {"missing"} | _FIGURES | _ROUND,
    "XLSX": {"missing"} | _FIGURES | _ROUND,
    "printouts": {"earlier", "winners"} | _FIGURES | _ROUND,
    "announcement": {"plan"},
}
