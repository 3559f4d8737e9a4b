"""“It's me”: a phone is remembered, a second one is told so; registering from a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.core.model.entities import Status
from support.web.public import PublicStage, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


def test_one_phone_for_a_name(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(make_players(4))
    stage.open(Status.PUBLISHED)
    first, second = stage.visitor(), stage.visitor()
    assert "It's me" in first.get("/e/copa/me?q=iria")
    first.post("/e/copa/me", 303, no="1")
    assert "Iria B. · Round 1" in re.sub(r"\s+", " ", first.get("/e/copa/me"))
    taken = second.post("/e/copa/me", 409, no="1", q="iria")
    assert "Another phone is already using" in taken
    assert "Who are you?" in second.get("/e/copa/me")
    stage.staff().post("/console/copa/players/1/phone", 303)  # the desk helps
    assert "Who are you?" in first.get("/e/copa/me")  # it is this phone's no longer
    second.post("/e/copa/me", 303, no="1")
    second.post("/e/copa/me/forget", 303)
    second.post("/e/copa/me", 303, no="1")  # a slip of the finger
    first.post("/e/copa/me", 404, no="77")
    first.post("/e/copa/me", 422, no="nobody")
    stage.store.close()


def test_the_place_explains_itself(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="2")
    stage.enter(make_players(6))
    stage.play(2)
    page = stage.visitor().get(stage.own_address(2))
    assert 'href="/e/copa/me#why"' in stage.visitor().get("/e/copa/standings")
    assert page.index('<details id="place">') < page.index('id="why"')  # inside the fold: a browser opens it
    text = re.sub(r"<[^>]+>|\s+", " ", page)
    assert re.search(r"Why place \d\?", text)
    assert re.search(r"(above|below) you with|You and .* have \d points\.", text)
    assert "· over " in re.sub(r" +", " ", text)
    stage.store.close()


def test_a_place_by_lot_tells_no_figure_of_the_lot(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="2")
    stage.enter(make_players(8))
    stage.play(1)
    pages = [re.sub(r"<[^>]+>|\s+", " ", stage.visitor().get(stage.own_address(no))) for no in range(1, 9)]
    assert any(re.search(r"You and \w+ \w+\. have \d points\. +Drawn by lot\.", text) for text in pages)
    assert not any(re.search(r"\d{5}", text[text.index("Why place") :]) for text in pages)
    stage.store.close()


def test_one_point_is_one_point(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "chess-fide", rounds="2")
    stage.enter(make_players(4))
    stage.play(1)
    pages = [re.sub(r"<[^>]+>|\s+", " ", stage.visitor().get(stage.own_address(no))) for no in range(1, 5)]
    assert any("with 1 point; you have 0." in text for text in pages)
    assert not any("1 points" in text or "Everybody" in text for text in pages)
    stage.store.close()


def test_registering_with_a_waiting_list(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    assert "come to the desk" in stage.visitor().get("/e/copa/register")
    events.change_settings(
        stage.ctx, "copa", {"registration": "yes", "registration_limit": "1", "registration_guardian": "yes"}
    )
    stage.app_state.refresh()
    ana, bel = stage.visitor(), stage.visitor()
    assert "/e/copa/register" in ana.get("/e/copa")
    back = ana.post("/e/copa/register", 422, first="Ana", last="Prado", birth_year="2010")
    assert 'value="Prado"' in back  # what was typed is still there
    for phone, name in ((ana, "Ana"), (bel, "Bel")):
        phone.post("/e/copa/register", 303, first=name, last="Prado", birth_year="2010", guardian="yes")
        if phone is ana:
            assert "All 1 place is taken: you can join the waiting list." in bel.get("/e/copa/register")
    assert "Check in" in ana.get("/e/copa/me")
    assert "1 person is ahead of you" in stage.visitor().get("/e/copa/register")
    ana.post("/e/copa/me/here", 303)
    assert "You're checked in." in ana.get("/e/copa/me")
    waits = bel.get("/e/copa/me")
    assert ("You are on the waiting list" in waits, "Bel P." in waits, "Prado" in waits) == (True, True, False)
    ctx = stage.staff()
    assert "Bel Prado" in ctx.get("/console/copa/registration")
    ana.post("/e/copa/me/leave", 303)  # removed on request: the next who waits is in
    assert "waiting list" not in bel.get("/e/copa/me")
    assert [p["first"] for p in stage.store.people("copa").values()] == ["Bel"]
    ctx.post("/console/copa/registration", 303, registration_limit="")
    assert "come to the desk" in stage.visitor().get("/e/copa/register")
    stage.store.close()


def test_nobody_takes_out_whom_the_desk_entered(tmp_path: Path) -> None:
    """“It's me” needs no password: it must not erase a child who was entered by somebody else."""
    stage = PublicStage(tmp_path, registration="yes")
    stage.enter(make_players(2))
    stage.app_state.refresh()
    joker = stage.visitor()
    joker.post("/e/copa/me", 303, no="1")
    assert "/me/leave" not in joker.get("/e/copa/me")
    joker.post("/e/copa/me/leave", 403)
    owner = stage.visitor()
    owner.get(stage.own_address(1))
    assert "/me/leave" not in owner.get("/e/copa/me")
    assert "The desk entered you" in owner.post("/e/copa/me/leave", 422)
    assert len(stage.store.people("copa")) == 2
    stage.store.close()


def test_who_waits_when_round_1_begins_is_told_so(tmp_path: Path) -> None:
    stage = PublicStage(
        tmp_path, registration="yes", registration_limit="4", registration_fields="none", lists="optional"
    )
    stage.enter(make_players(4))
    stage.app_state.refresh()
    bel = stage.visitor()
    bel.post("/e/copa/register", 303, first="Bel", last="Prado")
    assert ">1</span>" in bel.get("/e/copa/me")
    assert "Hand in a list" in stage.visitor().get(stage.own_address(1))
    stage.open()
    text = bel.get("/e/copa/me")
    assert ("ask at the desk if you can still play" in text, ">1</span>" in text) == (True, False)
    assert "Your deck list" not in stage.visitor().get(stage.own_address(1))  # none was wanted, and none was handed in
