"""Duplicate: score sheets without opponents."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pareo.core.season.duplicate import Game, Sheet, duplicate_ranking, shown_share
from pareo.core.words.errors import BadInput

GAMES = (Game((30, 70, 50)), Game((100, 50)))


@pytest.mark.req("S-NAT-6")
def test_players_are_ranked_by_their_share_of_the_best_possible_score() -> None:
    sheets = [
        Sheet("Cai", ((30, None, 50), (100, 20))),
        Sheet("Ada", ((30, 70, 40), (60, 50))),
        Sheet("Bea", ((30, 70, 0), (100, 50))),
        Sheet("Dov", ((10,), None)),
        Sheet("Eva", ((30, 70, 50), (50,))),
    ]
    rows = duplicate_ranking(GAMES, sheets)
    assert [(r.place, r.name, r.points, r.behind, r.best_moves) for r in rows] == [
        (1, "Ada", 250, 50, 3), (1, "Bea", 250, 50, 4), (3, "Cai", 200, 100, 3), (3, "Eva", 200, 100, 3),
        (5, "Dov", 10, 290, 0),
    ]
    assert rows[0].share == Fraction(5, 6)
    assert rows[0].by_game == (140, 110)
    assert rows[-1].by_game == (10, 0)


@pytest.mark.req("S-NAT-6")
def test_a_perfect_sheet_is_a_hundred_per_cent() -> None:
    perfect = duplicate_ranking(GAMES, [Sheet("Ada", (GAMES[0].best, GAMES[1].best))])[0]
    assert (perfect.share, perfect.behind, perfect.best_moves) == (1, 0, 5)
    assert [shown_share(f) for f in (perfect.share, Fraction(5, 6), Fraction(1, 80_000), Fraction(1, 20_000))] == [
        "100.00", "83.33", "0.00", "0.01",
    ]


@pytest.mark.req("S-NAT-6")
@pytest.mark.parametrize(
    ("games", "sheet", "sentence"),
    [
        (GAMES, Sheet("Ada", ((31,),)), "turn 1: 31 is not between 0 and the best move, 30"),
        (GAMES, Sheet("Ada", ((-1,),)), "turn 1: -1 is not"),
        (GAMES, Sheet("Ada", ((1, 1, 1, 1),)), "4 turns; there were 3"),
        (GAMES, Sheet("Ada", ((), (), ())), "sheets of 3 games"),
        ((Game((0,)),), Sheet("Ada", ()), "has 1 to 5000 points"),
        ((), Sheet("Ada", ()), "no turn to rank"),
    ],
)
def test_impossible_sheets_are_refused(games: tuple[Game, ...], sheet: Sheet, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        duplicate_ranking(games, [sheet])


def test_two_sheets_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput, match="same name"):
        duplicate_ranking(GAMES, [Sheet("Ada", ()), Sheet("Ada", ())])
