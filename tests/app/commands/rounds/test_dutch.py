"""A chess event at the desk: Dutch rounds are verified by their own checker; changes by hand are only warned about."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.people import leaving
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Status
from pareo.core.pairing.dutch.record import REASONS
from pareo.core.text.errors import Refused
from support.events.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, "swiss", method="dutch", rounds="5")
    made.enter(11)
    return made


@pytest.mark.req("SP-2", "SP-5")
def test_dutch_rounds_of_an_event_are_right_by_the_independent_checker(stage: Stage) -> None:
    stage.play(2, lambda a, b: "1-0" if a < b else "=")
    leaving.drop(stage.ctx, stage.slug, "p3")
    stage.play(3, lambda a, b: "0-1" if a < b else "1-0F")
    found = verify(stage.ctx, stage.slug)
    assert [(row.round, row.ok, row.warnings) for row in found] == [(number, True, []) for number in range(1, 6)]
    assert {row.method for row in found} <= {"bound", "exact", "enumerated"}, "proved best"
    given = {code for r in stage.pod().rounds.values() for m in r.matches.values() for code in m.reasons}
    assert given <= set(REASONS)
    assert {"same-points", "floats", "colour-both-due"} <= given


@pytest.mark.req("SP-2")
def test_a_dutch_round_changed_by_hand_is_warned_about(stage: Stage) -> None:
    stage.play(1)
    stage.open_round(to=Status.DRAFTED)
    r = stage.pod().rounds[2]
    tables = sorted(r.matches.values(), key=lambda m: m.table)
    names = {no: pid for pid in stage.ids() for no in [stage.no(pid)]}
    manual_changes.swap(stage.ctx, stage.slug, names[tables[0].b], names[tables[-1].b], confirmed=True)
    row = verify(stage.ctx, stage.slug, round_no=2)[0]
    assert row.ok
    assert row.warnings


@pytest.mark.req("SP-2")
def test_where_no_dutch_round_exists_nothing_is_written(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", method="dutch", rounds="5")
    stage.enter(4)
    stage.play(3)
    before = len(stage.ctx.store.read(stage.slug))
    with pytest.raises(Refused) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert caught.value.code == "no-legal-round"
    assert len(stage.ctx.store.read(stage.slug)) == before
    rounds.pair(stage.ctx, stage.slug, method="random")  # another method helps
