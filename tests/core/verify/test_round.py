"""The checker of a round: a good round passes, and every way to break it is caught and named."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, Priority
from pareo.core.text.errors import BadInput
from pareo.core.verify.bound import CheckField
from pareo.core.verify.certificate import nodes_of, solve
from pareo.core.verify.round import Verdict, verify_round
from support.errors import raises_code

GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
MIXED_FIRST = (Priority.MIXED, Priority.GAPS)

# Round 3 of nine players: 1–3 on 6 points, 4–7 on 3, 8 and 9 on 0. Player 9 has had a bye.
NINE = PairingInput(
    tuple(Candidate(no, 6 if no <= 3 else 3 if no <= 7 else 0, bye_ok=no != 9) for no in range(1, 10)),
    {1: frozenset({4}), 4: frozenset({1}), 2: frozenset({8}), 8: frozenset({2})},
    "seed",
)
GOOD = [(1, 2), (3, 4), (5, 6), (7, 9)]


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.violations]


def findings(verdict: Verdict) -> list[str]:
    return [str(finding) for finding in (*verdict.violations, *verdict.warnings)]


@pytest.mark.req("P-SW-3", "P-SW-5")
def test_a_good_round() -> None:
    verdict = verify_round(NINE, GOOD, 8)
    assert verdict.cost == Cost(gaps=((1, 3), (1, 3), (0, 0)))
    assert (verdict.ok, verdict.proved, verdict.method) == (True, True, "bound")
    assert findings(verdict) == []


@pytest.mark.req("P-SW-3", "P-SW-5", "P-SW-6")
@pytest.mark.parametrize(
    ("pairs", "bye", "expected"),
    [
        pytest.param(
            [(1, 2), (3, 4), (5, 6), (7, 7)], 8, ["against-himself", "paired-twice", "not-paired"], id="himself"
        ),
        pytest.param([(1, 2), (3, 4), (5, 6), (7, 1)], 8, ["paired-twice", "not-paired"], id="twice"),
        pytest.param([(1, 2), (3, 4), (5, 6), (7, 9)], 9, ["paired-twice", "not-paired"], id="bye and match"),
        pytest.param([(1, 2), (3, 4), (5, 6), (7, 12)], 8, ["unknown-player", "not-paired"], id="stranger"),
        pytest.param([(1, 2), (3, 4), (5, 6), (7, 9)], None, ["no-bye", "not-paired"], id="no bye"),
        pytest.param([(1, 2), (3, 4), (5, 6)], 8, ["not-paired", "not-paired"], id="two left over"),
        pytest.param([(1, 2), (3, 4), (5, 6), (7, 8)], 9, ["bye-repeated"], id="second bye"),
        pytest.param([(2, 3), (1, 4), (5, 6), (7, 9)], 8, ["not-optimal"], id="rematch"),
        pytest.param([(1, 2), (3, 4), (5, 9), (6, 8)], 7, ["not-optimal"], id="bye too high"),
        pytest.param([(1, 5), (2, 6), (3, 4), (7, 9)], 8, ["not-optimal"], id="needless pair-downs"),
        pytest.param([(1, 2), (3, 9), (4, 5), (6, 7)], 8, ["not-optimal"], id="paired down too far"),
    ],
)
def test_every_way_to_break_it(pairs: list[tuple[int, int]], bye: int | None, expected: list[str]) -> None:
    verdict = verify_round(NINE, pairs, bye)
    assert codes(verdict) == expected
    assert not verdict.ok
    assert not verdict.proved


@pytest.mark.req("P-SW-3", "P-SW-5", "P-SW-6")
@pytest.mark.parametrize(
    ("pairs", "bye", "sentence"),
    [
        ([(2, 3), (1, 4), (5, 6), (7, 9)], 8, "1 rematch where 0 are possible"),
        ([(1, 2), (3, 4), (5, 9), (6, 8)], 7, "the bye 1 record group above the lowest where 0 is possible"),
        ([(1, 5), (2, 6), (3, 4), (7, 9)], 8, "3 players of the 6-point group paired down where 1 are needed"),
        (
            [(1, 2), (3, 9), (4, 5), (6, 7)],
            8,
            (
                "6 points in all between the players of the 6-point group paired down and their opponents "
                "where 3 is possible"
            ),
        ),
    ],
)
def test_what_is_better_elsewhere_is_said(pairs: list[tuple[int, int]], bye: int, sentence: str) -> None:
    (finding,) = verify_round(NINE, pairs, bye).violations
    assert str(finding) == sentence


@pytest.mark.req("P-SW-3")
def test_an_even_field_has_no_bye() -> None:
    round_input = replace(NINE, candidates=NINE.candidates[:8])
    assert codes(verify_round(round_input, [(1, 2), (3, 4), (5, 6)], 7)) == ["needless-bye", "not-paired"]


@pytest.mark.req("P-SW-3")
def test_everybody_has_had_a_bye() -> None:
    round_input = replace(NINE, candidates=tuple(c._replace(bye_ok=False) for c in NINE.candidates))
    verdict = verify_round(round_input, GOOD, 8)
    assert (verdict.ok, verdict.proved, verdict.cost.repeat_bye) == (True, True, 1)
    assert [finding.code for finding in verdict.warnings] == ["second-bye"]


@pytest.mark.req("P-SW-6")
def test_a_rematch_that_cannot_be_helped_is_a_warning() -> None:
    """Four players who have all met: any round repeats twice; the checker proves it and says so."""
    met = {no: frozenset(range(1, 5)) - {no} for no in range(1, 5)}
    round_input = PairingInput(tuple(Candidate(no, 0) for no in range(1, 5)), met, "seed")
    verdict = verify_round(round_input, [(1, 2), (3, 4)], None)
    assert (verdict.ok, verdict.proved, verdict.method) == (True, True, "exact")
    assert findings(verdict) == ["Players 1 and 2 have met before.", "Players 3 and 4 have met before."]


@pytest.mark.req("P-SW-6")
@pytest.mark.parametrize("met", [{1: frozenset({2})}, {2: frozenset({1})}])
def test_a_meeting_noted_for_one_of_the_two_is_enough(met: dict[int, frozenset[int]]) -> None:
    round_input = PairingInput(tuple(Candidate(no, 0) for no in range(1, 5)), met, "seed")
    assert verify_round(round_input, [(1, 2), (3, 4)], None).cost.rematches == 1
    assert verify_round(round_input, [(2, 1), (3, 4)], None).cost.rematches == 1


def test_forbidden_before_rematch_and_both_when_both() -> None:
    round_input = PairingInput(
        tuple(Candidate(no, 0) for no in range(1, 5)),
        {1: frozenset({2, 3}), 2: frozenset({1}), 3: frozenset({1})},
        "seed",
        forbidden=frozenset({(1, 2), (1, 4)}),
    )
    assert verify_round(round_input, [(1, 3), (2, 4)], None).ok  # a rematch rather than a forbidden pair
    both = verify_round(round_input, [(1, 2), (3, 4)], None)
    assert (both.cost.forbidden, both.cost.rematches) == (1, 1)
    assert str(both.violations[0]) == "1 barred pairing where 0 are possible"


@pytest.mark.req("P-AGE-4")
def test_age_or_record_gives_way() -> None:
    """Two Masters and two Seniors with one of each on either record."""
    candidates = (Candidate(1, 6, "M"), Candidate(2, 6, "S"), Candidate(3, 3, "M"), Candidate(4, 3, "S"))
    july = PairingInput(candidates, {}, "seed", order=GAPS_FIRST)
    april = PairingInput(candidates, {}, "seed", order=MIXED_FIRST)
    by_record, by_age = [(1, 2), (3, 4)], [(1, 3), (2, 4)]
    assert verify_round(july, by_record, None).ok
    assert verify_round(april, by_age, None).ok
    assert findings(verify_round(july, by_age, None)) == [
        "2 players of the 6-point group paired down where 0 are needed"
    ]
    assert findings(verify_round(april, by_record, None)) == ["2 pairs of different divisions where 0 are possible"]


def test_avoided_pairs_come_last() -> None:
    round_input = PairingInput(
        tuple(Candidate(no, 0, tags=("club",) if no < 3 else ()) for no in range(1, 5)), {}, "seed"
    )
    assert findings(verify_round(round_input, [(1, 2), (3, 4)], None)) == ["1 avoided pair where 0 are possible"]
    assert verify_round(round_input, [(1, 3), (2, 4)], None).proved


def test_a_round_made_by_hand_may_cost_more() -> None:
    swapped = [(1, 5), (2, 6), (3, 4), (7, 9)]
    verdict = verify_round(NINE, swapped, 8, strict=False)
    assert (verdict.ok, verdict.proved) == (True, False)
    assert [finding.code for finding in verdict.warnings] == ["not-optimal"]
    again = [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert codes(verify_round(NINE, again, 9)) == ["bye-repeated"]
    told = verify_round(NINE, again, 9, strict=False)  # who made it has confirmed the second bye
    assert told.ok
    assert "bye-repeated" in [finding.code for finding in told.warnings]
    assert not verify_round(NINE, swapped[:3], 8, strict=False).ok


def test_names_and_order_of_pairs_do_not_matter() -> None:
    turned = [(b, a) for a, b in reversed(GOOD)]
    assert verify_round(NINE, turned, 8) == verify_round(NINE, GOOD, 8)


def large_field(n: int) -> tuple[PairingInput, list[tuple[int, int]]]:
    """The two leaders have met, so both are paired down, though their group is even. Also a best round of it."""
    chance = random.Random(n)
    points = sorted((3 * chance.getrandbits(7).bit_count() for _ in range(n - 2)), reverse=True)
    candidates = (Candidate(1, 30), Candidate(2, 30), *(Candidate(no, p) for no, p in enumerate(points, 3)))
    order = [1, 3, 2, *range(4, n + 1)]
    return (
        PairingInput(candidates, {1: frozenset({2}), 2: frozenset({1})}, "seed"),
        list(zip(order[::2], order[1::2], strict=True)),
    )


@pytest.mark.req("P-SW-5", "P-SW-6")
def test_a_large_field_that_parity_alone_does_not_explain() -> None:
    given, best = large_field(1000)
    verdict = verify_round(given, best, None)
    assert (verdict.ok, verdict.proved, verdict.method, verdict.cost.gaps[0][0]) == (True, True, "exact", 2)
    plain = [(1, 2), *zip(range(3, 1000, 2), range(4, 1001, 2), strict=True)]
    assert findings(verify_round(given, plain, None)) == [
        "1 rematch where 0 are possible",
        "Players 1 and 2 have met before.",
    ]


@pytest.mark.req("P-SW-5")
def test_a_large_field_with_two_players_swapped() -> None:
    given, best = large_field(1000)
    (a, b), (c, d) = best[3], best[300]
    swapped = [(a, c) if pair == (a, b) else (b, d) if pair == (c, d) else pair for pair in best]
    verdict = verify_round(given, swapped, None)
    assert codes(verdict) == ["not-optimal"]
    assert verdict.violations[0].params["what"] == "pair-downs"


@pytest.mark.req("P-SW-3", "P-SW-5", "P-SW-6")
@pytest.mark.parametrize("order", [GAPS_FIRST, MIXED_FIRST])
def test_a_part_proves_as_much_as_the_whole(order: tuple[Priority, Priority]) -> None:
    """An odd pod of three divisions: the five Juniors and the nine leaders have all met each other."""
    chance = random.Random(8)
    points = sorted((3 * chance.getrandbits(7).bit_count() for _ in range(261)), reverse=True)
    divisions = ["J"] * 5 + ["S"] * 80 + ["M"] * 176
    chance.shuffle(divisions)
    candidates = tuple(Candidate(no, points[no - 1], divisions[no - 1]) for no in range(1, 262))
    juniors = frozenset(c.no for c in candidates if c.division == "J")
    leaders = frozenset(range(1, 10))
    met = {
        no: ((juniors if no in juniors else frozenset()) | (leaders if no in leaders else frozenset())) - {no}
        for no in juniors | leaders
    }
    round_input = PairingInput(candidates, met, "seed", order=order)
    field = CheckField(round_input)
    best, bye, _ = solve(field, (), None, nodes_of(field))
    whole = verify_round(round_input, best, bye)
    part = verify_round(round_input, best, bye, exact_limit=100)
    assert whole.method == "exact"  # parity alone does not explain it
    assert whole.proved
    assert part == whole


def test_what_cannot_be_proved_is_a_warning() -> None:
    """400 players of two clubs who have met the whole other club: more costly pairs than the checker takes on."""
    candidates = tuple(Candidate(no, 0, tags=("a", "b")[no % 2 : no % 2 + 1]) for no in range(1, 401))
    met = {no: frozenset(other for other in range(1, 401) if (other - no) % 2) for no in range(1, 401)}
    round_input = PairingInput(candidates, met, "seed")
    pairs = [(no, no + 2) for no in range(1, 400) if no % 4 in (1, 2)]
    verdict = verify_round(round_input, pairs, None)
    assert (verdict.ok, verdict.proved, verdict.method) == (True, False, "not proved")
    assert findings(verdict) == ["Whether a better round exists could not be proved."]


def test_empty_field_and_unknown_system() -> None:
    nobody = PairingInput((), {}, "seed")
    assert verify_round(nobody, [], None).proved
    with raises_code(BadInput, "unknown-system", system="dutch"):
        verify_round(replace(nobody, system="dutch"), [], None)


# -- FISE ------------------------------------------------------------------------------------------------------------

FIVE = PairingInput(tuple(Candidate(no, 0, bye_ok=no != 5) for no in range(1, 6)), {}, "seed", system="fise")


@pytest.mark.req("S-10")
def test_fise_the_last_who_has_not_rested_rests() -> None:
    assert verify_round(FIVE, [(1, 3), (2, 5)], 4) == Verdict(
        ok=True, proved=False, method="rule", violations=(), warnings=(), cost=Cost(gaps=((0, 0),))
    )
    assert codes(verify_round(FIVE, [(1, 4), (2, 5)], 3)) == ["bye-not-last"]
    assert codes(verify_round(FIVE, [(1, 3), (2, 4)], 5)) == ["bye-repeated"]
    assert codes(verify_round(FIVE, [(1, 3), (2, 4)], None)) == ["no-bye", "not-paired"]


@pytest.mark.req("S-10", "S-2")
def test_fise_another_rests_only_to_avoid_a_repeat() -> None:
    """If 4 rests, player 5 has met everybody who is left."""
    met = {5: frozenset({1, 2, 3}), 1: frozenset({5}), 2: frozenset({5}), 3: frozenset({5})}
    round_input = replace(FIVE, met=met)
    verdict = verify_round(round_input, [(1, 2), (4, 5)], 3)
    assert verdict.ok
    assert [finding.code for finding in verdict.warnings] == ["bye-not-last"]
    assert codes(verify_round(round_input, [(1, 4), (2, 3)], 5)) == ["bye-repeated"]


@pytest.mark.req("S-2")
def test_fise_no_repeat_that_can_be_helped() -> None:
    round_input = replace(FIVE, met={1: frozenset({3}), 3: frozenset({1})})
    verdict = verify_round(round_input, [(1, 3), (2, 5)], 4)
    assert findings(verdict) == ["1 rematch where 0 are possible", "Players 1 and 3 have met before."]
    everybody = replace(FIVE, met={no: frozenset(range(1, 6)) - {no} for no in range(1, 6)})
    assert verify_round(everybody, [(1, 3), (2, 5)], 4).ok
    unproved = verify_round(round_input, [(1, 3), (2, 5)], 4, exact_limit=3)
    assert [finding.code for finding in unproved.warnings] == ["rematch", "not-proved"]
