"""Which pairs a double elimination has in a round, asked from its matches back to the seeds (PN-GO-1).

The pairing fills its sheets from the first round on; here a match is a name, and who sits in it is who came out of two
others, or dropped out of one. The seat of a seed is found by folding the sheet.
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.verify.inputs import BracketInput
from pareo.core.verify.tables import Pairs

_NOBODY: frozenset[int] = frozenset()


class _MatchKey(NamedTuple):
    """A match: of the winners' or the losers' side, round and place on its sheet from the top."""

    side: str  # "w" or "l"
    round: int
    place: int

    @property
    def played_in(self) -> int:
        """The round of the event."""
        if self.side == "l":
            return self.round + 1
        return 1 if self.round == 1 else 2 * self.round - 2


def double_pairs(bracket: BracketInput) -> Pairs:
    """The pairs of a double elimination's next round (PN-GO-1)."""
    return _DoubleBracket(bracket).next_pairs()


class _DoubleBracket:
    def __init__(self, bracket: BracketInput) -> None:
        self.depth = (len(bracket.seeds) - 1).bit_length()
        self.seats = {_seat(seed, 1 << self.depth): no for seed, no in enumerate(bracket.seeds, 1)}
        self.results = [{frozenset((a, b)): winner for a, b, winner in matches} for matches in bracket.rounds]
        self.players_of: dict[_MatchKey, frozenset[int]] = {}

    def next_pairs(self) -> Pairs:
        number, depth = len(self.results) + 1, self.depth
        if number >= 2 * depth:
            return self._finals(number - 2 * depth)
        names = [_MatchKey("w", n, p) for n in range(1, depth + 1) for p in range(1 << (depth - n))]
        names += [_MatchKey("l", n, p) for n in range(1, 2 * depth - 1) for p in range(1 << (depth - 1 - (n + 1) // 2))]
        return frozenset(pair for name in names if name.played_in == number and len(pair := self._players(name)) == 2)

    def _finals(self, finals_played: int) -> Pairs:
        """The final; and once more, if it was won by who had lost before."""
        above = self._out(_MatchKey("w", self.depth, 0))
        pair = above | self._out(_MatchKey("l", 2 * self.depth - 2, 0))
        again = finals_played == 0 or (finals_played == 1 and self.results[-1].get(pair) not in (None, *above))
        return frozenset((pair,)) if len(pair) == 2 and again else frozenset()

    def _players(self, name: _MatchKey) -> frozenset[int]:
        if name not in self.players_of:
            self.players_of[name] = self._find_players(name)
        return self.players_of[name]

    def _find_players(self, name: _MatchKey) -> frozenset[int]:
        side, number, place = name
        both = (2 * place, 2 * place + 1)
        if number == 1:
            if side == "w":
                return frozenset(self.seats[seat] for seat in both if seat in self.seats)
            return _NOBODY.union(*(self._down(1, one) for one in both))
        if side == "w" or number % 2:
            return _NOBODY.union(*(self._out(_MatchKey(side, number - 1, one)) for one in both))
        level = number // 2 + 1
        size = 1 << (self.depth - level)
        other = size - 1 - place if level % 2 == 0 else (place + size // 2) % size
        return self._out(_MatchKey("l", number - 1, place)) | self._down(level, other)

    def _out(self, name: _MatchKey) -> frozenset[int]:
        """Who goes on from a match; nobody if both lost it."""
        players = self._players(name)
        if len(players) < 2:
            return players
        winner = self.results[name.played_in - 1].get(players)
        return _NOBODY if winner is None else frozenset((winner,))

    def _down(self, level: int, place: int) -> frozenset[int]:
        """Who drops out of a match of the winners' side."""
        name = _MatchKey("w", level, place)
        players, winner = self._players(name), self._out(name)
        return players - winner if len(players) == 2 and winner else _NOBODY


def _seat(seed: int, size: int) -> int:
    """The line of a seed on a sheet of so many: the better of two stands above in every other match."""
    if size == 1:
        return 0
    better = min(seed, size + 1 - seed)
    parent = _seat(better, size // 2)
    return 2 * parent + ((seed == better) == (parent % 2 == 1))
