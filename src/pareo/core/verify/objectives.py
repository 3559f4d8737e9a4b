"""The versions of pairing objectives that the checker knows, by method: its own table, beside that of the engines.

What makes one round better than another may be improved; a round that was drawn before is judged by what held then.
The journal says under which version a round was drawn (`RoundFact.objective`; 1 where it says nothing), and every
version that rounds were ever drawn under stays here.
"""

from __future__ import annotations

from dataclasses import dataclass

PREFERENCES = "preferences"  # gaps and mixed pairs, in the order of the ruleset
REMATCH_GROUPS = "rematch_groups"  # for each record group from the top: rematches whose higher player is of it


@dataclass(frozen=True, slots=True)
class Objective:
    """One version of what a method wants of a round."""

    digits: tuple[str, ...] = ()  # of what a round costs, the most important first; empty: no cost, but a procedure
    bounded: bool = False  # does the bound from counts (`bound.lower_bound`) hold for this order?
    best_gaps: bool = False  # a procedure, but no legal round with its bye has better gaps


RANDOM_1 = Objective(("repeat_bye", "forbidden", "rematches", "bye_group", PREFERENCES, "avoided"), bounded=True)
RANDOM_2 = Objective(
    ("repeat_bye", "forbidden", "rematches", "bye_group", REMATCH_GROUPS, PREFERENCES, "avoided"), bounded=True
)
_PROCEDURE = Objective()
FISE_2 = Objective(best_gaps=True)

OBJECTIVES: dict[str, dict[int, Objective]] = {
    "random": {1: RANDOM_1, 2: RANDOM_2},
    "fise": {1: _PROCEDURE, 2: FISE_2},
    "uscf": {1: _PROCEDURE},
    "king": {1: _PROCEDURE},
    "dutch": {1: _PROCEDURE},
    "table": {1: _PROCEDURE},
}
"""By the name of a check (`PairingMethod.checker`) and version."""


def find_objective(checker: str, version: int) -> Objective | None:
    """What held when a round was drawn; None: this program does not know that version."""
    return OBJECTIVES.get(checker, {}).get(version)
