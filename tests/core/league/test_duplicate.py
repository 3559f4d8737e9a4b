"""Duplicate: score sheets without opponents."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.app.wording.number_text import percentage_text
from pareo.core.league.duplicate import BestGame, ScoreSheet, duplicate_ranking
from pareo.core.text.errors import BadInput
from support.errors import raises_code

GAMES = (BestGame((30, 70, 50)), BestGame((100, 50)))


@pytest.mark.req("S-NAT-6")
def test_players_are_ranked_by_their_share_of_the_best_possible_score() -> None:
    sheets = [
        ScoreSheet("Cai", ((30, None, 50), (100, 20))),
        ScoreSheet("Ada", ((30, 70, 40), (60, 50))),
        ScoreSheet("Bea", ((30, 70, 0), (100, 50))),
        ScoreSheet("Dov", ((10,), None)),
        ScoreSheet("Eva", ((30, 70, 50), (50,))),
    ]
    rows = duplicate_ranking(GAMES, sheets)
    assert [(r.place, r.name, r.points, r.behind, r.best_moves) for r in rows] == [
        (1, "Ada", 250, 50, 3),
        (1, "Bea", 250, 50, 4),
        (3, "Cai", 200, 100, 3),
        (3, "Eva", 200, 100, 3),
        (5, "Dov", 10, 290, 0),
    ]
    assert rows[0].share == Fraction(5, 6)
    assert rows[0].by_game == (140, 110)
    assert rows[-1].by_game == (10, 0)


@pytest.mark.req("S-NAT-6")
def test_a_perfect_sheet_is_a_hundred_per_cent() -> None:
    perfect = duplicate_ranking(GAMES, [ScoreSheet("Ada", (GAMES[0].best, GAMES[1].best))])[0]
    assert (perfect.share, perfect.behind, perfect.best_moves) == (1, 0, 5)
    assert [percentage_text(f) for f in (perfect.share, Fraction(5, 6), Fraction(1, 80_000), Fraction(1, 20_000))] == [
        "100.00",
        "83.33",
        "0.00",
        "0.01",
    ]


@pytest.mark.req("S-NAT-6")
@pytest.mark.parametrize(
    ("games", "sheet", "code", "params"),
    [
        (GAMES, ScoreSheet("Ada", ((31,),)), "duplicate-points", {"turn": 1, "points": 31, "best": 30}),
        (GAMES, ScoreSheet("Ada", ((-1,),)), "duplicate-points", {"turn": 1, "points": -1}),
        (GAMES, ScoreSheet("Ada", ((1, 1, 1, 1),)), "duplicate-turns", {"count": 4, "played": 3}),
        (GAMES, ScoreSheet("Ada", ((), (), ())), "duplicate-games", {"count": 3}),
        ((BestGame((0,)),), ScoreSheet("Ada", ()), "duplicate-best", {"most": 5000}),
        ((), ScoreSheet("Ada", ()), "duplicate-empty", {}),
    ],
)
def test_impossible_sheets_are_refused(
    games: tuple[BestGame, ...], sheet: ScoreSheet, code: str, params: dict[str, object]
) -> None:
    with raises_code(BadInput, code, says="", **params):
        duplicate_ranking(games, [sheet])


def test_two_sheets_of_one_name_are_refused() -> None:
    with raises_code(BadInput, "duplicate-twice"):
        duplicate_ranking(GAMES, [ScoreSheet("Ada", ()), ScoreSheet("Ada", ())])
