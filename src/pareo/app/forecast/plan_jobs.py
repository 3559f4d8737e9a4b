"""Plans played in the background: thousands of days, a few seconds' worth at a turn, so that an event that is being
played never waits long; meanwhile what the days so far were like.

Contract: `answer` never waits, and whoever asks for the same plan shares it. At most a few are running; plans that
are played are cached, the newest few.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pareo.app.base.lru_cache import LruCache
from pareo.app.forecast.plan import Key, PreparedPlan
from pareo.app.forecast.qualification_cache import PAUSE
from pareo.app.jobs.queue import JobQueue
from pareo.app.jobs.worker import DaysJob, PlayedDays
from pareo.app.rows.forecast import PlanRows
from pareo.core.day_plan.days import SimulatedDay, summarise_days

DAYS = 2_000  # of a page
SURE_DAYS, SURE_PLAYERS = 1_000, 128  # so many are played for so few players whatever it takes
SECONDS = 30.0  # of CPU for everybody else
TURN_SECONDS = 3.0  # of CPU at one turn; the first is short: somebody looks at an empty page
FIRST_SECONDS = 1.0
MOST_RUNNING = 8
MOST_KEPT = 32
_GROUP = "the plans"  # no event's slug has a space


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """What is known of a plan."""

    rows: PlanRows | None = None  # of the days played so far
    share: float | None = None  # how far it is; None: it is not being played (any more)

    @property
    def done(self) -> bool:
        return self.rows is not None and self.share is None


@dataclass(slots=True)
class _RunningPlan:
    """A plan that is being played, and its days so far."""

    plan: PreparedPlan
    days: list[list[SimulatedDay]] = field(default_factory=list)
    seconds: float = 0.0
    rows: PlanRows | None = None

    @property
    def share(self) -> float:
        request = self.plan.request
        by_days = len(self.days) / request.days
        if request.players <= SURE_PLAYERS:
            return max(by_days, min(self.seconds / SECONDS, len(self.days) / SURE_DAYS))
        return max(by_days, self.seconds / SECONDS)

    def add_days(self, more: PlayedDays) -> PlanRows:
        """Adds days that were played; what all days so far were like."""
        self.days += more.days
        self.seconds += more.seconds
        return self.plan.rows(summarise_days(self.plan.forms, self.days))

    def job(self) -> DaysJob:
        plan = self.plan
        return DaysJob(
            plan.setup,
            plan.forms,
            plan.times,
            plan.request.seed,
            len(self.days),
            plan.request.days - len(self.days),
            TURN_SECONDS if self.days else FIRST_SECONDS,
        )


class PlanJobs:
    """The plans of one server. Safe for threads."""

    def __init__(self, queue: JobQueue, *, now: Callable[[], float] = time.monotonic) -> None:
        self._queue, self._now = queue, now
        self._running: dict[Key, _RunningPlan] = {}
        self._played: LruCache[Key, PlanRows] = LruCache(MOST_KEPT)
        self._failed = -PAUSE
        self._lock = threading.RLock()

    def answer(self, plan: PreparedPlan) -> PlanProgress:
        """What is known of a plan; it is played if it is not yet. No more days than the request says, and for many
        players no more than some time allows."""
        played = self._played.get(plan.key)
        if played is not None:
            return PlanProgress(played)
        with self._lock:
            running = self._running.get(plan.key) or self._begin(plan)
            return PlanProgress() if running is None else PlanProgress(running.rows, min(0.99, running.share))

    def _begin(self, plan: PreparedPlan) -> _RunningPlan | None:
        if len(self._running) >= MOST_RUNNING or self._now() - self._failed < PAUSE:
            return None
        new = _RunningPlan(plan)
        return new if self._submit(new) else None

    def _submit(self, running: _RunningPlan) -> bool:
        key = running.plan.key
        accepted = self._queue.submit(_GROUP, key, running.job(), lambda result: self._on_done(running, result))
        if accepted:
            self._running[key] = running
        return accepted

    def _on_done(self, running: _RunningPlan, result: object | None) -> None:
        with self._lock:
            del self._running[running.plan.key]  # whatever comes of it: only what waits for its turn holds a place
            if not isinstance(result, PlayedDays):
                self._failed = self._now()
                return
            running.rows = running.add_days(result)
            if running.share < 1:
                self._submit(running)
            else:
                self._played.put(running.plan.key, running.rows)
