"""Everybody who is not paired yet: who may meet whom, the bye (C2, C5), and what can be completed below (C4).

The bye is one more vertex, at level 0, next to those of its level who may have it. C5: its level is the lowest one with
a player without whom everybody else can be paired; those are found in one search (`bitgraph.replaceable`).

For every level a maximum matching of all below it is kept, each made from the one below. Of a field that can be paired
at all they leave over few; whether one floater more or less completes them, that matching says.
"""

from __future__ import annotations

from pareo.core.pairing.dutch.bitgraph import (
    FREE,
    Mates,
    bits,
    lowest,
    mask_of,
    maximum,
    replaceable,
    replaceable_at_once,
)
from pareo.core.pairing.dutch.round_field import DutchField


class NoRound(Exception):
    """No round within C1 to C3 exists: the decision is the arbiter's (1.9.3)."""


class Unpaired:
    """The players as vertices 0 … n − 1, and the bye as vertex n."""

    def __init__(self, field: DutchField) -> None:
        self.field = field
        self.bye = len(field.players)
        self.size = self.bye + 1
        self.adj = [*field.legal, 0]
        self.groups = list(field.groups)
        self.level = [*(p.level for p in field.players), 0]
        self.bye_level = 0
        everybody = (1 << self.bye) - 1
        if self.bye % 2:
            self._place_the_bye(everybody)
        self._inside: dict[int, tuple[Mates, int]] = {}
        self.below = _Below(self, field.levels)
        if self.below.left_over(field.levels + 1):
            raise NoRound

    def _place_the_bye(self, everybody: int) -> None:
        mate: Mates = [FREE] * self.size
        left_over = maximum(self.adj, everybody, mate)
        if left_over.bit_count() != 1:
            raise NoRound
        may_rest = mask_of(i for i, p in enumerate(self.field.players) if p.may_rest)
        levels = [level for level, group in enumerate(self.groups) if group & may_rest]
        possible = replaceable_at_once(self.adj, mate, everybody, lowest(left_over))
        if not levels or not self.groups[levels[0]] & possible & may_rest:
            possible = replaceable(self.adj, mate, everybody, lowest(left_over))
        self.bye_level = next((level for level in levels if self.groups[level] & possible & may_rest), 0)
        if not self.bye_level:
            raise NoRound
        bye_eligible = self.groups[self.bye_level] & may_rest
        self.adj[self.bye] = bye_eligible
        for i in bits(bye_eligible):
            self.adj[i] |= 1 << self.bye
        self.groups[0] = 1 << self.bye

    def remove_bye(self) -> None:
        """Remove the bye's vertex once a player of its level has it."""
        for i in bits(self.adj[self.bye]):
            self.adj[i] &= ~(1 << self.bye)
        self.adj[self.bye] = 0
        self.groups[0] = 0
        level, self.bye_level = self.bye_level, 0
        self.below = _Below(self, level - 1)

    def may_still_rest(self, players: list[int]) -> bool:
        """May one of these players, who floated from the bye's level, have the bye?"""
        return bool(self.adj[self.bye] & mask_of(players))

    def pairs_up(self, alive: int) -> bool:
        """Can all vertices of `alive` be paired among themselves?"""
        return alive.bit_count() % 2 == 0 and not maximum(self.adj, alive, [FREE] * self.size)

    def pairs_up_without_bye(self, level: int) -> bool:
        """Can everybody below this level be paired without the bye?"""
        return self.pairs_up(self.below.players(level) & ~(1 << self.bye))

    def inside(self, level: int) -> tuple[Mates, int]:
        """A maximum matching of one score group alone, and who is left over."""
        if level not in self._inside:
            mate: Mates = [FREE] * self.size
            self._inside[level] = mate, maximum(self.adj, self.groups[level], mate)
        return self._inside[level]


class _Below:
    """Maximum matchings of everything below each level up to `top` + 1."""

    def __init__(self, unpaired: Unpaired, top: int) -> None:
        self._adj = unpaired.adj
        self._matchings: dict[int, tuple[int, Mates, int]] = {}
        self._replaceable: dict[int, int] = {}
        self._at_once: dict[int, int] = {}
        mate: Mates = [FREE] * unpaired.size
        alive = 0
        for level in range(top + 2):
            left_over = maximum(self._adj, alive, mate)
            self._matchings[level] = alive, list(mate), left_over
            if level <= top:
                alive |= unpaired.groups[level]

    def players(self, level: int) -> int:
        """All below this level, the bye among them."""
        return self._matchings[level][0]

    def left_over(self, level: int) -> int:
        """The vertices below this level that the matching leaves over."""
        return self._matchings[level][2]

    def replaceable_at_once(self, level: int) -> int:
        """Where one vertex is left over below this level: some that could be left over in its place."""
        if level not in self._at_once:
            alive, mate, left_over = self._matchings[level]
            self._at_once[level] = replaceable_at_once(self._adj, mate, alive, lowest(left_over))
        return self._at_once[level]

    def replaceable(self, level: int) -> int:
        """Where one vertex is left over below this level: all that could be left over in its place."""
        if level not in self._replaceable:
            alive, mate, left_over = self._matchings[level]
            self._replaceable[level] = replaceable(self._adj, mate, alive, lowest(left_over))
        return self._replaceable[level]
