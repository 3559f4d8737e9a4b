"""Ratings from the average: the FIDE tables and the rating view."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.core.model.ruleset import RatingRules
from pareo.core.standings.ratings.changes import rating_row, rating_view
from pareo.core.standings.ratings.fide import expected_share, performance_difference
from pareo.core.text.errors import NotFound
from support.errors import raises_code
from support.standings.ledgers import make_ledger, make_rules

FISE = RatingRules("fide-average")


@pytest.mark.req("S-15")
@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [
        (0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (100, 64), (163, 72), (166, 72), (170, 72), (171, 73),
        (391, 91), (392, 92), (400, 92), (619, 98), (620, 99), (735, 99), (736, 100), (2000, 100),
    ],
)  # fmt: skip
def test_expected_share_from_the_fide_table(difference: int, hundredths: int) -> None:
    assert expected_share(difference) == Fraction(hundredths, 100)
    assert expected_share(-difference) == 1 - Fraction(hundredths, 100) if difference > 3 else Fraction(1, 2)


@pytest.mark.req("S-15")
def test_performance_table_with_the_examples_999() -> None:
    shares = {"1/2": 0, "0.51": 7, "0.6": 72, "2/3": 125, "3/4": 193, "0.8": 240, "0.99": 677, "1": 999}
    for share, difference in shares.items():
        assert performance_difference(Fraction(share)) == difference
        assert performance_difference(1 - Fraction(share)) == -difference
    assert performance_difference(Fraction(1), perfect=800) == 800


@pytest.mark.req("S-18")
def test_the_new_rating_of_the_documents_player() -> None:
    row = rating_row(20, 1898, Fraction(2), 4, 2039, k=10)
    assert (row.expected, row.change, row.performance, row.new) == (Fraction("1.24"), 8, 2039, 1906)


@pytest.mark.req("S-15", "S-18")
def test_the_rating_view_counts_games_against_rated_opponents_only() -> None:
    rules = make_rules()
    ledger = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-3 1-0F, 2-4 ½-½", "1-4 0-1, 2-3 0-1"])
    rows = {row.no: row for row in rating_view(ledger, {1: 2000, 2: 1901, 3: None, 4: 1800}, FISE)}
    # 1: beat 2, lost to 4; the forfeit is not rated. Average 1850.5 → 1851, difference 149: 0.70 a game.
    one = rows[1]
    assert (one.score, one.games, one.average) == (1, 2, 1851)
    assert (one.expected, one.change, one.performance, one.new) == (Fraction("1.4"), -4, 1851, 1996)
    # 2: lost to 1, drew with 4; 3 is unrated.
    assert (rows[2].score, rows[2].games, rows[2].average) == (Fraction(1, 2), 2, 1900)
    # 3 is unrated: an average and a performance, no expectation.
    three = rows[3]
    assert (three.score, three.games, three.expected, three.change, three.new) == (2, 2, None, None, None)
    assert (three.average, three.performance) == (1851, 2850)


def test_forfeits_can_be_rated_and_low_ratings_left_out() -> None:
    ledger = make_ledger(make_rules(), ["1-2 1-0F, 3 bye", "1-3 1-0, 2 bye"])
    ratings = {1: 2000, 2: 2000, 3: 900}
    one = rating_view(ledger, ratings, RatingRules("fide-average", k=20, rate_forfeits=True, lowest=1000))[0]
    assert (one.score, one.games, one.change) == (1, 1, 10)
    nothing = rating_view(ledger, ratings, FISE)[1]
    assert (nothing.games, nothing.change, nothing.average, nothing.new) == (0, None, None, 2000)


def test_an_unknown_method_is_named() -> None:
    with raises_code(NotFound, "rating-method-unknown", says="fide-average"):
        rating_view(make_ledger(make_rules(), ["1-2 1-0"]), {}, RatingRules("elo"))
