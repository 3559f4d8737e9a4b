"""Counting calls instead of measuring time, waiting for another process, running a coroutine.

The calls that something makes are the same on a busy machine as on an idle one (R-15). What happens inside one call
into C (a sort, a regular expression) counts as one; growth in calls is what our own loops cause.
"""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pareo

T = TypeVar("T")
_OURS = f"{Path(pareo.__file__).parent}/"
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


def calls_of_ours(run: Callable[[], object], *, first: str = "", last: str = "") -> Counter[tuple[str, str]]:
    """Which functions of ours run, by module and name, and how often.

    From the call of `first` until `last` returns, in the thread that calls it, if that begins while this runs, as a
    thread that answers a request does; without them all of it, in this thread. Both are named like
    “app.base.context:Context.open”.
    """
    calls: Counter[tuple[str, str]] = Counter()
    thread, over = 0 if first else threading.get_ident(), False

    def seen(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal thread, over
        path, name = frame.f_code.co_filename, frame.f_code.co_qualname
        if over or event not in {"call", "return"} or not path.startswith(_OURS):
            return
        module = path.removeprefix(_OURS).removesuffix(".py").replace("/", ".")
        if not thread and f"{module}:{name}" == first:
            thread = threading.get_ident()
        if thread != threading.get_ident():
            return
        if event == "call":
            calls[module, name] += 1
        over = event == "return" and f"{module}:{name}" == last

    before, everywhere = sys.getprofile(), threading.getprofile()
    threading.setprofile(seen)
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
        threading.setprofile(everywhere)
    assert over or not last, f"{last} has not returned"
    return calls


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
