"""Tie-breaks of Swiss Perfect and of FIDE C.07: options, policies for unplayed rounds, and their arithmetic."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.model.ruleset import ResultRules, TiebreakUse
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.standings import standings
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.parts import Explanation, TiebreakPart
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, explain
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT
from pareo.core.text.errors import NotFound
from support.standings.ledgers import (
    EXAMPLE_T,
    chess,
    column,
    fractions,
    make_ledger,
    make_rules,
    random_rounds,
    with_changes,
)

LEFT_OUT = {"unrated": "left-out"}
T_RATINGS = {1: 2600, 2: 2700, 3: None, 4: 1500, 5: 1700, 6: 2300}

# A bye, a forfeit, a round asked off in the middle and an absence at the end.
# Points: 2½, 2, 1, 0, 1½. 4's absence at the end counts as a draw for 4's opponents, 5's bye asked for does not.
UNPLAYED = [
    "1-2 1-0, 3-4 1-0, 5 bye",
    "1-3 1-0F, 2-4 1-0, 5 requested-bye",
    "1-5 ½-½, 2-3 1-0, 4 absent",
]


def example_t() -> Ledger:
    ledger = make_ledger(chess(), EXAMPLE_T)
    for no, rating in T_RATINGS.items():
        ledger = with_changes(ledger, no, rating=rating)
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
        (TiebreakUse("aro", LEFT_OUT), "2000 1600 2267 2500 2533 1933"),
        (TiebreakUse("aro", {"low": 1, **LEFT_OUT}), "2300 1700 2650 2700 2650 2150"),
        (TiebreakUse("aro", {"unrated": "zero"}), "1333 1067 2267 1667 2533 1933"),
        (TiebreakUse("aro", {"unrated": 1400}), "1800 1533 2267 2133 2533 1933"),
        # 6: half a point of three, 17 %; 4: one of two against rated players; 5: half a point of three.
        (TiebreakUse("performance", LEFT_OUT), "2800 2400 2142 2500 2260 1660"),
        (TiebreakUse("performance", {"perfect": 999, **LEFT_OUT}), "2999 2599 2142 2500 2260 1660"),
    ],
    ids=str,
)
def test_worked_example_t(use: TiebreakUse, expected: str) -> None:
    assert column(example_t(), chess(use)) == fractions(expected)


@pytest.mark.req("SP-11")
def test_rating_sum_is_over_the_other_list() -> None:
    plain = make_ledger(chess(), ["1-2 1-0, 3-4 1-0F", "1-3 1-0, 2-4 ½-½"])
    ledger = plain
    for no, second in {1: 1900, 2: None, 3: 1500, 4: 1400}.items():
        ledger = with_changes(ledger, no, rating=2000, rating2=second)
    assert column(ledger, chess("rating-sum")) == [1500, 3300, 1900, 0]
    assert column(plain, chess("rating-sum")) == [0, 0, 0, 0]


@pytest.mark.req("SP-11")
def test_a_plus_score_leaves_out_the_lowest_and_a_minus_score_the_highest() -> None:
    """US Chess's modified median: 1 and 2 have more than half of the points, the others fewer."""
    rules = chess(TiebreakUse("median-buchholz", {"cut": "by-score"}))
    assert column(example_t(), rules) == fractions("1.5 2 4 1.5 3.5 1.5")
    level = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "1-4 0-1, 2-3 ½-½"])  # 1 and 4 have half: both ends
    assert column(level, rules) == fractions("0 1 1 0")


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
    assert column(make_ledger(rules, UNPLAYED), rules) == fractions(expected)


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


def all_uses() -> list[TiebreakUse]:
    """Every tie-break, plain and with each value of each of its options."""
    uses = []
    for tiebreak in TIEBREAKS.values():
        uses.append(TiebreakUse(tiebreak.id))
        for option, choices in tiebreak.options.items():
            values: tuple[object, ...] = (
                (0, 1, 2, 100)
                if choices == NUMBER
                else ("30%", "60%")
                if choices == PERCENT
                else tuple(1400 if choice == NUMBER else choice for choice in choices)
            )
            uses += [TiebreakUse(tiebreak.id, {option: value}) for value in values]
        if {"low", "unplayed"} <= set(tiebreak.options):
            uses += [TiebreakUse(tiebreak.id, {"low": 2, "unplayed": p}) for p in tiebreak.options["unplayed"]]
    return uses


@pytest.mark.req("SP-11")
@given(random_rounds(), st.sampled_from(all_uses()), st.integers(0, 9))
def test_every_explanation_comes_to_the_value_in_the_standings(rounds: list[str], use: TiebreakUse, odd: int) -> None:
    rules = chess(use)
    ledger = make_ledger(rules, rounds)
    for no in ledger.accounts:
        rating = None if no == 2 else 1000 + (37 + odd) * no
        ledger = with_changes(ledger, no, rating=rating, rating2=None if no == 3 else 1500 - no)
    if odd > 6 and 4 in ledger.accounts:
        ledger = with_changes(ledger, 4, dropped_after=1)
    book = build_context(ledger, rules)
    for row in standings(ledger, rules):
        told = explain(use, book, row.no)
        if told.kind == "between":
            assert told.total is None
            assert not told.parts
            continue
        assert told.total == row.values[0].exact
        digits = use.options.get("digits")
        check_parts(told, cut_off=Fraction(1, 10**digits) if isinstance(digits, int) and digits else None)


def check_parts(told: Explanation, *, cut_off: Fraction | None = None) -> None:
    """The numbers shown make the value shown; where digits are cut off, but for less than the last of them."""
    counted = [part.value for part in told.parts if part.counted]
    total = sum(counted, Fraction(0))
    mean = total / len(counted) if counted else Fraction(0)
    if told.total is None:  # dropped, or nobody to average
        assert not counted
        return
    if told.kind == "sum":
        assert total == told.total
    elif told.kind == "mean":
        assert mean == told.total
    elif told.kind == "rounded" and cut_off is not None:
        assert 0 <= mean - told.total < cut_off
    elif told.kind == "rounded":
        assert abs(mean - told.total) <= (Fraction(1, 2) if abs(mean) > 1 else Fraction(1, 20_000))
    elif told.kind == "performance":
        assert abs(mean + told.plus - told.total) <= Fraction(1, 2)
    else:
        assert told.kind == "value"
    assert [part.round_no for part in told.parts] == sorted(part.round_no for part in told.parts)
    assert all(part.note for part in told.parts if not part.counted)


def test_the_arithmetic_of_a_cut_and_of_an_average() -> None:
    median, aro = TiebreakUse("median-buchholz"), TiebreakUse("aro", {"low": 1, **LEFT_OUT})
    book = build_context(example_t(), chess(median, aro))
    assert explain(median, book, 3) == Explanation(
        "sum",
        (
            TiebreakPart(1, 4, Fraction(1), counted=False, note="left-out"),
            TiebreakPart(2, 1, Fraction(3)),
            TiebreakPart(3, 2, Fraction(3), counted=False, note="left-out"),
        ),
        Fraction(3),
    )
    assert explain(aro, book, 1).parts == (
        TiebreakPart(1, 6, Fraction(2300)),
        TiebreakPart(2, 3, Fraction(0), counted=False, note="unrated"),
        TiebreakPart(3, 5, Fraction(1700), counted=False, note="left-out"),
    )
    told = explain(TiebreakUse("performance", LEFT_OUT), book, 3)
    assert (told.total, told.plus, len(told.parts)) == (2142, -125, 3)  # (1500 + 2600 + 2700) / 3 and 33 %
    with pytest.raises(NotFound):
        explain(TiebreakUse("coin"), book, 1)


@pytest.mark.req("SP-11")
@pytest.mark.parametrize(
    ("use", "expected"),
    [
        # The first named has White. Black: 6, 5, 4; 3, 4, 6; 5, 3, 6.
        (TiebreakUse("games-black"), "0 0 2 2 2 3"),
        (TiebreakUse("wins-black"), "0 0 0 0 0 0"),
        (TiebreakUse("rounds-played"), "3 3 3 3 3 3"),
        # Round 3 as draws: scores 2½, 2½, 1½, ½, 1, 1.
        (TiebreakUse("fore-buchholz"), "3.5 3 5.5 5 6 4"),
        # The opponents' Buchholz: 1 met 6, 3, 5 with 4½, 7, 6½.
        (TiebreakUse("average-buchholz"), "6 6 3 14/3 3 13/3"),
        (TiebreakUse("opponents-performance", LEFT_OUT), "2021 2301 2567 2067 2287 2520"),
    ],
    ids=str,
)
def test_the_rest_of_fide_c_07_on_example_t(use: TiebreakUse, expected: str) -> None:
    assert column(example_t(), chess(use)) == fractions(expected)


@pytest.mark.req("SP-11")
def test_black_and_readiness_with_forfeits_and_byes() -> None:
    rounds = ["2-1 0-1, 3-4 1-0F", "4-1 1-0F, 2 bye, 3 requested-bye", "3-2 0-1, 1 absent"]
    rules = chess("games-black", "wins-black", "rounds-played", "games-won", "wins")
    values = {row.no: [v.exact for v in row.values] for row in standings(make_ledger(rules, rounds), rules)}
    # 1: won with Black, lost by forfeit with Black, was away. 2: lost with White, bye, won with Black.
    # 3: won by forfeit with White, asked not to play, lost with White. 4: lost and won by forfeit, then left.
    assert values == {1: [1, 1, 1, 1, 1], 2: [1, 1, 3, 1, 2], 3: [0, 0, 2, 0, 1], 4: [0, 0, 1, 0, 1]}


@pytest.mark.req("SP-11")
def test_every_tie_break_works_at_every_place_of_the_order() -> None:
    ledger = make_ledger(make_rules(), UNPLAYED)
    for name in TIEBREAKS:
        other = "wins" if name != "wins" else "lot"
        for first, second in ((name, other), (other, name)):
            rows = standings(ledger, chess(first, second))
            assert [value.id for value in rows[0].values] == [first, second]
