"""The settings that matter most, by game: they stand first on the page, every other one is folded away."""

from __future__ import annotations

from pareo.core.model.games import OTHER

ALWAYS = ("name", "date", "start", "place")
"""Of every event."""

FIRST: dict[str, tuple[str, ...]] = {
    "pokemon": ("rounds", "cut", "round_minutes", "player_reports", "names", "lists"),
    "scrabble": ("rounds", "rematch_after", "bye_points", "round_minutes", "rating_rules", "player_reports"),
    "xwing": ("rounds", "cut", "round_minutes", "modified_below", "lists", "player_reports"),
    "chess": ("rounds", "style", "colours", "round_minutes", "rating_rules", "requested_bye"),
    OTHER: ("style", "rounds", "cut", "round_minutes", "player_reports", "names"),
}
"""Then those of the game, in this order."""
