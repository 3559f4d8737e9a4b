"""Acceleration (SP-3): virtual points for pairing. A text such as “1-7:4:6 1-7:2:7-9” names players, points, rounds;
“baku” is FIDE's own method (C.04.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pareo.core.model.entities import Entrant
from pareo.core.text.numbers import read_points

BAKU = "baku"


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Virtual points for a range of start numbers and of rounds (SP-3); they count for pairing only."""

    low: int
    high: int
    points: int  # smallest unit
    last_round: int
    first_round: int = 1

    def points_for(self, start_no: int, round_no: int) -> int:
        applies = self.low <= start_no <= self.high and self.first_round <= round_no <= self.last_round
        return self.points if applies else 0

    @classmethod
    def parse(cls, text: str, unit: int) -> VirtualPoints:
        """One group of a text: “1-7:4:6” is numbers 1 to 7, 4 points, up to round 6; “1-7:4:3-6”: in rounds 3 to 6.

        Raises ValueError on anything else.
        """
        numbers, points, rounds = text.split(":")
        low, _, high = numbers.partition("-")
        first, last = rounds.split("-") if "-" in rounds else ("1", rounds)
        group = cls(int(low), int(high), read_points(points, unit), int(last), int(first))
        if not (1 <= group.low <= group.high and 1 <= group.first_round <= group.last_round and group.points >= 0):
            raise ValueError(text)
        return group

    @classmethod
    def read(cls, text: str, unit: int) -> list[VirtualPoints]:
        """The acceleration groups of a text; none for “baku”, where players decide. ValueError if unreadable."""
        return [] if text == BAKU else [cls.parse(part, unit) for part in parts_of(text)]

    @property
    def numbers(self) -> str:
        return f"{self.low}–{self.high}"

    def overlaps(self, other: VirtualPoints) -> bool:
        """Could a player be in both groups in the same round?"""
        return (
            self.low <= other.high
            and other.low <= self.high
            and self.first_round <= other.last_round
            and other.first_round <= self.last_round
        )


def baku(numbers: Sequence[int], last: int | None, rounds: int, win: int, draw: int) -> list[VirtualPoints]:
    """Baku acceleration (C.04.7): the first half of those paired in round 1, made even, has a win more in the first
    half of the accelerated rounds and a draw more in the others; half of all rounds are accelerated.

    `numbers`: of those who are paired in round 1, in order. `last`: the number that the last player of the first half
    has now, once round 1 is paired; the first half ends with the same player whoever comes later.
    """
    size = 2 * -(-len(numbers) // 4)
    if last is None:
        last = numbers[min(size, len(numbers)) - 1] if numbers else 0
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    if last < 1 or not accelerated:
        return []
    groups = [VirtualPoints(1, last, win, full)]
    return groups if full == accelerated else [*groups, VirtualPoints(1, last, draw, accelerated, full + 1)]


def parts_of(text: str) -> list[str]:
    """The acceleration groups of a text, each as it is typed."""
    return text.replace(";", " ").split()


def find_overlap(groups: Sequence[VirtualPoints]) -> tuple[VirtualPoints, VirtualPoints] | None:
    """The first two acceleration groups that overlap, or None: Swiss Perfect's groups divide the list (SP-3)."""
    return next(((a, b) for a, b in combinations(groups, 2) if a.overlaps(b)), None)


def acceleration_number(e: Entrant) -> int:
    """The number of an entrant that acceleration groups go by (SP-3): the start number, or else the entry's."""
    return e.start_no or e.no
