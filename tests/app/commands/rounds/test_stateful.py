"""Everything an organiser can do, in any order, on a real file: nothing crashes or breaks, replay equals state."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from support.events.random_organiser import LONGER, Organiser

_FAST = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.req("P-SW-8", "S-6", "P-SW-9")
def test_anything_in_any_order() -> None:
    run_state_machine_as_test(Organiser, settings=_FAST)


@pytest.mark.slow
@pytest.mark.parametrize("_part", range(LONGER))
@pytest.mark.req("P-SW-8", "S-6")
def test_anything_in_any_order_for_longer(_part: int) -> None:
    longer = settings(_FAST, max_examples=45, stateful_step_count=80, derandomize=False)
    run_state_machine_as_test(Organiser, settings=longer)
