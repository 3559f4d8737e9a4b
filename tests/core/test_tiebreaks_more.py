"""Tie-breaks of Swiss Perfect and of FIDE C.07: options, policies for unplayed rounds, and their arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_standings import but, events, make_ledger, make_rules
from test_tiebreaks import EXAMPLE_T, chess, column, half

from pareo.core.errors import NotFound
from pareo.core.ledger import Account, Ledger
from pareo.core.ruleset import ResultRules, TiebreakUse
from pareo.core.standings import standings
from pareo.core.tiebreaks import TIEBREAKS
from pareo.core.tiebreaks.explain import Part, explain

T_RATINGS = {1: 2600, 2: 2700, 3: None, 4: 1500, 5: 1700, 6: 2300}

# A bye, a forfeit, a round asked off in the middle and an absence at the end.
# Points: 2½, 2, 1, 0, 1½. 4's absence at the end counts as a draw for his opponents, 5's bye asked for does not.
UNPLAYED = [
    "1-2 1-0, 3-4 1-0, 5 bye",
    "1-3 1-0F, 2-4 1-0, 5 requested-bye",
    "1-5 ½-½, 2-3 1-0, 4 absent",
]


def example_t() -> Ledger:
    ledger = make_ledger(chess(), EXAMPLE_T)
    for no, rating in T_RATINGS.items():
        ledger = but(ledger, no, rating=rating)
    return ledger


@pytest.mark.req("SP-11")
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (TiebreakUse("buchholz-cut-1"), "1.5 2 6 4 6 4"),
        (TiebreakUse("buchholz-cut-2"), "1 1 3 3 3 3"),
        (TiebreakUse("buchholz", {"unplayed": "fide-2026"}), "2 2.5 7 4.5 6.5 4.5"),
        (TiebreakUse("progressive", {"cut": 1}), "5 5 2 1 1 1"),
        (TiebreakUse("sonneborn-berger", {"draws": "half", "low": 1}), "1.5 2 0 0 0 0"),
        (TiebreakUse("games-won"), "3 3 1 1 0 0"),
        (TiebreakUse("koya"), "0 0 0 0 0 0"),
        (TiebreakUse("koya", {"limit": "30%"}), "1 2 1 0 0 0"),
        (TiebreakUse("opponents-rating-sum"), "4000 3200 6800 5000 7600 5800"),
        (TiebreakUse("opponents-rating-sum", {"unrated": "zero"}), "4000 3200 6800 5000 7600 5800"),
        (TiebreakUse("opponents-rating-average"), "2000 1600 6800/3 2500 7600/3 5800/3"),
        (TiebreakUse("opponents-rating-average", {"unrated": "zero"}), "4000/3 3200/3 6800/3 5000/3 7600/3 5800/3"),
        (TiebreakUse("aro"), "2000 1600 2267 2500 2533 1933"),
        (TiebreakUse("aro", {"low": 1}), "2300 1700 2650 2700 2650 2150"),
        # 6: half a point of three, 17 %; 4: one of two against rated players; 5: half a point of three.
        (TiebreakUse("performance"), "2800 2400 2142 2500 2260 1660"),
        (TiebreakUse("performance", {"perfect": 999}), "2999 2599 2142 2500 2260 1660"),
    ],
    ids=str,
)
def test_worked_example_t(use: TiebreakUse, expected: str) -> None:
    assert column(example_t(), chess(use)) == half(expected)


@dataclass(frozen=True, slots=True)
class OnTwoLists(Account):
    """An account of a ledger that carries both rating lists."""

    rating2: int | None = None


@pytest.mark.req("SP-11")
def test_rating_sum_is_over_the_other_list() -> None:
    plain = make_ledger(chess(), ["1-2 1-0, 3-4 1-0F", "1-3 1-0, 2-4 ½-½"])
    second = {1: 1900, 2: None, 3: 1500, 4: 1400}
    both = {no: OnTwoLists(no, plain.accounts[no].lines, rating=2000, rating2=second[no]) for no in second}
    ledger = replace(plain, accounts=both)
    assert column(ledger, chess("rating-sum")) == [1500, 3300, 1900, 0]
    assert column(plain, chess("rating-sum")) == [0, 0, 0, 0]


@pytest.mark.req("SP-11")
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (TiebreakUse("buchholz"), "3.5 3.5 2 3 2.5"),
        (TiebreakUse("buchholz", {"unplayed": "draws"}), "3.5 4 2.5 3.5 2"),
        (TiebreakUse("buchholz", {"unplayed": "fide-2009"}), "5 4 5 4.5 5.5"),
        (TiebreakUse("buchholz", {"unplayed": "fide-2024"}), "6 4 3.5 3 5.5"),
        (TiebreakUse("buchholz", {"unplayed": "fide-2026"}), "4.5 4 3.5 3 5.5"),
        # 3's own forfeit, 4's absence and 5's bye asked for are cut before any lower opponent.
        (TiebreakUse("buchholz-cut-1", {"unplayed": "fide-2026"}), "3.5 3.5 2.5 3 4"),
        (TiebreakUse("buchholz-cut-1", {"unplayed": "nothing"}), "2 3.5 2 2 0"),
        (TiebreakUse("median-buchholz", {"unplayed": "fide-2026"}), "1.5 1 0.5 1 1.5"),
        (TiebreakUse("sonneborn-berger", {"draws": "half", "unplayed": "fide-2024"}), "5.25 1.5 0.5 0 2.75"),
        (TiebreakUse("sonneborn-berger", {"draws": "half", "unplayed": "fide-2026"}), "3.75 1.5 0.5 0 2.75"),
        # Cut: the lowest opponent (1: the forfeit's stand-in), and the least worth of two alike (5: the bye asked for).
        (TiebreakUse("sonneborn-berger", {"draws": "half", "unplayed": "fide-2026", "low": 1}), "2.75 1 0 0 2.75"),
    ],
    ids=str,
)
def test_policies_for_unplayed_rounds(use: TiebreakUse, expected: str) -> None:
    rules = chess(use)
    assert column(make_ledger(rules, UNPLAYED), rules) == half(expected)


def test_who_left_is_absent_in_the_rounds_he_has_no_line_for() -> None:
    rules = chess(TiebreakUse("buchholz", {"unplayed": "fide-2024"}))
    left = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-3 1-0"])
    away = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-3 1-0, 2 absent, 4 absent"])
    # 2 and 4 count ½ for the round after they left; their own stand-ins have their 0 points.
    assert column(left, rules) == column(away, rules) == [Fraction(3, 2), 2, Fraction(5, 2), 1]


def test_a_bye_counts_at_most_a_draw_a_round_from_2026_on() -> None:
    rounds = ["1 bye, 2-3 1-0", "1-2 1-0, 3 bye", "1-3 1-0, 2 bye"]
    before = chess(TiebreakUse("buchholz", {"unplayed": "fide-2024"}))
    after = chess(TiebreakUse("buchholz", {"unplayed": "fide-2026"}))
    assert column(make_ledger(before, rounds), before) == [6, 6, 6]
    assert column(make_ledger(after, rounds), after) == [Fraction("4.5"), Fraction("5.5"), 6]


@pytest.mark.req("SP-11")
def test_brightwell() -> None:
    rules = chess("brightwell", results=ResultRules("scores"))
    ledger = make_ledger(rules, ["1-2 40-24, 3 bye", "3-1 32-32, 2 absent"])
    # Scores 1½, 0, 1½. 1: 72 + 6·(0 + 1½); 2: 24 + 6·1½, and 32 + 0; 3: 32 + 6·1½, and 32 + 6·1½.
    assert column(ledger, rules) == [81, 65, 82]
    own = chess(TiebreakUse("brightwell", {"c": 2, "game": 61}), results=ResultRules("scores"))
    assert column(ledger, own) == [75, Fraction("57.5"), Fraction("68.5")]


@pytest.mark.req("S-NAT-5")
def test_a_spread_may_be_capped_game_by_game() -> None:
    rules = chess("spread", results=ResultRules("scores"))
    ledger = make_ledger(rules, ["1-2 600-200, 3 bye", "1-3 300-350, 2 bye"])
    assert column(ledger, rules) == [350, -400, 50]
    assert column(ledger, chess(TiebreakUse("spread", {"cap": 250}))) == [200, -250, 50]


def order_and_ranks(rounds: list[str], *uses: TiebreakUse) -> list[tuple[int, int]]:
    rules = chess(*uses)
    return [(row.rank, row.no) for row in standings(make_ledger(rules, rounds), rules)]


def test_direct_encounter_by_fide_finds_who_is_first_whatever_was_not_played() -> None:
    # 1, 2 and 3 have two points; 1 beat both, 2 and 3 never met.
    rounds = ["1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "7-1 1-0, 2-5 1-0, 3-6 1-0"]
    fide = TiebreakUse("direct-encounter", {"met": "fide"})
    assert order_and_ranks(rounds, fide)[:3] == [(1, 1), (2, 2), (2, 3)]
    assert order_and_ranks(rounds, TiebreakUse("direct-encounter"))[:3] == [(1, 1), (1, 2), (1, 3)]
    # A game won by forfeit is no encounter.
    forfeited = [rounds[0], "1-3 1-0F, 2-4 1-0", rounds[2]]
    assert order_and_ranks(forfeited, fide)[:3] == [(1, 1), (1, 2), (1, 3)]


def test_direct_encounter_by_fide_compares_again_those_who_stay_level() -> None:
    # All four have met: 1 has 2, 2 and 3 have 1½ and 2 beat 3, 4 has 1; three points each over the whole event.
    rounds = ["1-2 1-0, 3-4 1-0", "1-3 ½-½, 2-4 ½-½", "2-3 1-0, 1-4 ½-½", "1-5 1-0, 2-6 ½-½, 3-7 ½-½, 4-8 1-0"]
    rounds += ["2-7 1-0, 3-6 1-0, 4-5 1-0"]
    fide = TiebreakUse("direct-encounter", {"met": "fide"})
    assert order_and_ranks(rounds, fide)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert order_and_ranks(rounds, TiebreakUse("direct-encounter"))[:4] == [(1, 1), (2, 2), (2, 3), (4, 4)]


SUMS = [
    TiebreakUse("buchholz"),
    TiebreakUse("buchholz", {"unplayed": "draws"}),
    TiebreakUse("buchholz", {"unplayed": "fide-2009"}),
    TiebreakUse("buchholz-cut-1", {"unplayed": "fide-2024"}),
    TiebreakUse("buchholz-cut-2", {"unplayed": "fide-2026"}),
    TiebreakUse("median-buchholz", {"high": 1, "low": 2, "unplayed": "fide-2026"}),
    TiebreakUse("sonneborn-berger"),
    TiebreakUse("sonneborn-berger", {"draws": "half", "low": 1, "unplayed": "fide-2026"}),
    TiebreakUse("berger"),
    TiebreakUse("brightwell"),
    TiebreakUse("koya"),
    TiebreakUse("progressive", {"cut": 1}),
    TiebreakUse("wins", {"count": "played"}),
    TiebreakUse("games-won"),
    TiebreakUse("strength-of-schedule"),
    TiebreakUse("secondary"),
    TiebreakUse("spread", {"cap": 100}),
    TiebreakUse("margin"),
    TiebreakUse("opponents-rating-sum"),
    TiebreakUse("rating-sum"),
]


@given(events(), st.sampled_from(SUMS))
def test_the_parts_that_count_add_up_to_the_value(rounds: list[str], use: TiebreakUse) -> None:
    rules = chess(use)
    ledger = make_ledger(rules, rounds)
    for no in ledger.accounts:
        ledger = but(ledger, no, rating=None if no == 2 else 1000 + no)
    for row in standings(ledger, rules):
        parts = explain(use.id, ledger, rules, row.no)
        assert sum(part.value for part in parts if part.counted) == row.values[0].exact
        assert [part.round_no for part in parts] == sorted(part.round_no for part in parts)


def test_the_arithmetic_of_a_cut_and_of_an_average() -> None:
    rules = chess("median-buchholz", TiebreakUse("aro", {"low": 1}))
    ledger = example_t()
    assert explain("median-buchholz", ledger, rules, 3) == (
        Part(1, 4, Fraction(1), counted=False),
        Part(2, 1, Fraction(3), counted=True),
        Part(3, 2, Fraction(3), counted=False),
    )
    assert explain("aro", ledger, rules, 1) == (
        Part(1, 6, Fraction(2300)),
        Part(2, 3, Fraction(0), counted=False),
        Part(3, 5, Fraction(1700), counted=False),
    )
    assert explain("direct-encounter", ledger, rules, 1) == ()
    with pytest.raises(NotFound):
        explain("coin", ledger, rules, 1)


@pytest.mark.req("SP-11")
def test_every_tie_break_works_at_every_place_of_the_order() -> None:
    ledger = make_ledger(make_rules(), UNPLAYED)
    for name in TIEBREAKS:
        other = "wins" if name != "wins" else "lot"
        for first, second in ((name, other), (other, name)):
            rows = standings(ledger, chess(first, second))
            assert [value.id for value in rows[0].values] == [first, second]
