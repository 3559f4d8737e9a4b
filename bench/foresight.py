"""What is foretold: the outlook of large fields, and events played for a plan, in CPU time of one core. The limits
stand beside."""

from __future__ import annotations

import time
from collections.abc import Callable

from pareo import rulesets
from pareo.core.outlook.field import Field, Goal
from pareo.core.outlook.prospects import prospects
from pareo.core.plan.days import Format, many_days
from pareo.core.plan.play import Setup, rounds_of
from pareo.core.plan.times import Times


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()  # one process, one thread: on a machine that does nothing else it is the clock's
    work()
    return time.process_time() - start


def _field(players: int, done: int, rounds: int) -> Field:
    """So many players after some rounds."""
    rules = rulesets.load("pokemon-tcg-2019-07")
    for event in rounds_of(Setup(rules, players, rounds, 0.05, 0.01), "bench"):
        if event.round_no == done:
            return Field(event.ledger(), rules.seeding, (), done, rounds - done, event.here, 1, 20)
    raise AssertionError("fewer rounds were played")


def rows() -> list[tuple[str, str, str, str]]:
    """The lines of the table."""
    found = []
    for players, limit in ((400, 2), (4000, 20)):
        field = _field(players, 7, 9)
        goal = Goal("cut", 32, field.here)
        spent = _timed(lambda f=field, g=goal: prospects(f, [g], "bench"))  # type: ignore[misc]
        found.append((f"outlook, {players:,} players after round 7 of 9 (limit: {limit} s)", f"{spent:.2f} s",
                      f"{limit} s", f"{spent / limit:.2f}"))
    setup = Setup(rulesets.load("pokemon-tcg-2027"), 64, 6, 0.06, 0.02)
    spent = _timed(lambda: many_days(setup, [Format(6, 8, shared=True, most=16)], Times(), "bench", 1000))
    found.append(("1,000 events of 64 players played for a plan (limit: 30 s)", f"{spent:.1f} s", "30 s",
                  f"{spent / 30:.2f}"))
    return found
