"""Double elimination: everybody out has lost twice, the number of matches, the places (PN-GO-1)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from pareo.core.pairing.double import double_parts, double_view, most_rounds, next_round, places
from pareo.core.text.errors import BadInput, Refused
from pareo.core.verify.double import double_pairs
from pareo.core.verify.inputs import BracketInput
from support.errors import raises_code

Played = list[list[tuple[int, int, int | None]]]


def play(size: int, seed: int, *, upset: float = 0.4) -> Played:
    """A whole event; the better seed usually wins."""
    chance = random.Random(seed)
    seeds = tuple(range(1, size + 1))
    played: Played = []
    while double_view(seeds, played).champion is None:
        drawn = next_round(seeds, played)
        assert drawn.pairs, "no round without a match"
        if size <= 20 or size % 8 == 1:
            bracket = BracketInput(seeds, tuple(map(tuple, played)), third_place=False, double=True)
            assert double_pairs(bracket) == {frozenset(pair) for pair in drawn.pairs}, "asked the other way round"
        played.append([(a, b, b if chance.random() < upset else a) for a, b in drawn.pairs])
    with raises_code(Refused, "bracket-over"):
        next_round(seeds, played)
    return played


@pytest.mark.req("PN-GO-1")
@pytest.mark.parametrize("sizes", [range(low, low + 16) for low in range(4, 131, 16)], ids=str)
def test_everybody_out_has_lost_twice_and_the_number_of_matches_is_right(sizes: range) -> None:
    for size in (n for n in sizes if n <= 130):
        seeds = range(1, size + 1)
        played = play(size, size)
        view = double_view(seeds, played)
        lost = Counter(a + b - (winner or 0) for matches in played for a, b, winner in matches)
        assert lost.pop(view.champion or 0, 0) == (view.second is not None), "the champion lost at most the first final"
        assert lost == {no: 2 for no in seeds if no != view.champion}
        assert sum(map(len, played)) == 2 * size - 2 + (view.second is not None)
        assert len(played) == most_rounds(size) - (view.second is None)
        found = places(seeds, played)
        assert sorted(no for _, no in found) == list(seeds)
        assert found[0] == (1, view.champion)
        assert [place for place, _ in found[:4]] == [1, 2, 3, 4]
        for (above, _), (below, _) in pairwise(found):
            assert above <= below
        taken = Counter(place for place, _ in found)
        assert all(
            place + count == following
            for (place, count), following in zip(sorted(taken.items()), [*sorted(taken)[1:], size + 1], strict=True)
        ), "no place is left out"


@pytest.mark.req("PN-GO-1")
@pytest.mark.parametrize(
    ("size", "shared"),
    [
        (4, [1, 2, 3, 4]),
        (8, [1, 2, 3, 4, 5, 5, 7, 7]),
        (16, [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, *[13] * 4]),
        (5, [1, 2, 3, 4, 5]),
        (6, [1, 2, 3, 4, 5, 5]),
        (13, [1, 2, 3, 4, 5, 5, 7, 7, *[9] * 4, 13]),
    ],
)
def test_places_are_shared_by_losers_round(size: int, shared: list[int]) -> None:
    assert [place for place, _ in places(range(1, size + 1), play(size, 1))] == shared


def test_eight_players_by_hand() -> None:
    """Better seeds win: who meets whom on both sides."""
    seeds = range(1, 9)
    expected = [
        {(1, 8), (4, 5), (3, 6), (2, 7)},
        {(1, 4), (2, 3), (5, 8), (6, 7)},  # 8 and 5, 6 and 7 lost above
        {(3, 5), (4, 6)},  # who lost above comes down on the other side
        {(1, 2), (3, 4)},
        {(2, 3)},
        {(1, 2)},
    ]
    played: Played = []
    for pairs in expected:
        assert set(next_round(seeds, played).pairs) == pairs
        played.append([(a, b, a) for a, b in pairs])
    assert [no for _, no in places(seeds, played)] == [1, 2, 3, 4, 5, 6, 7, 8]
    played[-1] = [(1, 2, 2)]
    assert double_view(seeds, played).champion is None
    assert next_round(seeds, played).pairs == ((1, 2),), "a second final"
    assert [name for name, *_ in double_parts(double_view(seeds, played))] == [
        "winners",
        "losers",
        "final",
        "second-final",
    ]


@pytest.mark.req("PN-GO-1")
def test_byes_go_to_the_top_seeds() -> None:
    drawn = next_round(range(1, 11), ())
    assert drawn.byes == (1, 2, 3, 4, 5, 6)
    assert set(drawn.pairs) == {(7, 10), (8, 9)}


def test_both_lose_and_nobody_comes_down() -> None:
    seeds = range(1, 5)
    played: Played = [[(1, 4, None), (2, 3, 2)]]
    assert next_round(seeds, played) == ((), (2, 3))
    played += [[], []]
    assert next_round(seeds, played).pairs == ((2, 3),), "the final"
    played.append([(2, 3, 2)])
    assert double_view(seeds, played).champion == 2
    assert [no for _, no in places(seeds, played)] == [2, 3, 1, 4]


def test_what_cannot_be_is_refused() -> None:
    with raises_code(BadInput, "double-size", least=4, entrants=3):
        double_view((1, 2, 3))
    with raises_code(BadInput, "bracket-mismatch", round=1):
        double_view((1, 2, 3, 4), [[(1, 2, 1)]])
    with raises_code(BadInput, "bracket-twice"):
        double_view((1, 2, 3, 3))
    with raises_code(Refused, "round-open", round=1):
        next_round((1, 2, 3, 4), [[(1, 4, 1)]])
    assert places((1, 2)) == ((1, 1), (1, 2))
    assert places((1, 2, 3, 4)) == ((1, 1), (1, 2), (1, 3), (1, 4))
