"""Where a question arises, and which page of the guide answers it: the “?” in the bar."""

from __future__ import annotations

_BY_GAME = {"pokemon": "pokemon-cup", "scrabble": "scrabble-evening", "xwing": "xwing-day", "chess": "chess-open"}
_BY_PAGE = {
    "phones": "phones-and-projector",
    "screens": "phones-and-projector",
    "staff": "phones-and-projector",
    "journal": "something-wrong",
    "program": "something-wrong",
    "correct": "something-wrong",
    "late": "something-wrong",
    "outlook": "looking-ahead",
    "compare": "looking-ahead",
    "plan": "looking-ahead",
    "beside": "pokemon-cup",
    "tom": "pokemon-cup",
    "second-opinion": "chess-open",
}


def game_of(page: str) -> str:
    """The game that a page of the guide is about; empty: about none."""
    if page == "swiss-perfect":  # told for Scrabble, whose document explains that program
        return "scrabble"
    return next((game for game, about in _BY_GAME.items() if about == page), "")


def guide_for(path: str, game: str) -> str:
    """The address of the page for somebody at this path of the console, at an event of this game."""
    parts = path.strip("/").split("/")
    event = 1 if parts[:1] == ["console"] and len(parts) > 2 else None  # its own name says nothing about the page
    about = next((_BY_PAGE[part] for i, part in enumerate(parts) if part in _BY_PAGE and i != event), "")
    page = about or _BY_GAME.get(game, "")
    return f"/guide/{page}" if page else "/guide"
