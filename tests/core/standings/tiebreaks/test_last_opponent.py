"""B-14: circles of last opponents are cut by the match of the two, and the column shows only places that decided."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, pairwise

import pytest
from hypothesis import given

from pareo.core.standings.standings import Standing, standings
from support.standings.ledgers import make_ledger, make_rules, random_rounds

RULES = make_rules("last-opponent", "lot")


def shown(table: tuple[Standing, ...]) -> list[tuple[int, object, str]]:
    """Number, the place in the column, and how else the player was set apart."""
    return [(row.no, row.values[0].shown, (row.headings[0].cuts or {}).get(row.no, "")) for row in table]


@pytest.mark.req("B-14")
def test_of_three_tied_the_two_who_met_last_are_ordered_by_their_match() -> None:
    # 1, 2 and 3 have a win each. 3 met 6, without points, last; 1 beat 2. Before that 2 met 4, and 1 nobody.
    ledger = make_ledger(RULES, ["2-4 1-0", "1-2 1-0, 3-6 1-0"])
    assert shown(standings(ledger, RULES)) == [
        (1, None, "match-won"),
        (2, None, "match-lost"),
        (3, 5, ""),
        (4, 2, ""),
        (6, 3, ""),
    ]


@pytest.mark.req("B-14")
def test_two_such_pairs_stay_together_and_the_lot_says_which_goes_first() -> None:
    ledger = make_ledger(RULES, ["2-5 1-0, 4-6 1-0", "1-2 1-0, 3-4 1-0"])
    # Who met 4 last stands above who met 2 last, as 4 stands above 2.
    assert shown(standings(replace(ledger, lots={4: 1, 1: 2, 2: 3, 3: 4}), RULES)) == [
        (3, None, "match-won"),
        (4, None, "match-lost"),
        (1, None, "match-won"),
        (2, None, "match-lost"),
        (6, 2, ""),
        (5, 4, ""),
    ]
    turned = standings(replace(ledger, lots={4: 4, 1: 2, 2: 3, 3: 5, 5: 1, 6: 9}), RULES)
    assert [row.no for row in turned] == [1, 2, 3, 4, 5, 6]


@pytest.mark.req("B-14")
def test_the_opponent_before_says_which_of_two_pairs_goes_first() -> None:
    # Before, the winner 1 met 5, who has more points than 6, whom the winner 3 met.
    ledger = make_ledger(RULES, ["1-5 0-1, 3-6 0-1, 5-7 1-0", "2-8 1-0, 4-9 1-0, 5-6 1-0", "1-2 1-0, 3-4 1-0"])
    table = [row for row in shown(standings(ledger, RULES)) if row[0] in (1, 2, 3, 4)]
    assert [no for no, _, _ in table] == [1, 2, 3, 4]
    assert {place for _, place, _ in table} == {None}


@pytest.mark.req("B-14")
def test_who_is_not_tied_with_the_last_opponent_is_no_circle() -> None:
    table = standings(make_ledger(RULES, ["1-2 1-0, 3-4 1-0"]), RULES)
    assert [row.decided_by for row in table] == [None, "lot", "points", "lot"]
    assert {(place, cut) for _, place, cut in shown(table)} == {(None, "")}
    # The losers of the last matches go by the opponents they met themselves before.
    before = ["2-5 1-0, 4-6 1-0, 6-7 0-1", "5-8 1-0, 1-9 1-0, 3-9 1-0", "1-2 1-0, 3-4 1-0"]
    assert [row.no for row in standings(make_ledger(RULES, before), RULES) if row.no in (2, 4)] == [2, 4]


@pytest.mark.req("B-14")
def test_without_a_winner_the_opponent_before_cuts_the_circle_and_no_place_is_shown() -> None:
    ledger = make_ledger(RULES, ["1-3 1-0, 2-4 1-0, 5-4 0-1", "1-2 ½-½"])
    assert [row for row in shown(standings(ledger, RULES)) if row[0] < 3] == [(2, None, "before"), (1, None, "before")]


@pytest.mark.req("B-14")
@given(random_rounds())
def test_inside_the_tied_no_place_is_better_than_one_above(rounds: list[str]) -> None:
    ledger = make_ledger(RULES, rounds)
    table = standings(ledger, RULES)
    rank = {row.no: row.rank for row in table}
    played = {
        no: [line for line in account.lines if line.opponent is not None] for no, account in ledger.accounts.items()
    }
    last = {no: lines[-1].opponent for no, lines in played.items() if lines}
    for _, tied in groupby(table, key=lambda row: row.points):
        rows = list(tied)
        places = [(row.no, row.values[0].exact) for row in rows if row.values[0].exact is not None]
        assert all(place == rank[last[no]] for no, place in places)
        assert all(above[1] <= below[1] for above, below in pairwise(places))  # type: ignore[operator]
        for above, below in pairwise(rows):
            if last.get(above.no) == below.no and last.get(below.no) == above.no:
                assert not played[below.no][-1].outcome.won
        for row in rows:
            other = last.get(row.no)
            if other is not None and last.get(other) == row.no and played[row.no][-1].outcome.won:
                rival = next((one for one in rows if one.no == other), None)
                assert rival is None or rival.rank == row.rank + 1, "they stay together, the winner above"
                assert rival is None or (row.values[0].shown, rival.values[0].shown) == (None, None)
