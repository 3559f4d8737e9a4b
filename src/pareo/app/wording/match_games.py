"""The single games of a match as players read them."""

from __future__ import annotations

from pareo.core.model.outcome import Result
from pareo.core.results.games_text import match_text


def each_game_text(result: Result) -> str:
    """Every game of a match as players read it, “412–380 350–401”; empty where the single games are not known."""
    games = match_text(result).split() if result.games else []
    return " ".join(game.rstrip("ab").replace("-", "–") for game in games)
