"""A bracket (1.3, 1.5): the residents of a score group and the players moved down into it, and how it was paired."""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.pairing.dutch.bitgraph import bits, mask_of
from pareo.core.pairing.dutch.proof import DutchProof

Pair = tuple[int, int]  # two players by their places in pairing order, the higher ranked first


class ScoreBracket(NamedTuple):
    """The players of one bracket, in pairing order: those moved down (MDPs) and the residents of its score group."""

    level: int
    mdps: list[int]  # moved down
    residents: list[int]
    everybody: int  # all of them as a set

    @classmethod
    def of(cls, level: int, mdps: list[int], group: int) -> ScoreBracket:
        """The bracket of a level: the players moved down and the score group (a mask)."""
        return cls(level, mdps, list(bits(group)), mask_of(mdps) | group)


class BracketPairing(NamedTuple):
    """A pairing of a bracket, or of its remainder: its pairs, and who floats on."""

    pairs: list[Pair]
    floaters: list[int]
    exchanged: bool = False  # somebody of the lower half is in the upper one, or the other way round


class PairedBracket(NamedTuple):
    """A bracket, its pairing, and why no other is better."""

    bracket: ScoreBracket
    pairs: list[Pair]
    floaters: list[int]
    exchanged: bool
    proof: DutchProof
