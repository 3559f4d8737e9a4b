"""Tables: in order, fixed ones first, never one that is taken, kept or blocked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.pairing.seating import first_tables, parse_ranges, seat


def test_tables_in_order_from_the_first() -> None:
    assert seat([(1, 2), (3, 4), (5, 6)], first_table=11, taken=(), fixed={}) == [11, 12, 13]


def test_fixed_tables_are_kept_even_when_their_player_is_away() -> None:
    assert seat([(1, 2), (3, 4), (5, 6)], first_table=1, taken=(), fixed={4: 1, 9: 2}) == [3, 1, 4]


def test_two_who_need_the_same_table() -> None:
    assert seat([(1, 2), (3, 4)], first_table=1, taken=(), fixed={1: 5, 3: 5}) == [5, 1]
    assert seat([(1, 2)], first_table=1, taken=(), fixed={1: 5, 2: 6}) == [5]
    assert seat([(1, 2)], first_table=1, taken={5}, fixed={1: 5, 2: 6}) == [6]


def test_taken_and_blocked_tables_are_passed_over() -> None:
    assert seat([(1, 2), (3, 4), (5, 6)], first_table=1, taken={2}, fixed={}, blocked=[(3, 5)]) == [1, 6, 7]


@given(
    st.integers(0, 12),
    st.sets(st.integers(1, 20)),
    st.dictionaries(st.integers(1, 24), st.integers(1, 20), max_size=5),
    st.lists(st.tuples(st.integers(1, 9), st.integers(9, 15)), max_size=2),
)
def test_no_table_twice(pairs: int, taken: set[int], fixed: dict[int, int], blocked: list[tuple[int, int]]) -> None:
    tables = seat(
        [(2 * i + 1, 2 * i + 2) for i in range(pairs)], first_table=1, taken=taken, fixed=fixed, blocked=blocked
    )
    assert len(set(tables)) == pairs
    assert not set(tables) & taken
    free = [t for t in tables if t not in fixed.values()]
    assert not any(low <= t <= high for t in free for low, high in blocked)


def test_ranges() -> None:
    assert parse_ranges("5-8, 12,") == [(5, 8), (12, 12)]
    assert parse_ranges("") == []
    for bad in ("8-5", "0-3", "x", "1-2-3", "1-9999999999"):
        with pytest.raises(ValueError, match=r".*"):
            parse_ranges(bad)


def test_pods_follow_each_other() -> None:
    assert first_tables([("juniors", 7), ("seniors", 2), ("masters", 9)], 21) == {
        "juniors": 21,
        "seniors": 25,
        "masters": 26,
    }
