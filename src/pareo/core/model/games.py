"""The games that pages have a colour, a mark and words of their own for; every other game is “other”.

A ruleset names its game as its document does (“Pokémon Trading Card Game”); pages, the order of the settings and the
words of a round ask for the short name.
"""

from __future__ import annotations

from typing import Protocol

from pareo.core.text.alphabet import plain_letters

OTHER = "other"
GAMES = ("pokemon", "scrabble", "xwing", "chess", OTHER)
_GAME_BY_NAME_PART = {
    "pokemon": "pokemon",
    "scrabble": "scrabble",
    "x-wing": "xwing",
    "chess": "chess",
}


class _Rules(Protocol):
    @property
    def game(self) -> str: ...


def game_of(ruleset: _Rules) -> str:
    """The short name of a ruleset's game, one of GAMES."""
    name = plain_letters(ruleset.game)
    return next((game for part, game in _GAME_BY_NAME_PART.items() if part in name), OTHER)
