"""The checker of Dutch rounds finds what is wrong: each rule broken once, in a round that is right otherwise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput, PastRound
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.text.errors import Refused
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.dutch_colours import ColourClaim, colours_of, first_is_white
from pareo.core.verify.round import Verdict
from support.pairing.dutch_events import D, DutchEvent, L, W, field_after, legal_round_exists, random_event
from support.pairing.dutch_rounds import random_rounds

Pairs = list[tuple[int, int]]


def round_of(round_input: PairingInput) -> tuple[Pairs, int | None]:
    result = pair_dutch(round_input)
    return [(m.a, m.b) for m in result.matches], result.bye


def codes(verdict: Verdict) -> set[str]:
    return {finding.code for finding in verdict.violations}


FIRST = [(1, 5, W, L), (6, 2, L, W), (3, 7, W, L), (8, 4, L, W)]
SECOND = [(4, 1, L, W), (2, 3, W, L), (5, 8, W, L), (7, 6, W, L)]


@pytest.fixture
def third() -> PairingInput:
    """Eight players before round 3."""
    return field_after(8, FIRST, SECOND)


@pytest.mark.req("SP-2")
def test_a_right_round_is_right(third: PairingInput) -> None:
    verdict = verify_dutch(third, *round_of(third))
    assert (verdict.ok, verdict.method, verdict.violations, verdict.warnings) == (True, "enumerated", (), ())
    assert verdict.proved


@pytest.mark.req("SP-2")
def test_who_is_missing_or_sits_twice_is_found(third: PairingInput) -> None:
    pairs, _ = round_of(third)
    assert codes(verify_dutch(third, pairs[:-1], None)) == {"not-paired"}
    assert "paired-twice" in codes(verify_dutch(third, [*pairs, pairs[0]], None))


@pytest.mark.req("SP-2")
def test_a_rematch_is_found(third: PairingInput) -> None:
    pairs = [(1, 5), (2, 4), (3, 6), (7, 8)]
    assert "rematch" in codes(verify_dutch(third, pairs, None))
    # Also where only the games say so.
    assert "rematch" in codes(verify_dutch(replace(third, met={}), pairs, None))


@pytest.mark.req("SP-2")
def test_every_swapped_colour_is_found(third: PairingInput) -> None:
    pairs, _ = round_of(third)
    for i, (a, b) in enumerate(pairs):
        swapped = [*pairs[:i], (b, a), *pairs[i + 1 :]]
        assert codes(verify_dutch(third, swapped, None)) & {"wrong-colours", "colour-too-often"}
    assert verify_dutch(replace(third, balance_starts=False), [(b, a) for a, b in pairs], None).ok


@pytest.mark.req("SP-2")
def test_a_third_time_the_same_colour_is_called_so() -> None:
    round_input = field_after(
        8, FIRST, [(1, 4, D, D), (2, 3, D, D), (5, 8, D, D), (7, 6, D, D)]
    )  # 1 has had white twice
    pairs, _ = round_of(round_input)
    swapped = [(b, a) if 1 in (a, b) else (a, b) for a, b in pairs]
    verdict = verify_dutch(round_input, swapped, None)
    assert codes(verdict) == {"colour-too-often"}
    assert verdict.violations[0].params == {"player": 1}


@pytest.mark.req("SP-2")
def test_two_who_must_have_the_same_colour_cannot_meet_unless_one_leads_in_the_last_round() -> None:
    """After two whites each, 1 and 3 are both due black."""
    second = [(1, 6, W, L), (2, 5, L, W), (3, 8, W, L), (4, 7, L, W)]
    round_input = field_after(8, [(1, 5, W, L), (6, 2, L, W), (3, 7, W, L), (8, 4, L, W)], second, planned=5)
    pairs = [(3, 1), (2, 7), (5, 4), (8, 6)]
    assert "same-colour-due" in codes(verify_dutch(round_input, pairs, None))
    last = replace(round_input, planned=3)
    assert "same-colour-due" not in codes(verify_dutch(last, pairs, None))
    few = tuple(c._replace(points=2, virtual=0) for c in last.candidates)  # half of the points is not more than half
    assert "same-colour-due" in codes(verify_dutch(replace(last, candidates=few), pairs, None))
    lifted = tuple(c._replace(points=4, virtual=2) for c in last.candidates)  # virtual points make nobody a leader
    assert "same-colour-due" in codes(verify_dutch(replace(last, candidates=lifted), pairs, None))


@pytest.mark.req("SP-2", "SP-5")
def test_a_second_bye_is_found() -> None:
    round_input = field_after(5, [(1, 3, W, L), (4, 2, L, W)], byes=[5])
    assert codes(verify_dutch(round_input, [(2, 1), (3, 4)], 5)) == {"bye-repeated"}
    assert verify_dutch(round_input, [(5, 1), (2, 3)], 4).ok
    free = (PastRound(1, Outcome.FORFEIT_WIN, 2, True, 2),)  # 4 won without playing
    assert codes(verify_dutch(replace(round_input, past={**round_input.past, 4: free}), [(2, 1), (3, 5)], 4)) == {
        "bye-repeated"
    }


@pytest.mark.req("SP-2", "SP-5")
def test_a_bye_above_the_lowest_possible_group_is_found() -> None:
    round_input = field_after(5, [(1, 3, W, L), (4, 2, L, W)], byes=[5])
    right, bye = round_of(round_input)
    assert verify_dutch(round_input, right, bye).ok
    assert bye in (3, 4)
    assert codes(verify_dutch(round_input, [(5, 1), (3, 4)], 2)) == {"bye-too-high"}  # 2 leads


@pytest.mark.req("SP-2")
def test_needless_floats_are_found(third: PairingInput) -> None:
    blind = replace(third, balance_starts=False)  # groups: 1 2 · 3 4 5 7 · 6 8, and 1 has not met 2
    verdict = verify_dutch(blind, [(1, 7), (2, 5), (3, 4), (6, 8)], None)
    assert codes(verdict) == {"floats-needlessly"}
    assert verdict.violations[0].params == {"group": 1, "count": 2}
    assert codes(verify_dutch(blind, [(1, 2), (3, 6), (4, 5), (7, 8)], None)) == {"floats-needlessly"}


@pytest.mark.req("SP-2")
def test_the_one_with_fewer_points_floats() -> None:
    """C7: 1 (4 points), 2 and 3 (2), 4 (0): 1 goes no further down than to 2 or 3."""
    round_input = field_after(4)
    points = {1: 4, 2: 2, 3: 2, 4: 0}
    blind = replace(
        round_input,
        balance_starts=False,
        candidates=tuple(c._replace(points=points[c.no]) for c in round_input.candidates),
    )
    assert verify_dutch(blind, [(1, 2), (3, 4)], None).ok
    assert codes(verify_dutch(blind, [(1, 4), (2, 3)], None)) == {"floats-needlessly"}


@pytest.mark.req("SP-4")
def test_forbidden_and_needlessly_avoided_pairs_are_found(third: PairingInput) -> None:
    pairs, _ = round_of(third)
    a, b = pairs[0]
    forbidden = replace(third, forbidden=frozenset({(min(a, b), max(a, b))}))
    assert "forbidden-pair" in codes(verify_dutch(forbidden, pairs, None))
    club = replace(third, candidates=tuple(c._replace(tags=("x",) if c.no in (a, b) else ()) for c in third.candidates))
    assert codes(verify_dutch(club, pairs, None)) == {"avoided-pair"}
    everybody = replace(third, candidates=tuple(c._replace(tags=("x",)) for c in third.candidates))
    assert verify_dutch(everybody, pairs, None).ok


@pytest.mark.req("SP-2")
def test_a_round_made_by_hand_is_only_warned_about(third: PairingInput) -> None:
    verdict = verify_dutch(third, [(1, 5), (2, 4), (3, 6), (7, 8)], None, strict=False)
    assert verdict.ok
    assert "rematch" in {finding.code for finding in verdict.warnings}
    assert not verify_dutch(third, [(1, 5)], None, strict=False).ok  # but a round it must be


@pytest.mark.req("SP-2", "F-102")
def test_what_is_too_large_to_solve_is_not_proved_and_nothing_is_claimed_of_it(third: PairingInput) -> None:
    """1 and 2 could meet and do not; all else is as it should be then."""
    blind = replace(third, balance_starts=False)
    made = round_of(replace(blind, forbidden=frozenset({(1, 2)})))
    verdict = verify_dutch(blind, *made, exact_limit=6)
    assert (verdict.ok, verdict.proved) == (True, False)
    assert [(finding.code, finding.params) for finding in verdict.warnings] == [("not-proved", {"group": 1})]
    assert codes(verify_dutch(blind, *made)) == {"floats-needlessly"}


@pytest.mark.req("SP-2")
@pytest.mark.parametrize(
    ("games", "due", "claim"),
    [
        ("", "", ColourClaim.NONE),
        ("W", "B", ColourClaim.STRONG),
        ("WB", "W", ColourClaim.MILD),
        ("BW", "B", ColourClaim.MILD),
        ("WBB", "W", ColourClaim.ABSOLUTE),
        ("WWBW", "B", ColourClaim.ABSOLUTE),
        ("WWWBB", "W", ColourClaim.ABSOLUTE),  # one white more, yet black twice running
        ("WWBB", "W", ColourClaim.ABSOLUTE),
        ("BWB", "W", ColourClaim.STRONG),
    ],
)
def test_what_a_player_is_due(games: str, due: str, claim: ColourClaim) -> None:
    past = [PastRound(i, D, 99, colour == "W", 1) for i, colour in enumerate(games, 1)]
    found = colours_of([*past, PastRound(9, Outcome.FORFEIT_WIN, 98, True, 2)])  # a forfeit gives no colour
    assert (found.due, found.claim) == (due, claim)


@pytest.mark.req("SP-2")
@pytest.mark.parametrize(
    ("first", "second", "white"),
    [
        ("W", "B", False),  # both get what they are due
        ("WB", "WBW", True),  # W against B
        ("BW", "WBW", True),  # mild against strong for black: the strong one has it
        ("WBB", "B", True),  # absolute against strong for white
        ("BWB", "WBB", False),  # strong against absolute
        ("WWWBB", "BBB", False),  # who has had white less, also where a difference points away from what is due
        ("BBB", "BB", True),  # leaders of the last round: the wider difference
        ("BB", "BBB", False),
        ("BW", "BW", False),  # all the same: the higher player has the colour due
        ("WBW", "WBW", False),
        ("BWWB", "WBWB", False),  # differed three games ago at last: turned round
        ("WBWB", "BWWB", True),
        ("WB", "BWWB", True),  # as far as both have played; then the higher player's due
    ],
)
def test_who_has_white(first: str, second: str, white: bool) -> None:
    def of(games: str) -> list[PastRound]:
        return [PastRound(i, D, 99, colour == "W", 1) for i, colour in enumerate(games, 1)]

    right = first_is_white(colours_of(of(first)), colours_of(of(second)), number=1, top_is_white=True)
    assert right is white


def verdict_on(round_input: PairingInput, pairs: Pairs, bye: int | None) -> Verdict:
    """The verdict on these pairs, whoever of each has white by the rules."""
    turned = list(pairs)
    for i, (a, b) in enumerate(pairs):
        both = tuple(c for c in round_input.candidates if c.no in (a, b))
        found = codes(verify_dutch(replace(round_input, candidates=both), [(a, b)], None))
        if found & {"wrong-colours", "colour-too-often"}:
            turned[i] = (b, a)
    return verify_dutch(round_input, turned, bye)


@pytest.mark.req("SP-2", "F-36", "F-102")
@pytest.mark.parametrize(("smallest", "largest"), [(6, 9), (12, 24), (40, 60)])
def test_the_engines_round_is_proved_and_every_other_is_found_out(smallest: int, largest: int) -> None:
    """Two boards of a round exchange opponents, with the right colours: no other round is called right."""
    tried = 0
    methods = set()
    for i in range(6):
        event: DutchEvent = random_event(f"changed {i}", smallest, largest)
        dice = Random(i)
        for round_no in range(1, 6):
            round_input = event.round_input(round_no, {})
            if not legal_round_exists(round_input):
                break
            result = pair_dutch(round_input)
            pairs = [(m.a, m.b) for m in result.matches]
            right = verify_dutch(round_input, pairs, result.bye)
            assert (right.proved, right.violations, right.warnings) == (True, (), ())
            methods.add(right.method)
            one, two = dice.sample(range(len(pairs)), 2)
            (a, b), (c, d) = pairs[one], pairs[two]
            changed = [p for n, p in enumerate(pairs) if n not in (one, two)]
            tried += 1
            other = [*changed, *dice.choice((((a, d), (c, b)), ((a, c), (b, d))))]
            assert not verdict_on(round_input, other, result.bye).ok
            event.play(round_no, result, {})
    assert tried > 15
    assert methods <= ({"enumerated"} if largest < 10 else {"enumerated", "bound", "exact"})


@pytest.mark.req("F-102")
@pytest.mark.parametrize("kind", ["wild", "kept apart", "byes had", "few left", "floated"])
def test_rare_rounds_are_proved_too(kind: str) -> None:
    for given in random_rounds(kind, "proved", 25):
        try:
            result = pair_dutch(given)
        except Refused:
            continue
        verdict = verify_dutch(given, [(m.a, m.b) for m in result.matches], result.bye)
        assert (verdict.proved, [str(f) for f in (*verdict.violations, *verdict.warnings)]) == (True, [])
