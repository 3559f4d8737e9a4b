"""Calling a judge, and what needs the staff."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.floor import floor
from pareo.app.commands.floor.judge_calls import call_judge, judge_came, take_call_back
from pareo.app.commands.rounds import rounds
from pareo.app.queries.floor.attention import attention_items
from pareo.core.text.errors import NotFound, Refused
from support.errors import raises_code
from support.web.public import PublicStage, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


def test_a_call_stands_until_a_judge_comes(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(6))
    stage.open()
    match = stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[2]
    call_judge(stage.ctx, "copa", no=match.b, round_no=1)
    call_judge(stage.ctx, "copa", no=match.a, round_no=1)  # the opponent too: it is one call
    floor.claim(stage.ctx, "copa", no=match.a, round_no=1, result="1-0")
    floor.claim(stage.ctx, "copa", no=match.b, round_no=1, result="1-0")
    event = stage.ctx.open("copa")
    judge, dispute = attention_items(event)
    assert (judge.kind, judge.table, judge.who) == ("judge", 2, event.name(match.b))  # staff see the full name
    assert (dispute.kind, dispute.table) == ("dispute", 2)
    assert sorted(result for _, result in dispute.said) == ["0-1", "1-0"]
    judge_came(stage.ctx, "copa", round_no=1, table=2)
    assert [need.kind for need in attention_items(stage.ctx.open("copa"))] == ["dispute"]
    with raises_code(NotFound, "no-call"):
        judge_came(stage.ctx, "copa", round_no=1, table=2)
    stage.report()
    rounds.finish(stage.ctx, "copa")
    with raises_code(Refused, "judge-round"):
        call_judge(stage.ctx, "copa", no=match.b, round_no=1)
    assert attention_items(stage.ctx.open("copa")) == []
    stage.store.close()


def test_from_the_card_to_the_desk(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(6))
    stage.open()
    match = stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[1]
    phone, staff = stage.visitor(), stage.staff()
    phone.get(stage.own_address(match.a))  # the phone is remembered
    phone.post("/e/copa/me/judge", 303, round="1")
    assert "A judge has been called to your table." in phone.get("/e/copa/me")
    assert "A judge has been called to your table." in stage.visitor().get(stage.own_address(match.b))
    stage.visitor().post("/e/copa/me/judge", 303, round="1")  # nobody's phone: it is sent to find itself
    assert len(attention_items(stage.ctx.open("copa"))) == 1
    staff.post("/console/copa/judge/came", 303, round="1", table="1")
    assert "Call a judge" in phone.get("/e/copa/me")
    stage.store.close()


def test_who_called_takes_it_back_and_nobody_else(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(6))
    stage.open()
    match = stage.ctx.open("copa").state.pods["masters"].rounds[1].matches[2]
    caller, other = stage.visitor(), stage.visitor()
    for phone, no in ((caller, match.a), (other, match.b)):
        phone.post("/e/copa/me", 303, no=str(no))
    caller.post("/e/copa/me/judge", 303, round="1")
    assert "Cancel the judge call" in caller.get("/e/copa/me")
    assert "A judge has been called to your table." in other.get("/e/copa/me")
    assert "Cancel the judge call" not in other.get("/e/copa/me")
    other.post("/e/copa/me/judge/back", 422, round="1")
    assert [need.kind for need in attention_items(stage.ctx.open("copa"))] == ["judge"]
    caller.post("/e/copa/me/judge/back", 303, round="1")
    assert attention_items(stage.ctx.open("copa")) == []
    assert "Call a judge" in caller.get("/e/copa/me")
    with raises_code(NotFound, "no-call"):
        take_call_back(stage.ctx, "copa", no=match.a, round_no=1)
