"""What is asked before a result counts, the same in every front end: 0,5 for a draw, very high scores, concessions
without points, and squads that cannot have lost what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.floor import floor
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import typed_results
from pareo.app.commands.results.enter_result import ResultOptions, ResultRow
from pareo.app.commands.rounds import manual_changes
from pareo.app.commands.rounds.dry_run import preview_result
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.results.result_text import margins
from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.formats.tables.csv_files import read_results
from support.errors import raises_code
from support.events.stage import Stage

DRAW = Result(Outcome.DRAW, Outcome.DRAW)
SQUAD = "Faction: Rebel\nRookie Pilot (X-wing) {points}\n"


def evening(folder: Path, ruleset: str) -> Stage:
    stage = Stage(folder, ruleset, rounds="2")
    stage.enter(4)
    stage.open_round()
    return stage


def duel(folder: Path, **points: int) -> Stage:
    stage = Stage(folder, "xwing-epic-duel", rounds="1")
    stage.enter(2)
    for who, total in points.items():
        lists.hand_in(stage.ctx, stage.slug, who, SQUAD.format(points=total))
    stage.open_round()
    return stage


def at_table(stage: Stage) -> Result | None:
    return stage.pod().rounds[1].matches[1].result


def report(stage: Stage, text: str, *, confirmed: bool = False) -> tuple[str, ...]:
    done = results.report(stage.ctx, stage.slug, round_no=1, table=1, result=text, confirmed=confirmed)
    return tuple(map(str, done.notes))


def type_line(stage: Stage, text: str, *, sure: bool = False) -> None:
    typed_results.enter(stage.ctx, stage.slug, round_no=1, table=1, typed=text, may=lambda _table: True, sure=sure)


HALVES = ["0,5", "0.5", "0,5-0,5", "0.5-0.5", "0,5 : 0,5", "0,5 0,5"]


@pytest.mark.req("B-26")
@pytest.mark.parametrize("text", HALVES)
@pytest.mark.parametrize("ruleset", ["swiss", "chess-club", "pokemon-2009"])
def test_half_a_point_is_a_draw_where_results_are_outcomes(tmp_path: Path, ruleset: str, text: str) -> None:
    stage = evening(tmp_path, ruleset)
    if not stage.t.ruleset.results.draws:
        with raises_code(BadInput, "result-no-draws"):
            report(stage, text)
        return
    report(stage, text)
    assert at_table(stage) == DRAW
    results.take_back(stage.ctx, stage.slug, round_no=1, table=1)
    type_line(stage, text)
    assert at_table(stage) == DRAW


@pytest.mark.req("B-26")
@pytest.mark.parametrize("text", HALVES)
@pytest.mark.parametrize("ruleset", ["scrabble-fise", "xwing-epic-duel"])
def test_where_scores_are_entered_half_a_point_is_a_draw_without_points_asked_first(
    tmp_path: Path, ruleset: str, text: str
) -> None:
    stage = evening(tmp_path, ruleset)
    head = stage.t.seq
    with raises_code(NeedsConfirmation, "draw-without-scores", table=1):
        report(stage, text)
    with raises_code(NeedsConfirmation, "draw-without-scores"):
        type_line(stage, text)
    with raises_code(NeedsConfirmation, "draw-without-scores"):
        floor.claim(stage.ctx, stage.slug, no=stage.pod().rounds[1].matches[1].a, round_no=1, result=text)
    assert stage.t.seq == head
    type_line(stage, text, sure=True)
    assert at_table(stage) == DRAW


@pytest.mark.req("B-26")
@pytest.mark.parametrize(("text", "scores"), [("0-5", (0, 5)), ("412,380", (412, 380)), ("0,50", (0, 50))])
def test_scores_stay_scores(tmp_path: Path, text: str, scores: tuple[int, int]) -> None:
    stage = evening(tmp_path, "scrabble-fise")
    type_line(stage, text)
    found = at_table(stage)
    assert found is not None
    assert (found.score_a, found.score_b) == scores


@pytest.mark.req("B-26")
@pytest.mark.parametrize("file", ["table;result\n1;0,5\n2;0.5\n", 'table,result\n1,"0,5"\n2,"0,5-0,5"\n'])
def test_a_file_of_results_is_asked_about_as_a_whole(tmp_path: Path, file: str) -> None:
    stage = evening(tmp_path, "scrabble-fise")
    rows = read_results(file.encode())
    with raises_code(NeedsConfirmation, "results-doubt", says="Table 1.*Table 2"):
        results.import_results(stage.ctx, stage.slug, rows, round_no=1)
    results.import_results(stage.ctx, stage.slug, rows, round_no=1, terms=ResultOptions(confirmed=True))
    assert {m.result for m in stage.pod().rounds[1].matches.values()} == {DRAW}


@pytest.mark.req("B-26")
def test_bulk_lines_and_pairings_by_hand_ask_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="2")
    stage.enter(4)
    stage.open_round(to=Status.DRAFTED)
    by_hand = [HandPairing("p1", "p2", 1, "0,5"), HandPairing("p3", "p4", 2)]
    with raises_code(NeedsConfirmation, "draw-without-scores"):
        manual_changes.import_pairings(stage.ctx, stage.slug, by_hand, round_no=1)
    manual_changes.import_pairings(stage.ctx, stage.slug, by_hand, round_no=1, confirmed=True)
    assert at_table(stage) == DRAW
    rows = typed_results.read_lines("2 0,5")
    with raises_code(NeedsConfirmation, "draw-without-scores", table=2):
        typed_results.enter_many(stage.ctx, stage.slug, rows, round_no=1, may=lambda _table: True)


@pytest.mark.req("B-30")
def test_a_score_nobody_makes_is_asked_in_every_way_of_entering_it(tmp_path: Path) -> None:
    stage = evening(tmp_path, "scrabble-fise")
    with raises_code(NeedsConfirmation, "score-doubt", score=4120):
        report(stage, "4120-380")
    with raises_code(NeedsConfirmation, "score-doubt"):
        results.import_results(stage.ctx, stage.slug, [ResultRow("4120-380", 1)], round_no=1)
    assert any("4120" in told for told in preview_result_notes(stage, "4120-380"))
    assert report(stage, "4120-380", confirmed=True) == ()
    assert report(stage, "4120-380")  # it stands already: nothing to ask


def preview_result_notes(stage: Stage, text: str) -> tuple[str, ...]:
    return preview_result(stage.ctx, stage.slug, round_no=1, table=1, result=text).notes


@pytest.mark.req("B-21", "X-7", "X-10")
@pytest.mark.parametrize("text", ["conceded 1", "1 conceded", "primera concede", "conceded-a"])
def test_a_concession_without_points_asks_what_was_destroyed_and_counts_the_squad(tmp_path: Path, text: str) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    with raises_code(NeedsConfirmation, "conceded-points", points=149, says="80-0 conceded 1"):
        report(stage, text)
    assert at_table(stage) is None
    (told,) = report(stage, text, confirmed=True)
    found = at_table(stage)
    assert found is not None
    assert (found.score_a, found.score_b, found.b.won) == (0, 149, True)
    assert margins(found, stage.t.ruleset.results) == (151, 449)
    assert "149 points" in told


@pytest.mark.req("B-21")
def test_without_a_list_the_limit_counts_and_the_points_given_are_not_asked(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    with raises_code(NeedsConfirmation, "conceded-points", points=300, says="0-80 conceded 2"):
        report(stage, "conceded 2")
    (told,) = report(stage, "conceded 2", confirmed=True)
    assert "300 points, the limit" in told
    report(stage, "0-80 conceded 2")
    found = at_table(stage)
    assert found is not None
    assert (found.score_a, found.score_b) == (300, 80)


@pytest.mark.req("B-21")
@pytest.mark.parametrize("text", ["conceded-a", "70-40 destroyed"])
def test_a_player_s_report_asks_the_same(tmp_path: Path, text: str) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    who = stage.pod().rounds[1].matches[1].b
    with raises_code(NeedsConfirmation, "conceded-points" if text == "conceded-a" else "no-squad-destroyed"):
        floor.claim(stage.ctx, stage.slug, no=who, round_no=1, result=text)
    floor.claim(stage.ctx, stage.slug, no=who, round_no=1, result=text, confirmed=True)
    claimed = stage.t.floor.claims[1, 1][who]
    assert (claimed.score_a, claimed.score_b) == ((149, 0) if text == "conceded-a" else (40, 70))


@pytest.mark.req("B-21")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("100-148 destroyed", "no-squad-destroyed"),
        ("100-148 destroyed left 2", "no-squad-destroyed"),
        ("149-149 time", "squad-destroyed-at-time"),
        ("20-149 time", "squad-destroyed-at-time"),
    ],
)
def test_totals_that_cannot_be_are_asked_about_where_both_lists_are_known(tmp_path: Path, text: str, code: str) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    with raises_code(NeedsConfirmation, code):
        report(stage, text)
    report(stage, text, confirmed=True)
    assert at_table(stage) is not None


@pytest.mark.req("B-21")
@pytest.mark.parametrize("text", ["149-20 destroyed", "149-149 destroyed", "148-20 time", "20-30 conceded 1"])
def test_totals_that_can_be_are_not_asked_about(tmp_path: Path, text: str) -> None:
    report(duel(tmp_path, p1=149, p2=149), text)


@pytest.mark.req("B-21")
def test_with_one_list_only_nothing_can_be_said(tmp_path: Path) -> None:
    report(duel(tmp_path, p1=149), "100-100 destroyed")
