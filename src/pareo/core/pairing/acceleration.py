"""Acceleration (SP-3): virtual points for pairing. A text such as “1-7:4:6 1-7:2:7-9” names players, points, rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.words.numbers import read_points


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points for a range of start numbers and of rounds (SP-3); they count for pairing only."""

    low: int
    high: int
    points: int  # smallest unit
    last_round: int
    first_round: int = 1

    def points_for(self, start_no: int, round_no: int) -> int:
        mine = self.low <= start_no <= self.high and self.first_round <= round_no <= self.last_round
        return self.points if mine else 0

    @classmethod
    def parse(cls, text: str, unit: int) -> Acceleration:
        """“1-7:4:6” is numbers 1 to 7, 4 points, up to round 6; “1-7:4:3-6”: in rounds 3 to 6."""
        numbers, points, rounds = text.split(":")
        low, _, high = numbers.partition("-")
        first, last = rounds.split("-") if "-" in rounds else ("1", rounds)
        group = cls(int(low), int(high), read_points(points, unit), int(last), int(first))
        if not (1 <= group.low <= group.high and 1 <= group.first_round <= group.last_round and group.points >= 0):
            raise ValueError(text)
        return group

    @classmethod
    def read(cls, text: str, unit: int) -> list[Acceleration]:
        """All groups of a text. ValueError if it cannot be read."""
        return [cls.parse(part, unit) for part in filter(None, text.replace(";", " ").split())]
