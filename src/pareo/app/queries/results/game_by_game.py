"""A match of several games, game by game: what there is to fill in, and what a filled-in form says (A-42, A-70).

A form has for every game who won it (`g1` = a, b or =), or where games have points the points of both (`a1`, `b1`).
Empty games were not played. What it says is read like every other result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pareo.core.model.outcome import Result
from pareo.core.results.games_text import SUM, MatchFormat
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_or

_WON = {"a": "1-0", "b": "0-1", "=": "="}


class GameField(NamedTuple):
    """One game as it stands; empty where it is not known."""

    number: int
    won: str = ""  # a, b or =
    a: str = ""  # points
    b: str = ""


def game_fields(form: MatchFormat, result: Result | None) -> tuple[GameField, ...]:
    """The games to fill in; none where a match is one game, or only all points together decide it."""
    if form.games == 1 or (form.decide == SUM and form.kind != "scores"):
        return ()
    played = result.games if result is not None else ()
    filled = [GameField(n, g.won or "=", _text(g.score_a), _text(g.score_b)) for n, g in enumerate(played, 1)]
    return (*filled, *(GameField(n) for n in range(len(filled) + 1, form.games + 1)))


def _text(points: int | None) -> str:
    return "" if points is None else str(points)


def games_text(data: Mapping[str, str], fields: int) -> str:
    """The games of a form as they are typed, `412-380 350-401`; empty where nothing was filled in."""
    return " ".join(filter(None, (_game_said(data, number) for number in range(1, fields + 1))))


def _game_said(data: Mapping[str, str], number: int) -> str:
    a, b = (data.get(f"{side}{number}", "").strip() for side in "ab")
    if not a and not b:
        return _WON.get(data.get(f"g{number}", ""), "")
    if None in (whole_or(a, 5, None), whole_or(b, 5, None)):
        raise BadInput("game-scores", "Game {number}: enter both scores as whole numbers.", number=number)
    return f"{a}-{b}"
