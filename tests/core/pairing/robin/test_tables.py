"""Round robin tables: the examples of the definitions page, and what must hold for every size."""

from __future__ import annotations

from collections import Counter

import pytest

from pareo.core.pairing.robin.tables import RobinRound, berger, rutsch
from pareo.core.text.errors import BadInput
from support.errors import raises_code

SIZES = range(2, 61)


def table_text(table: tuple[RobinRound, ...]) -> str:
    return " / ".join(" ".join(f"{a}-{b}" for a, b in one.pairs) for one in table)


def colours_of(table: tuple[RobinRound, ...]) -> dict[int, str]:
    found: dict[int, str] = {}
    for one in table:
        for a, b in one.pairs:
            found[a] = found.get(a, "") + "W"
            found[b] = found.get(b, "") + "B"
    return found


@pytest.mark.req("SP-1")
def test_the_berger_table_of_six() -> None:
    table = table_text(berger(6))
    assert table == "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1"


@pytest.mark.req("SP-1")
def test_the_carousel_of_six() -> None:
    table = table_text(rutsch(6))
    assert table == "1-6 5-2 3-4 / 5-1 4-6 2-3 / 1-4 3-5 6-2 / 3-1 2-4 5-6 / 1-2 6-3 4-5"


@pytest.mark.req("SP-1")
@pytest.mark.parametrize("make", [berger, rutsch])
@pytest.mark.parametrize("n", SIZES)
def test_everyone_meets_everyone_once_with_colours_balanced(make: type, n: int) -> None:
    table = make(n)
    assert len(table) == n - 1 + n % 2
    met = Counter(frozenset(pair) for one in table for pair in one.pairs)
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {1}
    for one in table:
        seated = [no for pair in one.pairs for no in pair] + ([one.bye] if one.bye else [])
        assert sorted(seated) == list(range(1, n + 1))
        assert (one.bye is None) == (n % 2 == 0)
    if n % 2:
        assert sorted(one.bye for one in table) == list(range(1, n + 1))
    for colours in colours_of(table).values():
        assert abs(colours.count("W") - colours.count("B")) == (n % 2 == 0)


@pytest.mark.req("SP-1")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 9, 10, 17, 24])
def test_a_double_round_robin_reverses_colours_and_swaps_two_rounds(n: int) -> None:
    single, double = berger(n), berger(n, double=True)
    cycle = len(single)
    assert double[: max(0, cycle - 2)] == single[: max(0, cycle - 2)]
    if cycle > 1:
        assert double[cycle - 2 : cycle] == (single[-1], single[-2])
    assert [(one.pairs, one.bye) for one in double[cycle:]] == [
        (tuple((b, a) for a, b in one.pairs), one.bye) for one in single
    ]
    games = Counter(pair for one in double for pair in one.pairs)
    assert set(games.values()) == {1}
    assert len(games) == n * (n - 1)


def test_nobody_has_a_colour_three_times_running_where_the_cycles_meet() -> None:
    for n in range(4, 31, 2):
        assert not [c for c in colours_of(berger(n, double=True)).values() if "WWW" in c or "BBB" in c]


@pytest.mark.req("SP-1")
def test_the_odd_table_is_that_of_one_more_without_the_last() -> None:
    assert [one.bye for one in berger(5)] == [1, 4, 2, 5, 3]
    assert table_text(berger(5)) == "2-5 3-4 / 5-3 1-2 / 3-1 4-5 / 1-4 2-3 / 4-2 5-1"
    assert [one.bye for one in rutsch(5)] == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("n", [-1, 0, 1])
def test_one_player_is_no_round_robin(n: int) -> None:
    for make in (berger, rutsch):
        with raises_code(BadInput, "robin-too-few"):
            make(n)
