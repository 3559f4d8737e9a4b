"""The worker process: runs one job of those that take too long for a page, and reports how far it is.

It is `pareo` itself, started by `worker_process` with the argument `CHILD`: so it can be in a frozen program too, which
comes without an interpreter. It reads a pickled job, which only its parent writes, and answers with frames: four bytes
of length and a pickled `WorkerMessage`. When its parent is gone, so is the pipe, and with the next frame the child.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from pareo.core.day_plan.days import DayFormat, SimulatedDay, simulate_formats
from pareo.core.day_plan.simulation import Setup
from pareo.core.day_plan.times import DayTimes
from pareo.core.qualification.open_field import OpenField, QualificationGoal
from pareo.core.qualification.prospects import Qualification, qualifications

CHILD = "--reckon"  # the program's first argument that makes it the child
_REPORT_SECONDS = 0.2  # between two reports
_NICE = 10


class WorkerMessage(NamedTuple):
    """What the worker process reports: how far it is, from 0 to 1, or the result."""

    share: float
    found: object = None
    done: bool = False


Report = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class OutlookJob:
    """Computes what is certain of everybody in one pod, in full."""

    field: OpenField
    goals: tuple[QualificationGoal, ...]
    seed: str

    def run(self, report: Report) -> tuple[Qualification, ...]:
        rows = qualifications(self.field, self.goals, self.seed, progress=lambda done, of: report(done / of))
        return tuple(rows)


class PlayedDays(NamedTuple):
    """Days by each of the formats, and the CPU seconds they took."""

    days: list[list[SimulatedDay]]
    seconds: float


@dataclass(frozen=True, slots=True)
class DaysJob:
    """Simulates days of a plan, from number `first` on, for so many seconds at most: at least one."""

    setup: Setup
    forms: tuple[DayFormat, ...]
    times: DayTimes
    seed: str
    first: int
    count: int
    seconds: float

    def run(self, report: Report) -> PlayedDays:
        days: list[list[SimulatedDay]] = []
        began = time.process_time()
        while len(days) < self.count and (not days or time.process_time() - began < self.seconds):
            days.append(simulate_formats(self.setup, self.forms, self.times, f"{self.seed}/{self.first + len(days)}"))
            report(len(days) / self.count)
        return PlayedDays(days, time.process_time() - began)


Job = OutlookJob | DaysJob


def give_way(seconds: int, megabytes: int) -> None:
    """Lowers the priority of this process and limits its CPU time and memory, where the system can."""
    with contextlib.suppress(OSError, AttributeError):  # Windows: the parent has started us so
        os.nice(_NICE)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on Windows)

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if sys.platform == "linux":  # elsewhere the address space says little, or cannot be limited
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


class ProgressPipe:
    """Writes frames to the parent; progress not too often."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._last_sent = 0.0

    def report(self, share: float) -> None:
        if time.monotonic() - self._last_sent >= _REPORT_SECONDS:
            self._last_sent = time.monotonic()
            self.send(WorkerMessage(share))

    def send(self, message: WorkerMessage) -> None:
        data = pickle.dumps(message, 5)
        self._out.write(len(data).to_bytes(4, "big") + data)
        self._out.flush()


def main(arguments: Sequence[str]) -> int:
    give_way(int(arguments[0]), int(arguments[1]))
    job: Job = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  (from our own parent, through a pipe)
    pipe = ProgressPipe(sys.stdout.buffer)
    try:
        pipe.send(WorkerMessage(1.0, job.run(pipe.report), done=True))
    except BrokenPipeError:  # nobody waits any more
        return 1
    return 0
