"""Who shares a pod, and what a shared pod reads the table of rounds with: choices of the event."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event.advice import advice_for, review_settings
from pareo.app.queries.event.overview import overview
from pareo.core.text.errors import BadInput, Refused
from support.errors import raises_code
from support.events.stage import Stage, make_players, players_of_ages

JULY = "pokemon-tcg-2019-07"
OLD = "pokemon-2009"
OLD_YEARS = (1998, 1994, 1980)


def example(folder: Path, **settings: str) -> Stage:
    """The 2009 document's: 5 Juniors, 11 Seniors and 16 Masters."""
    stage = Stage(folder, OLD, **settings)
    stage.enter(players_of_ages(5, 11, 16, born=OLD_YEARS))
    return stage


def advised_rounds(stage: Stage) -> dict[str, int]:
    return {pod: advice.rounds for pod, advice in advice_for(stage.ctx.open(stage.slug)).items()}


@pytest.mark.req("A-9", "P-AGE-6")
def test_the_example_of_2009_as_one_pod(tmp_path: Path) -> None:
    stage = example(tmp_path)
    assert advised_rounds(stage) == {"juniors+seniors": 4, "masters": 4}
    done = events.change_settings(stage.ctx, stage.slug, {"pods": "Juniors+seniors+master"})
    assert not [note for note in done.notes if "document has" in note]
    assert advised_rounds(stage) == {"all": 4}
    events.change_settings(stage.ctx, stage.slug, {"rounds_from": "pod"})
    assert advised_rounds(stage) == {"all": 5}
    stage.open_round()
    assert {p.id: (p.planned, len(p.members)) for p in stage.t.pods.values()} == {"all": (5, 32)}
    with raises_code(Refused, "setting-too-late"):
        events.change_settings(stage.ctx, stage.slug, {"pods": ""})


@pytest.mark.req("A-9")
def test_taken_back_both_are_the_documents_again(tmp_path: Path) -> None:
    stage = example(tmp_path, pods="senior+master", rounds_from="pod")
    assert advised_rounds(stage) == {"juniors": 3, "seniors+masters": 5}
    events.change_settings(stage.ctx, stage.slug, {"pods": "", "rounds_from": ""})
    assert advised_rounds(stage) == {"juniors+seniors": 4, "masters": 4}
    assert stage.t.ruleset.divisions is not None
    assert stage.t.ruleset.divisions.rounds_from == "largest-division"


@pytest.mark.req("A-9")
def test_other_pods_than_the_documents_are_told(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, pods="seniors+masters")
    stage.enter(players_of_ages(4, 8, 9))
    event = stage.ctx.open(stage.slug)
    alone = "juniors: 4 players play separately; by the document, a division with fewer than 6 plays with another."
    assert alone in map(str, review_settings(event))
    assert alone in map(str, overview(event).notes)
    stage.enter([replace(p, id=f"x{p.id}", birth_year=2010) for p in make_players(2)])
    apart = "Every division has at least 6 players: by the document each plays separately."
    assert apart in map(str, review_settings(stage.ctx.open(stage.slug)))
    events.change_settings(stage.ctx, stage.slug, {"pods": "juniors;seniors;masters"})
    assert apart not in map(str, review_settings(stage.ctx.open(stage.slug)))


@pytest.mark.req("A-9")
def test_nobody_is_left_alone_in_a_pod(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, pods="juniors seniors masters")
    stage.enter(players_of_ages(3, 3, 1))
    rounds.pair(stage.ctx, stage.slug)
    assert {p.id: len(p.members) for p in stage.t.pods.values()} == {"juniors": 3, "seniors+masters": 4}


@pytest.mark.req("A-9")
def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    for text in ("juniors+", "juniors+juniors", "+"):
        with raises_code(BadInput, "setting-unreadable", says="divisions joined by"):
            events.change_settings(stage.ctx, stage.slug, {"pods": text})
    with raises_code(BadInput, "division-unknown", where="pods: ", division="elders"):
        events.change_settings(stage.ctx, stage.slug, {"pods": "juniors+elders"})
    with raises_code(BadInput, "setting-unreadable", takes="largest-division or pod"):
        events.change_settings(stage.ctx, stage.slug, {"rounds_from": "half"})
