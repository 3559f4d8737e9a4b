"""How many of something: “3”, “5%”, or by round “1:2,4:10%” (F-106)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from pareo.core.text.errors import BadInput


@dataclass(frozen=True, slots=True)
class AmountShare:
    """A number, or so many of a hundred."""

    count: int = 0
    percent: float = 0.0

    def of(self, dice: Random, most: int) -> int:
        """How many out of `most`; a percentage is drawn one by one."""
        if self.percent:
            return sum(dice.random() * 100 < self.percent for _ in range(most))
        return min(self.count, most)


@dataclass(frozen=True, slots=True)
class Amount:
    """For the whole tournament (numbers are spread over its rounds, percentages hold for each), or by round."""

    overall: AmountShare = field(default_factory=AmountShare)
    by_round: tuple[tuple[int, AmountShare], ...] = ()

    def per_round(self, dice: Random, rounds: range, most: int) -> dict[int, int]:
        """How many in each round; those of the whole tournament fall into `rounds`."""
        if self.by_round:
            return {number: share.of(dice, most) for number, share in self.by_round}
        if self.overall.percent:
            return {number: self.overall.of(dice, most) for number in rounds}
        counts = dict.fromkeys(rounds, 0)
        for _ in range(self.overall.count if rounds else 0):
            counts[rounds[int(dice.random() * len(rounds))]] += 1
        return counts


def read_amount(text: str) -> Amount:
    """The amount that a text says; BadInput if it is none."""
    if ":" not in text:
        return Amount(_share(text))
    parts = [part.partition(":") for part in text.split(",")]
    if not all(number.strip().isdecimal() and len(number) < 4 for number, _, _ in parts):
        raise _bad(text)
    return Amount(by_round=tuple((int(number), _share(share)) for number, _, share in parts))


def _share(text: str) -> AmountShare:
    match = re.fullmatch(r"\s*(\d{1,4}(?:\.\d{1,3})?)\s*(%?)\s*", text)
    if match is None or (not match[2] and "." in match[1]) or (match[2] and float(match[1]) > 100):
        raise _bad(text)
    return AmountShare(percent=float(match[1])) if match[2] else AmountShare(int(match[1]))


def _bad(text: str) -> BadInput:
    return BadInput("random-amount", "“{text}” is not an amount: use 3, 5% or, by round, 1:2,4:10%.", text=text[:40])


def read_span(text: str, low: int, high: int) -> tuple[int, int]:
    """The two ends of a span such as “40” or “20-120”; BadInput if it is none."""
    match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", text.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not low <= first <= last <= high:
        raise BadInput(
            "random-span",
            "“{text}” is not a number from {low} to {high} or a range (20-120).",
            text=text[:40],
            low=low,
            high=high,
        )
    return first, last


def draw_number(dice: Random, span: tuple[int, int]) -> int:
    """A random number of the span, both ends included."""
    return span[0] + int(dice.random() * (span[1] - span[0] + 1))
