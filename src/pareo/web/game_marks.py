"""The mark of a game on pages: its drawn sign and its accent (`data-game` in pareo.css), from the ruleset's `game`."""

from __future__ import annotations

from pareo.core.rules.ruleset import Ruleset

OTHER = "other"
_MARKS = {"pok": "pokemon", "scrabble": "scrabble", "star wars: x-wing": "xwing", "chess": "chess"}


def game_mark(ruleset: Ruleset) -> str:
    """“pokemon”, “scrabble”, “xwing”, “chess”; a game without a sign of its own is “other”."""
    game = ruleset.game.casefold()
    return next((mark for begins, mark in _MARKS.items() if game.startswith(begins)), OTHER)
