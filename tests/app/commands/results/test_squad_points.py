"""What an X-Wing squad can lose: the points that were handed in, by concession and by destruction alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results.enter_result import ResultRow
from pareo.app.commands.rounds.dry_run import preview_result
from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import BadInput
from support.errors import raises_code
from support.events.stage import Stage

SQUAD = "Faction: Rebel\nRookie Pilot (X-wing) {points}\n"


def duel(folder: Path, **points: int) -> Stage:
    """Two players at table 1 in round 1, with squads of so many points."""
    stage = Stage(folder, "xwing-epic-duel", rounds="1")
    stage.enter(2)
    for who, total in points.items():
        lists.hand_in(stage.ctx, stage.slug, who, SQUAD.format(points=total))
    stage.open_round()
    return stage


def at_table(stage: Stage) -> Result:
    found = stage.pod().rounds[1].matches[1].result
    assert found is not None
    return found


def seats(stage: Stage) -> tuple[str, str]:
    """The ids of a and b."""
    match = stage.pod().rounds[1].matches[1]
    ids = {stage.no(who): who for who in ("p1", "p2")}
    return ids[match.a], ids[match.b]


def report(stage: Stage, text: str) -> tuple[str, ...]:
    done = results.report(stage.ctx, stage.slug, round_no=1, table=1, result=text)
    return tuple(map(str, done.notes))


@pytest.mark.req("A-50", "X-7", "X-10")
def test_who_concedes_loses_the_squad_that_was_handed_in(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    assert report(stage, "80-60 conceded-b") == ()
    assert (at_table(stage).score_a, at_table(stage).score_b) == (149, 60)


@pytest.mark.req("A-50")
def test_a_row_that_names_the_players_reads_the_squads_in_its_own_order(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=200)
    a, b = seats(stage)
    results.import_results(stage.ctx, stage.slug, [ResultRow("10-20 conceded-b", a=b, b=a)], round_no=1)
    lost = {"p1": 149, "p2": 200}[a]  # b of the row is a of the table
    assert (at_table(stage).score_a, at_table(stage).score_b) == (20, lost)


@pytest.mark.req("A-50")
def test_a_concession_without_a_list_counts_the_limit_and_says_so(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    (told,) = report(stage, "80-60 conceded-a")
    assert at_table(stage).score_b == 300
    assert "no list" in told
    assert "300 points" in told
    a, _ = seats(stage)
    assert stage.ctx.open(stage.slug).name(stage.no(a)) in told


@pytest.mark.req("A-50")
def test_nobody_destroys_more_than_the_other_brought(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    head = stage.ctx.store.head(stage.slug)
    for text in ("150-20 destroyed", "20-150 time", "20-150 conceded-b"):
        with raises_code(BadInput, "result-too-many-points", limit_a=149):
            report(stage, text)
    assert stage.ctx.store.head(stage.slug) == head


@pytest.mark.req("A-50", "X-7")
def test_two_squads_destroyed_whole_are_a_draw(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=200)
    a, _ = seats(stage)
    both = "200-149 destroyed" if a == "p1" else "149-200 destroyed"
    report(stage, both)
    assert (at_table(stage).a, at_table(stage).b) == (Outcome.DRAW, Outcome.DRAW)
    with raises_code(BadInput, "result-squad-gone"):
        report(stage, f"{both} win-a")


@pytest.mark.req("A-50", "X-7")
def test_the_side_with_ships_left_wins_though_it_destroyed_fewer_points(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=300)
    a, _ = seats(stage)
    report(stage, "120-149 destroyed" if a == "p1" else "149-120 destroyed")
    assert at_table(stage).b.won is (a == "p1")
    report(stage, "149-160 destroyed" if a == "p2" else "160-149 destroyed")  # all of p1 gone, 140 of p2 left
    assert at_table(stage).a.won is (a == "p2")
    assert preview_result(stage.ctx, stage.slug, round_no=1, table=1, result="10-20 time").then == "10-20 time"


@pytest.mark.req("A-50")
def test_a_player_s_own_report_is_read_by_the_same_lists(tmp_path: Path) -> None:
    stage = duel(tmp_path, p1=149, p2=149)
    a, b = seats(stage)
    floor.claim(stage.ctx, stage.slug, no=stage.no(a), round_no=1, result="70-40 conceded-b")
    floor.claim(stage.ctx, stage.slug, no=stage.no(b), round_no=1, result="40-70 conceded-a")
    assert (at_table(stage).score_a, at_table(stage).score_b) == (149, 40)


@pytest.mark.req("A-50", "X-22")
def test_a_team_loses_the_squads_of_both_its_players(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-team", rounds="1")
    stage.enter(
        [
            NewPlayer(first=f"N{i}", last=team, id=f"{team}{i}", team=team, captain=i == 1)
            for team in ("Alba", "Bruma")
            for i in (1, 2)
        ]
    )
    for team in ("Alba", "Bruma"):
        for i, points in ((1, 80), (2, 69)):
            lists.hand_in(stage.ctx, stage.slug, team, SQUAD.format(points=points), person=f"N{i} {team}")
    stage.open_round()
    report(stage, "10-20 conceded-a")
    assert at_table(stage).score_b == 149
    assert events.show_event(stage.ctx, stage.slug).players == 2
