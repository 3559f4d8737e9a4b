"""Jobs outside the server's process: one at a time, by turns between the groups that want some, only a few waiting.

Contract: `submit` returns at once. Of two jobs with the same key the newer counts: it takes the place of the one that
waits. `done` is called once, with the result or with None: after a failure the job has been tried again already. For a
job that was replaced, dropped or cut off by `close` it is not called. `close` waits for nobody. The thread, and the
processes, are there only while there is work.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol

from pareo.app.base.server_log import BackgroundTask
from pareo.app.jobs.worker import Job
from pareo.app.jobs.worker_process import Progress, WorkerProcess

MOST_WAITING = 32
_TRIES = 2

Done = Callable[[object | None], None]


class Running(Protocol):
    """A job being run in a process of its own."""

    def run(self, progress: Progress) -> object: ...
    def stop(self) -> None: ...


@dataclass(slots=True)
class QueuedJob:
    """A job that waits or is being run, and what to call when it is done."""

    group: Hashable  # whose turn it takes: an event, the plans
    key: Hashable
    job: Job
    done: Done
    tried: int = 0
    share: float = 0.0  # how far it is
    unwanted: bool = False


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="pareo-reckoning", daemon=True).start()


class JobQueue:
    """The jobs that wait, and the one that is being run. Safe for threads."""

    def __init__(
        self,
        *,
        most: int = MOST_WAITING,
        start: Callable[[Callable[[], None]], None] = _in_a_thread,
        new_process: Callable[[Job], Running] = WorkerProcess,
    ) -> None:
        self._most, self._start, self._new_process = most, start, new_process
        self._waiting: OrderedDict[Hashable, OrderedDict[Hashable, QueuedJob]] = OrderedDict()
        self._current: QueuedJob | None = None
        self._running: Running | None = None
        self._at_work = False
        self._closed = False
        self._lock = threading.RLock()
        self._starting = BackgroundTask("Starting calculations beside the server")
        self._computing, self._reporting = (
            BackgroundTask("Calculating beside the server"),
            BackgroundTask("Publishing what was calculated"),
        )

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    def submit(self, group: Hashable, key: Hashable, job: Job, done: Done) -> bool:
        """Takes the job on; False where too many wait, or no thread can be started."""
        with self._lock:
            if self._closed or (self.waiting >= self._most and key not in self._waiting.get(group, {})):
                return False
            self._put(QueuedJob(group, key, job, done))
            if self._at_work:
                return True
            self._at_work = True
            if self._starting(lambda: self._start(self._work)):
                return True
            self._at_work = False  # no thread to be had: later, when somebody asks again
            self._waiting.clear()
            return False

    def progress(self, key: Hashable) -> float | None:
        """How far the job with this key is, from 0 to 1; 0 while it waits, None where there is none."""
        with self._lock:
            current = self._current
            if current is not None and current.key == key and not current.unwanted:
                return current.share
            return 0.0 if any(key in jobs for jobs in self._waiting.values()) else None

    def drop(self, key: Hashable) -> None:
        """Takes the job with this key out, even if it is being run."""
        with self._lock:
            for jobs in self._waiting.values():
                jobs.pop(key, None)
            if self._current is not None and self._current.key == key:
                self._current.unwanted = True
                self._stop()

    def close(self) -> None:
        """Ends the job that is being run; no other is begun any more."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()

    def _put(self, queued: QueuedJob) -> None:
        jobs = self._waiting.setdefault(queued.group, OrderedDict())
        jobs[queued.key] = queued  # in the place of an older one, if there is one

    # --- the thread -------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (queued := self._next()) is not None:
            results: list[object] = []
            went_well = self._computing(lambda queued=queued, results=results: results.append(self._run(queued)))  # type: ignore[misc]
            self._finish(queued, results[0] if went_well else None, again=not went_well)

    def _next(self) -> QueuedJob | None:
        """The first job of the group whose turn it is; its next one comes after those of all other groups."""
        with self._lock:
            while self._waiting and not self._closed:
                group, jobs = self._waiting.popitem(last=False)
                if not jobs:
                    continue
                queued = jobs.popitem(last=False)[1]
                if jobs:
                    self._waiting[group] = jobs
                self._current, self._running = queued, self._new_process(queued.job)
                return queued
            self._at_work = False
            return None

    def _run(self, queued: QueuedJob) -> object:
        def far(share: float) -> None:
            queued.share = share

        running = self._running
        try:
            return None if running is None else running.run(far)
        except OSError:
            if queued.unwanted or self._closed:
                return None  # it was stopped: nothing went wrong
            raise

    def _finish(self, queued: QueuedJob, result: object | None, *, again: bool) -> None:
        with self._lock:
            self._current = self._running = None
            if queued.unwanted or self._closed:
                return
            if again and queued.tried + 1 < _TRIES:
                queued.tried, queued.share = queued.tried + 1, 0.0
                if queued.key not in self._waiting.get(queued.group, {}):  # a newer one counts
                    self._put(queued)
                return
        self._reporting(lambda: queued.done(result))
