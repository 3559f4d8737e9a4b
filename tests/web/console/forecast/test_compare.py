"""One event by two rules, on a page and in the API; without other rules TOM's places."""

from __future__ import annotations

import re

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people.players import NewPlayer
from support.web.public import PublicStage, make_players


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    made = PublicStage(tmp_path_factory.mktemp("compare"), "pokemon-tcg-2019-07", rounds="4")
    made.enter(make_players(9))
    made.play(3, lambda a, b: ("1-0", "0-1", "1/2-1/2")[(a + b) % 3])
    return made


def test_what_differs_stands_beside_what_was_drawn(stage):
    page = stage.staff().get("/console/copa/compare?with=chess-fide")
    assert "Would have been" in page
    assert "C.04.3" in page
    assert "– bye" in page
    page = stage.staff().get("/console/copa/compare?with=pokemon-vgc-2019-07")
    assert "No place would change." in page
    assert "Every round would have been paired the same." in page
    stage.staff().get("/console/copa/compare?with=nowhere", status=404)


def test_without_other_rules_it_is_tom(stage):
    page = stage.staff().get("/console/copa/compare")
    assert "would have a different place" in page
    found = stage.staff().client.get("/api/v1/events/copa/compare").json()
    assert found["other"] == "pokemon-tom"
    assert found["places"]
    assert {row["paragraph"] for row in found["places"]} <= {"TOM", "TRH 5.3.2", "TRH 5.5.2.1"}
    other = stage.staff().client.get("/api/v1/events/copa/compare?with=pokemon-tom").json()
    assert {(row["name"], row["other_place"]) for row in found["places"]} == {
        (row["name"], row["other_place"]) for row in other["places"]
    }  # there is no file with other places


def test_places_stand_by_division(tmp_path):
    stage = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="2")
    stage.enter(
        [
            NewPlayer(first=f"{division.title()}{i}", last="Chico", division=division)
            for division in ("junior", "master")
            for i in range(6)
        ]
    )
    stage.play(2, lambda a, b: ("1-0", "1/2-1/2", "0-1")[(a + b) % 3])
    page = stage.staff().get("/console/copa/compare?with=pokemon-2009")
    cards = re.findall(r'<section class="card flush" aria-label="Places">(.*?)</section>', page, re.DOTALL)
    assert ["Juniors" in card for card in cards] == [True, False]
    assert ["Masters" in card for card in cards] == [False, True]
    ties = stage.staff().client.get("/api/v1/events/copa/compare?with=pokemon-2009").json()["ties"]
    assert ties > 1
    assert f"{ties} matches were tied. These rules have no ties" in page
    assert "These rules have no ties" not in stage.staff().get("/console/copa/compare?with=swiss")
    assert all(("Junior" in card.split("<tbody>")[1]) is not ("Master" in card.split("<tbody>")[1]) for card in cards)


def test_rules_that_tom_does_not_know_have_no_places_of_tom(tmp_path):
    stage = PublicStage(tmp_path, "swiss", rounds="3")
    stage.enter(make_players(4))
    stage.play(1)
    assert "Choose …" in stage.staff().get("/console/copa/compare")
    assert stage.staff().client.get("/api/v1/events/copa/compare").status_code == 404


def test_a_round_that_other_rules_could_not_draw_is_not_called_the_same(tmp_path):
    """Four players have met everybody after three rounds: in chess nobody meets twice."""
    stage = PublicStage(tmp_path)
    stage.slug = events.create(stage.ctx, events.NewEvent("Vuelta", "swiss", seed="2", settings={"rounds": "4"}))
    stage.enter(make_players(4))
    stage.play(4)
    page = stage.staff().get("/console/vuelta/compare?with=chess-fide")
    assert "would have been paired differently" not in page
    assert "Round 4 cannot be paired by these rules" in page
    assert "Every round would have been paired the same." not in page
    told = stage.staff().client.get("/api/v1/events/vuelta/compare?with=chess-fide", headers={"accept-language": "it"})
    assert {row["why"].startswith(f"Il turno {row['round']} non ") for row in told.json()["refused"]} == {True}
