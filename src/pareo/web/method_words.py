"""Pairing methods in the reader's language: their names, and what each does in one sentence (SP-21)."""

from __future__ import annotations

from collections.abc import Callable

Words = Callable[[str], str]


def method_words(_: Words) -> dict[str, str]:
    """Names as they stand in a list to choose from."""
    return {
        "random": _("Random"), "fise": _("FISE (halves)"), "dutch": _("FIDE Dutch"), "uscf": _("US Chess"),
        "king": _("King of the hill"), "manual": _("By hand"), "berger": _("Round robin, Berger tables"),
        "rutsch": _("Round robin, Rutsch"),
    }


def method_help(_: Words) -> dict[str, str]:
    """What a method does."""
    return {
        "random": _("Players with the same points are drawn against each other at random; nobody meets twice."),
        "fise": _("Among players with the same points the upper half of the list meets the lower half."),
        "dutch": _("The FIDE Dutch system: score groups in halves, with colours and floats as the FIDE rules say."),
        "uscf": _("The US Chess rules: score groups in halves, opponents changed within 80 or 200 rating points to "
                  "mend colours."),
        "king": _("The first of the standings meets the second, the third the fourth, and so on."),
        "manual": _("The draft is empty: you put the pairs together yourself."),
        "berger": _("Everybody meets everybody, in the order of the Berger tables."),
        "rutsch": _("Everybody meets everybody: after each round all players but one move on by one seat."),
    }
