"""Projector screens: who may look, what turns, and that nothing but public names is on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.floor import floor
from pareo.app.rights import Role
from pareo.app.rounds import rounds
from pareo.core.state.model import Status
from pareo.web.public.screen import KINDS, in_turn
from public_stage import PublicStage, check_escaped, hostile, invented

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path, names="initial")
    made.enter([*hostile(), *invented(5)])
    yield made
    made.store.close()


def test_a_screen_needs_its_token(stage: PublicStage) -> None:
    stage.open(Status.PUBLISHED)
    token = stage.accounts.make_token("beamer", Role.SCREEN, "copa")
    other = stage.accounts.make_token("other hall", Role.SCREEN, "*")
    visitor = stage.visitor()
    visitor.get("/screen/copa/pairings", 303)
    visitor.get("/screen/copa/pairings?screen=pareo_wrong", 303)
    text = visitor.get(f"/screen/copa/pairings?screen={token}")
    assert f"screen={token}" in text  # the next turn is asked for with the same token
    visitor.get(f"/screen/copa/auto?screen={other}")
    visitor.get(f"/console/copa/standings?screen={token}", 403)
    stage.accounts.revoke_token(stage.accounts.tokens("copa")[0].id)
    visitor.get(f"/screen/copa/pairings?screen={token}", 303)


def test_every_screen_in_every_state(stage: PublicStage) -> None:
    staff = stage.staff()
    for kind in (*KINDS, "auto"):
        staff.get(f"/screen/copa/{kind}")
    stage.play(2)
    stage.open()
    floor.start_clock(stage.desk, "copa", minutes=50)
    floor.announce(stage.desk, "copa", "<b>Lunch</b>")
    floor.extend(stage.desk, "copa", round_no=3, table=1, minutes=5)
    for kind in (*KINDS, "auto"):
        text = staff.get(f"/screen/copa/{kind}")
        check_escaped(text)
        assert "MEMBER" not in text
        assert "Bouza0" not in text
        assert "<b>Lunch" not in text
    assert "Table 1: +5 min" in staff.get("/screen/copa/clock")
    staff.get("/screen/copa/nothing", 404)


def test_all_rows_are_on_the_page(stage: PublicStage) -> None:
    stage.open(Status.PUBLISHED)
    staff = stage.staff()
    assert staff.get("/screen/copa/pairings").count('class="pair"') == 5  # four tables and the bye
    assert staff.get("/screen/copa/pairings?tables=2-3").count('class="pair"') == 2
    assert staff.get("/screen/copa/pairings?tables=nonsense").count('class="pair"') == 5
    assert staff.get("/screen/copa/names").count('class="seat"') == 9


def test_what_turns_follows_the_round(stage: PublicStage) -> None:
    def turn() -> list[str]:
        return in_turn(stage.desk.open("copa").state)

    assert turn() == ["announcements"]
    rounds.pair(stage.desk, "copa")
    assert turn() == ["announcements"]  # a draft changes nothing
    rounds.publish(stage.desk, "copa", confirmed=True)
    assert turn() == ["pairings", "names"]
    rounds.start(stage.desk, "copa")
    assert turn() == ["clock", "pairings"]
    stage.report()
    rounds.finish(stage.desk, "copa")
    assert turn() == ["standings"]
    floor.announce(stage.desk, "copa", "Lunch")
    assert turn() == ["standings", "announcements"]
    staff = stage.staff()
    seen = [re.search(r"show-(\w+)", staff.get(f"/screen/copa/auto?turn={n}")) for n in range(3)]
    assert [found[1] for found in seen if found] == ["standings", "announcements", "standings"]


def test_the_clock_counts_down_from_the_journal(stage: PublicStage) -> None:
    stage.open()
    floor.start_clock(stage.desk, "copa", minutes=30)
    text = stage.staff().get("/screen/copa/clock")
    ends, now = (int(re.search(rf'{name}="(\d+)"', text)[1]) for name in ("data-ends", "data-now"))  # type: ignore[index]
    assert 29 * 60 * 1000 < ends - now <= 30 * 60 * 1000
