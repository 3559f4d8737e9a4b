"""Plans played beside the server: thousands of days, a few seconds' worth at a turn, so that an event that is being
played never waits long; meanwhile what the days so far were like.

Contract: `answer` never waits, and whoever asks for the same plan shares it. At most a few are under way; plans that
are played are kept, the newest few.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pareo.app.base.lru_cache import LruCache
from pareo.app.forecast.plan import Key, Prepared
from pareo.app.forecast.qualification_cache import PAUSE
from pareo.app.jobs.queue import JobQueue
from pareo.app.jobs.worker import DaysJob, PlayedDays
from pareo.app.rows.forecast import PlanRows
from pareo.core.day_plan.days import SimulatedDay, outlined

DAYS = 2_000  # of a page
SURE_DAYS, SURE_PLAYERS = 1_000, 128  # so many are played for so few players whatever it takes
SECONDS = 30.0  # of CPU for everybody else
TURN_SECONDS = 3.0  # of CPU at one turn; the first is short: somebody looks at an empty page
FIRST_SECONDS = 1.0
MOST_UNDER_WAY = 8
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
class _UnderWay:
    """Days that have been played."""

    plan: Prepared
    days: list[list[SimulatedDay]] = field(default_factory=list)
    seconds: float = 0.0
    rows: PlanRows | None = None

    @property
    def share(self) -> float:
        wish = self.plan.wish
        by_days = len(self.days) / wish.days
        if wish.players <= SURE_PLAYERS:
            return max(by_days, min(self.seconds / SECONDS, len(self.days) / SURE_DAYS))
        return max(by_days, self.seconds / SECONDS)

    def taken(self, more: PlayedDays) -> PlanRows:
        """What all days so far were like."""
        self.days += more.days
        self.seconds += more.seconds
        return self.plan.rows(outlined(self.plan.forms, self.days))

    def job(self) -> DaysJob:
        plan = self.plan
        return DaysJob(
            plan.setup,
            plan.forms,
            plan.times,
            plan.wish.seed,
            len(self.days),
            plan.wish.days - len(self.days),
            TURN_SECONDS if self.days else FIRST_SECONDS,
        )


class PlanJobs:
    """The plans of one server. Safe for threads."""

    def __init__(self, turns: JobQueue, *, now: Callable[[], float] = time.monotonic) -> None:
        self._turns, self._now = turns, now
        self._under_way: dict[Key, _UnderWay] = {}
        self._played: LruCache[Key, PlanRows] = LruCache(MOST_KEPT)
        self._failed = -PAUSE
        self._lock = threading.RLock()

    def answer(self, plan: Prepared) -> PlanProgress:
        """What is known; it is played if it is not yet. No more than so many days as the wish says, and for many
        players no more than some time allows."""
        played = self._played.get(plan.key)
        if played is not None:
            return PlanProgress(played)
        with self._lock:
            now = self._under_way.get(plan.key) or self._begun(plan)
            return PlanProgress() if now is None else PlanProgress(now.rows, min(0.99, now.share))

    def _begun(self, plan: Prepared) -> _UnderWay | None:
        if len(self._under_way) >= MOST_UNDER_WAY or self._now() - self._failed < PAUSE:
            return None
        new = _UnderWay(plan)
        return new if self._ask(new) else None

    def _ask(self, one: _UnderWay) -> bool:
        key = one.plan.key
        taken = self._turns.submit(_GROUP, key, one.job(), lambda found: self._came(one, found))
        if taken:
            self._under_way[key] = one
        return taken

    def _came(self, one: _UnderWay, found: object | None) -> None:
        with self._lock:
            del self._under_way[one.plan.key]  # whatever comes of it: only what waits for its turn holds a place
            if not isinstance(found, PlayedDays):
                self._failed = self._now()
                return
            one.rows = one.taken(found)
            if one.share < 1:
                self._ask(one)
            else:
                self._played.put(one.plan.key, one.rows)
