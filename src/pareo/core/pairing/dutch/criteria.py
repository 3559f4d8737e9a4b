"""The quality of a bracket's pairing (C6 – C21) as one whole number a pair, so that sums compare as the rules do.

Every criterion is a sum over pairs: over those inside the bracket, those between it and what is below ("out"), and, for
C8, those below it. Each criterion has a digit, or one for each score difference (C7, C8, C18 – C21: the highest goes
first). A digit is wide enough for all pairs together, so what is written first outweighs all that follows.

| criterion | a pair counts |
|---|---|
| C6 | out: a downfloater |
| C7 | out: a moved-down player (MDP), in the digit of the player's level |
| C8 | from the next bracket, MDPs included, to what is below it; then those of this bracket, by level |
| C9 | the bye: rounds its receiver has not played |
| C10, C11 | inside, with a topscorer: a difference beyond two; a colour three times running |
| C12, C13 | inside: both prefer the same colour; and neither mildly |
| C14, C16 | out: a resident who floated down in the last round; in the one before |
| C15, C17 | inside: an MDP's opponent who floated up in the last round; in the one before |
| C18, C20 | out: an MDP who floated down …, in the digit of the score difference |
| C19, C21 | inside: as C15, C17, in the digit of the MDP's score difference |
"""

from __future__ import annotations

from collections.abc import Sequence

from pareo.core.pairing.dutch.colours import MILD, third_running, too_wide
from pareo.core.pairing.dutch.round_field import DOWN_1, DOWN_2, UP_1, UP_2, DutchPlayer

BY_DIFFERENCE = ("C7", "C8", "C18", "C19", "C20", "C21")  # one digit for each score difference


class DutchWeights:
    """The costs of the pairs of one bracket. `steps`: how many score groups the highest MDP comes down."""

    def __init__(
        self, players: Sequence[DutchPlayer], level: int, *, steps: int, vertices: int, bye_counts: bool
    ) -> None:
        self._players, self._level, self._bye_counts = players, level, bye_counts
        width = (vertices // 2).bit_length()
        rounds = max((p.unplayed for p in players), default=0).bit_length()
        self._shift: dict[str, list[int]] = {}  # [score difference]; "C8+" is the number, "C8" their scores
        at = 0
        for name in reversed(("C6", "C7", "C8+", "C8", "C9", *(f"C{i}" for i in range(10, 22)))):
            digits = steps + 1 if name in BY_DIFFERENCE else 1
            self._shift[name] = [at + i * width for i in range(digits)]
            at += digits * width if name != "C9" else max(rounds, width)
        self.bits = at

    def unit(self, name: str, difference: int = 0) -> int:
        """The value of one in the digit of a criterion."""
        return 1 << self._shift[name][difference]

    def inside_cost(self, i: int, j: int) -> int:
        """The cost of a pair inside the bracket, at least one of the two a resident."""
        one, two = self._players[min(i, j)], self._players[max(i, j)]  # the higher ranked first
        higher, lower = one.colours, two.colours
        cost = 0
        if one.top or two.top:
            cost += self.unit("C10") * too_wide(higher, lower) + self.unit("C11") * third_running(higher, lower)
        if higher.preference and higher.preference == lower.preference:
            cost += self.unit("C12")
            if higher.strength > MILD and lower.strength > MILD:
                cost += self.unit("C13")
        difference = one.level - self._level
        if difference:
            if two.floats & UP_1:
                cost += self.unit("C15") + self.unit("C19", difference)
            if two.floats & UP_2:
                cost += self.unit("C17") + self.unit("C21", difference)
        return cost

    def out_cost(self, i: int, below: int, *, has_bye: bool = False) -> int:
        """The cost of a member of the bracket paired with somebody of the level `below`, or with the bye."""
        one = self._players[i]
        difference = one.level - self._level
        cost = self.unit("C6")
        if difference:
            cost += self.unit("C7", difference)
        if has_bye and self._bye_counts:
            cost += self.unit("C9") * one.unplayed
        if one.floats & DOWN_1:
            cost += self.unit("C18", difference) if difference else self.unit("C14")
        if one.floats & DOWN_2:
            cost += self.unit("C20", difference) if difference else self.unit("C16")
        if below < self._level - 1:
            cost += self.unit("C8+") + self.unit("C8", difference)
        return cost

    def below_cost(self, one: int, two: int) -> int:
        """The cost of a pair of players of these two levels, both below the bracket."""
        return self.unit("C8+") if max(one, two) == self._level - 1 > min(one, two) else 0
