"""Plans beside the server: thousands of days by turns, shared by all who ask, and never too many at once."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.app.forecast import plan_jobs as planning
from pareo.app.forecast.plan import PlanRequest, plan, prepared
from pareo.app.forecast.plan_jobs import PlanJobs
from pareo.app.jobs.worker import DaysJob, PlayedDays
from reckoned import ByHand


class Slow(ByHand):
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


def asked(players: int = 8, days: int = 60, **more):
    return prepared(rulesets.load("swiss"), PlanRequest(players, days=days, **more))


def test_days_played_by_turns_are_those_that_are_played_at_once():
    plans = PlanJobs(turns := Slow(25, 1.0))
    first = plans.answer(asked())
    assert (first.rows, first.share) == (None, 0.0)
    turns.go()
    done = plans.answer(asked())
    assert done.done
    assert [job.first for job in turns.done] == [0, 25, 50]
    assert done.rows == plan(rulesets.load("swiss"), PlanRequest(8, days=60))


def test_meanwhile_it_says_what_the_days_so_far_were_like():
    plans, seen = PlanJobs(turns := Slow(25, 1.0)), []
    turns.watch = lambda: seen.append(plans.answer(asked()))
    plans.answer(asked())
    turns.go()
    assert [(one.rows.days if one.rows else 0, round(one.share, 2)) for one in seen] == [(0, 0), (25, 0.42), (50, 0.83)]
    assert plans.answer(asked()).rows.days == 60


@pytest.mark.parametrize(("players", "seconds", "days"), [(8, 1.0, 60), (200, 15.0, 20), (100, 15.0, 40)])
def test_for_many_players_the_time_sets_the_end_for_few_the_days(monkeypatch, players, seconds, days):
    monkeypatch.setattr(planning, "SURE_DAYS", 40)
    plans = PlanJobs(turns := Slow(10, seconds))
    plans.answer(asked(players))
    turns.go()
    assert plans.answer(asked(players)).rows.days == days


def test_who_asks_the_same_shares_it_and_few_are_under_way(monkeypatch):
    monkeypatch.setattr(planning, "MOST_RUNNING", 2)
    plans = PlanJobs(turns := Slow(100, 1.0))
    for _ in range(3):
        plans.answer(asked(8))
    assert plans.answer(asked(9)).share == 0.0
    refused = plans.answer(asked(10))
    assert (refused.rows, refused.share) == (None, None)
    turns.go()
    assert len(turns.done) == 2
    assert plans.answer(asked(8)).done
    assert plans.answer(asked(10)).share == 0.0


def test_played_plans_are_kept_the_newest_few(monkeypatch):
    plans = PlanJobs(turns := Slow(100, 1.0))
    for drops in range(planning.MOST_KEPT + 3):
        plans.answer(asked(4, 20, drops=drops / 100))
        turns.go()
    assert len(plans._played) == planning.MOST_KEPT
    assert plans.answer(asked(4, 20, drops=0.0)).share == 0.0


def test_what_cannot_be_played_is_left_for_a_while(capsys):
    now = [0.0]
    plans = PlanJobs(turns := ByHand(), now=lambda: now[0])
    turns.trouble += [OSError("no room"), OSError("no room")]
    plans.answer(asked())
    turns.go()
    failed = plans.answer(asked())
    assert (failed.rows, failed.share) == (None, None)
    now[0] = 60.0
    assert plans.answer(asked()).share == 0.0


def test_days_that_cannot_be_summed_up_hold_no_place(monkeypatch, capsys):
    def broken(_forms, _days):
        raise ZeroDivisionError

    monkeypatch.setattr(planning, "MOST_RUNNING", 1)
    plans = PlanJobs(turns := ByHand())
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(planning, "outlined", broken)
        plans.answer(asked())
        turns.go()
    assert "Telling what was reckoned failed" in capsys.readouterr().err
    assert plans.answer(asked(9)).share == 0.0
    turns.go()
    assert plans.answer(asked(9)).done
