"""Counting calls instead of measuring time, waiting for another process, running a coroutine.

The calls that something makes are the same on a busy machine as on an idle one (R-15). What happens inside one call
into C (a sort, a regular expression) counts as one; growth in calls is what our own loops cause.
"""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 120.0  # seconds; a server that has not started by then never will, however busy the machine


def count_calls(run: Callable[[], object]) -> int:
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


def wait_until(holds: Callable[[], bool], what: object = "", *, pause: float = 0.05) -> None:
    """Waits until it holds, and fails if it never does, with `what` or else the source of the condition."""
    until = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise AssertionError(f"waited in vain: {what or inspect.getsource(holds).strip()}")
        time.sleep(pause)


def start_child(script: str, *arguments: str) -> subprocess.Popen[str]:
    """A Python process that runs this script and has printed “ready”."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def let_go(process: subprocess.Popen[str]) -> None:
    """Tells a child that has printed “ready” to begin."""
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def run_coroutine(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, run in a thread of its own: browser tests leave their loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
