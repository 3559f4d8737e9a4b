"""FIDE C.07: rating tie-breaks with unrated players, perfect performances, standard points, forfeits in a robin."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from gacrux.rating import ComputePerfectTournamentPerformance
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.standings import not_applied, standings
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.order import option_choices, read_tiebreaks, tiebreaks_text
from pareo.core.standings.tiebreaks.performances import perfect_performance
from pareo.core.standings.tiebreaks.registry import check_use, explain
from pareo.core.text.errors import BadInput
from support.standings.ledgers import chess, column, make_ledger, with_changes

BY_RATING = ("aro", "performance", "opponents-performance", "ptp", "appo")
ROUNDS = ["1-2 1-0, 3-4 ½-½", "1-3 1-0, 2-4 0-1", "1-4 ½-½, 2-3 0-1"]


def rated(rounds: list[str], *ratings: int | None) -> Ledger:
    ledger = make_ledger(chess(), rounds)
    for no, rating in enumerate(ratings, 1):
        ledger = with_changes(ledger, no, rating=rating)
    return ledger


@pytest.mark.req("A-33", "F-117")
@pytest.mark.parametrize("name", BY_RATING)
def test_with_an_unrated_opponent_and_no_rule_it_is_dropped_and_told(name: str) -> None:
    ledger = rated(ROUNDS, 2000, None, 1800, 1700)
    rows = standings(ledger, chess(name))
    assert [row.values[0].exact for row in rows] == [None] * 4
    assert not_applied(rows) == (name,)
    assert explain(TiebreakUse(name), build_context(ledger, chess(name)), 1).total is None
    for rule in ("left-out", "zero", 1400):
        ruled = standings(ledger, chess(TiebreakUse(name, {"unrated": rule})))
        assert None not in [row.values[0].exact for row in ruled]
        assert not_applied(ruled) == ()
    whole = standings(rated(ROUNDS, 2000, 1900, 1800, 1700), chess(name))
    assert not_applied(whole) == ()


@pytest.mark.req("F-117")
@pytest.mark.parametrize("name", [*BY_RATING, "RTNG"])
def test_an_unrated_player_counts_by_his_own_estimate_if_the_rules_say_so(name: str) -> None:
    by_estimate = chess(TiebreakUse(name, {"unrated": "estimate"}))
    ledger = with_changes(rated(ROUNDS, 2000, None, 1800, None), 2, estimate=1910)
    assert not_applied(standings(ledger, by_estimate)) == (name,), "the fourth has neither rating nor estimate"
    ledger = with_changes(with_changes(ledger, 4, estimate=1710), 1, estimate=1000)
    assert column(ledger, by_estimate) == column(rated(ROUNDS, 2000, 1910, 1800, 1710), chess(name))
    assert not_applied(standings(ledger, chess(name))) == (name,), "without the rule it does not count"


@pytest.mark.req("A-33", "F-117")
def test_an_unrated_player_whom_nobody_met_changes_nothing() -> None:
    ledger = rated(["1-2 1-0, 3-4 1-0F"], 2000, 1900, None, 1800)
    assert column(ledger, chess("aro")) == [1900, 2000, None, None]


@pytest.mark.req("A-33", "F-117")
def test_nobody_to_average_is_none_and_goes_below_those_with_a_value() -> None:
    ledger = rated(["1-2 ½-½, 3-4 ½-½"], 300, None, 0, 100)
    for name, expected in (("aro", [None, 300, 100, 0]), ("opponents-rating-average", [None, 300, 100, 0])):
        rules = chess(TiebreakUse(name, {"unrated": "left-out"}))
        assert column(ledger, rules) == expected
        rows = standings(ledger, rules)
        assert [row.no for row in rows] == [2, 3, 4, 1]
        assert rows[-1].decided_by == name
        assert explain(rules.tiebreaks[0], build_context(ledger, rules), 1).total is None


@pytest.mark.req("A-33", "F-117")
def test_the_rule_is_typed_as_a_word_or_a_rating() -> None:
    assert tiebreaks_text(read_tiebreaks("aro unrated=1400 low=1; ptp unrated=zero")) == (
        "aro unrated=1400 low=1; ptp unrated=zero"
    )
    for wrong in ("aro unrated=number", "aro unrated=-3", "aro unrated=half"):
        with pytest.raises(BadInput):
            read_tiebreaks(wrong)
    check_use(TiebreakUse("aro", {"unrated": 1400}))
    with pytest.raises(BadInput):
        check_use(TiebreakUse("aro", {"unrated": "number"}))
    assert "a whole number" in str(dict(option_choices("aro"))["unrated"])


@pytest.mark.req("A-33")
@given(st.lists(st.integers(1000, 2800), min_size=1, max_size=11), st.data())
def test_perfect_performance_is_gacruxs(opponents: list[int], data: st.DataObject) -> None:
    halves = data.draw(st.integers(0, 2 * len(opponents)))
    assert perfect_performance(opponents, halves) == ComputePerfectTournamentPerformance(Decimal(halves) / 2, opponents)


@pytest.mark.req("A-33")
def test_perfect_performances_worked_by_hand() -> None:
    """Everybody has 2000. 2½ of 3 is more than .83 a game, .84 begins 279 above; 2 of 3 more than .66, .67 begins 122
    above; half the points are expected from 3 below on; none at all: 800 below."""
    ledger = rated(ROUNDS, 2000, 2000, 2000, 2000)
    assert column(ledger, chess("ptp")) == [2279, 1200, 1997, 2122]
    assert column(ledger, chess("appo")) == [1773, 2133, 1867, 1825]  # (1200 + 1997 + 2122) / 3 and so on


@pytest.mark.req("A-33")
def test_standard_points_count_1_and_a_half_whatever_the_event_counts() -> None:
    rules = chess("std")
    three = replace(
        rules, points={**rules.points, Outcome.WIN: 6, Outcome.FORFEIT_WIN: 6, Outcome.DRAW: 2, Outcome.BYE: 2}
    )
    ledger = make_ledger(three, ["1-2 1-0, 3 bye", "1-3 ½-½, 2 requested-bye", "2-3 1-0F, 1 absent"])
    # 1: won, drew, was away; 2: lost, asked not to play for nothing, won by forfeit; 3: a bye worth a draw, drew, lost.
    assert {row.no: row.points for row in standings(ledger, three)} == {1: 8, 2: 6, 3: 4}
    assert column(ledger, three) == [Fraction(3, 2), 1, 1]
    told = explain(TiebreakUse("std"), build_context(ledger, three), 1)
    assert [part.value for part in told.parts] == [1, Fraction(1, 2), 0]


@pytest.mark.req("A-33", "F-116")
def test_direct_encounter_in_a_round_robin_counts_forfeits() -> None:
    """2 beat 3 by forfeit, and both have 1½ points: in a round robin that was their game (C.07, 15), in a Swiss not."""
    rules = replace(chess(TiebreakUse("direct-encounter", {"met": "fide"})), shared_places=True)
    swiss = make_ledger(rules, ["1-4 1-0, 2-3 1-0F", "4-3 0-1, 1-2 1-0", "4-2 ½-½, 1-3 ½-½"])
    ranks = {row.no: (row.rank, row.decided_by) for row in standings(replace(swiss, robin=True), rules)}
    assert (ranks[2], ranks[3]) == ((2, "points"), (3, "direct-encounter"))
    shared = {row.no: row.rank for row in standings(swiss, rules)}
    assert shared[2] == shared[3] == 2
