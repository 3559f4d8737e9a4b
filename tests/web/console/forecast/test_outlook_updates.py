"""Pages and API show what is known of large events at once, say how old it is, and hear when there is more."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.forecast import qualification as outlooking
from pareo.web.asgi import _event_text
from support.execution import run_coroutine
from support.jobs import ManualQueue
from support.web.public import PublicStage, make_players

OUTLOOK = "/api/v1/events/copa/outlook"
WAITS, OLDER = "Calculating", "As of "


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """Round 3 of 4 is played, and every pod counts as a large one."""
    monkeypatch.setattr(outlooking, "QUICK_PLAYERS", 0)
    made = PublicStage(tmp_path, "swiss", turns=ManualQueue(), style="swiss+cut", rounds="4", cut="2", outlook="all")
    made.enter(make_players(8))
    made.play(2)
    made.open()
    return made


def report(stage, table=1, result="1-0", round_no=3):
    results.report(stage.ctx, stage.slug, round_no=round_no, table=table, result=result, confirmed=True)


def compute(stage):
    stage.visitor().get(stage.own_address(1))
    stage.app_state.job_queue.run_all()


def test_a_players_page_says_that_it_is_being_reckoned_then_what_then_from_when(stage):
    page = stage.visitor().get(stage.own_address(1))
    assert "What do I need?" in page
    assert WAITS in page
    stage.app_state.job_queue.run_all()
    page = stage.visitor().get(stage.own_address(1))
    assert "Chance" in page
    assert WAITS not in page
    assert OLDER not in page
    report(stage)
    page = stage.visitor().get(stage.own_address(1))
    assert OLDER in page
    assert "Top 2" in page
    stage.app_state.job_queue.run_all()
    assert OLDER not in stage.visitor().get(stage.own_address(1))


def test_what_may_be_untrue_is_not_shown(stage):
    compute(stage)
    leaving.drop(stage.ctx, stage.slug, "MEMBER0007", kind="drop", reason="left")
    page = stage.visitor().get(stage.own_address(1))
    assert WAITS in page
    assert "Top 2" not in page


def test_where_players_see_nothing_nothing_is_reckoned_for_them(stage):
    events.change_settings(stage.ctx, stage.slug, {"outlook": "no"})
    assert "What do I need?" not in stage.visitor().get(stage.own_address(1))
    assert not stage.app_state.job_queue.begun
    assert pulse(stage)["ahead"] == {}
    stage.staff().get("/console/copa/outlook")
    stage.app_state.job_queue.run_all()
    assert "What do I need?" not in stage.visitor().get(stage.own_address(1))
    assert pulse(stage)["ahead"] == {}


def test_until_the_last_round_but_one_only_what_points_say(stage):
    events.change_settings(stage.ctx, stage.slug, {"outlook": "points", "rounds": "6"})
    compute(stage)
    assert "Chance" not in stage.visitor().get(stage.own_address(1))


def pulse(stage):
    return {"ahead": {}} | json.loads(stage.visitor().get("/e/copa/pulse"))


def own_version(stage, no):
    return re.search(r'data-ahead="([^"]*)"', stage.visitor().get(stage.own_address(no)))[1]


def test_phones_hear_of_it_once_and_only_those_fetch_for_whom_something_is_new(stage):
    assert pulse(stage)["ahead"] == {}  # nobody has looked yet
    waiting = own_version(stage, 1)
    before = pulse(stage)
    assert before["ahead"]["1"] == waiting
    version = stage.app_state.news("copa")
    stage.app_state.job_queue.run_all()
    assert stage.app_state.news("copa") == f"{version}/1"
    after = pulse(stage)
    assert after["ahead"]["1"] == own_version(stage, 1) != waiting
    assert after["mark"] == before["mark"]
    assert after["tables"] == before["tables"]
    report(stage, table=2)
    pulse(stage)
    stage.app_state.job_queue.run_all()
    assert stage.app_state.news("copa").endswith("/2")
    again = pulse(stage)["ahead"]
    same = [no for no in again if again[no] == after["ahead"][no]]
    assert 1 <= len(same) < 8


def test_the_pulse_is_made_anew_when_something_was_reckoned_and_other_pages_are_not(stage):
    visit = stage.visitor()
    visit.get(stage.own_address(1))
    visit.get("/e/copa/pulse")
    made = visit.client.get("/e/copa/tables").headers["etag"]
    stage.app_state.job_queue.run_all()
    versions = [page.version for page in stage.app_state.response_cache._pages.values()]
    visit.get("/e/copa/tables")
    assert visit.client.get("/e/copa/tables").headers["etag"] == made
    assert [page.version for page in stage.app_state.response_cache._pages.values()] == versions


def test_the_stream_says_both(stage):
    assert _event_text("") == "event: here\ndata: still\n\n"
    assert _event_text("abc") == "event: version\ndata: abc\n\n"
    assert _event_text("abc/3") == "event: version\ndata: abc\n\nevent: ahead\ndata: 3\n\n"

    async def heard() -> list[str]:
        stage.app_state.version("copa")
        stream = stage.app_state.listen("copa")
        first = await anext(stream)
        stage.app_state._loop = asyncio.get_running_loop()
        reckoned_inside()
        second = await anext(stream)
        await stream.aclose()
        return [first, second]

    def reckoned_inside() -> None:
        stage.app_state.look(lambda ctx: outlooking.outlooks(ctx.open("copa"), ahead=ctx.outlooks))
        stage.app_state.job_queue.run_all()

    first, second = run_coroutine(heard())
    assert second == f"{first}/1"


def test_staff_see_how_far_it_is_and_then_everybody(stage):
    staff = stage.staff()
    page = staff.get("/console/copa/outlook")
    assert "<progress" in page
    assert 'hx-get="/console/copa/outlook/ahead"' in page
    assert re.search(r'<noscript>\s*<meta http-equiv="refresh"', page)
    assert "Nothing to project" not in page
    assert "Top 2: calculating" in staff.get("/console/copa/standings")
    assert "<progress" in staff.get("/console/copa/outlook/ahead")
    stage.app_state.job_queue.run_all()
    page = staff.get("/console/copa/outlook")
    assert "<progress" not in page
    assert "http-equiv" not in page
    assert page.count("<tr") > 8
    assert 'data-ahead="1"' in page
    assert "certain" in staff.get("/console/copa/standings")
    report(stage)
    page = staff.get("/console/copa/outlook")
    assert OLDER in page
    assert page.count("<tr") > 8
    assert "No one found." in staff.get("/console/copa/outlook?find=zz")
    stage.visitor().get("/console/copa/outlook/ahead", status=303)


def test_where_it_cannot_be_reckoned_the_pages_say_so_and_go_on(stage, capsys):
    stage.app_state.job_queue.failures += [OSError("no room"), OSError("no room")]
    compute(stage)
    page = stage.visitor().get(stage.own_address(1))
    assert WAITS not in page
    assert "My table" in page
    assert "calculate this right now" in stage.staff().get("/console/copa/outlook")
    answer = stage.staff().client.get(OUTLOOK)
    assert (answer.json(), answer.headers["pareo-reckoning"]) == ([], "not-now")


def test_the_api_answers_what_is_known_and_of_which_entry(stage):
    client = stage.staff().client
    first = client.get(OUTLOOK)
    assert (first.json(), first.headers["pareo-reckoning"]) == ([], "under-way")
    stage.app_state.job_queue.run_all()
    answer, seq = client.get(OUTLOOK), stage.ctx.open("copa").state.seq
    assert len(answer.json()) == 8
    assert (answer.headers["pareo-reckoning"], answer.headers["pareo-as-of"]) == ("done", str(seq))
    report(stage)
    older = client.get(OUTLOOK)
    assert len(older.json()) == 8
    assert (older.headers["pareo-reckoning"], older.headers["pareo-as-of"]) == ("under-way", str(seq))
    report(stage, round_no=1, result="½-½")
    gone = client.get(OUTLOOK)
    assert (gone.json(), gone.headers["pareo-reckoning"]) == ([], "under-way")
    assert gone.headers["pareo-as-of"] == str(seq + 2)
    back = client.get(f"{OUTLOOK}?after=2")
    assert back.headers["pareo-reckoning"] == "under-way"
    stage.app_state.job_queue.run_all()
    assert len(client.get(f"{OUTLOOK}?after=2").json()) == 8
    schema = client.get("/api/v1/openapi.json").json()["paths"]["/api/v1/events/{slug}/outlook"]["get"]
    assert {"pareo-as-of", "pareo-reckoning"} <= schema["responses"]["200"]["headers"].keys()
