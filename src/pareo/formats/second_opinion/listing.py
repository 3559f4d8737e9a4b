"""For every round the list it was paired from: numbers, points, colours, floats (F-100)."""

from __future__ import annotations

from collections.abc import Iterator

from pareo.core.pairing.dutch.colours import ABSOLUTE, MILD, STRONG
from pareo.core.pairing.dutch.round_field import DOWN_1, DOWN_2, UP_1, UP_2, DutchPlayer, field_of
from pareo.formats.second_opinion.replay import Replay

_STRENGTH = {ABSOLUTE: "!", STRONG: "+", MILD: ""}


def listing(replay: Replay) -> Iterator[str]:
    """Tab-separated lines, a heading for each round."""
    for number in range(1, replay.rounds + 1):
        pairing = replay.pairing_input(number)
        virtual = {c.no: c.virtual for c in pairing.candidates}
        yield f"Round #{number}"
        yield "TPN\tpoints\tvirtual\tcolours\tpreference\tfloats\tPAB"
        for p in field_of(pairing).players:
            points, extra = (p.points - virtual[p.no]) / 10, virtual[p.no] / 10
            rest = "yes" if p.may_rest else "no"
            yield f"{p.no}\t{points:g}\t{extra:g}\t{p.colours.sequence or '-'}\t{_due(p)}\t{_floats(p)}\t{rest}"


def _due(p: DutchPlayer) -> str:
    return p.colours.preference.upper() + _STRENGTH.get(p.colours.strength, "") or "-"


def _floats(p: DutchPlayer) -> str:
    """A player's floats in the last round but one and in the last: D, U or - for each."""
    before = "D" if p.floats & DOWN_2 else "U" if p.floats & UP_2 else "-"
    last = "D" if p.floats & DOWN_1 else "U" if p.floats & UP_1 else "-"
    return before + last
