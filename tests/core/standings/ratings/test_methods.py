"""Rating methods beside the average: FIDE game by game, US Chess, PZSzach; the numbers of the definitions page."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.ruleset import RatingRules
from pareo.core.standings.ratings.changes import RatingRow, rating_view
from pareo.core.standings.ratings.fide import RatingHistory, fide_expected, fide_k
from pareo.core.standings.ratings.pzszach import category_rating, pzszach_rating
from pareo.core.standings.ratings.uscf import effective_games, special_rating, uscf_change
from pareo.core.text.errors import NotFound
from support.errors import raises_code
from support.standings.ledgers import make_ledger, make_rules
from support.standings.reference_events import fise_after_round_1, rows_of

FIVE_GAMES = ["1-2 1-0", "1-3 1-0", "1-4 ½-½", "1-5 0-1", "1-6 1-0"]


def first_row(ratings: dict[int, int | None], rules: RatingRules, **more: object) -> RatingRow:
    ledger = make_ledger(make_rules(), FIVE_GAMES)
    return rating_view(ledger, ratings, rules, **more)[0]  # type: ignore[arg-type]


@pytest.mark.req("SP-12")
def test_fide_game_by_game() -> None:
    ratings: dict[int, int | None] = {1: 1800, 2: 1700, 3: 1900, 4: 1800, 5: 1500, 6: None}
    row = first_row(ratings, RatingRules("fide", k=20))
    # .64 + .36 + .50 + .85; the win against the unrated player is not a rated game.
    assert (row.score, row.games, row.expected) == (Fraction("2.5"), 4, Fraction("2.35"))
    assert (row.change, row.new, row.average, row.performance) == (3, 1803, 1725, 1725 + 95)


@pytest.mark.req("SP-12", "SP-24")
def test_large_differences_count_400_unless_switched_off() -> None:
    assert fide_expected(2400, [1500]) == Fraction("0.92")
    assert fide_expected(1500, [2400]) == Fraction("0.08")
    assert fide_expected(2400, [1500], cap=None) == 1
    ratings: dict[int, int | None] = {1: 2400, 2: 1500, 3: 1500, 4: None, 5: None, 6: None}
    assert first_row(ratings, RatingRules("fide", k=10)).change == 2  # 10 · 0.16 = 1.6
    assert first_row(ratings, RatingRules("fide", k=10, cap=0)).change == 0


@pytest.mark.parametrize(
    ("rating", "known", "k"),
    [
        (1800, RatingHistory(), 20),
        (1800, RatingHistory(games=29), 40),
        (1800, RatingHistory(games=30), 20),
        (2200, RatingHistory(games=200, age=18), 40),
        (2200, RatingHistory(games=200, age=19), 20),
        (2300, RatingHistory(games=200, age=15), 20),
        (2400, RatingHistory(), 10),
        (2350, RatingHistory(peak=2400), 10),
        (2350, RatingHistory(peak=2399), 20),
    ],
    ids=str,
)
def test_k_by_the_fide_rules(rating: int, known: RatingHistory, k: int) -> None:
    assert fide_k(rating, known) == k


def test_k_by_the_rules_is_used_only_where_asked_for_and_lowered_for_many_games() -> None:
    ratings: dict[int, int | None] = {1: 1800, 2: 1800, 3: None, 4: None, 5: None, 6: None}
    new = {1: RatingHistory(games=3)}
    assert first_row(ratings, RatingRules("fide", k=10), histories=new).change == 5
    assert first_row(ratings, RatingRules("fide", k_by_rules=True), histories=new).change == 20
    assert fide_k(1500, RatingHistory(games=0), games=20) == 35  # 20 · 35 = 700


@pytest.mark.req("SP-12")
def test_the_us_chess_example_to_the_digit() -> None:
    for bonus, extra in ((10, "29.6"), (14, "21.6")):
        made = uscf_change(1500, [1400, 1550, 1650, 1600], Fraction(3), games=30, bonus=bonus)
        assert made.k is not None
        assert f"{float(made.effective_games):.2f}" == "16.57"
        assert f"{float(made.k):.2f}" == "38.89"
        assert f"{float(made.expected):.3f}" == "1.725"
        assert f"{float(made.gain):.1f}" == "49.6"
        assert f"{float(made.bonus):.1f}" == extra
        assert made.new == 1500 + made.gain + made.bonus


def test_us_chess_effective_games_and_bonus_limits() -> None:
    assert effective_games(2355, None) == 50 == effective_games(2700, 400)
    assert effective_games(2700, 12) == 12
    assert effective_games(1500, 400) == effective_games(1500, None) < effective_games(2000, None) < 50
    assert uscf_change(1500, [1500], Fraction(1), games=50).expected == Fraction(1, 2)
    two = uscf_change(1500, [2000, 2000], Fraction(2), games=50)
    assert two.gain > 60
    assert two.bonus == 0  # no bonus below three games
    assert uscf_change(1500, [1500] * 4, Fraction(2), games=50).new == 1500
    assert uscf_change(105, [110] * 6, Fraction(0), games=50).new == 100


def test_us_chess_special_formula() -> None:
    assert special_rating([1400, 1600], Fraction(1)) == 1500
    assert special_rating([1400, 1600], Fraction(2)) == 2000  # the lowest rating that expects two of two
    assert special_rating([1400, 1600], Fraction(0)) == 1000
    assert special_rating([1000, 2000], Fraction(1)) == 1500  # everything from 1400 to 1600 fits
    assert special_rating([1000, 2000], Fraction(1), old=1450) == 1450
    # Four earlier games count as draws against the old rating: 2 + 2 points of 6 games.
    made = uscf_change(1500, [1400, 1600], Fraction(2), games=4)
    assert (made.k, made.effective_games) == (None, 4)
    assert sum(Fraction(1, 2) + (made.new - r) / 800 for r in (1400, 1600, 1500, 1500, 1500, 1500)) == 4


@given(
    st.lists(st.integers(600, 2400), min_size=1, max_size=8),
    st.data(),
    st.one_of(st.none(), st.integers(600, 2400)),
)
def test_the_special_rating_expects_the_score_it_comes_from(
    opponents: list[int], data: st.DataObject, old: int | None
) -> None:
    score = Fraction(data.draw(st.integers(0, 2 * len(opponents))), 2)
    rests_on = Fraction(0) if old is None else Fraction(3)
    found = special_rating(opponents, score, old=old, rests_on=rests_on)

    def expects(rating: int) -> Fraction:
        return max(Fraction(0), min(Fraction(1), Fraction(1, 2) + (found - rating) / 800))

    earlier = 0 if old is None else rests_on * expects(old)
    assert sum(map(expects, opponents)) + earlier == score + rests_on / 2


@pytest.mark.req("SP-12")
def test_us_chess_in_the_rating_view() -> None:
    ratings: dict[int, int | None] = {1: 1500, 2: 1400, 3: 1550, 4: None, 5: 1650, 6: 1600}
    row = first_row(ratings, RatingRules("uscf"), histories={1: RatingHistory(games=30)})
    # The first pass makes 1382.3, 1525.0, 1661.8 and 1573.2 of the opponents: against those 1.8061 are expected.
    assert (row.score, row.games, row.expected, row.average) == (3, 4, Fraction("1.8061"), 1550)
    assert (row.change, row.new) == (65, 1565)
    newer = first_row(ratings, RatingRules("uscf", bonus=10), histories={1: RatingHistory(games=30)})
    assert newer.new == 1573
    unrated = first_row({**ratings, 1: None}, RatingRules("uscf"))  # nobody else has a rated game
    assert (unrated.rating, unrated.expected, unrated.change, unrated.new) == (None, None, None, 1750)


@pytest.mark.req("A-32")
@given(st.lists(st.integers(800, 2300), min_size=6, max_size=6), st.lists(st.integers(0, 200), min_size=6, max_size=6))
def test_opponents_count_in_us_chess_as_the_first_pass_leaves_them(ratings: list[int], games: list[int]) -> None:
    """The fourth and the fifth step of the system, reckoned once more in plain numbers; established players."""
    rounds = ["1-2 1-0, 3-4 ½-½, 5-6 0-1", "1-3 1-0, 2-5 1-0, 4-6 ½-½", "6-1 0-1, 2-3 1-0, 4-5 0-1"]
    met = {
        1: [(2, 1), (3, 1), (6, 1)],
        2: [(1, 0), (5, 1), (3, 1)],
        3: [(4, 0.5), (1, 0), (2, 0)],
        4: [(3, 0.5), (6, 0.5), (5, 0)],
        5: [(6, 0), (2, 0), (4, 1)],
        6: [(5, 1), (4, 0.5), (1, 0)],
    }
    before = dict(enumerate(ratings, 1))
    count = {no: 9 + more for no, more in enumerate(games, 1)}

    def after(no: int, strength: dict[int, float]) -> float:
        own = before[no]
        most = 50 / math.sqrt(0.662 + 0.00000739 * (2569 - own) ** 2)  # nobody has 2355
        gain = (
            800
            / (min(count[no], most) + 3)
            * sum(made - 1 / (1 + 10 ** ((strength[other] - own) / 400)) for other, made in met[no])
        )
        return max(100, own + gain + max(0, gain - 14 * 2))

    first = {no: after(no, {**before}) for no in before}
    ledger = make_ledger(make_rules(), rounds)
    rows = rating_view(
        ledger, before, RatingRules("uscf"), histories={no: RatingHistory(games=count[no]) for no in count}
    )
    for row in rows:
        assert row.new is not None
        assert abs(row.new - after(row.no, first)) < 0.52  # a whole number, by strengths to a tenth


@pytest.mark.req("SP-12")
def test_pzszach_categories_and_formula() -> None:
    men = [category_rating(c) for c in ("none", "V", "IV", "III", "II", "I", "candidate", "master")]
    assert men == [1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400]
    women = [category_rating(c, woman=True) for c in ("none", "V", "IV", "III", "II", "I", "candidate", "master")]
    assert women == [1000, 1100, 1250, 1400, 1600, 1800, 2000, 2200]
    with raises_code(NotFound, "category-unknown", says="candidate"):
        category_rating("VI")
    assert pzszach_rating(1600, [1400, 1600, 1800, 1600, 1400], wins=3, losses=1) == 1700
    ratings: dict[int, int | None] = {1: 1600, 2: 1400, 3: 1600, 4: 1800, 5: 1600, 6: 1400}
    row = first_row(ratings, RatingRules("pzszach"))
    assert (row.score, row.games, row.change, row.new, row.expected) == (Fraction("3.5"), 5, 100, 1700, None)
    # A player without a category plays, and is played, as 1000.
    row = first_row({**ratings, 6: None}, RatingRules("pzszach"))
    assert (row.games, row.new) == (5, 1633)
    assert first_row({**ratings, 1: None}, RatingRules("pzszach")).new == 1600


@pytest.mark.req("SP-12", "S-15", "SP-24")
@pytest.mark.parametrize("method", ["fide", "fide-average", "uscf", "pzszach"])
def test_forfeits_are_unrated_by_default_and_low_ratings_not_valid(method: str) -> None:
    ledger = make_ledger(make_rules(), ["1-2 1-0F", "1-3 1-0"])
    ratings = {1: 1500, 2: 1500, 3: 1400}
    usual = rating_view(ledger, ratings, RatingRules(method))
    assert [(row.games, row.score) for row in usual] == [(1, 1), (0, 0), (1, 0)]
    rated = rating_view(ledger, ratings, RatingRules(method, rate_forfeits=True))
    assert [(row.games, row.score) for row in rated] == [(2, 2), (1, 0), (1, 0)]
    high = rating_view(ledger, ratings, RatingRules(method, lowest=1450))
    assert high[2].rating == (1000 if method == "pzszach" else None)
    assert high[0].games == (1 if method == "pzszach" else 0)


def test_performance_of_a_perfect_score_by_method_or_setting() -> None:
    ledger = make_ledger(make_rules(), ["1-2 1-0"])
    ratings = {1: 1500, 2: 1500}

    def shown(method: str, perfect: int | None = None) -> list[int | None]:
        rows = rating_view(ledger, ratings, RatingRules(method, perfect=perfect))
        return [row.performance for row in rows]

    assert shown("fide-average") == [2499, 501]
    assert shown("fide") == [2300, 700]
    assert shown("fide-average", 800) == [2300, 700]
    assert shown("uscf", 999) == [2499, 501]


@pytest.mark.req("S-16")
def test_after_one_round_the_fise_table_comes_out_game_by_game_too() -> None:
    ledger, _, ratings = fise_after_round_1()
    rows = {row.no: row for row in rating_view(ledger, ratings, RatingRules("fide"))}
    rated = [row for row in rows_of("fise", "ratings_after_round1.csv") if row["expected"]]
    assert rated
    for row in rated:
        mine = rows[int(row["no"])]
        assert (mine.expected, mine.change) == (Fraction(row["expected"]), int(row["change_times_k"]))
