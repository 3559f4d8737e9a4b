"""The number on TOM's own match slips, which its result entry takes from a scanner (BT-BACK-2).

Seen in another program only and never tried with TOM itself: it is off until somebody has tried it once.
"""

from __future__ import annotations

from pareo.core.model.outcome import Outcome, Result

_MOST_DIGITS = 3


def check_digit(digits: str) -> int:
    """Digits times 1, 2, 1, 2 …, added up; what is missing to the next ten."""
    total = sum(int(digit) * (1 + place % 2) for place, digit in enumerate(digits))
    return (10 - total % 10) % 10


def slip_number(category: str, number: int, table: int, highest: int, outcome: int) -> str:
    """Pod category, round, table with the digits of the highest one, outcome (1, 2, 3 is a tie), check digit."""
    width = min(_MOST_DIGITS, len(str(highest)))
    digits = f"{category}{number}{table:0{width}}{outcome}"
    return f"{digits}{check_digit(digits)}"


def outcome_digit(result: Result) -> int | None:
    """The outcome as the slip says it; None for what it has no number for (both lost)."""
    if result.a.won:
        return 1
    if result.b.won:
        return 2
    return 3 if result.a is Outcome.DRAW else None
