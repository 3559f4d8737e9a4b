"""The round, bracket by bracket from the top (1.9): what floats out of one is moved down into the next."""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.pairing.dutch.bracket import PairedBracket, ScoreBracket
from pareo.core.pairing.dutch.round_field import DutchField
from pareo.core.pairing.dutch.solver_stages import SolverStages, pair_bracket
from pareo.core.pairing.dutch.unpaired import NoRound, Unpaired


class PairedRound(NamedTuple):
    """A paired round: its brackets in order, and who has the bye (by place in pairing order)."""

    brackets: list[PairedBracket]
    bye: int | None


def pair_brackets(field: DutchField, stages: SolverStages = SolverStages()) -> PairedRound:  # noqa: B008 (a value)
    """Pair the round of a field, bracket by bracket. NoRound: there is none; TooLarge: a region is too large."""
    unpaired = Unpaired(field)
    paired_brackets: list[PairedBracket] = []
    bye = None
    mdps: list[int] = []
    for level in range(field.levels, 0, -1):
        paired = pair_bracket(unpaired, ScoreBracket.of(level, mdps, unpaired.groups[level]), stages)
        paired_brackets.append(paired)
        mdps = paired.floaters
        if unpaired.bye_level == level and len(mdps) == 1:
            bye, mdps = mdps[0], []
            unpaired.remove_bye()
    if len(mdps) == 1 and unpaired.bye_level:
        bye, mdps = mdps[0], []
    if mdps:
        raise NoRound
    return PairedRound(paired_brackets, bye)
