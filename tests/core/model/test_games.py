"""The short name of a ruleset's game, by which pages have a colour and words."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.model.games import GAMES, game_of


@pytest.mark.parametrize(
    ("ruleset", "game"),
    [
        ("pokemon-tcg-2019-07", "pokemon"),
        ("pokemon-vgc-2019-07", "pokemon"),
        ("scrabble-britain", "scrabble"),
        ("xwing-epic-team", "xwing"),
        ("chess-round-robin", "chess"),
        ("swiss", "other"),
    ],
)
def test_the_game_of_a_ruleset(ruleset: str, game: str) -> None:
    assert game_of(rulesets.load(ruleset)) == game
    assert game in GAMES
