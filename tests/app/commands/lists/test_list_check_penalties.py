"""Checks where two penalties meet: both players of a table, a corrected game loss, a match of the elimination."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import undo
from pareo.app.commands.lists import list_checks
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages import event_tables
from pareo.core.model.entities import Match, Phase
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

BOTH = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="2", style="swiss+cut")
    made.enter(8)
    made.open_round()
    return made


def first_match(stage: Stage, phase: Phase = Phase.SWISS) -> Match:
    last = next(p for p in stage.t.pods.values() if p.phase is phase).last_round
    assert last is not None
    return last.matches[min(last.matches)]


def record(stage: Stage, no: int, outcome: str) -> str:
    return " ".join(list_checks.record_check(stage.ctx, stage.slug, no, outcome=outcome).notes)


@pytest.mark.req("P-PREM-2")
def test_two_match_losses_at_one_table_leave_no_winner(stage: Stage) -> None:
    match = first_match(stage)
    assert "wins it" in record(stage, match.a, "match-loss")
    assert "so no one wins" in record(stage, match.b, "match-loss")
    result = first_match(stage).result
    assert result is not None
    assert (result.a, result.b) == BOTH
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    rows = {row.player: row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)}
    assert [rows[f"p{no}"] for no in (match.a, match.b)] == [0, 0]


@pytest.mark.req("P-PREM-2")
def test_who_won_because_the_other_left_can_lose_it_too(stage: Stage) -> None:
    match = first_match(stage)
    leaving.drop(stage.ctx, stage.slug, f"p{match.a}")
    record(stage, match.b, "match-loss")
    result = first_match(stage).result
    assert result is not None
    assert (result.a, result.b) == BOTH
    undo.undo(stage.ctx, stage.slug)
    result = first_match(stage).result
    assert result is not None
    assert result.b.won


def test_a_match_that_both_have_lost_gives_nobody_a_win(stage: Stage) -> None:
    match = first_match(stage)
    results.report(stage.ctx, stage.slug, round_no=1, table=match.table, result="0-0")
    assert "already" in record(stage, match.a, "match-loss")
    result = first_match(stage).result
    assert result is not None
    assert not result.a.won
    assert not result.b.won


@pytest.mark.req("P-PREM-2")
def test_in_elimination_one_of_the_two_goes_on(stage: Stage) -> None:
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="agreed before")
    stage.open_round()
    match = first_match(stage, Phase.CUT)
    record(stage, match.a, "match-loss")
    with raises_code(Refused, "check-one-goes-on"):
        record(stage, match.b, "match-loss")
    result = first_match(stage, Phase.CUT).result
    assert result is not None
    assert result.b.won, "nothing half done"


@pytest.mark.parametrize(("ruleset", "told"), [("xwing-epic-duel", True), ("pokemon-tcg-2019-07", False)])
def test_a_corrected_game_loss_says_what_it_had_done(tmp_path: Path, ruleset: str, told: bool) -> None:
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(8)
    stage.open_round()
    record(stage, 1, "game-loss")
    assert ("Changes from the earlier outcome of this check stay" in record(stage, 1, "clean")) is told
