"""Age divisions through whole events: pods, their pairings, their standings and their brackets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.queries.pages import event_tables
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NotFound, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players, players_of_ages

JULY = "pokemon-tcg-2019-07"
APRIL = "pokemon-tcg-2019-04"


@pytest.mark.req("P-AGE-2")
def test_six_in_every_division_play_apart(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(players_of_ages(6, 6, 6))
    stage.open_round()
    assert {p.id: len(p.members) for p in stage.t.pods.values()} == {"juniors": 6, "seniors": 6, "masters": 6}
    tables = [row.table for row in event_tables.pairing_rows(stage.ctx, stage.slug)]
    assert len(set(tables)) == 9
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    ranks = Counter(row.pod for row in event_tables.standing_rows(stage.ctx, stage.slug) if row.rank == 1)
    assert ranks == {"juniors": 1, "seniors": 1, "masters": 1}


@pytest.mark.req("P-AGE-2")
def test_an_empty_division_is_ignored(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(players_of_ages(0, 6, 7))
    stage.open_round(to=Status.DRAFTED)
    assert list(stage.t.pods) == ["seniors", "masters"]


@pytest.mark.req("P-AGE-3")
def test_a_small_division_shares_a_pod_with_its_neighbour(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(players_of_ages(4, 8, 9))
    stage.open_round(to=Status.DRAFTED)
    assert {p.id: p.divisions for p in stage.t.pods.values()} == {
        "juniors+seniors": ("junior", "senior"),
        "masters": ("master",),
    }


@pytest.mark.req("P-AGE-4")
@pytest.mark.parametrize(("ruleset", "mixed", "down"), [(JULY, True, 0), (APRIL, False, 2), ("pokemon-2009", False, 2)])
def test_what_gives_way_in_a_shared_pod(tmp_path: Path, ruleset: str, mixed: bool, down: int) -> None:
    """Four Juniors and four Seniors, paired so that three Juniors and one Senior win round 1.

    July 2019 keeps the record: a Junior meets a Senior in both groups. April 2019 and 2009 keep the age: a Junior and a
    Senior are paired down instead.
    """
    years = {"pokemon-2009": (1998, 1994)}.get(ruleset, (2010, 2005))
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(
        [
            players.NewPlayer(first=p.first, last=p.last, id=p.id, birth_year=years[i > 3])
            for i, p in enumerate(make_players(8))
        ]
    )
    rounds.pair(stage.ctx, stage.slug)
    rows = [("p1", "p5"), ("p2", "p6"), ("p3", "p7"), ("p8", "p4")]
    manual_changes.import_pairings(
        stage.ctx, stage.slug, [manual_changes.HandPairing(a, b, result="1-0") for a, b in rows], round_no=1
    )
    done = rounds.pair(stage.ctx, stage.slug)
    assert done.fact.rounds[0].cost["paired_down"] == down
    division = {no: e.division for no, e in stage.t.entrants.items()}
    assert any(len({division[no] for no in pair}) == 2 for pair in stage.pairs(2)) is mixed


@pytest.mark.req("P-AGE-5")
def test_each_division_of_a_shared_pod_has_its_own_standing(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(players_of_ages(3, 9, 0))
    stage.play(2, lambda a, b: "0-1" if a < b else "1-0")  # the older wins
    overall = event_tables.standing_rows(stage.ctx, stage.slug, pod="juniors+seniors")
    juniors = event_tables.standing_rows(stage.ctx, stage.slug, division="junior")
    assert [row.rank for row in juniors] == [1, 2, 3]
    order = [row.player for row in overall if row.division == "junior"]
    assert [row.player for row in juniors] == order, "the best placed of a division wins it"
    assert overall[0].division == "senior"
    with raises_code(NotFound, "no-division"):
        event_tables.standing_rows(stage.ctx, stage.slug, division="veteran")


@pytest.mark.req("P-AGE-7")
def test_pure_elimination_ignores_ages(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="elimination")
    stage.enter(players_of_ages(7, 7, 7))
    stage.open_round()
    assert list(stage.t.pods) == ["main"]
    assert len(stage.pod().rounds[1].sitting) == 32 - 21


@pytest.mark.req("P-AGE-7")
def test_a_shared_pod_has_one_bracket_for_each_division(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(players_of_ages(5, 20, 0))
    stage.play(4, lower_number_wins)
    done = advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="agreed before")
    assert sorted(row.id for row in done.fact.pods) == ["junior-cut", "senior-cut"]
    for row in done.fact.pods:
        assert {stage.t.entrants[no].division for no in row.members} == {row.divisions[0]}
    stage.play(2, lower_number_wins)
    tables = event_tables.standing_tables(stage.ctx, stage.slug)
    assert {x.division: len(x.rows) for x in tables} == {"junior": 5, "senior": 20}
    assert all([row.rank for row in x.rows[:2]] == [1, 2] for x in tables)


@pytest.mark.req("P-AGE-1")
def test_other_birth_years_move_those_who_were_entered(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    placed = players.NewPlayer(first="Zoe", last="Ola", birth_year=1990, division="senior", id="z")
    stage.enter([*players_of_ages(2, 2, 2), placed])
    events.change_settings(stage.ctx, stage.slug, {"birth_years": "junior=2004;senior=1989"})
    assert Counter(e.division for e in stage.t.entrants.values()) == {"junior": 4, "senior": 3}
    events.change_settings(stage.ctx, stage.slug, {"birth_years": ""})
    assert [e.division for e in stage.t.entrants.values()][:6] == ["junior"] * 2 + ["senior"] * 2 + ["master"] * 2
    with raises_code(BadInput, "division-unknown", division="veteran"):
        events.change_settings(stage.ctx, stage.slug, {"birth_years": "veteran=1950"})


def test_a_division_is_changed_freely_before_and_within_the_pod_after_the_start(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(players_of_ages(4, 6, 8))
    rounds.pair(stage.ctx, stage.slug)
    players.edit(stage.ctx, stage.slug, "p18", {"division": "senior"})
    with raises_code(Refused, "draft-stale", says="is now in the division senior"):
        rounds.publish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, again=True)
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    players.edit(stage.ctx, stage.slug, "p1", {"birth_year": "2006"})
    assert stage.t.entrants[1].division == "senior"
    with raises_code(Refused, "division-locked"):
        players.edit(stage.ctx, stage.slug, "p17", {"division": "junior"})
