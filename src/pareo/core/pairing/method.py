"""What a pairing method is: one record with its texts, the input it needs, how it pairs and how rounds are checked.

The records stand next to their functions; `registry` holds them all. Everybody who lists, chooses, explains or checks a
method asks its record. The texts are English; pages say them in other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pareo.core.model.pairing_contract import PairingInput, PairingResult


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingMethod:
    """One way to pair a round."""

    id: str
    title: str  # in a list to choose from
    sentence: str  # what it does
    described: str  # in the description of a ruleset; of a round robin: what its table is called
    pair: Callable[[PairingInput], PairingResult] | None  # None: somebody puts the pairs together
    checker: str  # the check of `verify` for its rounds: "random", "fise", "uscf", "king", "dutch", "table", "" (none)
    objectives: tuple[int, ...] = (1,)  # versions of what it wants of a round that `pair` can draw under; last: today's
    reasons: Mapping[str, str] = field(default_factory=dict)  # why two meet, or one rests: code → sentence
    robin: bool = False  # follows the table of a round robin; else it pairs Swiss rounds
    coloured: bool = False  # colours are part of the method unless the event ignores them; drawn by lot in round 1
    by_table: bool = True  # needs the order of the table, numbers, ratings and what the points are worth
    by_standing: bool = False  # in that order those with equal points stand as in the standings, not by number
    looks_back: bool = False  # needs everybody's past rounds
    all_anew: bool = False  # a repair pairs the whole round again
    limit: Callable[[int], None] | None = None  # raises where so many players cannot be paired
    slow_from: int | None = None  # more players than this keep everybody else waiting
    names: Mapping[str, str] = field(default_factory=dict)  # game → its title there, where people know another word

    def title_in(self, game: str) -> str:
        """Its title among people who play this game (`core/model/games.py`)."""
        return self.names.get(game, self.title)

    @property
    def objective(self) -> int:
        """The version under which new rounds are drawn."""
        return self.objectives[-1]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the method that are translated."""
        return (self.id, self.title, self.sentence, self.described, *self.names.values())
