"""The arithmetic of one tie-break for one entrant: what each round brought, whether it counted, and what it comes to.

Contract: the total is the value in the standings. By kind, the parts that count
- "sum": add up to it;
- "mean": have it as their mean (nothing there: 0);
- "rounded": have it as their mean, rounded as the tie-break says;
- "performance": have a whole number as their mean; with `plus`, what the score is worth, it is the total.
"value" has no parts (on time, lot, list order). "between" compares tied players: only the standings know its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pareo.core.standings.tiebreaks.context import StandingsContext

SUM, MEAN, ROUNDED, MEAN_AND_MORE, VALUE, BETWEEN = "sum", "mean", "rounded", "performance", "value", "between"

Options = Mapping[str, object]


class TiebreakPart(NamedTuple):
    """What one round brought. What was left out (cut, unrated, not strong enough) is shown with `counted` false."""

    round_no: int
    opponent: int | None
    value: Fraction
    counted: bool = True
    raw: Fraction | None = None  # before a floor, a cap or halving
    wins: Fraction | None = None  # of the opponent, for percentages
    rounds: int | None = None  # that the percentage divides by
    note: str = ""  # why the value is not what one would expect: "floor", "half", "left-out" …


class Explanation(NamedTuple):
    """A tie-break's value for one entrant, and how it came about."""

    kind: str
    parts: tuple[TiebreakPart, ...]
    total: Fraction | None  # None: compares tied players
    plus: int = 0  # what is added to the mean of a performance


Parts = Callable[[StandingsContext, Options, int], Iterable[TiebreakPart]]
"""What each round of one entrant brought, in round order."""

Explain = Callable[[StandingsContext, Options, int], Explanation]


def explain_sum(parts: Parts) -> Explain:
    """An explanation of a tie-break whose value is the sum of its parts."""

    def explain(context: StandingsContext, options: Options, no: int) -> Explanation:
        rows = tuple(parts(context, options, no))
        return Explanation(SUM, rows, sum(_counted_values(rows), Fraction(0)))

    return explain


def explain_mean(parts: Parts) -> Explain:
    """An explanation of a tie-break whose value is the mean of its parts."""

    def explain(context: StandingsContext, options: Options, no: int) -> Explanation:
        rows = tuple(parts(context, options, no))
        return Explanation(MEAN, rows, _mean(rows))

    return explain


def explain_rounded_mean(parts: Parts, rounding: Callable[[Fraction], Fraction]) -> Explain:
    """An explanation of a tie-break whose value is the mean of its parts, rounded."""

    def explain(context: StandingsContext, options: Options, no: int) -> Explanation:
        rows = tuple(parts(context, options, no))
        return Explanation(ROUNDED, rows, rounding(_mean(rows)))

    return explain


def _counted_values(parts: Iterable[TiebreakPart]) -> list[Fraction]:
    return [part.value for part in parts if part.counted]


def _mean(parts: Iterable[TiebreakPart]) -> Fraction:
    values = _counted_values(parts)
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
