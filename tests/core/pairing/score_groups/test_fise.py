"""The FISE pairing procedure: the document's own round, every rule by a small case, and a slow reference."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.score_groups.fise import pair_fise
from pareo.core.pairing.score_groups.records import FISE_REASONS as REASONS
from support import paths
from support.execution import count_calls

DATA = paths.DATA / "fise"


def round_of(
    points: Sequence[int],
    met: Iterable[tuple[int, int]] = (),
    *,
    rested: Iterable[int] = (),
    starts: Mapping[int, int] | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
    tags: Mapping[int, str] | None = None,
    balance: bool = True,
) -> PairingInput:
    """Players 1, 2, 3 … with these points, in table order."""
    known: dict[int, set[int]] = {no: set() for no in range(1, len(points) + 1)}
    for a, b in met:
        known[a].add(b)
        known[b].add(a)
    return PairingInput(
        candidates=tuple(
            Candidate(
                no,
                score,
                bye_ok=no not in set(rested),
                starts=(starts or {}).get(no, 0),
                tags=(tags[no],) if tags and no in tags else (),
            )
            for no, score in enumerate(points, 1)
        ),
        met={no: frozenset(others) for no, others in known.items()},
        seed="",
        system="fise",
        forbidden=frozenset(forbidden),
        balance_starts=balance,
    )


def pairs_of(result: PairingResult) -> list[tuple[int, int]]:
    return [(min(m.a, m.b), max(m.a, m.b)) for m in result.matches]


def reasons_of(result: PairingResult, a: int, b: int) -> tuple[str, ...]:
    return next(m.reasons for m in result.matches if {m.a, m.b} == {a, b})


@pytest.mark.req("S-16", "S-8", "S-9", "S-5")
def test_the_documents_first_round_comes_out_with_boards_and_starts() -> None:
    if not DATA.is_dir():
        pytest.skip("the reference data (../shared/data/fise) is not here")
    with (DATA / "round1_pairings_as_drawn.csv").open(encoding="utf-8") as file:
        drawn = [(row["first_start"], row["second"]) for row in csv.DictReader(file)]
    # The numbers of the rating tables: unrated players in order of surname (S-7).
    with (DATA / "ratings_after_round1.csv").open(encoding="utf-8") as file:
        number = {row["name"]: int(row["no"]) for row in csv.DictReader(file)}
    playing = sorted(number[name] for pair in drawn for name in pair)
    assert len(number) - len(playing) == 2
    virtual = {no: 8 if no <= 7 else 4 if no <= 21 else 0 for no in number.values()}
    result = pair_fise(
        PairingInput(tuple(Candidate(no, virtual[no]) for no in playing), {}, "", system="fise", balance_starts=True)
    )
    assert [(m.a, m.b) for m in result.matches] == [(number[a], number[b]) for a, b in drawn]


@pytest.mark.req("S-16", "S-9", "S-5")
def test_three_groups_of_acceleration_and_two_absent() -> None:
    """The shape of the document's example: 24 of 26 numbers, groups 1–7, 8–21, 22–26."""
    playing = [no for no in range(1, 27) if no not in (11, 23)]
    virtual = {no: 8 if no <= 7 else 4 if no <= 21 else 0 for no in playing}
    result = pair_fise(
        PairingInput(tuple(Candidate(no, virtual[no]) for no in playing), {}, "", system="fise", balance_starts=True)
    )
    assert [(m.a, m.b) for m in result.matches] == [
        (1, 5), (6, 2), (3, 7), (8, 4),
        (9, 16), (17, 10), (12, 18), (19, 13), (14, 20), (21, 15),
        (22, 25), (26, 24),
    ]  # fmt: skip
    assert "moved-up" in reasons_of(result, 4, 8)


@pytest.mark.req("S-8")
def test_round_one_number_i_meets_half_plus_i() -> None:
    assert pairs_of(pair_fise(round_of([0] * 10))) == [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)]


@pytest.mark.req("S-19")
def test_acceleration_keeps_the_halves_of_twenty_apart() -> None:
    result = pair_fise(round_of([4] * 10 + [0] * 10))
    assert all((a <= 10) == (b <= 10) for a, b in pairs_of(result))
    assert pairs_of(result)[0] == (1, 6)
    plain = pair_fise(round_of([0] * 20))
    assert all((a <= 10) != (b <= 10) for a, b in pairs_of(plain))


@pytest.mark.req("S-9")
def test_a_repeat_moves_to_the_next_of_the_group() -> None:
    result = pair_fise(round_of([2] * 6, [(1, 4)]))
    assert pairs_of(result) == [(1, 5), (2, 4), (3, 6)]
    assert "repeat-avoided" in reasons_of(result, 1, 5)
    assert "repeat-avoided" not in reasons_of(result, 2, 4)


@pytest.mark.req("S-9")
def test_backtracking_keeps_an_opponent_for_who_needs_him() -> None:
    # 3 has met 5 and 6: 4 must be kept for 3 although 1 comes first.
    result = pair_fise(round_of([2] * 6, [(3, 5), (3, 6)]))
    assert pairs_of(result) == [(1, 5), (2, 6), (3, 4)]
    assert "kept-for-another" in reasons_of(result, 1, 5)


@pytest.mark.req("S-9", "S-4")
def test_an_odd_group_takes_the_first_of_the_next_as_its_last() -> None:
    result = pair_fise(round_of([4, 4, 4, 2, 2, 2]))
    assert pairs_of(result) == [(1, 3), (2, 4), (5, 6)]
    assert reasons_of(result, 2, 4)[0] == "moved-up"
    assert result.cost.gaps == ((1, 2), (0, 0))


@pytest.mark.req("S-9", "S-4")
def test_two_of_the_upper_half_meet_when_that_keeps_equal_points_together() -> None:
    result = pair_fise(round_of([4, 4, 4, 4, 2, 2], [(1, 3), (1, 4)]))
    assert pairs_of(result) == [(1, 2), (3, 4), (5, 6)]
    assert "upper-half-pair" in reasons_of(result, 1, 2)


@pytest.mark.req("S-4", "S-9")
def test_a_group_that_cannot_be_paired_goes_to_the_nearest_points() -> None:
    result = pair_fise(round_of([6, 6, 4, 4, 2, 2], [(1, 2)]))
    assert pairs_of(result) == [(1, 3), (2, 4), (5, 6)]
    assert reasons_of(result, 1, 3)[0] == "nearest-points"


@pytest.mark.req("S-9", "S-2")
def test_a_stuck_ending_is_repaired_from_the_group_above() -> None:
    result = pair_fise(round_of([6, 6, 4, 4, 2, 2], [(5, 6)]))
    assert pairs_of(result)[0] == (1, 2)
    assert pairs_of(result)[1:] == [(3, 5), (4, 6)]


@pytest.mark.req("S-2")
def test_forbidden_pairs_are_passed_over_like_repeats() -> None:
    assert pairs_of(pair_fise(round_of([0] * 4, forbidden=[(1, 3)]))) == [(1, 4), (2, 3)]


def test_the_same_club_is_avoided_inside_a_group_only() -> None:
    together = {1: "club=Sur", 3: "club=Sur"}
    result = pair_fise(round_of([0] * 4, tags=together))
    assert pairs_of(result) == [(1, 4), (2, 3)]
    assert "club-avoided" in reasons_of(result, 1, 4)
    lonely = pair_fise(round_of([2, 2, 0, 0], tags={1: "club=Sur", 2: "club=Sur"}))
    assert pairs_of(lonely) == [(1, 2), (3, 4)]
    assert lonely.cost.avoided == 1


@pytest.mark.req("S-2")
def test_without_any_legal_round_the_fewest_repeats_among_the_last() -> None:
    everybody = [(a, b) for a, b in combinations(range(1, 7), 2) if (a, b) != (1, 2)]
    result = pair_fise(round_of([6, 6, 4, 4, 2, 2], everybody))
    assert result.cost.rematches == 2
    assert reasons_of(result, 1, 2) == ("same-points", "start-alternates")
    assert "rematch" in reasons_of(result, 3, 4)


def test_a_rematch_rather_than_a_forbidden_pair() -> None:
    met = list(combinations(range(1, 5), 2))
    result = pair_fise(round_of([0] * 4, met, forbidden=[(1, 3)]))
    assert pairs_of(result) == [(1, 4), (2, 3)]
    assert (result.cost.rematches, result.cost.forbidden) == (2, 0)


@pytest.mark.req("S-10")
def test_the_last_of_the_table_rests_once() -> None:
    first = pair_fise(round_of([4, 2, 2, 0, 0]))
    assert (first.bye, first.bye_reasons) == (5, ("rest-last",))
    second = pair_fise(round_of([4, 2, 2, 0, 0], rested=[5]))
    assert (second.bye, second.bye_reasons, second.cost.bye_group) == (4, ("rest-next",), 0)
    third = pair_fise(round_of([4, 2, 2, 0, 0], rested=[5, 4]))
    assert (third.bye, third.cost.bye_group) == (3, 1)
    again = pair_fise(round_of([4, 2, 2], rested=[1, 2, 3]))
    assert (again.bye, again.bye_reasons, again.cost.repeat_bye) == (3, ("rest-again",), 1)


@pytest.mark.req("S-10", "S-2")
def test_nobody_rests_whom_the_others_need() -> None:
    # Without 3, the remaining 1 and 2 would meet again.
    assert pair_fise(round_of([2, 0, 0], [(1, 2)])).bye == 2


@pytest.mark.req("S-5")
def test_who_has_started_less_often_starts() -> None:
    result = pair_fise(round_of([0] * 4, starts={1: 1, 2: -1, 3: -1, 4: -1}))
    assert [(m.a, m.b) for m in result.matches] == [(3, 1), (4, 2)]
    assert "start-balance" in result.matches[0].reasons
    assert "start-alternates" in result.matches[1].reasons
    ignored = pair_fise(round_of([0] * 4, starts={1: 1, 3: -1}, balance=False))
    assert [(m.a, m.b) for m in ignored.matches] == [(1, 3), (2, 4)]


def test_order_of_the_input_groups_does_not_matter() -> None:
    table = round_of([6, 6, 4, 4, 2, 2, 0, 0], [(1, 2), (3, 4)])
    mixed = tuple(sorted(table.candidates, key=lambda c: (c.points, c.no)))
    turned = PairingInput(mixed, table.met, "other seed", system="fise", balance_starts=True)
    assert pair_fise(turned) == pair_fise(table)


def test_four_thousand_players_take_a_few_calls_each() -> None:
    chance = SeededRandom("large")
    points = sorted((chance.below(16) for _ in range(4001)), reverse=True)
    met = [(no, other) for no in range(1, 4001) for other in (no + 1, no + 20, no + 133) if other <= 4001]
    table = round_of(points, met)
    result = pair_fise(table)
    assert count_calls(lambda: pair_fise(table)) < 4001 * 100
    assert len(result.matches) == 2000
    assert not set(pairs_of(result)) & set(met)


@pytest.mark.parametrize("players", [5, 8, 13])
@pytest.mark.req("S-2", "S-10", "S-5")
def test_whole_tournaments(players: int) -> None:
    """Nobody meets twice, nobody rests twice, starts stay even within two, points stay near."""
    chance = SeededRandom(f"whole {players}")
    points = dict.fromkeys(range(1, players + 1), 0)
    starts = dict.fromkeys(points, 0)
    met: dict[int, set[int]] = {no: set() for no in points}
    rested: set[int] = set()
    for number in range(1, 5):
        table = sorted(points, key=lambda no: (-points[no], no))
        result = pair_fise(
            PairingInput(
                tuple(Candidate(no, points[no], bye_ok=no not in rested, starts=starts[no]) for no in table),
                {no: frozenset(others) for no, others in met.items()},
                "",
                system="fise",
                round_no=number,
                balance_starts=True,
            )
        )
        seen = [no for m in result.matches for no in (m.a, m.b)] + ([result.bye] if result.bye else [])
        assert sorted(seen) == sorted(points)
        for m in result.matches:
            assert m.b not in met[m.a]
            assert starts[m.a] <= starts[m.b]
            met[m.a].add(m.b)
            met[m.b].add(m.a)
            starts[m.a] += 1
            starts[m.b] -= 1
            points[chance.pick((m.a, m.b))] += 2
        if result.bye:
            assert result.bye not in rested
            rested.add(result.bye)
            points[result.bye] += 2
        assert max(map(abs, starts.values())) <= 2


# A slow reference that shares nothing with the module: trial and error, in table order, exactly as the rule is told.


def backtrack(upper: list[int], lower: list[int], bad: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    if not upper and not lower:
        yield []
        return
    top = (upper or lower)[0]
    for other in [no for no in (*lower, *upper) if no != top]:
        if (min(top, other), max(top, other)) in bad:
            continue
        ups, lows = ([no for no in side if no not in (top, other)] for side in (upper, lower))
        for rest in backtrack(ups, lows, bad):
            yield [(top, other), *rest]


def possible(players: Sequence[int], bad: set[tuple[int, int]]) -> bool:
    return len(players) % 2 == 0 and next(backtrack(list(players), [], bad), None) is not None


def reference(points: Sequence[int], bad: set[tuple[int, int]]) -> list[tuple[int, int]]:
    left = list(range(1, len(points) + 1))
    pairs: list[tuple[int, int]] = []
    while left:
        group = [no for no in left if points[no - 1] == points[left[0] - 1]]
        rest = left[len(group) :]
        joined = next(
            x
            for count in range(len(rest) + 1)
            for x in combinations(rest, count)
            if possible([*group, *x], bad) and possible([no for no in rest if no not in x], bad)
        )
        pool = [*group, *joined]
        upper, lower = pool[: len(pool) // 2], pool[len(pool) // 2 :]
        same_half = {pair for side in (upper, lower) for pair in combinations(side, 2)}
        apart = next(backtrack(upper, lower, bad | same_half), None)
        pairs += apart if apart is not None else next(backtrack(upper, lower, bad))
        left = [no for no in rest if no not in joined]
    return sorted((min(p), max(p)) for p in pairs)


@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=8).filter(lambda p: len(p) % 2 == 0),
    st.sets(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=18),
)
@settings(max_examples=150, deadline=None)
@pytest.mark.req("S-9", "S-2", "S-4")
def test_it_is_the_first_legal_pairing_in_table_order(scores: list[int], raw: set[tuple[int, int]]) -> None:
    points = sorted(scores, reverse=True)
    bad = {(a, b) for a, b in raw if a < b <= len(points)}
    result = pair_fise(round_of(points, bad))
    if possible(range(1, len(points) + 1), bad):
        assert sorted(pairs_of(result)) == reference(points, bad)
        assert result.cost.rematches == 0
    else:
        everyone = list(range(1, len(points) + 1))
        fewest = min(sum((min(p), max(p)) in bad for p in way) for way in backtrack(everyone, [], set()))
        assert result.cost.rematches == fewest
    assert {code for m in result.matches for code in m.reasons} <= set(REASONS)
