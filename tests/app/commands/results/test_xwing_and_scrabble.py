"""What is particular to X-Wing and to Scrabble, through whole events."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import late, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.seating import seating
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, OutsideRules, Refused
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins


def byes(stage: Stage) -> list[int]:
    return [s.no for r in stage.pod().rounds.values() for s in r.sitting if s.outcome is Outcome.BYE]


@pytest.mark.req("X-2", "P-ANN-1")
def test_an_elimination_must_be_announced_before_the_start(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2", style="swiss")
    stage.enter(8)
    stage.play(1, "100-50 destroyed")
    with raises_code(OutsideRules, "announced-before-the-start"):
        events.change_settings(stage.ctx, stage.slug, {"cut": "4"})
    events.change_settings(stage.ctx, stage.slug, {"cut": "4"}, override="read out before round 1")
    stage.play(1, "100-50 destroyed")
    with raises_code(OutsideRules, "cut-not-announced"):
        advance.advance(stage.ctx, stage.slug, to="cut")
    advance.advance(stage.ctx, stage.slug, to="cut", override="read out before round 1")
    assert event_tables.journal_rows(stage.ctx, stage.slug)[-1].data["override"] == "read out before round 1"


@pytest.mark.req("X-2")
def test_a_cut_set_before_the_start_is_announced(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2", style="swiss")
    stage.enter(8)
    events.change_settings(stage.ctx, stage.slug, {"cut": "4"})
    stage.play(2, "100-50 destroyed")
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert len(stage.pod("main-cut").members) == 4


@pytest.mark.req("X-3")
def test_who_came_together_is_kept_apart_in_round_1_only(tmp_path: Path) -> None:
    for seed in range(6):
        (tmp_path / str(seed)).mkdir()
        stage = Stage(tmp_path / str(seed), "xwing-epic-duel", seed=str(seed), rounds="3")
        stage.enter(4, together="coche rojo")
        stage.enter([NewPlayer(first="S", last=f"Solo {i}", id=f"s{i}") for i in range(4)])
        stage.open_round()
        together = {1, 2, 3, 4}
        assert all(len(pair & together) == 1 for pair in stage.pairs(1))
        stage.report_all(lambda a, b: "100-0 destroyed" if a < b else "0-100 destroyed")
        rounds.finish(stage.ctx, stage.slug)
        done = rounds.pair(stage.ctx, stage.slug)
        assert all(pair <= together or not pair & together for pair in stage.pairs(2)), "equal points decide now"
        assert not done.fact.rounds[0].cost.get("avoided")


@pytest.mark.req("X-5")
@pytest.mark.parametrize(("ruleset", "margin"), [("xwing-epic-duel", 450), ("xwing-epic-team", 600)])
def test_the_bye_is_five_points_and_half_as_much_again_in_margin(tmp_path: Path, ruleset: str, margin: int) -> None:
    stage = Stage(tmp_path, ruleset, rounds="2")
    if "team" in ruleset:
        stage.enter(
            [NewPlayer(first=f"J{i}", last="Ala", team=f"Escuadra {i // 2}", captain=i % 2 == 0) for i in range(6)]
        )
    else:
        stage.enter(3)
    stage.play(1, "120-100 time")
    bye = byes(stage)[0]
    row = next(
        r for r in event_tables.standing_rows(stage.ctx, stage.slug) if r.player == stage.ctx.open(stage.slug).id(bye)
    )
    assert row.points == 5
    assert margin in [v.value for v in row.tiebreaks.values()]
    stage.play(1, "120-100 time")
    assert len(set(byes(stage))) == 2, "once per player"


@pytest.mark.req("X-6", "X-28")
def test_factions_play_no_part_in_pairing_but_are_flagged_on_the_slip(tmp_path: Path) -> None:
    pairs = []
    for faction in ("", "Imperio"):
        folder = tmp_path / (faction or "none")
        folder.mkdir()
        stage = Stage(folder, "xwing-epic-duel", seed="igual", rounds="2")
        stage.enter(8, faction=faction)
        stage.open_round()
        pairs.append(stage.pairs(1))
        parts = gather("slips", stage.ctx, stage.slug, PrintOptions()).parts
        flagged = [s for page in parts[0]["pages"] for s in page if sorted(s["numbers"]) == ["black", "white"]]
        assert len(flagged) == (4 if faction else 0)
        assert parts == gather("slips", stage.ctx, stage.slug, PrintOptions()).parts, "a reprint is the same"
    assert pairs[0] == pairs[1]


@pytest.mark.req("X-22")
def test_teams_are_paired_rest_and_rank_as_teams(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-team", rounds="2")
    people = [NewPlayer(first=f"J{i}", last="Ala", team=f"Escuadra {i // 2}", captain=i % 2 == 1) for i in range(5)]
    stage.enter(people)
    with raises_code(Refused, "team-incomplete", team="Escuadra 2", count=1, size=2):
        rounds.pair(stage.ctx, stage.slug)
    stage.enter([NewPlayer(first="J5", last="Ala", team="Escuadra 2")])
    with raises_code(BadInput, "team-full", size=2):
        stage.enter([NewPlayer(first="J6", last="Ala", team="Escuadra 2")])
    stage.play(1, "120-100 time")
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    assert sorted(row.player for row in rows) == ["Escuadra 0", "Escuadra 1", "Escuadra 2"]
    members = event_tables.player_rows(stage.ctx, stage.slug)[0].members
    assert [m.captain for m in members] == [False, True]


@pytest.mark.req("X-24")
def test_numbers_give_the_seating(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2")
    stage.enter(5)
    stage.open_round(to=Status.PUBLISHED)
    rows = seating(stage.ctx, stage.slug)
    assert [row.no for row in rows] == [1, 2, 3, 4, 5]
    seated = {row.no: row.table for row in rows}
    for m in stage.pod().rounds[1].matches.values():
        assert seated[m.a] == seated[m.b] == m.table


@pytest.mark.req("S-7")
def test_numbers_by_rating_then_surname_stay_for_the_whole_tournament(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter(
        [
            NewPlayer(first="Ana", last="Zarza", id="z", rating=1800),
            NewPlayer(first="Ana", last="Álamo", id="a", rating=1800),
            NewPlayer(first="Eva", last="Sin", id="u1", average=300),
            NewPlayer(first="Eva", last="Rango", id="u2", average=390),
            NewPlayer(first="Leo", last="Top", id="t", rating=2000),
            NewPlayer(first="Leo", last="Bajo", id="b", rating=900),
        ]
    )
    stage.play(1)
    numbers = {row.id: row.start_no for row in event_tables.player_rows(stage.ctx, stage.slug)}
    assert numbers == {"t": 1, "a": 2, "z": 3, "b": 4, "u2": 5, "u1": 6}
    players.edit(stage.ctx, stage.slug, "u1", {"rating": "2500"})
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="N", last="Nueva", id="n", rating=2600), confirmed=True)
    stage.play(1)
    later = {row.id: row.start_no for row in event_tables.player_rows(stage.ctx, stage.slug)}
    assert later == numbers | {"n": 7}


@pytest.mark.req("S-7")
def test_unrated_players_by_surname_or_by_lot(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3", unrated="surname")
    stage.enter(
        [
            NewPlayer(first="X", last=last, id=last, average=avg)
            for last, avg in (("Mora", 500), ("Brezo", 100), ("Zinc", 300), ("Alba", 200))
        ]
    )
    rounds.pair(stage.ctx, stage.slug)
    order = sorted(event_tables.player_rows(stage.ctx, stage.slug), key=lambda row: row.start_no)
    assert [row.id for row in order] == ["Alba", "Brezo", "Mora", "Zinc"]
    events.change_settings(stage.ctx, stage.slug, {"unrated": "lot"})
    rounds.pair(stage.ctx, stage.slug, again=True)
    drawn = [row.start_no for row in event_tables.player_rows(stage.ctx, stage.slug)]
    rounds.pair(stage.ctx, stage.slug, again=True)
    assert [row.start_no for row in event_tables.player_rows(stage.ctx, stage.slug)] == drawn, "a lot is drawn once"


@pytest.mark.req("S-10")
def test_the_last_of_the_table_rests_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter([NewPlayer(first="N", last=f"Num {i}", id=f"n{i}", rating=2000 - i) for i in range(1, 8)])
    stage.play(1, lower_number_wins)
    assert byes(stage) == [7], "round 1: the last number"
    stage.open_round()
    rested = byes(stage)[1]
    zero = [row.player for row in event_tables.standing_rows(stage.ctx, stage.slug, after=1) if row.points == 0]
    assert rested == max(int(player[1:]) for player in zero)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1, lower_number_wins)
    assert len(set(byes(stage))) == 3


@pytest.mark.req("S-6")
def test_scrabble_players_enter_in_any_round(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="4")
    stage.enter(6)
    stage.play(3)
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="N", last="Nueva", id="n"), confirmed=True)
    stage.play(1)
    assert next(r for r in event_tables.standing_rows(stage.ctx, stage.slug) if r.player == "n").status == "active"


@pytest.mark.req("S-19")
def test_acceleration_keeps_two_categories_apart_in_round_1(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="5", acceleration="1-10:2:1")
    stage.enter([NewPlayer(first="N", last=f"Num {i}", id=f"n{i}", rating=2000 - i) for i in range(1, 21)])
    stage.open_round()
    assert all((max(pair) <= 10) == (min(pair) <= 10) for pair in stage.pairs(1))
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    shown = {row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)}
    assert shown == {0, 1}, "virtual points are not points"
    rounds.pair(stage.ctx, stage.slug)
    assert any(min(pair) <= 10 < max(pair) for pair in stage.pairs(2)), "they end after round 1"
