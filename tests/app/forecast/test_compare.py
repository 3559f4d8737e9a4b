"""Known differences of the editions are found: each with the paragraph, and nothing where two rules say the same."""

from __future__ import annotations

import pytest

from pareo import Tournament
from pareo.app.base.context import Context
from pareo.app.commands.people.late import enter_late
from pareo.app.commands.people.players import NewPlayer
from pareo.app.forecast.compare import compare_rules
from pareo.app.rows.forecast import Compared
from pareo.core.model.random_source import SeededRandom
from pareo.core.text.errors import BadInput
from pareo.formats.tdf.compare import comparison_with_tom
from support.errors import raises_code
from support.events.stage import Stage, make_players, players_of_ages


def random_results(seed: str):
    chance = SeededRandom(seed, "results")
    return lambda _a, _b: ("1-0", "0-1", "1/2-1/2")[chance.below(3)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """With ties, and with somebody who came late."""
    stage = Stage(tmp_path_factory.mktemp("editions"), "pokemon-tcg-2019-07", rounds="5")
    stage.enter(make_players(16, birth_year=1990))
    stage.play(1, random_results("first"))
    enter_late(stage.ctx, stage.slug, NewPlayer(first="Late", last="Comer", birth_year=1990), confirmed=True)
    stage.play(4, lambda a, b: "1-0" if a == 17 else "0-1" if b == 17 else random_results(f"{a} {b}")(a, b))
    return stage


def deciding_tiebreaks(found: Compared) -> set[tuple[str | None, str]]:
    return {(row.other_decided_by, row.paragraph) for row in found.places}


@pytest.mark.parametrize("other", ["pokemon-tcg-2019-07", "pokemon-vgc-2019-07", "pokemon-tcg-2019-04"])
def test_where_two_rules_say_the_same_nothing_differs(played, other):
    found = compare_rules(played.ctx, played.slug, other)
    assert (found.places, found.pairs, found.rounds, found.refused) == ([], [], 5, [])


@pytest.mark.parametrize("other", ["scrabble-fise", "xwing-epic-duel"])
def test_rules_that_read_other_results_are_refused(played, other):
    with raises_code(BadInput, "compare-results", says=f"{other} is for another game"):
        compare_rules(played.ctx, played.slug, other)


def test_in_2009_a_tie_was_worth_nothing(played):
    """P-SW-2: 1 for a win, nothing else. So other records meet, and places are other ones."""
    found = compare_rules(played.ctx, played.slug, "pokemon-2009")
    assert ("points", "3.1") in deciding_tiebreaks(found)
    assert {row.paragraph for row in found.pairs} == {"3.1"}
    assert min(row.round for row in found.pairs) > 1  # nobody had points in round 1


def test_in_2009_the_last_opponent_decided_what_is_drawn_now(tmp_path):
    """P-TB-8: after head to head the standing of the last opponent; since 2019 it is drawn."""
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    stage.enter(make_players(16, birth_year=1990))
    stage.play(2, lambda a, b: "1-0" if a < b else "0-1")
    found = compare_rules(stage.ctx, stage.slug, "pokemon-2009")
    assert found.places
    assert deciding_tiebreaks(found) <= {
        ("last-opponent", "3.1.5.1"),
        ("points", "3.1"),
        ("owp", "3.1.5.1"),
        ("oowp", "3.1.5.1"),
        ("head-to-head", "3.1.5.1"),
    }
    assert ("last-opponent", "3.1.5.1") in deciding_tiebreaks(found)
    assert not found.pairs  # without ties the records are the same


@pytest.mark.parametrize("other", ["scrabble-spain", "scrabble-britain"])
def test_where_only_a_tie_break_differs_its_paragraph_is_named(other):
    """Also of the first of those level on points, whom points part from the next above, by both rules alike."""
    found = compare_rules(*letters("scrabble-fise"), other)
    assert {where for _, where in deciding_tiebreaks(found)} == {
        "scrabble-spain": {"Situación actual: España"},
        "scrabble-britain": {"Situación actual: Inglaterra, spread"},
    }[other]
    assert not found.pairs


def test_where_points_do_not_come_first_their_paragraph_is_named():
    """Clubs in Spain rank by all points made; elsewhere games won come first."""
    found = compare_rules(*letters("scrabble-spain-total"), "scrabble-fise")
    assert ("points", "Cómo funciona el sistema suizo") in deciding_tiebreaks(found)
    back = compare_rules(*letters("scrabble-fise"), "scrabble-spain-total")
    assert deciding_tiebreaks(back) == {("secondary", "Situación actual: España, torneos con otros clubes")}


def letters(rules: str) -> tuple[Context, str]:
    t, chance = Tournament("Letters", ruleset=rules, seed="letters", rounds=4), SeededRandom("letters")
    t.enter(*(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"))
    for _ in range(4):
        drawn = t.pair()
        t.publish()
        t.start()
        for match in drawn.matches:
            t.report(table=match.table, result=f"{300 + chance.below(200)}-{300 + chance.below(200)}")
        t.finish()
    return t.ctx, t.slug


def test_who_came_late_is_below_in_2019_and_not_today(played):
    """P-TB-1 was the first tie-break; PN-TB has none such."""
    found = compare_rules(played.ctx, played.slug, "pokemon-tcg-2027")
    late = next(row for row in found.places if row.name.startswith("Late"))
    assert late.other_place < late.place
    assert late.paragraph.startswith("TRH 5.5.2.1")


def test_tom_counts_percentages_in_its_own_way(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="4")
    stage.enter(make_players(17, birth_year=1990))
    stage.play(4, random_results("tom"))
    found = compare_rules(stage.ctx, stage.slug, "pokemon-tom")
    assert {why for why, _ in deciding_tiebreaks(found)} & {"tom-owp", "tom-oowp"}
    assert {where for _, where in deciding_tiebreaks(found)} == {"TOM"}  # its points are those of everybody
    assert not found.pairs
    assert deciding_tiebreaks(comparison_with_tom(stage.ctx, stage.slug)) == deciding_tiebreaks(found)


@pytest.mark.req("P-AGE-4")
def test_april_keeps_the_division_and_july_the_record(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="5")
    stage.enter(players_of_ages(juniors=3, seniors=4, masters=3))
    stage.play(4, lambda a, b: "1-0" if a < b else "0-1")
    found = compare_rules(stage.ctx, stage.slug, "pokemon-tcg-2019-04")
    division = {stage.ctx.open(stage.slug).name(no): e.division for no, e in stage.t.entrants.items()}
    mixed = [
        sum(division[row.a] != division[row.b] for row in found.pairs if row.drawn is drawn and row.b)
        for drawn in (True, False)
    ]
    assert mixed[0] > mixed[1]
    assert {row.paragraph for row in found.pairs} == {"3.1.1, 3.1.2, 3.3.5"}


def test_what_other_rules_could_not_have_drawn_is_named(tmp_path):
    """Four players have met everybody after three rounds: in chess nobody meets twice (C.04.3, C1)."""
    stage = Stage(tmp_path, "swiss", rounds="4")
    stage.enter(4)
    stage.play(4)
    assert [
        (row.round, "cannot be paired" in row.why) for row in compare_rules(stage.ctx, stage.slug, "chess-fide").refused
    ] == [(4, True)]


def test_a_bye_that_somebody_else_would_have_is_named(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="4")
    stage.enter(make_players(7, birth_year=1990))
    stage.play(4, lambda a, b: "1-0" if a < b else "0-1")
    found = compare_rules(stage.ctx, stage.slug, "chess-fide")
    byes = [(row.round, row.drawn) for row in found.pairs if not row.b]
    assert byes
    assert all(byes.count((number, True)) == byes.count((number, False)) == 1 for number, _ in byes)
