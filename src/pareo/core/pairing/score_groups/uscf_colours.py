"""Colours in the US Chess Swiss: what a player is due, who of a pair gets it, and which switches it may cost.

Contract: `better_colours(pairs, …)` exchanges players between boards of one score group where that mends colours and
the ratings are near enough; `white_of(…)` gives the colours of a pair. Neither looks at points.

A switch of two boards (a-b, c-d) is a transposition (a-d, c-b), as large as the smaller of |b − d| and |a − c|, or an
interchange (a-c, b-d), as large as the smaller of |b − c| and |a − d|. It may be at most 200 points where it leaves
fewer pairs in which both must equalise with the same colour, and at most 80 where it only leaves fewer pairs that
cannot both alternate. Choices: the switch that mends most, then the smallest, then a transposition is made, board by
board from the top until none is left; an unrated player may be switched with anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

EQUALISE_LIMIT = 200
ALTERNATE_LIMIT = 80

_OTHER = {"W": "B", "B": "W", "": ""}

Pair = tuple[int, int]  # the higher of the group first


class History(NamedTuple):
    """A player's colours: whites minus blacks, and the colours of the games played, in order."""

    balance: int
    played: str

    @property
    def due(self) -> str:
        """The colour that equalises, or else alternates; "" before the first game."""
        if self.balance:
            return "B" if self.balance > 0 else "W"
        return _OTHER[self.played[-1:]]


def history(colours: str, starts: int) -> History:
    """The colour history of a sequence such as "WB-W" ("-": not played); without one, of the balance `starts`."""
    played = colours.replace("-", "")
    return History(played.count("W") - played.count("B") if colours else starts, played)


def clash(one: History, two: History) -> Pair:
    """The colour clash of a pair: (1, 0) both must equalise with it; (0, 1) one cannot alternate; else (0, 0)."""
    if not one.due or one.due != two.due:
        return 0, 0
    return (1, 0) if one.balance and two.balance else (0, 1)


def white_of(a: int, b: int, colours: Mapping[int, History], *, higher_white: bool) -> tuple[int, str]:
    """Who of a pair (the higher first) has white, and why. `higher_white`: what the board has if nothing else decides.

    Equalising goes first, then alternating; then the colours of the last round in which they differed are reversed;
    then the higher player has the colour due.
    """
    one, two = colours[a], colours[b]
    if one.balance != two.balance:
        return (a if one.balance < two.balance else b), "colour-equalises"
    if one.due != two.due:
        first_white = one.due == "W" or two.due == "B"
        return (a if first_white else b), "colour-alternates"
    for first_colour, second_colour in zip(reversed(one.played), reversed(two.played), strict=False):
        if first_colour != second_colour:
            return (a if first_colour == "B" else b), "colour-history"
    if one.due:
        return (a if one.due == "W" else b), "colour-of-the-higher"
    return (a if higher_white else b), "colour-by-board"


@dataclass(frozen=True, slots=True)
class Switch:
    """Two boards whose players are paired in another way."""

    clashes_left: tuple[int, int]  # equalising and alternating clashes that are left on the two boards
    size: int
    interchange: bool
    boards: tuple[int, int]
    pairs: tuple[Pair, Pair]


def better_colours(
    pairs: Sequence[Pair],
    *,
    colours: Mapping[int, History],
    ratings: Mapping[int, int | None],
    place: Mapping[int, int],
    dislike: Callable[[int, int], int],
) -> tuple[list[Pair], dict[Pair, str]]:
    """The pairs after all switches that mend colours within the limits, and the reasons of the switched ones.

    `dislike`: 0 for a welcome pair, more for worse; no switch may make it worse than it was.
    """
    boards = list(pairs)
    reasons: dict[Pair, str] = {}
    changed = True
    while changed:
        changed = False
        for i, pair in enumerate(boards):
            clashes = clash(colours[pair[0]], colours[pair[1]])
            if clashes == (0, 0):
                continue
            switch = _best_switch(boards, i, colours=colours, ratings=ratings, place=place, dislike=dislike)
            if switch is None:
                continue
            changed = True
            equalised = switch.clashes_left[0] < _clashes(boards, switch.boards, colours)[0]
            for board, new in zip(switch.boards, switch.pairs, strict=True):
                reasons.pop(boards[board], None)
                boards[board] = new
                reasons[new] = "switched-to-equalise" if equalised else "switched-to-alternate"
    return boards, reasons


def _clashes(boards: Sequence[Pair], which: tuple[int, int], colours: Mapping[int, History]) -> tuple[int, int]:
    clash_counts = [clash(colours[boards[i][0]], colours[boards[i][1]]) for i in which]
    return sum(e for e, _ in clash_counts), sum(a for _, a in clash_counts)


def _best_switch(
    boards: Sequence[Pair],
    i: int,
    *,
    colours: Mapping[int, History],
    ratings: Mapping[int, int | None],
    place: Mapping[int, int],
    dislike: Callable[[int, int], int],
) -> Switch | None:
    """The switch of board i with another that mends most, then the smallest."""
    best: tuple[tuple[tuple[int, int], int, bool, int], Switch] | None = None
    for j in range(len(boards)):
        if j == i:
            continue
        clashes_before = _clashes(boards, (i, j), colours)
        for switch in _switches(boards, i, j, colours=colours, ratings=ratings, place=place):
            if switch.clashes_left >= clashes_before:
                continue
            if switch.size > (EQUALISE_LIMIT if switch.clashes_left[0] < clashes_before[0] else ALTERNATE_LIMIT):
                continue
            change = (switch.clashes_left[0] - clashes_before[0], switch.clashes_left[1] - clashes_before[1])
            key = (change, switch.size, switch.interchange, j)
            if best is not None and key >= best[0]:
                continue
            if sum(dislike(*p) for p in switch.pairs) <= dislike(*boards[i]) + dislike(*boards[j]):
                best = key, switch
    return None if best is None else best[1]


def _switches(
    boards: Sequence[Pair],
    i: int,
    j: int,
    *,
    colours: Mapping[int, History],
    ratings: Mapping[int, int | None],
    place: Mapping[int, int],
) -> list[Switch]:
    """The two other ways to pair the four players of two boards."""
    (a, b), (c, d) = boards[i], boards[j]

    def far(x: int, y: int) -> int:
        one, two = ratings.get(x), ratings.get(y)
        return 0 if one is None or two is None else abs(one - two)

    def in_order(x: int, y: int) -> Pair:
        return (x, y) if place[x] < place[y] else (y, x)

    ways = (
        (((a, d), (c, b)), min(far(b, d), far(a, c)), False),
        (((a, c), (b, d)), min(far(b, c), far(a, d)), True),
    )
    switches = []
    for pairs, size, interchange in ways:
        clashes = [clash(colours[x], colours[y]) for x, y in pairs]
        clashes_left = (sum(e for e, _ in clashes), sum(n for _, n in clashes))
        one, two = in_order(*pairs[0]), in_order(*pairs[1])
        switches.append(Switch(clashes_left, size, interchange, (i, j), (one, two)))
    return switches
