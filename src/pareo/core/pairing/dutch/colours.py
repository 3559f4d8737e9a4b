"""Colours (C.04.3, 1.6, 1.7 and 5.2): what a player prefers, and who has white of two.

Only games that were played count (C.04.2, 3.4). Of several definitions of 1.7 that fit the first one written there
holds, and a difference of two or more goes before two equal colours running.
"""

from __future__ import annotations

from typing import NamedTuple

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


class ColourHistory(NamedTuple):
    """The colours of a player's games, and the colour preference that follows (1.6, 1.7)."""

    sequence: str  # "wbw": of games played, the latest last
    difference: int  # white minus black (1.6)
    preference: str  # the colour preferred: "w", "b" or "" (1.7)
    strength: int


def colours_of(sequence: str) -> ColourHistory:
    """The colour history of a sequence such as "wbw", with the preference it gives (1.7.1 to 1.7.4)."""
    difference = 2 * sequence.count("w") - len(sequence)
    running = sequence[-2:]
    if difference <= -2 or (difference <= 1 and running == "bb"):
        return ColourHistory(sequence, difference, "w", ABSOLUTE)
    if difference >= 2 or (difference >= -1 and running == "ww"):
        return ColourHistory(sequence, difference, "b", ABSOLUTE)
    if difference:
        return ColourHistory(sequence, difference, "b" if difference > 0 else "w", STRONG)
    if sequence:
        return ColourHistory(sequence, difference, "w" if sequence[-1] == "b" else "b", MILD)
    return ColourHistory("", 0, "", NONE)


def allocate(higher: ColourHistory, lower: ColourHistory, *, number: int, top_is_white: bool) -> tuple[bool, str]:
    """Who has white (5.2): (does the higher ranked player?, the article that decides).

    `number`: the pairing number of the higher ranked player.
    """
    if higher.preference != lower.preference:
        return higher.preference == "w" or lower.preference == "b", "5.2.1"
    if higher.preference:
        granted = higher.preference == "w"
        if higher.strength != lower.strength:
            return granted == (higher.strength > lower.strength), "5.2.2"
        if higher.difference != lower.difference:
            return higher.difference < lower.difference, "5.2.2"
    for higher_colour, lower_colour in zip(reversed(higher.sequence), reversed(lower.sequence), strict=False):
        if higher_colour != lower_colour:
            return higher_colour == "b", "5.2.3"
    if higher.preference:
        return higher.preference == "w", "5.2.4"
    return (number % 2 == 1) == top_is_white, "5.2.5"


def too_wide(one: ColourHistory, two: ColourHistory) -> bool:
    """Does the pair break C10? Whoever has which colour, one of the two gets a colour difference beyond two."""
    return one.difference == two.difference and abs(one.difference) >= 2


def third_running(one: ColourHistory, two: ColourHistory) -> bool:
    """Does the pair break C11? One of the two gets the same colour a third time running."""
    if not one.preference or one.preference != two.preference:
        return False
    doubled = "bb" if one.preference == "w" else "ww"  # two of the colour that the one who loses out gets again
    last, other = one.sequence[-2:], two.sequence[-2:]
    if last == other and last in ("ww", "bb"):
        return True
    if one.strength != two.strength:
        return (other if one.strength > two.strength else last) == doubled
    if one.strength == ABSOLUTE and abs(one.difference) != abs(two.difference):
        return (other if abs(one.difference) > abs(two.difference) else last) == doubled
    return False
