"""Checks of lists at an event: drawn, due, recorded; a lost match and a disqualification reach the standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import decode_entries
from pareo.app.commands.event import events, undo
from pareo.app.commands.lists import list_checks
from pareo.app.commands.people import leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.lists.deadlines import checks_due
from pareo.app.queries.pages import event_tables
from pareo.core.model.entities import Match, Status
from pareo.core.model.outcome import Outcome
from pareo.core.replay.replay import replay
from pareo.core.text.errors import BadInput, NotFound, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

JULY = "pokemon-tcg-2019-07"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, JULY, rounds="4")
    made.enter(12)
    made.open_round()
    return made


def match_of(stage: Stage, who: str, number: int = 1) -> Match:
    no = stage.no(who)
    found = (p.rounds[number] for p in stage.t.pods.values() if number in p.rounds)
    return next(m for r in found for m in r.matches.values() if no in (m.a, m.b))


def draw_checks(stage: Stage, **options: object) -> list[list[int]]:
    return list(list_checks.draw_checks(stage.ctx, stage.slug, **options).fact.chosen)  # type: ignore[arg-type]


def points(stage: Stage, who: str) -> object:
    return next(row.points for row in event_tables.standing_rows(stage.ctx, stage.slug) if row.player == who)


# --- drawing ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-2")
def test_a_draw_is_reproducible_kept_and_counted(stage: Stage, tmp_path: Path) -> None:
    first = draw_checks(stage, count=3)
    second = draw_checks(stage, count=3)
    assert not {no for _, no in first} & {no for _, no in second}
    assert [d.number for d in stage.t.floor.checks.draws] == [1, 2], "earlier draws stay to be seen"
    (tmp_path / "again").mkdir()
    twin = Stage(tmp_path / "again", JULY, rounds="4")
    twin.enter(12)
    twin.open_round()
    assert draw_checks(twin, count=3) == first
    assert draw_checks(twin, count=3) == second


@pytest.mark.req("P-PREM-2")
def test_undo_cannot_fish_for_another_draw(stage: Stage) -> None:
    first = draw_checks(stage, count=2)
    undo.undo(stage.ctx, stage.slug)
    assert list_checks.checks_view(stage.ctx, stage.slug) == []
    assert draw_checks(stage, count=2) == first
    undo.undo(stage.ctx, stage.slug)
    assert {no for _, no in draw_checks(stage, count=4)} >= {no for _, no in first}


@pytest.mark.req("P-PREM-2")
def test_both_players_of_a_table(stage: Stage) -> None:
    seats = draw_checks(stage, count=2, tables=True)
    assert len(seats) == 4
    matches = stage.pod().rounds[1].matches
    for table in {table for table, _ in seats}:
        assert {no for t, no in seats if t == table} == {matches[table].a, matches[table].b}


@pytest.mark.req("P-PREM-2")
def test_over_the_rounds_nobody_twice_before_others_once(stage: Stage) -> None:
    seen: list[int] = []
    for number in (1, 2, 3):
        if number > 1:
            stage.open_round()
        seen += [no for _, no in draw_checks(stage, count=4)]
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)
    assert sorted(seen) == sorted(stage.t.entrants)


def test_what_cannot_be_drawn_is_refused(stage: Stage) -> None:
    with raises_code(Refused, "checks-too-many", free=12, round=1, count=13):
        draw_checks(stage, count=13)
    with raises_code(BadInput, "checks-count"):
        draw_checks(stage, count=0)
    with raises_code(Refused, "checks-not-playing"):
        draw_checks(stage, count=1, round_no=2)
    with pytest.raises(NotFound):
        draw_checks(stage, count=1, pod="seniors")
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    with raises_code(Refused, "checks-not-playing"):
        draw_checks(stage, count=1)


def test_who_has_left_is_not_drawn(stage: Stage) -> None:
    leaving.drop(stage.ctx, stage.slug, "p3")
    assert stage.no("p3") not in {no for _, no in draw_checks(stage, count=11)}


def test_a_repeated_request_draws_once(stage: Stage) -> None:
    first = list_checks.draw_checks(stage.ctx, stage.slug, count=2, client="tap")
    assert list_checks.draw_checks(stage.ctx, stage.slug, count=2, client="tap").seq == first.seq
    assert len(stage.t.floor.checks.draws) == 1


# --- recording --------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-2")
def test_an_outcome_belongs_to_the_check_that_was_drawn(stage: Stage) -> None:
    [[table, no]] = draw_checks(stage, count=1)
    who = stage.ctx.open(stage.slug).id(no)
    stage.ctx.actor = "Elsa Prado"
    list_checks.record_check(stage.ctx, stage.slug, who, outcome="corrected", notes="60 cards\nwritten as 59")
    [row] = list_checks.checks_view(stage.ctx, stage.slug)
    assert (row.cause, row.table, row.outcome, row.by) == ("drawn", table, "corrected", "Elsa Prado")
    assert row.notes == "60 cards\nwritten as 59"
    assert list_checks.checks_view(stage.ctx, stage.slug, open_only=True) == []


def test_notes_live_beside_the_journal_and_go_with_undo_and_with_the_person(stage: Stage) -> None:
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="warning", notes="marked sleeves")
    written = b"".join(entry.data for entry in stage.ctx.store.read(stage.slug))
    assert b"marked sleeves" not in written
    undo.undo(stage.ctx, stage.slug)
    assert "check_notes" not in str(stage.ctx.open(stage.slug).people)
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="warning", notes="marked sleeves")
    leaving.forget(stage.ctx, stage.slug, "p1")
    [row] = list_checks.checks_view(stage.ctx, stage.slug)
    assert (row.outcome, row.notes, row.name) == ("warning", "", "#1")


def test_notes_stay_behind_when_players_are_copied_to_another_event(stage: Stage) -> None:
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="warning", notes="marked sleeves")
    copy = events.create(stage.ctx, events.NewEvent("Copy", "", like=stage.slug, with_players=True))
    assert "marked sleeves" not in str(stage.ctx.open(copy).people)


@pytest.mark.req("P-PREM-2")
def test_a_match_loss_reaches_the_standings_as_a_result(stage: Stage) -> None:
    match = match_of(stage, "p1")
    is_a = match.a == stage.no("p1")
    results.report(stage.ctx, stage.slug, round_no=1, table=match.table, result="1-0" if is_a else "0-1")
    done = list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="match-loss")
    assert "loses the match of round 1" in done.notes[0]
    result = match_of(stage, "p1").result
    assert result is not None
    assert (result.a if is_a else result.b) is Outcome.FORFEIT_LOSS
    assert stage.ctx.open(stage.slug).state.floor.reported[1, match.table].actor == stage.ctx.actor
    assert [p.kind for p in stage.t.floor.penalties] == ["match-loss"]
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    other = stage.ctx.open(stage.slug).id(match.b if is_a else match.a)
    assert points(stage, "p1") == 0
    assert points(stage, other) == 3


def test_undo_takes_the_whole_check_back(stage: Stage) -> None:
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="disqualification")
    assert stage.t.entrants[stage.no("p1")].drop is not None
    undo.undo(stage.ctx, stage.slug)
    assert stage.t.entrants[stage.no("p1")].drop is None
    assert match_of(stage, "p1").result is None
    assert stage.t.floor.penalties == []


@pytest.mark.req("P-PREM-2")
def test_disqualification_is_the_drop_of_any_other(stage: Stage) -> None:
    match = match_of(stage, "p1")
    done = list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="disqualification")
    drop = stage.t.entrants[stage.no("p1")].drop
    assert drop is not None
    assert (drop.kind, drop.after) == ("disqualified", 1)
    result = match_of(stage, "p1").result
    assert result is not None
    assert (result.b if match.a == stage.no("p1") else result.a).won
    assert any("disqualified" in n for n in done.notes)
    again = list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="disqualification", round_no=1)
    assert again.fact.drop is None


def test_a_lost_match_stays_as_it_was_played(stage: Stage) -> None:
    match = match_of(stage, "p1")
    results.report(
        stage.ctx, stage.slug, round_no=1, table=match.table, result="0-1" if match.a == stage.no("p1") else "1-0"
    )
    before = match_of(stage, "p1").result
    done = list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="match-loss")
    assert match_of(stage, "p1").result == before
    assert "already" in done.notes[0]


def test_a_match_loss_obeys_the_rules_of_results(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(7)
    stage.open_round(to=Status.PUBLISHED)
    resting = next(s.no for s in stage.pod().rounds[1].sitting)
    playing = next(no for no in stage.t.entrants if no != resting)
    with raises_code(Refused, "action-impossible", says="has not started"):
        list_checks.record_check(stage.ctx, stage.slug, f"p{playing}", outcome="match-loss")
    with raises_code(Refused, "check-no-match", round=1):
        list_checks.record_check(stage.ctx, stage.slug, f"p{resting}", outcome="match-loss")
    assert stage.t.floor.checks.items == []
    rounds.start(stage.ctx, stage.slug)
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1)
    stage.open_round()
    winner = next(iter(stage.pod().rounds[1].matches.values())).a
    with raises_code(Refused, "correction-too-late"):
        list_checks.record_check(stage.ctx, stage.slug, f"p{winner}", outcome="match-loss", round_no=1)


@pytest.mark.parametrize(("ruleset", "lost"), [(JULY, False), ("xwing-epic-duel", True), ("scrabble-fise", True)])
def test_a_game_loss_is_a_match_loss_where_a_match_is_one_game(tmp_path: Path, ruleset: str, lost: bool) -> None:
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(8)
    stage.open_round()
    done = list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="game-loss")
    assert (match_of(stage, "p1").result is not None) is lost
    assert [p.kind for p in stage.t.floor.penalties] == ["game-loss"], "shown at the table either way"
    assert bool(done.fact.results) is lost


def test_recording_again_corrects_and_takes_the_penalty_away(stage: Stage) -> None:
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="warning")
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="clean")
    assert [row.outcome for row in list_checks.checks_view(stage.ctx, stage.slug)] == ["clean"]
    assert stage.t.floor.penalties == []
    with raises_code(BadInput, "check-outcome"):
        list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="shrug")
    with raises_code(BadInput, "check-notes"):
        list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="clean", notes="x" * 2001)
    with raises_code(NotFound, "no-round-anywhere"):
        list_checks.record_check(stage.ctx, stage.slug, "p2", outcome="clean", round_no=9)


def test_a_check_before_the_first_round(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(6)
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="corrected")
    [row] = list_checks.checks_view(stage.ctx, stage.slug)
    assert (row.round_no, row.cause) == (0, "other")


# --- the cut ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-2")
def test_every_player_of_the_cut_is_due_when_the_swiss_turns_into_elimination(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3", cut="4")
    stage.enter(9)
    stage.open_round()
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="clean")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(2, lower_number_wins)
    assert list_checks.checks_view(stage.ctx, stage.slug, open_only=True) == []
    advance.advance(stage.ctx, stage.slug, to="cut")
    cut = next(p for p in stage.t.pods.values() if p.id.endswith("-cut"))
    rows = list_checks.checks_view(stage.ctx, stage.slug, open_only=True)
    assert {row.no for row in rows} == set(cut.members)
    assert all((row.cause, row.round_no, row.table) == ("cut", 4, None) for row in rows)
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="clean")
    stage.open_round()
    rows = list_checks.checks_view(stage.ctx, stage.slug, open_only=True)
    assert len(rows) == 3
    assert all(row.table for row in rows), "once paired, the list says where they sit"
    loser = rows[0]
    list_checks.record_check(stage.ctx, stage.slug, loser.player, outcome="match-loss")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()
    assert loser.no not in {no for m in cut_matches(stage, 5) for no in (m.a, m.b)}
    with raises_code(Refused, "checks-not-playing"):
        draw_checks(stage, count=1)


def cut_matches(stage: Stage, number: int) -> list[Match]:
    return [m for p in stage.t.pods.values() if number in p.rounds for m in p.rounds[number].matches.values()]


@pytest.mark.req("R-16")
def test_who_left_the_cut_is_not_due(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3", cut="4")
    stage.enter(9)
    stage.play(3, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut")
    cut = next(p for p in stage.t.pods.values() if p.id.endswith("-cut"))
    assert [no for _, no in checks_due(stage.t)] == list(cut.members)
    leaving.drop(stage.ctx, stage.slug, f"p{cut.members[1]}")
    assert [no for _, no in checks_due(stage.t)] == [no for no in cut.members if no != cut.members[1]]


def test_other_rulesets_ask_nothing_of_the_cut(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", style="swiss+cut", rounds="2", cut="2")
    stage.enter(4)
    stage.play(2, lambda a, b: "100-0 destroyed" if a < b else "0-100 destroyed")
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert checks_due(stage.t) == []


def test_everything_folds_again_from_the_journal(stage: Stage) -> None:
    draw_checks(stage, count=2, tables=True)
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="match-loss")
    list_checks.record_check(stage.ctx, stage.slug, "p2", outcome="disqualification")
    again = replay(decode_entries(stage.ctx.store.read(stage.slug)))
    assert again.floor == stage.t.floor
    assert again.pods == stage.t.pods
    assert again.entrants == stage.t.entrants


def test_checking_leaves_the_players_as_they_are(stage: Stage) -> None:
    players.edit(stage.ctx, stage.slug, "p1", {"club": "Torre"})
    before = dict(stage.ctx.open(stage.slug).person(stage.t.entrants[1]))
    list_checks.record_check(stage.ctx, stage.slug, "p1", outcome="clean", notes="fine")
    after = dict(stage.ctx.open(stage.slug).person(stage.t.entrants[1]))
    after.pop("check_notes")
    assert after == before
