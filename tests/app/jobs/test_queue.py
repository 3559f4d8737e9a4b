"""Beside the server: one piece at a time, by turns, a few waiting at most, and nothing that stays when it shall not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from pareo import rulesets
from pareo.app.forecast.plan import PlanRequest, prepare_plan
from pareo.app.jobs import worker_process
from pareo.app.jobs.queue import JobQueue
from pareo.app.jobs.worker import DaysJob, OutlookJob, PlayedDays
from pareo.app.jobs.worker_process import WorkerProcess
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.prospects import qualifications
from support.execution import wait_until
from support.jobs import ManualQueue, endless_job
from support.paths import ROOT
from support.qualification.open_fields import random_goal
from support.qualification.predictions import field_before_last_round


def job(seed: str = "one", players: int = 8) -> OutlookJob:
    field = field_before_last_round(players, 3, "swiss", seed)
    return OutlookJob(field, (random_goal(SeededRandom(seed), field),), seed)


def test_events_take_turns_however_much_one_of_them_wants():
    turns, order = ManualQueue(), []
    for key in ("a1", "a2", "a3", "b1", "c1", "b2"):
        assert turns.submit(key[0], key, job(key), lambda _found, key=key: order.append(key))
    turns.run_all()
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_few_wait_and_the_newest_of_the_same_takes_its_place():
    turns, told = ManualQueue(most=2), []
    first, newer = job("first"), job("newer")
    assert turns.submit("a", "a", first, told.append)
    assert turns.submit("b", "b", job("b"), told.append)
    assert not turns.submit("c", "c", job("c"), told.append)
    assert turns.submit("a", "a", newer, told.append)
    assert (turns.progress("a"), turns.progress("c")) == (0.0, None)
    turns.run_all()
    assert newer in turns.done
    assert first not in turns.done
    assert len(told) == 2
    assert turns.progress("a") is None


def test_when_it_is_closed_nothing_is_begun_and_nobody_told():
    turns, told = ManualQueue(), []
    turns.submit("a", "a", job(), told.append)
    turns.close()
    turns.run_all()
    assert told == turns.done == []
    assert not turns.submit("b", "b", job(), told.append)


# --- in processes of their own ----------------------------------------------------------------------------------------


def test_another_process_says_the_same_and_how_far_it_is():
    asked, far = job("two", 24), []
    assert WorkerProcess(asked).run(far.append) == tuple(qualifications(asked.field, asked.goals, asked.seed))
    plan = prepare_plan(rulesets.load("swiss"), PlanRequest(16))
    days = WorkerProcess(DaysJob(plan.setup, plan.forms, plan.times, "plan", 3, 2, 1e9)).run(far.append)
    assert isinstance(days, PlayedDays)
    assert len(days.days) == 2
    assert days.seconds > 0
    assert all(0 <= share <= 1 for share in far)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_killing_it_costs_a_new_one_and_nothing_else(capsys):
    begun: list[WorkerProcess] = []

    def reckoning_of(asked):
        begun.append(WorkerProcess(asked if len(begun) else endless_job()))
        return begun[-1]

    turns, told = JobQueue(new_process=reckoning_of), []
    turns.submit("a", "a", job(), told.append)
    wait_until(lambda: bool(begun) and begun[0].pid is not None and turns.progress("a") > 0)
    os.kill(begun[0].pid, signal.SIGKILL)
    wait_until(lambda: bool(told))
    assert len(begun) == 2
    assert isinstance(told[0], tuple)
    assert "failed and will be tried again" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="looks at processes by number")
def test_closing_ends_the_process_and_waits_for_nobody():
    begun: list[WorkerProcess] = []

    def reckoning_of(asked):
        begun.append(WorkerProcess(asked))
        return begun[-1]

    turns = JobQueue(new_process=reckoning_of)
    turns.submit("a", "a", endless_job(), lambda _found: None)
    wait_until(lambda: bool(begun) and begun[0].pid is not None and turns.progress("a") > 0)
    pid = begun[0].pid
    turns.close()
    wait_until(lambda: not _is_there(pid))
    wait_until(lambda: not any(t.name == "pareo-reckoning" for t in threading.enumerate()))


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_who_starts_it_may_be_killed_and_it_does_not_stay(tmp_path):
    """The pipe is gone with its reader, so the child ends with its next word."""
    start = (
        "import sys, threading; sys.path[:0] = sys.argv[1:]\n"
        "from pareo.app.jobs.worker_process import WorkerProcess\nfrom support.jobs import endless_job\n"
        "one = WorkerProcess(endless_job())\n"
        "one.run(lambda _share: print(one.pid, flush=True))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", start, str(ROOT / "tests")], stdout=subprocess.PIPE, text=True
    ) as parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    wait_until(lambda: not _is_there(pid))


def test_no_process_to_be_had_is_told_once(monkeypatch, capsys):
    def refuse(*_args, **_more):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(worker_process.subprocess, "Popen", refuse)
    turns, told = JobQueue(), []
    for key in ("a", "b"):
        turns.submit(key, key, job(), told.append)
    wait_until(lambda: told == [None, None])
    assert capsys.readouterr().err.count("Resource temporarily unavailable") == 1
