"""The forecasts: the outlook of large fields, and events played for a plan, in CPU time of one core. The limits stand
in the rows."""

from __future__ import annotations

import time
from collections.abc import Callable

from pareo import rulesets
from pareo.core.day_plan.days import DayFormat, simulate_days
from pareo.core.day_plan.simulation import Setup, play_rounds
from pareo.core.day_plan.times import DayTimes
from pareo.core.qualification.open_field import OpenField, QualificationGoal
from pareo.core.qualification.prospects import qualifications


def _cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()  # one process, one thread: on a machine that does nothing else it is the clock's
    work()
    return time.process_time() - start


def _field(players: int, done: int, rounds: int) -> OpenField:
    """So many players after some rounds."""
    rules = rulesets.load("pokemon-tcg-2019-07")
    for event in play_rounds(Setup(rules, players, rounds, 0.05, 0.01), "bench"):
        if event.round_no == done:
            return OpenField(event.ledger(), rules.seeding, (), done, rounds - done, event.here, 1, 20)
    raise AssertionError("fewer rounds were played")


def rows() -> list[tuple[str, str, str, str]]:
    """The lines of the table."""
    table = []
    for players, limit in ((400, 2), (4000, 20)):
        field = _field(players, 7, 9)
        goal = QualificationGoal("cut", 32, field.here)
        spent = _cpu_seconds(lambda f=field, g=goal: qualifications(f, [g], "bench"))  # type: ignore[misc]
        table.append(
            (
                f"outlook, {players:,} players after round 7 of 9 (limit: {limit} s)",
                f"{spent:.2f} s",
                f"{limit} s",
                f"{spent / limit:.2f}",
            )
        )
    setup = Setup(rulesets.load("pokemon-tcg-2027"), 64, 6, 0.06, 0.02)
    spent = _cpu_seconds(
        lambda: simulate_days(setup, [DayFormat(6, 8, shared=True, most=16)], DayTimes(), "bench", 1000)
    )
    table.append(
        ("1,000 events of 64 players played for a plan (limit: 30 s)", f"{spent:.1f} s", "30 s", f"{spent / 30:.2f}")
    )
    return table
