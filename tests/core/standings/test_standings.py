"""Standings: order, shared places, what decided, divisions and sections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.ruleset import ResultRules
from pareo.core.standings.player_records import Ledger, PlayerRecord
from pareo.core.standings.standings import Standing, merge_by_standing, rank_division, standings
from support.standings.ledgers import make_ledger, make_rules, random_rounds, with_changes

E19 = ("on-time", "owp", "oowp", "head-to-head", "lot")
E09 = ("on-time", "owp", "oowp", "head-to-head", "last-opponent", "lot")


def order(table: Iterable[Standing]) -> list[int]:
    return [row.no for row in table]


def value(table: Iterable[Standing], no: int, tiebreak: str) -> object:
    return next(v.exact for row in table if row.no == no for v in row.values if v.id == tiebreak)


def test_points_first_and_the_record_counts_what_it_says() -> None:
    rules = make_rules("lot")
    rounds = [
        "1-2 1-0, 3-4 1-0F, 5 bye, 6 earned-bye, 7 late-loss",
        "1-3 ½-½, 2-4 0-0, 5 absent, 6 requested-bye, 7 absent",
    ]
    table = standings(make_ledger(rules, rounds), rules)
    assert [(row.no, row.points, row.wins, row.losses, row.ties) for row in table] == [
        (1, 4, 1, 0, 1),
        (3, 4, 1, 0, 1),
        (5, 3, 1, 0, 0),
        (6, 3, 1, 0, 0),
        (2, 0, 0, 2, 0),
        (4, 0, 0, 2, 0),
        (7, 0, 0, 1, 0),
    ]
    assert [row.decided_by for row in table] == [None, "lot", "points", "lot", "points", "lot", "lot"]


def test_nobody_and_a_player_without_a_round() -> None:
    rules = make_rules(*E19)
    assert standings(Ledger({}, (), 3), rules) == ()
    (row,) = standings(Ledger({8: PlayerRecord(8, ())}, (), 3), rules)
    assert (row.rank, row.points, row.decided_by) == (1, 0, None)
    assert [v.shown for v in row.values] == [1, 0, 0, None, 8]


@pytest.mark.req("P-TB-1")
def test_a_late_player_ranks_below_with_the_same_points_whatever_his_opponents_did() -> None:
    rules = make_rules(*E19)
    rounds = ["1-2 1-0, 3-4 1-0, 5 late-loss", "1-5 0-1, 3-2 0-1, 4 bye"]
    ledger = make_ledger(rules, rounds)
    assert order(standings(ledger, rules))[0] == 5
    table = standings(with_changes(ledger, 5, late=True), rules)
    assert order(table)[-1] == 5
    assert table[-1].decided_by == "on-time"


@pytest.mark.req("P-TB-2", "P-TB-6")
def test_opponents_then_their_opponents_decide() -> None:
    rules = make_rules(*E19)
    longer = standings(make_ledger(rules, ["1-2 1-0, 3-4 1-0, 5-6 1-0", "1-3 1-0, 2-5 1-0, 4-6 1-0"]), rules)
    owps = {row.no: row.values[1].shown for row in longer}
    assert owps == {1: 0.5, 2: 0.75, 3: 0.75, 4: 0.375, 5: 0.375, 6: 0.5}
    assert order(longer)[:3] == [1, 2, 3]
    by_oowp = {row.no: row.values[2].shown for row in longer}
    assert by_oowp == {1: 0.75, 2: 0.4375, 3: 0.4375, 4: 0.625, 5: 0.625, 6: 0.375}
    assert [row.decided_by for row in longer] == [None, "points", "lot", "owp", "lot", "points"]


@pytest.mark.req("P-TB-6")
def test_oowp_decides_when_owp_is_equal() -> None:
    rules = make_rules(*E19)
    rounds = ["1-2 1-0, 4-5 1-0, 3-6 1-0", "3-5 1-0, 1-6 1-0, 2-4 1-0", "1-4 1-0, 5-6 1-0, 2-3 0-1"]
    ledger = make_ledger(rules, rounds)
    table = standings(replace(ledger, lots={3: 1, 1: 2}), rules)
    # 1 and 3 won everything, each against two players with one win of three and 6, who stands at the floor of 25 %.
    assert value(table, 1, "owp") == value(table, 3, "owp") == Fraction(11, 36)
    # 1: mean of 7/9 (2), 7/9 (6) and 5/9 (4). 3: of 7/9 (6), 19/36 (5) and 7/9 (2).
    assert (value(table, 1, "oowp"), value(table, 3, "oowp")) == (Fraction(19, 27), Fraction(25, 36))
    assert [(row.no, row.decided_by) for row in table[:2]] == [(1, None), (3, "oowp")]


@pytest.mark.req("P-TB-7")
def test_head_to_head_between_exactly_two_who_met() -> None:
    rules = make_rules("head-to-head", "lot")
    ledger = make_ledger(rules, ["1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 0-1", "1-4 ½-½, 2-3 ½-½"])
    # 1 and 2 have 4 points each, so have 3 and 4: 2 beat 1 and 3 beat 4.
    four_each = standings(ledger, rules)
    assert {row.points for row in four_each} == {4}
    assert [row.decided_by for row in four_each] == [None, "lot", "lot", "lot"]  # four tied: not applied
    two = make_ledger(rules, ["1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 0-1", "1-4 1-0, 2-3 1-0"])
    table = standings(replace(two, lots={1: 1, 2: 2, 3: 3, 4: 4}), rules)
    assert order(table) == [2, 1, 3, 4]
    assert [row.decided_by for row in table] == [None, "head-to-head", "points", "head-to-head"]
    assert [row.values[0].shown for row in table] == [1, 0, 1, 0]


@pytest.mark.req("P-TB-7")
def test_without_a_winner_between_two_the_stored_lot_decides() -> None:
    rules = make_rules("head-to-head", "lot")
    drawn = make_ledger(rules, ["1-2 ½-½"])
    assert order(standings(replace(drawn, lots={1: 2, 2: 1}), rules)) == [2, 1]
    assert order(standings(replace(drawn, lots={1: 1, 2: 2}), rules)) == [1, 2]
    not_met = make_ledger(rules, ["1-3 1-0, 2-4 1-0"])
    table = standings(replace(not_met, lots={1: 4, 2: 3, 3: 2, 4: 1}), rules)
    assert order(table) == [2, 1, 4, 3]
    assert table == standings(replace(not_met, lots={1: 4, 2: 3, 3: 2, 4: 1}), rules)


@pytest.mark.req("P-TB-8")
def test_last_opponents_standing_recursively() -> None:
    rules = make_rules("last-opponent", "lot")
    ledger = make_ledger(rules, ["5-7 1-0, 6-8 0-1", "1-3 ½-½, 2-4 ½-½", "3-5 ½-½, 4-6 ½-½"])
    table = standings(replace(ledger, lots={no: 9 - no for no in ledger.accounts}), rules)
    # 3 and 4 have 2 points; 3 met 5 (4 points) last and 4 met 6 (1 point). So 1, who met 3 last, stands above 6 and 2,
    # who met 4 last. Before that 6 met 8, and 2 met nobody.
    assert [(row.no, row.decided_by) for row in table] == [
        (5, None),
        (8, "points"),
        (3, "points"),
        (4, "last-opponent"),
        (1, "points"),
        (6, "last-opponent"),
        (2, "last-opponent"),
        (7, "points"),
    ]


@pytest.mark.req("A-7")
def test_last_opponents_value_is_the_place_of_that_opponent() -> None:
    rules = make_rules("last-opponent", "lot")
    ledger = make_ledger(rules, ["5-7 1-0, 6-8 0-1", "1-3 ½-½, 2-4 ½-½", "3-5 ½-½, 4-6 ½-½"])
    table = standings(ledger, rules)
    place = {row.no: row.rank for row in table}
    shown = {row.no: row.values[0].shown for row in table}
    assert (shown[3], shown[4]) == (place[5], place[6]) == (1, 6)
    assert (shown[1], shown[6]) == (place[3], place[4]) == (3, 4)
    assert shown[2] is None, "6 and 2 both met 4 last; before, 6 met 8 and 2 met nobody"
    assert (shown[5], shown[8], shown[7]) == (None, None, None), "nobody was tied with them"


@pytest.mark.req("P-TB-8")
def test_a_last_round_bye_is_skipped_and_a_circle_looks_at_the_opponent_before() -> None:
    rules = make_rules("last-opponent", "lot")
    # 1 and 2 were each other's last opponents, and so were 9 and 3; then 1 and 9 had byes. Before, 1 met 5 (3 points)
    # and 9 met 7 (none): 1 stands above 9, and so 2 above 3, though the lot says otherwise.
    rounds = ["1-5 1-0, 9-7 1-0, 2-6 1-0, 3-8 1-0, 4-10 1-0", "5-4 1-0", "2-1 ½-½, 3-9 ½-½", "1 bye, 9 bye"]
    ledger = make_ledger(rules, rounds)
    table = standings(replace(ledger, lots={3: 1, 2: 2, 9: 3, 1: 4}), rules)
    assert [(row.no, row.decided_by) for row in table[:4]] == [
        (1, None),
        (9, "last-opponent"),
        (2, "points"),
        (3, "last-opponent"),
    ]


@pytest.mark.req("P-TB-8")
def test_what_nothing_decides_goes_by_lot() -> None:
    rules = make_rules("last-opponent", "lot")
    circle = make_ledger(rules, ["1-2 ½-½"])
    assert [row.values[0].shown for row in standings(circle, rules)] == [None, None], "it set nobody apart (A-7)"
    assert order(standings(replace(circle, lots={1: 2, 2: 1}), rules)) == [2, 1]
    assert order(standings(replace(circle, lots={1: 1, 2: 2}), rules)) == [1, 2]


@pytest.mark.req("P-TB-9")
def test_day_two_starts_its_percentages_again_and_keeps_the_points() -> None:
    rules = make_rules(*E19)
    day2 = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0"], first=10)
    fresh = standings(day2, rules)
    carried = day2
    for no, points in {1: 19, 2: 19, 3: 27, 4: 20}.items():
        carried = with_changes(carried, no, carried=points)
    table = standings(carried, rules)
    assert [(row.no, row.points) for row in table] == [(3, 30), (1, 25), (2, 22), (4, 20)]
    for no in day2.accounts:
        assert value(table, no, "owp") == value(fresh, no, "owp")
        assert value(table, no, "oowp") == value(fresh, no, "oowp")
    assert value(table, 4, "owp") == value(table, 1, "owp") == pytest.approx(0.5)  # 2 of 2 rounds, not of 11


@pytest.mark.req("P-TB-10")
def test_dropped_players_stay_in_the_table_and_the_disqualified_come_last() -> None:
    rules = make_rules(*E19)
    ledger = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-3 1-0, 4 bye"], planned=3)
    dropped = standings(with_changes(ledger, 2, dropped_after=1), rules)
    assert {row.no for row in dropped} == {1, 2, 3, 4}
    assert order(dropped)[0] == 1
    top_dropped = standings(with_changes(ledger, 1, dropped_after=2), rules)
    assert order(top_dropped)[0] == 1
    out = standings(with_changes(ledger, 1, dropped_after=2, disqualified=True), rules)
    assert order(out)[-1] == 1
    assert (out[-1].decided_by, out[-1].disqualified, out[-1].rank) == ("disqualified", True, 4)


@pytest.mark.req("S-3", "S-17")
def test_shared_places_are_one_one_three() -> None:
    rules = make_rules("secondary", shared_places=True, results=ResultRules("scores"))
    table = standings(make_ledger(rules, ["1-2 400-300, 3-4 400-300, 5-6 410-300"]), rules)
    assert [(row.rank, row.no, row.decided_by) for row in table] == [
        (1, 5, None),
        (2, 1, "secondary"),
        (2, 3, "shared"),
        (4, 2, "points"),
        (4, 4, "shared"),
        (4, 6, "shared"),
    ]


@pytest.mark.req("P-AGE-5")
def test_a_division_is_read_out_of_the_table_with_its_own_places() -> None:
    rules = make_rules("secondary", shared_places=True, results=ResultRules("scores"))
    table = standings(make_ledger(rules, ["1-2 400-300, 3-4 400-300, 5-6 410-310"]), rules)
    assert order(table) == [5, 1, 3, 6, 2, 4]
    juniors = rank_division(table, {3, 1, 4})
    assert [(row.rank, row.no, row.decided_by) for row in juniors] == [
        (1, 1, None),
        (1, 3, "shared"),
        (3, 4, "points"),  # 6 and 2 stood between them, decided by less
    ]
    seniors = rank_division(table, [6, 2, 5])
    assert [(row.rank, row.no, row.decided_by) for row in seniors] == [
        (1, 5, None),
        (2, 6, "points"),
        (3, 2, "secondary"),
    ]
    assert rank_division(table, ()) == ()


@pytest.mark.req("P-SEC-5")
def test_sections_merge_by_points_and_tie_breaks_without_head_to_head_across() -> None:
    rules = make_rules("owp", "head-to-head", "lot")
    one = make_ledger(rules, ["1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 0-1", "1-4 1-0, 2-3 1-0"])
    one = replace(one, lots={1: 1, 2: 2, 3: 3, 4: 4})
    table_one = standings(one, rules)
    assert order(table_one)[:2] == [2, 1]
    two = make_ledger(rules, ["11-12 1-0, 13-14 1-0", "11-13 1-0, 12-14 ½-½", "11-14 1-0, 12-13 1-0"])
    table_two = standings(replace(two, lots={11: 11, 12: 12, 13: 13, 14: 14}), rules)
    merged = merge_by_standing([table_one[:2], table_two[:2]], rules)
    # 11 has 9 points and 12 has 4; 1 and 2 have 6 and are tied only with each other: 2 beat 1 in their section.
    assert [(row.rank, row.no, row.decided_by) for row in merged] == [
        (1, 11, None),
        (2, 2, "points"),
        (3, 1, "head-to-head"),
        (4, 12, "points"),
    ]


@pytest.mark.req("P-SEC-5")
def test_tied_across_sections_the_lot_decides() -> None:
    rules = make_rules("head-to-head", "lot")
    ledger = make_ledger(rules, ["1-2 1-0"])
    other = make_ledger(rules, ["3-4 1-0"])
    tables = [
        standings(replace(ledger, lots={1: 9, 2: 8}), rules),
        standings(replace(other, lots={3: 7, 4: 10}), rules),
    ]
    merged = merge_by_standing(tables, rules)
    assert [(row.no, row.decided_by) for row in merged] == [(3, None), (1, "lot"), (2, "points"), (4, "lot")]


@pytest.mark.req("P-SEC-5")
def test_head_to_head_inside_a_section_says_nothing_about_players_of_another() -> None:
    rules = make_rules("head-to-head", "lot")
    one = make_ledger(rules, ["1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 0-1", "1-4 1-0, 2-3 1-0"])
    two = make_ledger(rules, ["6-7 0-1, 8-9 1-0", "6-8 1-0, 7-9 0-1", "6-9 1-0, 7-8 1-0"])
    tables = [standings(replace(ledger, lots={no: no for no in ledger.accounts}), rules) for ledger in (one, two)]
    assert [order(table)[:2] for table in tables] == [[2, 1], [7, 6]]
    merged = merge_by_standing([table[:2] for table in tables], rules)
    assert [(row.no, row.decided_by) for row in merged] == [(1, None), (2, "lot"), (6, "lot"), (7, "lot")]


@pytest.mark.req("P-SEC-5")
def test_tied_across_sections_with_no_lot_left_the_section_place_decides_or_the_place_is_shared() -> None:
    rules = make_rules()
    tables = [standings(make_ledger(rules, [text]), rules) for text in ("1 bye, 4 bye", "2 bye, 3 bye")]
    merged = merge_by_standing(tables, rules)
    assert [(row.rank, row.no) for row in merged] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert {row.decided_by for row in merged[1:]} == {"section-place"}
    shared = merge_by_standing(tables, make_rules(shared_places=True))
    assert [row.rank for row in shared] == [1, 1, 1, 1]


@given(
    random_rounds(), st.randoms(use_true_random=False), st.sampled_from([E19, E09, ("direct-encounter", "buchholz")])
)
def test_the_order_of_the_accounts_does_not_matter(rounds: list[str], chance: object, uses: tuple[str, ...]) -> None:
    rules = make_rules(*uses, shared_places=True)
    ledger = make_ledger(rules, rounds)
    table = standings(ledger, rules)
    numbers = list(ledger.accounts)
    chance.shuffle(numbers)  # type: ignore[attr-defined]
    mixed = replace(ledger, accounts={no: ledger.accounts[no] for no in numbers})
    assert standings(mixed, rules) == table


@given(random_rounds())
def test_every_place_is_explained_by_the_first_difference(rounds: list[str]) -> None:
    rules = make_rules("on-time", "owp", "oowp", "buchholz", "wins", shared_places=True)
    table = standings(make_ledger(rules, rounds), rules)
    for above, below in pairwise(table):
        columns = [("points", above.points, below.points)]
        columns += [(a.id, a.exact, b.exact) for a, b in zip(above.values, below.values, strict=True)]
        different = [name for name, a, b in columns if a != b]
        assert below.decided_by == (different[0] if different else "shared")
        assert all(a > b for name, a, b in columns if name in different[:1])
        assert (above.rank == below.rank) == (not different)
