"""The criteria C6 – C21 of a bracket, counted from a round as it stands, and what no round can beat.

`Criteria.of_pair` says what one pair adds; the row of a round is the sum over its pairs, the number of a pair for a
cheapest matching has the same digits. `lower_bound` is by counting alone: parity for those who float, preferences for
colours, nought for the rest. A round whose row is the bound is best, whatever the rules forbid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pareo.core.verify.dutch_colours import ColourClaim, ColourCounts
from pareo.core.verify.dutch_field import DutchCheckField, DutchCheckPlayer

Kind = tuple[str, bool]  # the colour due ("" none), and only mildly
Row = tuple[int, ...]
PLAIN = ("C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17")


class Criteria:
    """The criteria of one level's bracket. `bracket`: its members' places; `bye_counts`: C9 is of this bracket."""

    def __init__(
        self, field: DutchCheckField, level: int, bracket: Sequence[int], *, bye_level: int, bye_counts: bool
    ) -> None:
        self.field, self.level, self.bracket = field, level, bracket
        self.bye_level, self.bye_counts = bye_level, bye_counts
        self.inside = frozenset(bracket)
        self.players = [field.players[no] for no in field.order]
        self.steps = max((field.level[i] - level for i in bracket), default=0)
        steps = range(self.steps, 0, -1)
        self.names = [
            "C6", *("C7" for _ in steps), "C8", *("C8" for _ in (*steps, 0)), *PLAIN,
            *(name for name in ("C18", "C19", "C20", "C21") for _ in steps),
        ]  # fmt: skip
        self.at = {name: self.names.index(name) for name in dict.fromkeys(self.names)}

    def of_pair(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """(digit, amount) of a pair of places; the bye is one of them."""
        higher, lower = sorted((a, b), key=lambda i: (-self.field.level[i], i))
        above, below = self.field.level[higher], self.field.level[lower]
        if above >= self.level - 1 > below:  # C8: out of the next bracket
            yield self.at["C8"], 1
            if above >= self.level:
                yield self.at["C8"] + 1 + self.steps - (above - self.level), 1
        if higher not in self.inside:
            return
        step = above - self.level
        if lower in self.inside:
            yield from self._pair_digits(self.players[higher], self.players[lower], step)
        else:
            yield from self._floater_digits(self.players[higher], step, has_bye=lower == self.field.bye)

    def _floater_digits(self, p: DutchCheckPlayer, step: int, *, has_bye: bool) -> Iterator[tuple[int, int]]:
        yield 0, 1
        if step:
            yield self._by_step("C7", step), 1
        if has_bye and self.bye_counts:
            yield self.at["C9"], p.unplayed
        for floated, resident, moved in ((p.down[0], "C14", "C18"), (p.down[1], "C16", "C20")):
            if floated:
                yield (self._by_step(moved, step) if step else self.at[resident]), 1

    def _pair_digits(self, one: DutchCheckPlayer, two: DutchCheckPlayer, step: int) -> Iterator[tuple[int, int]]:
        if one.top or two.top:
            if beyond_two(one.colours, two.colours):
                yield self.at["C10"], 1
            if thrice(one.colours, two.colours):
                yield self.at["C11"], 1
        if one.colours.due and one.colours.due == two.colours.due:
            yield self.at["C12"], 1
            if min(one.colours.claim, two.colours.claim) > ColourClaim.MILD:
                yield self.at["C13"], 1
        if step:
            for floated, plain, by_step in ((two.up[0], "C15", "C19"), (two.up[1], "C17", "C21")):
                if floated:
                    yield self.at[plain], 1
                    yield self._by_step(by_step, step), 1

    def _by_step(self, name: str, step: int) -> int:
        """The widest score difference comes first."""
        return self.at[name] + self.steps - step

    def row(self, pairs: Iterable[tuple[int, int]]) -> Row:
        """All criteria of a round, in order. `pairs`: of everybody not paired above."""
        row = [0] * len(self.names)
        for a, b in pairs:
            for digit, amount in self.of_pair(a, b):
                row[digit] += amount
        return tuple(row)

    def number(self, a: int, b: int, width: int, *, without: str = "") -> int:
        """What a pair adds as one number; each digit has `width` bits."""
        last = len(self.names) - 1
        return sum(amount << width * (last - d) for d, amount in self.of_pair(a, b) if self.names[d] != without)

    # -- counting ----------------------------------------------------------------------------------------------------

    def lower_bound(self) -> Row:
        """The row of criteria that no round can beat, by counting alone."""
        row = [0] * len(self.names)
        row[0] = floats = self.least_floats()
        row[self.at["C8"]], of_this = self.least_after(floats)
        row[self.at["C8"] + 1 + self.steps] = of_this
        if self.bye_counts and self.bye_level == self.level:
            row[self.at["C9"]] = self.least_unplayed()
        row[self.at["C12"]], row[self.at["C13"]] = clashes(self.kinds(), floats)
        return tuple(row)

    def least_floats(self) -> int:
        """The fewest floaters (C6), by parity; who has the bye floats out of the bye's level."""
        odd = len(self.bracket) % 2
        return (1 if odd else 2) if self.bye_level == self.level else odd

    def least_after(self, floats: int) -> tuple[int, int]:
        """The least C8 if `floats` float: how many leave the next bracket, and how many of them are of this one."""
        if self.level == 1:
            return 0, 0
        group = sum(level == self.level - 1 for level in self.field.level[:-1])
        if self.bye_level == self.level:
            return 1 + (group + floats - 1) % 2, 1
        odd = (group + floats) % 2
        return ((1 if odd else 2) if self.bye_level == self.level - 1 else odd), 0

    def least_unplayed(self) -> int:
        """The least C9: of the residents who may have the bye, the fewest rounds without a game."""
        residents = [self.players[i] for i in self.bracket if self.field.level[i] == self.level]
        return min((p.unplayed for p in residents if p.bye_ok), default=0)

    def kinds(self) -> Counter[Kind]:
        """How many members of the bracket have each kind of colour preference."""
        return Counter(kind(self.players[i]) for i in self.bracket)


def kind(p: DutchCheckPlayer) -> Kind:
    """A player's kind of colour preference, which C12 and C13 count."""
    return p.colours.due, p.colours.claim is ColourClaim.MILD


def clashes(kinds: Counter[Kind], floats: int) -> tuple[int, int]:
    """The least C12 and C13 of players of these kinds, if `floats` of them float."""
    due = {colour: kinds[colour, True] + kinds[colour, False] for colour in "WB"}
    more = max("WB", key=lambda colour: due[colour])
    others = kinds["", False] + floats
    same = max(0, (abs(due["W"] - due["B"]) - others) // 2)
    return same, max(0, same - kinds[more, True])


def beyond_two(one: ColourCounts, two: ColourCounts) -> bool:
    """Does the pair break C10? With one colour difference of two or more, one of them goes further."""
    return one.difference == two.difference and abs(one.difference) > 1


def thrice(one: ColourCounts, two: ColourCounts) -> bool:
    """Does the pair break C11? One of two who are due the same colour has one a third time running."""
    if not one.due or one.due != two.due:
        return False
    if one.sequence[-2:] == two.sequence[-2:] in ("WW", "BB"):
        return True
    absolute = one.claim is two.claim is ColourClaim.ABSOLUTE
    claim_one, claim_two = ((c.claim, abs(c.difference) if absolute else 0) for c in (one, two))
    if claim_one == claim_two:
        return False
    yielding = two if claim_one > claim_two else one  # gets the other colour
    return yielding.sequence[-2:] == ("B" if one.due == "W" else "W") * 2
