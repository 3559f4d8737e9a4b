"""The second opinion in the console: a file that is dropped, and an event of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event.events import RESERVED
from pareo.formats.random_reports.generator import Job, generate_report
from pareo.formats.random_reports.options import RandomSettings
from support.web.public import PublicStage, make_players

PAGE = "/console/second-opinion"


@pytest.mark.req("F-101")
def test_a_dropped_report_is_checked_and_nothing_is_kept(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "chess-fide")
    staff = stage.staff()
    assert 'type="file"' in staff.get(PAGE)
    right = generate_report(Job(RandomSettings(players=(8, 8), rounds=(3, 3)), "page", ""), 1)[1]
    events = len(stage.ctx.store.tournaments())

    def sent(data: bytes, name: str = "o<b>pen.trf", status: int = 200) -> str:
        token = str(staff.client.cookies.get("pareo_csrf"))
        answer = staff.client.post(PAGE, files={"file": (name, data)}, data={"_csrf_token": token})
        assert answer.status_code == status, answer.text
        return answer.text

    text = sent(right)
    assert "Round #3: ok" in text
    assert "Result: consistent" in text
    assert "o&lt;b&gt;pen.trf" in text
    assert "<b>pen" not in text
    wrong = right.replace(b" 3.0 ", b" 2.5 ", 1).replace(b" 2.0 ", b" 0.5 ", 1)
    assert "Result: not consistent (" in sent(wrong)
    assert "The file has no players" in sent(b"012 Nothing", status=422)
    assert len(stage.ctx.store.tournaments()) == events
    assert "second-opinion" in RESERVED
    stage.visitor().get(PAGE, 303)


@pytest.mark.req("F-101")
def test_an_event_of_ones_own_is_checked_by_its_report(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "chess-fide", rounds="3")
    stage.enter(make_players(6))
    stage.play(2)
    text = stage.staff().get("/console/copa/second-opinion")
    assert "copa: " in text
    assert "Round #2: ok" in text
    assert "Result: consistent" in text
