"""Round robin tables: Berger and Rutsch (carousel). Start numbers only; who they are is not known here.

A table is a tuple of rounds; a round is its pairs in table order, the first of a pair starts (white), and who rests in
an odd field. Every two players meet exactly once (twice in a double round robin).
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.text.errors import BadInput

Pair = tuple[int, int]


class RobinRound(NamedTuple):
    """One round of a round robin's table."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def berger(n: int, *, double: bool = False, reversed_end: bool = True) -> tuple[RobinRound, ...]:
    """The Berger table for n players (FIDE C.05, annex 1). An odd field plays the table of one more, who is the bye.

    Double: the second cycle with colours reversed, and the last two rounds of the first cycle swapped, so that nobody
    has three times the same colour where the cycles meet; not swapped where `reversed_end` is off (F-47).
    """
    _enough(n)
    size = n + n % 2
    first = [_berger_round(size, number) for number in range(size - 1)]
    if double:
        second = [[(black, white) for white, black in pairs] for pairs in first]
        if reversed_end:
            first[-2:] = first[-2:][::-1]
        first += second
    return tuple(_without_dummy(pairs, n) for pairs in first)


def _berger_round(size: int, number: int) -> list[Pair]:
    """All but the last player move on by half the field from round to round; the last changes colour."""
    shift = number * (size // 2)

    def rotate(player: int) -> int:
        return (player - 1 + shift) % (size - 1) + 1

    fixed = (rotate(1), size) if number % 2 == 0 else (size, rotate(1))
    return [fixed, *((rotate(i), rotate(size + 1 - i)) for i in range(2, size // 2 + 1))]


def _without_dummy(pairs: list[Pair], n: int) -> RobinRound:
    real = tuple(pair for pair in pairs if max(pair) <= n)
    byes = [min(pair) for pair in pairs if max(pair) > n]
    return RobinRound(real, byes[0] if byes else None)


def rutsch(n: int) -> tuple[RobinRound, ...]:
    """The Rutsch table for n players (carousel): a row of tables, everybody moves on by one seat after each round.

    Even field: number 1 keeps the seat and turns the board each round. Odd field: who sits at the end of the row, where
    no table is, rests; number n in the first round (**Choice**). Neighbouring boards have white on opposite sides.
    """
    _enough(n)
    # Seats against the clock from the near side of the first table to its far side.
    seats = list(range(n, 1 if n % 2 == 0 else 0, -1))
    return tuple(_rutsch_round(seats[number:] + seats[:number], n, number) for number in range(len(seats)))


def _rutsch_round(seats: list[int], n: int, number: int) -> RobinRound:
    pairs: list[Pair] = []
    bye = None
    if n % 2 == 0:
        near = seats[0]
        pairs.append((1, near) if number % 2 == 0 else (near, 1))
    else:
        bye = seats[0]
    around = seats[1:]
    for i in range(len(around) // 2):
        near, far = around[i], around[-1 - i]
        near_is_white = len(pairs) % 2 == 1
        pairs.append((near, far) if near_is_white else (far, near))
    return RobinRound(tuple(pairs), bye)


def _enough(n: int) -> None:
    if n < 2:
        raise BadInput("robin-too-few", "A round robin needs at least 2 players, not {n}.", n=n)
