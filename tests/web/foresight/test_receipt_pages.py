"""The page of a receipt, its code on paper, the API's answer."""

from __future__ import annotations

import json

import pytest
from stages.public_stage import PublicStage, invented
from stages.stage import of_ages

from pareo.app.event import ending
from pareo.core.state.model import Status
from pareo.print.document import Wish
from pareo.print.pairings import by_name, by_table


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
    assert "The draw was fixed when the event was created" in page
    assert "receipt?round=2" in visit.get("/e/copa/rounds")
    visit.get("/e/copa/receipt?round=3", status=404)
    said = json.loads(visit.get("/api/v1/public/events/copa/receipt?round=2"))
    assert said["seed"] in page
    assert said["secret"] is None
    visit.get("/api/v1/public/events/copa/receipt?round=3", status=404)


def test_the_posted_pairings_carry_a_code_and_a_draft_none(stage):
    wish = Wish(round_no=2, address="http://192.168.7.7:8000/e/copa")
    assert "<svg" in by_table(stage.desk, stage.slug, wish)[0]["qr"]
    assert by_name(stage.desk, stage.slug, wish)[0]["qr"] == by_table(stage.desk, stage.slug, wish)[0]["qr"]
    assert by_table(stage.desk, stage.slug, Wish(round_no=2))[0]["qr"] == ""
    stage.open(Status.DRAFTED)
    for paper in (by_table, by_name):
        assert paper(stage.desk, stage.slug, Wish(round_no=3, address=wish.address))[0]["qr"] == ""


def test_of_several_pods_one_receipt_leads_to_the_others(tmp_path):
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    made.enter(of_ages(juniors=8, seniors=0, masters=8))
    made.play(1)
    first = made.visitor().get("/e/copa/receipt?round=1")
    assert "In this round also" in first
    other = next(pod for pod in made.desk.open("copa").state.pods if f"pod={pod}" in first)
    assert "In this round also" in made.visitor().get(f"/e/copa/receipt?round=1&pod={other}")


def test_the_root_can_be_noted_before_the_first_round(tmp_path):
    made = PublicStage(tmp_path, "swiss", rounds="3")
    assert made.desk.open("copa").state.draws.root in made.visitor().get("/e/copa/rounds")


def test_the_secret_stands_on_the_page_only_when_the_event_is_closed(tmp_path):
    made = PublicStage(tmp_path, "swiss", rounds="2")
    made.enter(invented(4))
    made.play(2)
    secret = made.desk.open("copa").secret
    assert "The secret, now" not in made.visitor().get("/e/copa/receipt?round=1")
    assert json.loads(made.visitor().get("/api/v1/public/events/copa/receipt?round=1"))["secret"] is None
    ending.put_away(made.desk, "copa", season=False)
    assert "The secret, now" in made.visitor().get("/e/copa/receipt?round=1")
    assert json.loads(made.visitor().get("/api/v1/public/events/copa/receipt?round=1"))["secret"] == secret
