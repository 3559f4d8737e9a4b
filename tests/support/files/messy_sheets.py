"""Lists of players as people make them, and what a reader should understand of each.

`tests/fixtures/sheets` has a file and, beside it, a JSON with the wanted players and what may be asked about it; the
sheets of `unseen` were written by somebody who did not know the reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from pareo import rulesets
from pareo.app.commands.people.players import clean_player
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import PareoError
from pareo.formats.tables.player_lists import understand_list

FOLDER = Path(__file__).parents[2] / "fixtures" / "sheets"
_RULESETS = {
    "pokemon": "pokemon-tcg-2019-07",
    "scrabble": "scrabble-fise",
    "chess": "chess-fide",
    "xwing": "xwing-epic-team",
}
_ALWAYS = {"first", "last", "rating", "birth_year", "team", "club"}  # compared even where none is wanted


class Verdict(Enum):
    """How well a sheet was read."""

    RIGHT = "right"  # every player as wanted, and nothing asked that is clear
    ASKED = "asked"  # something is asked that needed no question, or a row says what is wrong with it
    WRONG = "silently wrong"


@dataclass(frozen=True)
class MessySheet:
    """A file, and what is wanted of it."""

    name: str
    data: bytes
    game: str
    asks: frozenset[str]
    players: list[dict[str, Any]]

    def read(self) -> tuple[Verdict, object]:
        """How well it is read, and what differs."""
        reading = understand_list(self.data, _ruleset(self.game))
        keys = _ALWAYS | {key for player in self.players for key in player}
        found = [_shown(row.player, row.problem, keys) for row in reading.rows]
        asked = {question.kind for question in reading.questions} - self.asks
        differ = [(a, b) for a, b in zip(found, self.players, strict=False) if a != b] or len(found) - len(self.players)
        if found == self.players and not asked:
            return Verdict.RIGHT, None
        return (Verdict.ASKED if asked or any("problem" in row for row in found) else Verdict.WRONG), (asked, differ)


def _shown(player: Any, problem: PareoError | None, keys: Iterable[str]) -> dict[str, Any]:
    if problem is not None:
        return {"problem": problem.code}
    cleaned = clean_player(player)
    return {key: value for key in keys if (value := getattr(cleaned, key)) not in ("", None)}


@cache
def _ruleset(game: str) -> Ruleset:
    return rulesets.load(_RULESETS[game])


def messy_sheets(folder: Path = FOLDER) -> list[MessySheet]:
    """The sheets of a folder, in order."""
    sheets = []
    for path in sorted(folder.glob("*.json")):
        wanted = json.loads(path.read_text())
        data = (folder / wanted["file"]).read_bytes()
        sheets.append(MessySheet(path.stem, data, wanted["game"], frozenset(wanted["asks"]), wanted["players"]))
    return sheets
