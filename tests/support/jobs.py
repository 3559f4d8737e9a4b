"""Background jobs that run in the test's own process, when the test says so."""

from __future__ import annotations

from collections.abc import Callable

from pareo import rulesets
from pareo.app.forecast.plan import PlanRequest, prepare_plan
from pareo.app.jobs.queue import JobQueue
from pareo.app.jobs.worker import DaysJob, Job
from pareo.app.jobs.worker_process import Progress


def endless_job() -> DaysJob:
    """A job that would take hours."""
    plan = prepare_plan(rulesets.load("swiss"), PlanRequest(64))
    return DaysJob(plan.setup, plan.forms, plan.times, "endless", 0, 10**9, 1e9)


class InProcessJob:
    """Runs a job in this process; with `failures`, raises the next of them instead."""

    def __init__(self, job: Job, failures: list[BaseException] | None = None) -> None:
        self.job, self.failures = job, failures if failures is not None else []
        self.stopped = False

    def run(self, progress: Progress) -> object:
        if self.stopped:
            raise OSError("stopped")
        if self.failures:
            raise self.failures.pop(0)
        return self.job.run(progress)

    def stop(self) -> None:
        self.stopped = True


class ManualQueue(JobQueue):
    """A queue that waits until `run_all`. `done`: the jobs that were run, in their order."""

    def __init__(self, *, most: int = 32) -> None:
        self.begun: list[Callable[[], None]] = []
        self.done: list[Job] = []
        self.failures: list[BaseException] = []
        self.between: list[Callable[[], object]] = []  # called while a job runs, each once
        super().__init__(most=most, start=self.begun.append, new_process=self._reckoning)

    def _reckoning(self, job: Job) -> InProcessJob:
        self.done.append(job)
        made = InProcessJob(job, self.failures)
        run = made.run

        def running(progress: Progress) -> object:
            if self.between:
                self.between.pop(0)()
            return run(progress)

        made.run = running  # type: ignore[method-assign]
        return made

    def run_all(self) -> None:
        """Runs everything that waits."""
        while self.begun:
            self.begun.pop(0)()
