"""Match slips as values: who sits at a table, and what is known before the game.

Contract: names are given in and kept as given; nothing here knows a word of any language, a page or a printer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pareo.core.model.random_source import SeededRandom

Kind = Literal["outcome", "scores", "squads"]
Which = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a slip."""

    name: str
    number: int | None = None  # number in the starting list
    record: str = ""  # "3-1-0", or the points so far
    faction: str = ""
    squad_total: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """One match on paper (P-RUN-2)."""

    round_no: int
    table: int
    a: Side  # starts, where that matters
    b: Side
    kind: Kind = "outcome"
    draws: bool = True
    starts: bool = False  # say that `a` has the first move (S-5)
    colours: bool = False  # then as colours: `a` has White, `b` Black
    elimination: bool = False  # no draws; X-Wing: who had initiative is written down
    chooser: Which | None = None  # who chooses initiative, if known
    games: int = 1  # of the match
    higher: Which | None = None  # the higher seed, who chooses first or second in game 1 (PN-MAT-8)
    numbers: tuple[str, str] | None = None  # identification numbers of a and b, as drawn

    @property
    def words(self) -> tuple[str, str]:
        """What stands next to the players' names: keys of words, or nothing."""
        if not self.starts:
            return "", ""
        return ("white-pieces", "black-pieces") if self.colours else ("starts", "")


def same_faction(faction_a: str, faction_b: str) -> bool:
    """Are both factions known and the same? Capitals and spaces around do not matter."""
    one, two = faction_a.strip().casefold(), faction_b.strip().casefold()
    return bool(one) and one == two


def identification(faction_a: str, faction_b: str, chance: SeededRandom) -> tuple[str, str] | None:
    """Draws who uses the white and who the black identification numbers; None if the factions differ (X-28)."""
    if not same_faction(faction_a, faction_b):
        return None
    return ("white", "black") if chance.below(2) == 0 else ("black", "white")


def initiative_chooser(total_a: int | None, total_b: int | None, chance: SeededRandom | None = None) -> Which | None:
    """Who chooses initiative: the lower squad total; equal: by lot (X-19). None: a total is missing, or no lot."""
    if total_a is None or total_b is None:
        return None
    if total_a != total_b:
        return "a" if total_a < total_b else "b"
    if chance is None:
        return None
    return "a" if chance.below(2) == 0 else "b"
