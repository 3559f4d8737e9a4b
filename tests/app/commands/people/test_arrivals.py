"""Registered players who come to a later round for the first time: late, or had the rounds before off."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.floor import floor
from pareo.app.commands.lists import list_checks
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import next_round, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.tournament.records import ledger_of
from support.errors import raises_code
from support.events.stage import Stage

JULY, OLD, NOW, TOM = "pokemon-tcg-2019-07", "pokemon-2009", "pokemon-tcg-2027", "pokemon-tom"


def start_without(folder: Path, ruleset: str = JULY, *, off: str = "1", **settings: str) -> Stage:
    """Nine players in five rounds; p9 is not there in the first, and the others are."""
    stage = Stage(folder, ruleset, **{"rounds": "5", **settings})
    stage.enter(9, birth_year=1980)
    players.edit(stage.ctx, stage.slug, "p9", {"absent": off})
    stage.play(1)
    return stage


def outcome(stage: Stage, number: int, who: str = "p9") -> Outcome | None:
    no = stage.no(who)
    return next((s.outcome for s in stage.pod().rounds[number].sitting if s.no == no), None)


def is_late(stage: Stage, who: str = "p9") -> bool:
    return ledger_of(stage.t, stage.pod()).accounts[stage.no(who)].late


@pytest.mark.req("B-2", "P-LATE-4")
@pytest.mark.parametrize(("ruleset", "below"), [(JULY, True), (OLD, True), (TOM, True), (NOW, False)])
def test_a_registered_player_who_first_comes_in_round_2_is_late_and_told_so_first(
    tmp_path: Path, ruleset: str, below: bool
) -> None:
    stage = start_without(tmp_path, ruleset)
    assert outcome(stage, 1) is Outcome.REQUESTED_BYE
    head = stage.t.seq
    with pytest.raises(NeedsConfirmation) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert "here for the first time. Late players lose 1 round already started" in str(caught.value)
    assert ("rank below" in str(caught.value)) == below
    assert [(c.field, c.value) for c in caught.value.choices] == [("arrivals", "late"), ("arrivals", "off")]
    assert stage.t.seq == head, "nothing is written before it is answered"
    rounds.pair(stage.ctx, stage.slug, arrivals="late")
    assert stage.t.seq == head + 1, "one entry"
    assert outcome(stage, 1) is Outcome.LATE_LOSS
    assert stage.t.entrants[stage.no("p9")].late_from == 2
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    assert is_late(stage)
    (table,) = event_tables.standing_tables(stage.ctx, stage.slug)
    assert next(row.losses for row in table.rows if row.no == stage.no("p9")) >= 1
    assert all(check.ok for check in verify(stage.ctx, stage.slug))
    stage.open_round()  # asked once


@pytest.mark.req("B-2")
def test_every_round_that_has_started_is_lost(tmp_path: Path) -> None:
    stage = start_without(tmp_path, off="1,2")
    stage.play(1)
    next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    assert [outcome(stage, number) for number in (1, 2)] == [Outcome.LATE_LOSS] * 2
    assert stage.t.entrants[stage.no("p9")].late_from == 3


@pytest.mark.req("B-2")
def test_left_out_at_check_in_and_here_for_round_2(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(9, birth_year=1980)
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, 9)])
    rounds.pair(stage.ctx, stage.slug, not_here="out")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    stage.report_all("1-0")
    floor.check_in(stage.ctx, stage.slug, ["p9"])
    with raises_code(NeedsConfirmation, "arrivals-below"):
        next_round.next_round(stage.ctx, stage.slug)
    next_round.next_round(stage.ctx, stage.slug, arrivals="late")
    assert outcome(stage, 1) is Outcome.LATE_LOSS


@pytest.mark.req("B-2")
def test_a_round_off_of_somebody_who_had_checked_in_or_played_stays_one(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(9, birth_year=1980)
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, 10)])
    players.edit(stage.ctx, stage.slug, "p9", {"absent": "1"})
    players.edit(stage.ctx, stage.slug, "p8", {"absent": "2"})
    stage.play(3)
    assert (outcome(stage, 1), outcome(stage, 2, "p8")) == (Outcome.REQUESTED_BYE, Outcome.REQUESTED_BYE)
    assert not is_late(stage)


@pytest.mark.req("B-2")
def test_an_earned_bye_counts_as_being_there(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(9, birth_year=1980)
    players.edit(stage.ctx, stage.slug, "p9", {"byes": "1"})
    stage.play(2)
    assert not is_late(stage)


@pytest.mark.req("B-2")
def test_who_was_paired_and_did_not_come_loses_that_match_only_and_ranks_as_is_answered(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(8, birth_year=1980)
    stage.open_round()
    match = stage.pod().rounds[1].matches[1]
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0F")
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    with raises_code(NeedsConfirmation, "arrivals-below"):
        rounds.pair(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, arrivals="late")
    assert stage.t.entrants[match.b].late_from == 2
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    account = ledger_of(stage.t, stage.pod()).accounts[match.b]
    assert [line.outcome for line in account.lines] == [Outcome.FORFEIT_LOSS], "no second loss"
    assert account.late


@pytest.mark.req("B-2", "PN-TB-1")
def test_since_2025_nobody_ranks_as_late_so_a_no_show_is_not_asked_about(tmp_path: Path) -> None:
    stage = Stage(tmp_path, NOW, rounds="5")
    stage.enter(8, birth_year=1980)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0F")
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()


@pytest.mark.req("B-2", "P-RUN-4")
def test_each_answer_can_be_corrected_as_long_as_the_rounds_results(tmp_path: Path) -> None:
    stage = start_without(tmp_path)
    rounds.pair(stage.ctx, stage.slug, arrivals="off")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    assert (outcome(stage, 1), is_late(stage)) == (Outcome.REQUESTED_BYE, False)
    players.edit(stage.ctx, stage.slug, "p9", {"late_from": "2"})
    assert (outcome(stage, 1), is_late(stage)) == (Outcome.LATE_LOSS, True)
    players.edit(stage.ctx, stage.slug, "p9", {"late_from": "0"})
    assert (outcome(stage, 1), is_late(stage)) == (Outcome.REQUESTED_BYE, False)
    with raises_code(Refused, "late-planned"):
        players.edit(stage.ctx, stage.slug, "p9", {"late_from": "4"})
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round(to=Status.DRAFTED)
    with raises_code(Refused, "correction-too-late"):
        players.edit(stage.ctx, stage.slug, "p9", {"late_from": "2"})


@pytest.mark.req("B-2")
def test_other_games_and_other_answers(tmp_path: Path) -> None:
    stage = start_without(tmp_path, "swiss")
    stage.play(1)
    with raises_code(BadInput, "arrivals", word="early"):
        rounds.pair(stage.ctx, stage.slug, arrivals="early")


@pytest.mark.req("B-2")
@pytest.mark.parametrize("judged", ["list check", "penalty"])
def test_a_match_lost_by_a_penalty_is_not_coming_late(tmp_path: Path, judged: str) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(8, birth_year=1980)
    stage.open_round()
    who = f"p{stage.pod().rounds[1].matches[1].b}"
    if judged == "penalty":
        floor.penalise(stage.ctx, stage.slug, who, round_no=1, kind="match-loss", reason="outside help")
        results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0F")
    else:
        list_checks.record_check(stage.ctx, stage.slug, who, outcome="match-loss")
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()  # nothing is asked
    assert stage.t.entrants[stage.no(who)].late_from == 0
