"""How much work something is, without a clock: the calls it makes, the same on a busy machine as on an idle one (R-15).

What happens inside one call into C (a sort, a regular expression) counts as one; growth in calls is what our own loops
cause. And waiting: for another process, until something is so or it is clear that it never will be; for a coroutine.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 120.0  # seconds; a server that has not started by then never will, however busy the machine


def calls(run: Callable[[], object]) -> int:
    """How many functions, Python's and C's, are called while this runs."""
    count = 0

    def seen(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        if event in {"call", "c_call"}:
            count += 1

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def wait_until(holds: Callable[[], bool], *, pause: float = 0.05) -> bool:
    """Waits until it holds; False if it never does."""
    until = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(pause)
    return True


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """What it comes to, in a thread of its own: a browser's tests leave their loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
