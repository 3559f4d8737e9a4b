"""What the documents say about a random Swiss round, and what we promise about chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, Priority
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.reasons import REASONS

GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
MIXED_FIRST = (Priority.MIXED, Priority.GAPS)


def field(records: Mapping[int, int], *, met: tuple[tuple[int, int], ...] = (), round_no: int = 5) -> PairingInput:
    known: dict[int, set[int]] = {}
    for a, b in met:
        known.setdefault(a, set()).add(b)
        known.setdefault(b, set()).add(a)
    return PairingInput(
        tuple(Candidate(no, points) for no, points in records.items()),
        {no: frozenset(others) for no, others in known.items()},
        seed="s",
        round_no=round_no,
    )


def rounds_of(round_input: PairingInput, how_many: int) -> list[PairingResult]:
    return [pair_random(replace(round_input, seed=f"draw {i}")) for i in range(how_many)]


def shape(result: PairingResult) -> tuple[object, ...]:
    return (frozenset(frozenset((m.a, m.b)) for m in result.matches), result.bye)


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[key] - expected) ** 2 for key in counts) / expected + (cells - len(counts)) * expected


def reasons_of(result: PairingResult, *players: int) -> tuple[str, ...]:
    return next(m.reasons for m in result.matches if {m.a, m.b} == set(players))


@pytest.mark.req("P-SW-1", "X-3")
def test_in_the_first_round_every_pairing_is_equally_likely() -> None:
    round_input = field(dict.fromkeys(range(1, 7), 0), round_no=1)
    counts: Counter[object] = Counter(shape(r) for r in rounds_of(round_input, 900))
    assert chi_square(counts, 15) < 36.1  # 14 degrees of freedom, p = 0.001


@pytest.mark.req("P-SW-1")
def test_in_a_larger_first_round_every_opponent_is_equally_likely() -> None:
    results = rounds_of(field(dict.fromkeys(range(1, 21), 0), round_no=1), 600)
    opponents: Counter[object] = Counter(m.a + m.b - 7 for r in results for m in r.matches if 7 in (m.a, m.b))
    assert all(r.proof == "bound" for r in results)
    assert chi_square(opponents, 19) < 42.3  # 18 degrees of freedom, p = 0.001
    assert results[0].matches[0].reasons == ("first-round",)


@pytest.mark.req("P-SW-4", "P-SW-5", "P-SW-6")
def test_all_optimal_rounds_of_a_small_field_are_equally_likely() -> None:
    # 1, 2, 3 have nine points: one of them goes down to 4, 5 or 6 (not 1 to 4, they have met); the others pair up.
    round_input = field({1: 9, 2: 9, 3: 9, 4: 6, 5: 6, 6: 6, 7: 0, 8: 0}, met=((1, 4), (2, 3)))
    counts: Counter[object] = Counter(shape(r) for r in rounds_of(round_input, 1000))
    # 2 and 3 cannot be left together, so 2 or 3 goes down to one of three: six rounds.
    assert chi_square(counts, 6) < 20.5  # 5 degrees of freedom, p = 0.001
    assert all(r.cost.gaps == ((1, 3), (0, 0), (0, 0)) for r in rounds_of(round_input, 20))


@pytest.mark.req("P-SW-4", "P-SW-5")
def test_same_records_meet_and_one_of_an_odd_group_goes_down_to_the_next() -> None:
    round_input = field({no: 9 if no < 8 else 6 if no < 15 else 3 for no in range(1, 23)})
    floaters, partners = set(), set()
    for result in rounds_of(round_input, 150):
        assert result.cost.gaps == ((1, 3), (0, 0), (0, 0))
        (down,) = [m for m in result.matches if "paired-down" in m.reasons]
        assert down.reasons == ("paired-down", "odd-group")
        floaters.add(down.a)  # the higher record comes first
        partners.add(down.b)
        assert result.matches.index(down) == 3  # tables by record
        assert all(m.reasons == ("same-record",) for m in result.matches if m is not down)
    assert floaters == set(range(1, 8))
    assert partners == set(range(8, 15))


@pytest.mark.req("P-SW-3", "X-5")
def test_the_bye_goes_to_a_random_eligible_player_of_the_lowest_record() -> None:
    for extra in (0, 10):  # a small field, and one above the enumeration
        records = {**dict.fromkeys(range(20, 24 + extra), 6), **dict.fromkeys(range(1, 6), 0)}
        round_input = field(records)
        round_input = replace(
            round_input, candidates=tuple(c._replace(bye_ok=c.no != 2) for c in round_input.candidates)
        )
        results = rounds_of(round_input, 400)
        byes: Counter[object] = Counter(r.bye for r in results)
        assert set(byes) == {1, 3, 4, 5}
        assert chi_square(byes, 4) < 16.3  # 3 degrees of freedom, p = 0.001
        assert {r.bye_reasons for r in results} == {("lowest-record",)}


@pytest.mark.req("P-SW-3", "X-5")
def test_the_first_bye_is_random_and_nobody_gets_two_while_somebody_has_none() -> None:
    round_input = field(dict.fromkeys(range(1, 6), 0), round_no=1)
    byes: Counter[object] = Counter(r.bye for r in rounds_of(round_input, 400))
    assert chi_square(byes, 5) < 18.5
    assert pair_random(round_input).bye_reasons == ("first-round",)
    one_left = replace(
        field({1: 9, 2: 3, 3: 3, 4: 0, 5: 0}),
        candidates=tuple(Candidate(no, p, bye_ok=no == 1) for no, p in {1: 9, 2: 3, 3: 3, 4: 0, 5: 0}.items()),
    )
    result = pair_random(one_left)
    assert (result.bye, result.bye_reasons, result.cost.repeat_bye) == (1, ("only-eligible",), 0)
    nobody = replace(one_left, candidates=tuple(c._replace(bye_ok=False) for c in one_left.candidates))
    result = pair_random(nobody)
    assert result.bye in (4, 5)
    assert (result.bye_reasons, result.cost.repeat_bye) == (("repeat-bye",), 1)


@pytest.mark.req("P-SW-6", "X-4")
def test_nobody_meets_twice_where_it_can_be_helped() -> None:
    result = pair_random(field({1: 6, 2: 6, 3: 0, 4: 0}, met=((1, 2),)))
    assert result.cost.rematches == 0
    assert {"paired-down", "rematch-avoided"} <= set(result.matches[0].reasons)
    forced = pair_random(field({1: 6, 2: 0}, met=((1, 2),)))
    assert forced.cost.rematches == 1
    assert "rematch" in forced.matches[0].reasons


@pytest.mark.req("P-AGE-4")
def test_the_documents_example_of_age_and_record() -> None:
    # A 2-3 Master is left with a 2-3 Senior and a 1-4 Master; another 1-4 Senior is there for the other pair.
    round_input = replace(
        field({}),
        candidates=(
            Candidate(1, 6, "Master"),
            Candidate(2, 6, "Senior"),
            Candidate(3, 3, "Master"),
            Candidate(4, 3, "Senior"),
        ),
        round_no=6,
    )
    for seed in "abcde":
        by_age = pair_random(replace(round_input, order=MIXED_FIRST, seed=seed))  # 2009, April 2019
        assert shape(by_age)[0] == {frozenset({1, 3}), frozenset({2, 4})}
        assert "division-kept" in reasons_of(by_age, 1, 3)
        by_record = pair_random(replace(round_input, order=GAPS_FIRST, seed=seed))  # July 2019
        assert shape(by_record)[0] == {frozenset({1, 2}), frozenset({3, 4})}
        assert reasons_of(by_record, 1, 2) == ("same-record", "other-division")


@pytest.mark.req("X-3")
def test_players_who_came_together_are_kept_apart_if_possible() -> None:
    round_input = replace(
        field({}),
        candidates=tuple(Candidate(no, 0, tags=("car",) if no <= 7 else ()) for no in range(1, 15)),
        round_no=1,
    )
    for result in rounds_of(round_input, 10):
        assert result.cost.avoided == 0
        assert all((m.a <= 7) != (m.b <= 7) for m in result.matches)
    nine = tuple(Candidate(no, 0, tags=("car",) if no <= 9 else ()) for no in range(1, 15))
    result = pair_random(replace(round_input, candidates=nine))
    assert result.cost.avoided == 2
    assert sum("avoided" in m.reasons for m in result.matches) == 2


@pytest.mark.req("R-16")
def test_a_forbidden_pair_counts_before_a_rematch() -> None:
    # 1–2 and 3–4 is the only round without a rematch, and 1–2 must not meet: two rematches are better.
    round_input = field({1: 3, 2: 3, 3: 3, 4: 3}, met=((1, 3), (1, 4), (2, 3), (2, 4)))
    assert pair_random(round_input).cost.rematches == 0
    for result in rounds_of(replace(round_input, forbidden=frozenset({(1, 2)})), 8):
        assert (result.cost.forbidden, result.cost.rematches) == (0, 2)
        assert frozenset({1, 2}) not in shape(result)[0]


@pytest.mark.req("P-SW-9")
@pytest.mark.parametrize("n", [9, 30, 61])
def test_the_seed_decides_and_the_order_of_the_input_does_not(n: int) -> None:
    met = tuple((no, no + 1) for no in range(1, n))
    round_input = field({no: 3 * (no % 4) for no in range(1, n + 1)}, met=met)
    result = pair_random(round_input)
    backwards = replace(
        round_input, candidates=round_input.candidates[::-1], met=dict(reversed(round_input.met.items()))
    )
    assert pair_random(backwards) == result
    assert pair_random(round_input) == result
    assert {shape(r) for r in rounds_of(round_input, 5)} != {shape(result)}


@pytest.mark.req("P-SW-9")
def test_a_stored_round_is_drawn_again_exactly() -> None:
    result = pair_random(replace(field({no: 3 * (no % 3) for no in range(1, 17)}), seed="the hall in June"))
    stored = [(8, 11), (5, 14), (2, 16), (7, 4), (10, 13), (1, 15), (9, 6), (12, 3)]
    assert [(m.a, m.b) for m in result.matches] == stored


def test_every_reason_given_has_its_sentence() -> None:
    round_input = field({no: 3 * (no % 4) for no in range(1, 16)}, met=tuple((no, no + 4) for no in range(1, 12)))
    with_divisions = replace(
        round_input, candidates=tuple(c._replace(division="JS"[c.no % 2]) for c in round_input.candidates)
    )
    for result in [*rounds_of(round_input, 5), *rounds_of(with_divisions, 5)]:
        assert {code for m in result.matches for code in m.reasons} | set(result.bye_reasons) <= set(REASONS)
        assert all(m.reasons for m in result.matches)
        assert result.bye_reasons


def test_empty_and_tiny_fields() -> None:
    assert pair_random(field({})).matches == ()
    alone = pair_random(field({4: 0}))
    assert (alone.matches, alone.bye) == ((), 4)


@pytest.mark.req("P-SW-6", "P-SW-9")
def test_a_large_field_after_many_rounds_has_no_rematch() -> None:
    n = 400
    points = dict.fromkeys(range(1, n + 1), 0)
    met: dict[int, set[int]] = {no: set() for no in points}
    for round_no in range(1, 9):
        round_input = PairingInput(
            tuple(Candidate(no, p) for no, p in points.items()),
            {no: frozenset(others) for no, others in met.items()},
            seed=f"hall {round_no}",
            round_no=round_no,
        )
        result = pair_random(round_input)
        assert result.cost.rematches == 0
        assert sum(count for count, _ in result.cost.gaps) < 3 * round_no
        for m in result.matches:
            met[m.a].add(m.b)
            met[m.b].add(m.a)
            points[m.a if (m.a * 31 + m.b * 17 + round_no) % 2 else m.b] += 3
