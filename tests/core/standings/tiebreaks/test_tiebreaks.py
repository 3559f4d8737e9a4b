"""Each tie-break by itself: the documents' examples, a plain recomputation, and the table of ids."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo import rulesets
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import ResultRules, TiebreakUse
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.percentages import scale, win_percentages
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, check_use, find_tiebreak
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT
from pareo.core.text.errors import BadInput, NotFound
from support.errors import raises_code
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


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (TiebreakUse("buchholz"), "2 2.5 7 4.5 6.5 4.5"),
        (TiebreakUse("buchholz", {"unplayed": "draws"}), "2 2.5 7 4.5 6.5 4.5"),
        (TiebreakUse("median-buchholz"), "0.5 1 3 1 3 1"),
        (TiebreakUse("median-buchholz", {"high": 0, "low": 1}), "1.5 2 6 4 6 4"),
        (TiebreakUse("berger"), "2 2.5 1 0.5 0.25 0.25"),
        (TiebreakUse("sonneborn-berger", {"draws": "half"}), "2 2.5 1 0.5 0.25 0.25"),
        (TiebreakUse("sonneborn-berger"), "2 2.5 1 0.5 0 0"),
        (TiebreakUse("progressive"), "6 6 3 1 1 1"),
        (TiebreakUse("wins"), "3 3 1 1 0 0"),
        (TiebreakUse("strength-of-schedule"), "2 2.5 7 4.5 6.5 4.5"),
    ],
    ids=str,
)
def test_worked_example_t(use: TiebreakUse, expected: str) -> None:
    rules = chess(use)
    assert column(make_ledger(rules, EXAMPLE_T), rules) == fractions(expected)


@pytest.mark.req("S-12")
def test_sonneborn_berger_is_only_the_beaten_then_scrabble_points_then_a_shared_place() -> None:
    rules = chess("sonneborn-berger", "secondary", results=ResultRules("scores"))
    rounds = ["1-5 400-350, 2-6 410-350, 3-7 400-300, 4-8 400-300"]
    rounds += ["1-2 400-400, 5-6 390-300, 3-4 350-350, 7-8 333-300"]
    table = standings(make_ledger(rules, rounds), rules)
    # 1 to 4 have 1½; 1 beat 5 and 3 beat 7 (1 point each), 2 beat 6 and 4 beat 8 (none); the drawn games do not count.
    top = [(row.rank, row.no, row.decided_by, row.values[0].shown, row.values[1].shown) for row in table[:4]]
    assert top == [
        (1, 1, None, 1, 800),
        (2, 3, "secondary", 1, 750),
        (3, 2, "sonneborn-berger", 0, 810),
        (4, 4, "secondary", 0, 750),
    ]
    same = standings(make_ledger(rules, ["1-2 400-300, 3-4 400-300"]), rules)
    assert [(row.rank, row.decided_by) for row in same] == [(1, None), (1, "shared"), (3, "points"), (3, "shared")]


@pytest.mark.req("S-13", "S-1")
def test_a_rest_or_a_no_show_gives_a_point_but_no_scrabble_points_and_no_sonneborn_berger() -> None:
    rules = chess("sonneborn-berger", "secondary", "spread", "average-secondary", results=ResultRules("scores"))
    rounds = ["1-2 400-350, 3 bye", "1-3 1-0F, 2 bye", "3-2 380-385, 1 absent"]
    table = {row.no: row for row in standings(make_ledger(rules, rounds), rules)}
    assert {no: rules.show_points(row.points) for no, row in table.items()} == {1: 2, 2: 2, 3: 1}
    assert [v.exact for v in table[1].values] == [2, 400, 50, 400]
    assert [v.exact for v in table[2].values] == [1, 735, -45, Fraction(735, 2)]
    assert [v.exact for v in table[3].values] == [0, 380, -5, 380]
    assert table[2].values[3].shown == 367.5


def test_buchholz_of_unplayed_rounds() -> None:
    rules = chess("buchholz")
    rounds = ["1-2 1-0, 3 bye", "1-3 1-0F, 2 bye"]
    assert column(make_ledger(rules, rounds), rules) == [1, 2, 0]
    adjusted = chess(TiebreakUse("buchholz", {"unplayed": "draws"}))
    assert column(make_ledger(rules, rounds), adjusted) == [Fraction(1, 2), Fraction(3, 2), 0]


def test_wins_over_the_board_or_all() -> None:
    rounds = ["1-2 1-0F, 3 bye", "1-3 1-0, 2 earned-bye"]
    rules = chess("wins")
    assert column(make_ledger(rules, rounds), rules) == [2, 1, 1]
    rules = chess(TiebreakUse("wins", {"count": "played"}))
    assert column(make_ledger(rules, rounds), rules) == [1, 0, 0]


def test_direct_encounter_needs_everybody_to_have_met() -> None:
    rules = make_rules("direct-encounter", shared_places=True)
    met = make_ledger(rules, ["1-2 1-0, 3-4 1-0", "2-3 1-0, 1-4 ½-½", "3-1 ½-½, 2-4 ½-½"])
    # 1 has 5; 2 and 3 have 4 and met (2 won); 4 has 2.
    table = standings(met, rules)
    assert [(row.no, row.decided_by) for row in table] == [
        (1, None),
        (2, "points"),
        (3, "direct-encounter"),
        (4, "points"),
    ]
    apart = standings(make_ledger(rules, ["1-2 1-0, 3-4 1-0"]), rules)
    assert [row.rank for row in apart] == [1, 1, 3, 3]


def percentages(ledger: Ledger, **options: str) -> dict[int, Fraction]:
    book = build_context(ledger, make_rules())
    scaled = scale(book, options)
    return {no: Fraction(value, scaled.unit) for no, value in win_percentages(book, scaled).items()}


def record(no: int, outcomes: str, **more: object) -> PlayerRecord:
    """An account from letters: W L T, B random bye, E earned bye, Z late loss, F forfeit won, A absent."""
    kinds = dict(
        zip(
            "WLTBEZFA",
            (
                Outcome.WIN,
                Outcome.LOSS,
                Outcome.DRAW,
                Outcome.BYE,
                Outcome.EARNED_BYE,
                Outcome.LATE_LOSS,
                Outcome.FORFEIT_WIN,
                Outcome.ABSENT,
            ),
            strict=True,
        )
    )
    lines = tuple(RoundRecord(number, kinds[letter], None, 0) for number, letter in enumerate(outcomes, 1))
    return PlayerRecord(no, lines, **more)  # type: ignore[arg-type]


@pytest.mark.req("P-TB-3")
@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ("WWWLL", "3/5"),
        ("LLLLL", "1/4"),  # never below 25 %
        ("WLLLL", "1/4"),
        ("WWWWW", "1"),  # who finished has no upper bound
        ("WWTTT", "2/5"),  # a tie is a round without a win
        ("ZWWLL", "2/5"),  # a late loss is a round
        ("EWLLL", "2/5"),  # an earned bye is a win and a round
        ("FWLLL", "2/5"),
        ("WWAAA", "2/5"),
    ],
)
def test_win_percentage_of_a_finisher(outcomes: str, expected: str) -> None:
    ledger = Ledger({1: record(1, outcomes)}, (1, 2, 3, 4, 5), 5)
    assert percentages(ledger) == {1: Fraction(expected)}


@pytest.mark.req("P-TB-3")
def test_in_mid_event_the_rounds_so_far_count() -> None:
    assert percentages(Ledger({1: record(1, "WWL")}, (1, 2, 3), 9)) == {1: Fraction(2, 3)}


@pytest.mark.req("P-TB-4")
@pytest.mark.parametrize(
    ("outcomes", "after", "expected"),
    [
        ("L", 1, "1/4"),
        ("W", 1, "3/4"),
        ("WL", 2, "1/2"),
        ("WWL", 3, "2/3"),
        ("WWWW", 4, "3/4"),
        ("WLAA", 2, "1/2"),
        ("BW", 2, "3/4"),
        ("WWWWW", 5, "1"),  # left after the last round: finished
    ],
)
def test_win_percentage_of_a_dropped_player(outcomes: str, after: int, expected: str) -> None:
    ledger = Ledger({1: record(1, outcomes, dropped_after=after)}, (1, 2, 3, 4, 5), 5)
    assert percentages(ledger) == {1: Fraction(expected)}


@pytest.mark.req("B-11")
@pytest.mark.parametrize(
    ("outcomes", "left_out", "counted"),
    [
        ("ZW", "3/4", "1/2"),  # one win in the one round taken part in: 1/1, and nobody who drops has more than 75 %
        ("ZZWL", "1/2", "1/4"),
        ("ZWWL", "2/3", "1/2"),
        ("ZZ", "1/4", "1/4"),
    ],
)
def test_a_dropped_player_took_no_part_in_a_round_missed_by_coming_late(
    outcomes: str, left_out: str, counted: str
) -> None:
    ledger = Ledger({1: record(1, outcomes, dropped_after=len(outcomes))}, (1, 2, 3, 4, 5), 5)
    assert percentages(ledger, late="left-out") == {1: Fraction(left_out)}
    assert percentages(ledger) == percentages(ledger, late="counted") == {1: Fraction(counted)}
    finished = Ledger({1: record(1, outcomes.ljust(5, "L"))}, (1, 2, 3, 4, 5), 5)
    assert percentages(finished, late="left-out") == percentages(finished), "who finishes divides by all rounds"


@pytest.mark.req("B-11")
@pytest.mark.parametrize("ruleset_id", [one.id for one in rulesets.available() if one.id.startswith("pokemon")])
def test_every_pokemon_ruleset_but_toms_leaves_late_losses_out(ruleset_id: str) -> None:
    rules = rulesets.load(ruleset_id)
    uses = {use.id: use for use in rules.tiebreaks}
    if ruleset_id == "pokemon-tom":
        assert not any("late" in use.options for use in rules.tiebreaks)
        return
    assert [uses[name].options["late"] for name in ("owp", "oowp")] == ["left-out", "left-out"]
    ledger = make_ledger(rules, ["2-3 1-0, 1 late-loss", "1-2 1-0, 3 bye", "2-3 1-0"], planned=5)
    rows = standings(with_changes(ledger, 1, dropped_after=2), rules)
    place = next(i for i, value in enumerate(rows[0].values) if value.id == "owp")
    found = {row.no: row.values[place].exact for row in rows}
    # 2 has met 1 (1 of 1: 75 %) and twice 3 (0 of 2 without the bye: 25 %).
    assert found[2] == (Fraction(3, 4) + 2 * Fraction(1, 4)) / 3


@pytest.mark.req("P-TB-5", "P-TB-3")
def test_a_random_bye_is_neither_a_win_nor_a_round_nor_an_opponent() -> None:
    ledger = Ledger({1: record(1, "BWLLW"), 2: record(2, "BWWWW")}, (1, 2, 3, 4, 5), 5)
    assert percentages(ledger) == {1: Fraction(1, 2), 2: Fraction(1)}
    assert percentages(Ledger({1: record(1, "B")}, (1,), 5)) == {1: Fraction(1, 4)}
    rules = make_rules("owp")
    event = make_ledger(rules, ["1-2 1-0, 3 bye", "3-1 1-0, 2 bye"])
    # 3 met only 1 (one win of two rounds); 2 met only 1; 1 met 2 (0 of 1: 25 %) and 3 (1 of 1).
    assert column(event, rules) == [Fraction(5, 8), Fraction(1, 2), Fraction(1, 2)]


def test_the_bounds_are_the_rulesets() -> None:
    rules = make_rules(TiebreakUse("owp", {"floor": "33%", "cap": "66.6%"}))
    ledger = with_changes(make_ledger(rules, ["1-2 1-0"], planned=3), 1, dropped_after=1)
    assert column(ledger, rules) == [Fraction(33, 100), Fraction(666, 1000)]


def naive_percentages(ledger: Ledger) -> dict[int, tuple[Fraction, Fraction]]:
    """OWP and OOWP by the words of the document, with Fractions and nothing clever."""

    def own(no: int) -> Fraction:
        account = ledger.accounts[no]
        wins = [line for line in account.lines if line.outcome.won and line.outcome is not Outcome.BYE]
        byes = [line for line in account.lines if line.outcome is Outcome.BYE]
        away = [line for line in account.lines if line.outcome is Outcome.ABSENT]
        if account.dropped_after is None:
            rounds, cap = len(ledger.rounds) - len(byes), Fraction(1)
        else:
            rounds, cap = len(account.lines) - len(byes) - len(away), Fraction(3, 4)
        return min(cap, max(Fraction(1, 4), Fraction(len(wins), rounds) if rounds else Fraction(0)))

    def faced(no: int) -> list[int]:
        return [line.opponent for line in ledger.accounts[no].lines if line.opponent is not None]

    def mean(values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    owp = {no: mean([own(other) for other in faced(no)]) for no in ledger.accounts}
    return {no: (owp[no], mean([owp[other] for other in faced(no)])) for no in ledger.accounts}


@pytest.mark.req("P-TB-2", "P-TB-3", "P-TB-4", "P-TB-5", "P-TB-6")
@given(random_rounds(), st.sets(st.integers(1, 9)))
def test_the_fast_percentages_are_the_documents(rounds: list[str], dropped: set[int]) -> None:
    rules = make_rules("owp", "oowp")
    ledger = make_ledger(rules, rounds, planned=len(rounds) + 2)
    for no in dropped & ledger.accounts.keys():
        ledger = with_changes(ledger, no, dropped_after=len(rounds))
    table = standings(ledger, rules)
    assert {row.no: tuple(v.exact for v in row.values) for row in table} == naive_percentages(ledger)


def test_tom_counts_ties_half_and_freezes_who_dropped() -> None:
    rules = make_rules("tom-owp", "tom-oowp")
    before = make_ledger(rules, ["1-2 ½-½, 3-4 1-0"], planned=3)
    before = with_changes(before, 2, dropped_after=1)
    after = make_ledger(rules, ["1-2 ½-½, 3-4 1-0", "1-3 1-0, 4 bye"], planned=3)
    after = with_changes(after, 2, dropped_after=1)

    def shown(ledger: Ledger) -> dict[int, tuple[object, ...]]:
        return {row.no: tuple(v.shown for v in row.values) for row in standings(ledger, rules)}

    assert shown(before)[2] == shown(after)[2] == (0.5, 0.5)  # 1 went on to 75 %, which is nothing to 2
    assert shown(after)[1] == (0.5, 0.5)  # opponents 2 (½ of 1) and 3 (1 of 2); theirs ½ and (75 % + 25 %) / 2
    assert shown(after)[4] == (0.5, 0.5)
    capped = with_changes(make_ledger(rules, ["1-2 1-0"], planned=2), 1, dropped_after=1)
    assert shown(capped)[2][0] == 0.75
    finished = with_changes(make_ledger(rules, ["1-2 1-0"], planned=1), 1, dropped_after=1)
    assert shown(finished)[2][0] == 1


@pytest.mark.req("A-20", "PN-TB-3")
def test_tom_counts_an_earned_bye_as_an_opponent_who_won_everything() -> None:
    def mean(*values: Fraction) -> Fraction:
        return Fraction(round(sum(values) / len(values) * 10_000), 10_000)

    rules = make_rules("tom-owp", "tom-oowp", "list-order")
    ledger = make_ledger(rules, ["1 earned-bye, 2-3 1-0, 4 bye", "1-2 0-1, 3-4 1-0", "1-3 1-0, 2 bye, 4 late-loss"],
                         planned=3)  # fmt: skip
    book = build_context(ledger, rules)
    own = {1: Fraction(6667, 10_000), 2: Fraction(1), 3: Fraction(3333, 10_000), 4: Fraction(1, 4)}  # 4: the floor
    row = {row.no: [value.exact for value in row.values[:2]] for row in standings(ledger, rules)}
    assert row[1][0] == Fraction(7778, 10_000), "the mean of 100 % for the bye, 100 % and 33.33 %"
    assert row[2][0] == mean(own[3], own[1]), "a random bye is no opponent"
    assert row[3][1] == mean(row[2][0], row[4][0], row[1][0])
    assert row[1][1] == mean(row[2][0], row[3][0]), "in OOWP a bye is nobody"
    owp = find_tiebreak("tom-owp").explain(book, {}, 1)
    assert [(part.round_no, part.opponent, part.value, part.note) for part in owp.parts] == [
        (1, None, 1, "earned-bye"), (2, 2, 1, ""), (3, 3, own[3], ""),
    ]  # fmt: skip
    assert owp.total == row[1][0]
    early = with_changes(make_ledger(rules, ["1-2 1-0, 3 bye", "1 earned-bye, 2-3 1-0"], planned=3), 1, dropped_after=1)
    frozen = {row.no: row.values[0].exact for row in standings(early, rules)}
    assert frozen[1] == Fraction(1, 4), "what comes after the drop does not move it: not even a bye"


def test_every_record_is_whole() -> None:
    assert len(TIEBREAKS) == 47 + len(CODES)
    for key, tiebreak in TIEBREAKS.items():
        assert key == tiebreak.id
        assert (tiebreak.per_player is None) != (tiebreak.per_group is None)
        assert tiebreak.title
        assert tiebreak.percent <= tiebreak.column
        assert len(tiebreak.sentences) <= 2
        for choices in tiebreak.options.values():
            assert choices in (NUMBER, PERCENT) or (isinstance(choices, tuple) and choices)


def test_an_unknown_tie_break_or_option_is_refused_with_what_there_is() -> None:
    with raises_code(NotFound, "tiebreak-unknown", says=r"“coin”.*head-to-head") as caught:
        find_tiebreak("coin")
    assert caught.value.code == "tiebreak-unknown"
    for use in (
        TiebreakUse("owp", {"draws": "half"}),
        TiebreakUse("owp", {"floor": "a quarter"}),
        TiebreakUse("sonneborn-berger", {"draws": "third"}),
        TiebreakUse("median-buchholz", {"high": -1}),
        TiebreakUse("median-buchholz", {"high": True}),
    ):
        with raises_code(BadInput, "tiebreak-option"):
            check_use(use)
        with pytest.raises(BadInput):
            standings(make_ledger(make_rules(), ["1-2 1-0"]), make_rules(use))


def test_lots_come_before_those_who_have_none() -> None:
    rules = make_rules("lot")
    ledger = replace(make_ledger(rules, ["1 bye, 2 bye, 3 bye, 4 bye"]), lots={4: 1, 2: 5})
    assert [row.no for row in standings(ledger, rules)] == [4, 2, 1, 3]


def test_list_order() -> None:
    rules = make_rules("list-order")
    ledger = make_ledger(rules, ["1 bye, 2 bye, 3 bye"])
    for no, seat in {1: 2, 2: 3, 3: 1}.items():
        ledger = with_changes(ledger, no, seat=seat)
    assert [row.no for row in standings(ledger, rules)] == [3, 1, 2]


@pytest.mark.req("P-TB-8")
@given(random_rounds())
def test_last_opponent_puts_the_better_last_opponent_first(rounds: list[str]) -> None:
    rules = make_rules("last-opponent", "lot")
    ledger = make_ledger(rules, rounds)
    table = standings(ledger, rules)
    assert [row.rank for row in table] == list(range(1, len(table) + 1))
    points = {row.no: row.points for row in table}

    def last(no: int) -> int:
        """The points of the last opponent; nobody is worse than anybody."""
        met = [line.opponent for line in ledger.accounts[no].lines if line.opponent is not None]
        return points[met[-1]] if met else -1

    for above, below in pairwise(table):
        if above.points == below.points:
            assert last(above.no) >= last(below.no)
            assert below.decided_by == "last-opponent" or last(above.no) == last(below.no)
