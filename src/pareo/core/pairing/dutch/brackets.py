"""The round, bracket by bracket from the top (1.9): what floats out of one is moved down into the next."""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.pairing.dutch.bracket import PairedBracket, ScoreBracket
from pareo.core.pairing.dutch.round_field import DutchField
from pareo.core.pairing.dutch.solver_stages import SolverStages, pair_bracket
from pareo.core.pairing.dutch.unpaired import NoRound, Unpaired


class RoundMade(NamedTuple):
    """The brackets in order, and who rests (by place in pairing order)."""

    brackets: list[PairedBracket]
    rests: int | None


def pair_brackets(field: DutchField, tiers: SolverStages = SolverStages()) -> RoundMade:  # noqa: B008 (a value)
    """The round of this field. NoRound: there is none; TooLarge: too many hang together."""
    un = Unpaired(field)
    made: list[PairedBracket] = []
    rests = None
    mdps: list[int] = []
    for level in range(field.levels, 0, -1):
        paired = pair_bracket(un, ScoreBracket.of(level, mdps, un.groups[level]), tiers)
        made.append(paired)
        mdps = paired.floaters
        if un.bye_level == level and len(mdps) == 1:
            rests, mdps = mdps[0], []
            un.bye_taken()
    if len(mdps) == 1 and un.bye_level:
        rests, mdps = mdps[0], []
    if mdps:
        raise NoRound
    return RoundMade(made, rests)
