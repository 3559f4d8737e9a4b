"""Colours as the FIDE Handbook sees them (C.04.3, 1.6, 1.7 and 5.2): what a player is due, and who has white of two.

Part of the checker: written from the rules, it shares nothing with the engine or with `pairing.dutch`. Only games that
were played count (C.04.2); sequences are compared game by game from the latest backwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from pareo.core.model.pairing_contract import PastRound


class ColourClaim(IntEnum):
    """How strongly a player is due a colour."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class ColourCounts(NamedTuple):
    """The colours of one player's games, and the colour due (1.6, 1.7)."""

    sequence: str  # "WBW", played games only
    difference: int  # whites minus blacks
    due: str  # "W", "B" or nothing
    claim: ColourClaim

    @property
    def absolute(self) -> str:
        """The colour due absolutely, or nothing."""
        return self.due if self.claim is ColourClaim.ABSOLUTE else ""


def colours_of(past: Iterable[PastRound]) -> ColourCounts:
    """The colour that a player's games make due (1.7). Where two definitions fit, the earlier one holds."""
    sequence = "".join("W" if p.starts else "B" for p in past if p.outcome.played and p.opponent is not None)
    difference = sequence.count("W") - sequence.count("B")
    if abs(difference) > 1:
        return ColourCounts(sequence, difference, "B" if difference > 0 else "W", ColourClaim.ABSOLUTE)
    if sequence[-2:] in ("WW", "BB"):
        return ColourCounts(sequence, difference, _other(sequence[-1]), ColourClaim.ABSOLUTE)
    if difference:
        return ColourCounts(sequence, difference, "B" if difference > 0 else "W", ColourClaim.STRONG)
    if sequence:
        return ColourCounts(sequence, difference, _other(sequence[-1]), ColourClaim.MILD)
    return ColourCounts("", 0, "", ColourClaim.NONE)


def _other(colour: str) -> str:
    return "B" if colour == "W" else "W"


def first_is_white(first: ColourCounts, second: ColourCounts, *, number: int, top_is_white: bool) -> bool:
    """Does the first, the higher ranked player, have white (5.2)? `number`: that player's pairing number."""
    if first.due != second.due:  # 5.2.1: both can have what they are due
        return first.due == "W" or second.due == "B"
    if not first.due:  # 5.2.5
        return (number % 2 == 1) == top_is_white
    first_due_white = first.due == "W"
    if first.claim != second.claim:  # 5.2.2
        return first_due_white if first.claim > second.claim else not first_due_white
    if first.claim is ColourClaim.ABSOLUTE and first.difference != second.difference:
        return first.difference < second.difference  # 5.2.2: white to who has had it less
    for one, two in zip(reversed(first.sequence), reversed(second.sequence), strict=False):
        if one != two:  # 5.2.3
            return one == "B"
    return first_due_white  # 5.2.4
