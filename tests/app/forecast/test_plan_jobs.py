"""Plans beside the server: thousands of days by turns, shared by all who ask, and never too many at once."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.app.forecast import plan_jobs as planning
from pareo.app.forecast.plan import PlanRequest, plan, prepare_plan
from pareo.app.forecast.plan_jobs import PlanJobs
from pareo.app.jobs.worker import DaysJob, PlayedDays
from support.jobs import ManualQueue


class Slow(ManualQueue):
    """Every turn plays so many days, and says that it took so long."""

    def __init__(self, days: int, seconds: float) -> None:
        super().__init__()
        self.days, self.seconds = days, seconds
        self.watch = lambda: None

    def _reckoning(self, job: DaysJob):
        self.watch()
        made = super()._reckoning(job)
        few = DaysJob(job.setup, job.forms, job.times, job.seed, job.first, min(job.count, self.days), 1e9)
        made.run = lambda progress: PlayedDays(few.run(progress).days, self.seconds)
        return made


def plan_for(players: int = 8, days: int = 60, **more):
    return prepare_plan(rulesets.load("swiss"), PlanRequest(players, days=days, **more))


def test_days_played_by_turns_are_those_that_are_played_at_once():
    plans = PlanJobs(turns := Slow(25, 1.0))
    first = plans.answer(plan_for())
    assert (first.rows, first.share) == (None, 0.0)
    turns.run_all()
    done = plans.answer(plan_for())
    assert done.done
    assert [job.first for job in turns.done] == [0, 25, 50]
    assert done.rows == plan(rulesets.load("swiss"), PlanRequest(8, days=60))


def test_meanwhile_it_says_what_the_days_so_far_were_like():
    plans, seen = PlanJobs(turns := Slow(25, 1.0)), []
    turns.watch = lambda: seen.append(plans.answer(plan_for()))
    plans.answer(plan_for())
    turns.run_all()
    assert [(one.rows.days if one.rows else 0, round(one.share, 2)) for one in seen] == [(0, 0), (25, 0.42), (50, 0.83)]
    assert plans.answer(plan_for()).rows.days == 60


@pytest.mark.parametrize(("players", "seconds", "days"), [(8, 1.0, 60), (200, 15.0, 20), (100, 15.0, 40)])
def test_for_many_players_the_time_sets_the_end_for_few_the_days(monkeypatch, players, seconds, days):
    monkeypatch.setattr(planning, "SURE_DAYS", 40)
    plans = PlanJobs(turns := Slow(10, seconds))
    plans.answer(plan_for(players))
    turns.run_all()
    assert plans.answer(plan_for(players)).rows.days == days


def test_who_asks_the_same_shares_it_and_few_are_under_way(monkeypatch):
    monkeypatch.setattr(planning, "MOST_RUNNING", 2)
    plans = PlanJobs(turns := Slow(100, 1.0))
    for _ in range(3):
        plans.answer(plan_for(8))
    assert plans.answer(plan_for(9)).share == 0.0
    refused = plans.answer(plan_for(10))
    assert (refused.rows, refused.share) == (None, None)
    turns.run_all()
    assert len(turns.done) == 2
    assert plans.answer(plan_for(8)).done
    assert plans.answer(plan_for(10)).share == 0.0


def test_played_plans_are_kept_the_newest_few(monkeypatch):
    plans = PlanJobs(turns := Slow(100, 1.0))
    for drops in range(planning.MOST_KEPT + 3):
        plans.answer(plan_for(4, 20, drops=drops / 100))
        turns.run_all()
    assert len(plans._played) == planning.MOST_KEPT
    assert plans.answer(plan_for(4, 20, drops=0.0)).share == 0.0


def test_what_cannot_be_played_is_left_for_a_while(capsys):
    now = [0.0]
    plans = PlanJobs(turns := ManualQueue(), now=lambda: now[0])
    turns.failures += [OSError("no room"), OSError("no room")]
    plans.answer(plan_for())
    turns.run_all()
    failed = plans.answer(plan_for())
    assert (failed.rows, failed.share) == (None, None)
    now[0] = 60.0
    assert plans.answer(plan_for()).share == 0.0


def test_days_that_cannot_be_summed_up_hold_no_place(monkeypatch, capsys):
    def broken(_forms, _days):
        raise ZeroDivisionError

    monkeypatch.setattr(planning, "MOST_RUNNING", 1)
    plans = PlanJobs(turns := ManualQueue())
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(planning, "summarise_days", broken)
        plans.answer(plan_for())
        turns.run_all()
    assert "Publishing what was calculated failed" in capsys.readouterr().err
    assert plans.answer(plan_for(9)).share == 0.0
    turns.run_all()
    assert plans.answer(plan_for(9)).done
