"""The page of a receipt, its code on paper, the API's answer; one event by two rules on a page."""

from __future__ import annotations

import json

import pytest
from stages.public_stage import PublicStage, invented
from stages.stage import of_ages

from pareo.app.foresight.compare import compared
from pareo.core.state.model import Status
from pareo.print.document import Wish
from pareo.print.pairings import by_table


@pytest.fixture
def stage(tmp_path):
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="4")
    made.enter(invented(9))
    made.play(2)
    return made


def test_everybody_can_open_the_receipt_of_a_published_round(stage):
    stage.open(Status.DRAFTED)
    visit = stage.visitor()
    page = visit.get("/e/copa/receipt?round=2")
    assert "the certificate proves it" in page
    assert "it leads to the root below" in page
    assert "receipt?round=2" in visit.get("/e/copa/rounds")
    visit.get("/e/copa/receipt?round=3", status=404)
    said = json.loads(visit.get("/api/v1/public/events/copa/receipt?round=2"))
    assert said["seed"] in page
    assert said["secret"] is None
    visit.get("/api/v1/public/events/copa/receipt?round=3", status=404)


def test_the_posted_pairings_carry_a_code_and_a_draft_none(stage):
    wish = Wish(round_no=2, address="http://192.168.7.7:8000/e/copa")
    assert "<svg" in by_table(stage.desk, stage.slug, wish)[0]["qr"]
    assert by_table(stage.desk, stage.slug, Wish(round_no=2))[0]["qr"] == ""
    stage.open(Status.DRAFTED)
    assert by_table(stage.desk, stage.slug, Wish(round_no=3, address=wish.address))[0]["qr"] == ""


def test_known_differences_of_the_editions_are_found(stage):
    """TOM counts a tie as half a win and rounds; 2009 pairs divisions first. The same rules differ in nothing."""
    same = compared(stage.desk, stage.slug, "pokemon-tcg-2019-07")
    assert (same.places, same.pairs, same.rounds) == ([], [], 2)
    chess = compared(stage.desk, stage.slug, "chess-fide")
    assert chess.pairs
    assert {row.drawn for row in chess.pairs} == {True, False}
    assert all(row.paragraph for row in chess.pairs)
    page = stage.staff().get("/console/copa/compare?with=chess-fide")
    assert "Would have been drawn" in page
    assert "every round is drawn the same" in stage.staff().get("/console/copa/compare?with=pokemon-tcg-2019-07")
    stage.staff().get("/console/copa/compare?with=nowhere", status=404)


def test_gaps_first_and_divisions_first_draw_other_pairs(tmp_path):
    """P-AGE-4: April and July 2019 order the two wishes of a shared pod differently."""
    stage = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="5")
    stage.enter(of_ages(juniors=3, seniors=4, masters=3))
    stage.play(4)
    other = compared(stage.desk, stage.slug, "pokemon-tcg-2019-04")
    assert any(row.drawn for row in other.pairs)
    assert other.rounds == 4
