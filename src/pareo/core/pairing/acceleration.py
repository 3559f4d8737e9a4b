"""Acceleration (SP-3): virtual points for pairing. A text such as “1-7:4:6” names players, points and rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.core.words.numbers import read_points


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points for a range of start numbers up to a round (SP-3); they count for pairing only."""

    low: int
    high: int
    points: int  # smallest unit
    last_round: int

    def points_for(self, start_no: int, round_no: int) -> int:
        return self.points if self.low <= start_no <= self.high and round_no <= self.last_round else 0

    @classmethod
    def parse(cls, text: str, unit: int) -> Acceleration:
        """“1-7:4:6” is numbers 1 to 7, 4 points, up to round 6."""
        numbers, points, last = text.split(":")
        low, _, high = numbers.partition("-")
        group = cls(int(low), int(high), read_points(points, unit), int(last))
        if group.low < 1 or group.high < group.low or group.last_round < 1 or group.points < 0:
            raise ValueError(text)
        return group

    @classmethod
    def read(cls, text: str, unit: int) -> list[Acceleration]:
        """All groups of a text. ValueError if it cannot be read."""
        return [cls.parse(part, unit) for part in filter(None, text.replace(";", " ").split())]
