"""What follows when the time of a round is over: so many more turns, inside so many minutes or without a limit.

The clock goes on with them: “+3 turns”, 15:00 falling; the round is over at its end (PN-MAT-4).
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.tournament.tournament import Tournament


class Overtime(NamedTuple):
    """Turns after the time, and the seconds for them; 0 seconds: no limit."""

    turns: int
    seconds: int = 0


class TimeLeft(NamedTuple):
    """What a clock shows: seconds (below 0 after the end), whether turns are being played on, whether it is over."""

    seconds: int
    turns: bool = False
    over: bool = False


def overtime_of(t: Tournament) -> Overtime | None:
    """The event's turns after the time; None where a round ends with its clock."""
    rules = t.ruleset.round
    return Overtime(rules.extra_turns, 60 * rules.overtime_minutes) if rules.extra_turns else None


def time_left(seconds: int, overtime: Overtime | None) -> TimeLeft:
    """What the clock shows so many seconds before the end of its minutes (after it: below 0)."""
    if seconds > 0 or overtime is None:
        return TimeLeft(seconds, over=seconds <= 0)
    if not overtime.seconds:
        return TimeLeft(seconds, turns=True, over=True)
    rest = seconds + overtime.seconds
    return TimeLeft(rest, turns=rest > 0, over=rest <= 0)
