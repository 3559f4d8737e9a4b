"""The page of a receipt, its code on paper, the API's answer."""

from __future__ import annotations

import json

import pytest
from stages.public_stage import PublicStage, invented

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
