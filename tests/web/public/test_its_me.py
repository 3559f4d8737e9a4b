"""“It's me”: a phone is remembered, a second one is told so; registering from a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pareo.app.event import events
from pareo.core.state.model import Status
from public_stage import PublicStage, invented

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


def test_one_phone_for_a_name(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    stage.enter(invented(4))
    stage.open(Status.PUBLISHED)
    first, second = stage.visitor(), stage.visitor()
    assert "It's me" in first.get("/e/copa/me?q=iria")
    first.post("/e/copa/me", 303, no="1")
    assert "Iria B. · Round 1" in re.sub(r"\s+", " ", first.get("/e/copa/me"))
    taken = second.post("/e/copa/me", 409, no="1", q="iria")
    assert "Another phone has already said" in taken
    assert "Who are you?" in second.get("/e/copa/me")
    stage.staff().post("/console/copa/players/1/phone", 303)  # the desk helps
    assert "Who are you?" in first.get("/e/copa/me")  # it is this phone's no longer
    second.post("/e/copa/me", 303, no="1")
    second.post("/e/copa/me/forget", 303)
    first.post("/e/copa/me", 303, no="1")
    first.post("/e/copa/me", 404, no="77")
    first.post("/e/copa/me", 422, no="nobody")
    stage.store.close()


def test_the_place_explains_itself(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="2")
    stage.enter(invented(6))
    stage.play(2)
    text = re.sub(r"<[^>]+>|\s+", " ", stage.visitor().get(stage.own_address(2)))
    assert re.search(r"Why place \d\?", text)
    assert re.search(r"(above|below) you with|You and .* have \d points\.", text)
    assert "it is over" in text
    stage.store.close()


def test_registering_with_a_waiting_list(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path)
    assert "come to the desk" in stage.visitor().get("/e/copa/register")
    events.change_settings(stage.desk, "copa", {"registration": "yes", "registration_limit": "1",
                                                "registration_guardian": "yes"})
    stage.hall.refresh()
    ana, bel = stage.visitor(), stage.visitor()
    assert "/e/copa/register" in ana.get("/e/copa")
    back = ana.post("/e/copa/register", 422, first="Ana", last="Prado", birth_year="2010")
    assert 'value="Prado"' in back  # what was typed is still there
    for phone, name in ((ana, "Ana"), (bel, "Bel")):
        phone.post("/e/copa/register", 303, first=name, last="Prado", birth_year="2010", guardian="yes")
    assert "I am here" in ana.get("/e/copa/me")
    ana.post("/e/copa/me/here", 303)
    assert "You are checked in." in ana.get("/e/copa/me")
    assert "You are on the waiting list" in bel.get("/e/copa/me")
    desk = stage.staff()
    assert "Bel Prado" in desk.get("/console/copa/registration")
    ana.post("/e/copa/me/leave", 303)  # removed on request: the next who waits is in
    assert "waiting list" not in bel.get("/e/copa/me")
    assert [p["first"] for p in stage.store.people("copa").values()] == ["Bel"]
    desk.post("/console/copa/registration", 303, registration_limit="")
    assert "come to the desk" in stage.visitor().get("/e/copa/register")
    stage.store.close()
