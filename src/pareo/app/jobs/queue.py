"""Work beside the server: one piece at a time, by turns between those who want some, and never more than a few waiting.

Contract: `ask` returns at once. Of the same thing the newest piece counts: it takes the place of the one that waits.
Whoever asked is told once, with what came out or with None: after a failure it has been tried again already. Of a piece
that gave up its place, was dropped or is cut off by `close` nobody is told. `close` waits for nobody. The thread, and
the processes, are there only while there is work.
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
    """A piece being worked at."""

    def run(self, progress: Progress) -> object: ...
    def stop(self) -> None: ...


@dataclass(slots=True)
class QueuedJob:
    """One job, for somebody."""

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
    """The pieces that wait, and the one that is worked at. Safe for threads."""

    def __init__(
        self,
        *,
        most: int = MOST_WAITING,
        start: Callable[[Callable[[], None]], None] = _in_a_thread,
        reckoning: Callable[[Job], Running] = WorkerProcess,
    ) -> None:
        self._most, self._start, self._reckoning = most, start, reckoning
        self._waiting: OrderedDict[Hashable, OrderedDict[Hashable, QueuedJob]] = OrderedDict()
        self._current: QueuedJob | None = None
        self._running: Running | None = None
        self._at_work = False
        self._closed = False
        self._lock = threading.RLock()
        self._beginning = BackgroundTask("Beginning to reckon beside the server")
        self._reckons, self._telling = (
            BackgroundTask("Reckoning beside the server"),
            BackgroundTask("Telling what was reckoned"),
        )

    @property
    def waiting(self) -> int:
        """Pieces that nobody works at yet."""
        return sum(map(len, self._waiting.values()))

    def submit(self, group: Hashable, key: Hashable, job: Job, done: Done) -> bool:
        """Takes it on; False where too much waits, or nothing can be begun."""
        with self._lock:
            if self._closed or (self.waiting >= self._most and key not in self._waiting.get(group, {})):
                return False
            self._put(QueuedJob(group, key, job, done))
            if self._at_work:
                return True
            self._at_work = True
            if self._beginning(lambda: self._start(self._work)):
                return True
            self._at_work = False  # no thread to be had: later, when somebody asks again
            self._waiting.clear()
            return False

    def progress(self, key: Hashable) -> float | None:
        """How far the piece is that is worked at; 0 while it waits, None where there is none."""
        with self._lock:
            now = self._current
            if now is not None and now.key == key and not now.unwanted:
                return now.share
            return 0.0 if any(key in own for own in self._waiting.values()) else None

    def drop(self, key: Hashable) -> None:
        """Nobody wants it any more, not even if it is being worked at."""
        with self._lock:
            for own in self._waiting.values():
                own.pop(key, None)
            if self._current is not None and self._current.key == key:
                self._current.unwanted = True
                self._stop()

    def close(self) -> None:
        """Ends what is being worked at. Nothing is begun any more."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
            self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()

    def _put(self, piece: QueuedJob) -> None:
        own = self._waiting.setdefault(piece.group, OrderedDict())
        own[piece.key] = piece  # in the place of an older one, if there is one

    # --- the thread -------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (piece := self._next()) is not None:
            found: list[object] = []
            went_well = self._reckons(lambda piece=piece, found=found: found.append(self._run(piece)))  # type: ignore[misc]
            self._ended(piece, found[0] if went_well else None, again=not went_well)

    def _next(self) -> QueuedJob | None:
        """The first of whose turn it is; his next one comes after everybody else's."""
        with self._lock:
            while self._waiting and not self._closed:
                group, own = self._waiting.popitem(last=False)
                if not own:
                    continue
                piece = own.popitem(last=False)[1]
                if own:
                    self._waiting[group] = own
                self._current, self._running = piece, self._reckoning(piece.job)
                return piece
            self._at_work = False
            return None

    def _run(self, piece: QueuedJob) -> object:
        def far(share: float) -> None:
            piece.share = share

        running = self._running
        try:
            return None if running is None else running.run(far)
        except OSError:
            if piece.unwanted or self._closed:
                return None  # it was stopped: nothing went wrong
            raise

    def _ended(self, piece: QueuedJob, found: object | None, *, again: bool) -> None:
        with self._lock:
            self._current = self._running = None
            if piece.unwanted or self._closed:
                return
            if again and piece.tried + 1 < _TRIES:
                piece.tried, piece.share = piece.tried + 1, 0.0
                if piece.key not in self._waiting.get(piece.group, {}):  # a newer one counts
                    self._put(piece)
                return
        self._telling(lambda: piece.done(found))
