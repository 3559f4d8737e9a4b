"""Opponents' win percentages as Play! Pokémon's documents define them (July 2019, 3.1.4.1; 2009, 3.1.5.1).

Choices where the documents are silent: in mid-event "the rounds of the tournament" are the rounds finished so far in
this phase; a forfeited match is a round with an opponent faced; a finisher whose rounds were all random byes stands at
the floor; nobody faced gives 0, for there is no mean; an opponent met twice counts twice. A dropped player took part
in every round with a line, except random byes, absences, rounds not played on request and, where the option `late` says
so, the rounds missed by coming late: "rondas en que haya participado".

Over two phases (PN-TB-4): an opponent who plays the second counts with both for whoever plays it too, every other one
with the first; who dropped inside a phase counts opponents as they stood in that round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import as_of
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn, build_context
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_mean
from pareo.core.standings.tiebreaks.tiebreak import PERCENT, Choices, Tiebreak, percentage

FLOOR, CAP = Fraction(1, 4), Fraction(3, 4)
_LATE = ("counted", "left-out")
"""What a late loss is in the percentage of somebody who dropped."""


class Scale(NamedTuple):
    """Percentages as whole numbers of 1/unit; the floor, the cap and every count of rounds fit into the unit."""

    unit: int
    floor: int
    cap: int
    late_rounds: bool = True  # a round missed by coming late is one that a dropped player took part in


def scale(context: StandingsContext, options: Options) -> Scale:
    """The scale of percentages for this context, with the ruleset's bounds (25 % and 75 % by default)."""
    floor, cap = percentage(options, "floor", FLOOR), percentage(options, "cap", CAP)
    other = _other(context)
    most = max(one for b in (context, other) if b is not None for one in (b.longest, b.rounds))
    unit = lcm(floor.denominator, cap.denominator, *range(1, most + 1))
    return Scale(unit, int(floor * unit), int(cap * unit), options.get("late", _LATE[0]) == _LATE[0])


def win_percentages(context: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's own win percentage (P-TB-3 to P-TB-5)."""
    unit, floor, cap, _ = scale
    percentages: dict[int, int] = {}
    for no in context.records:
        wins, rounds, finished = wins_and_rounds(context, no, scale)
        value = wins * (unit // rounds) if rounds > 0 else 0
        if value < floor:
            value = floor
        elif value > cap and not finished:
            value = cap
        percentages[no] = value
    return percentages


def wins_and_rounds(context: StandingsContext, no: int, scale: Scale) -> tuple[int, int, bool]:
    """Wins, the rounds they are divided by (both without random byes), and whether the phase was played out."""
    record, account = context.records[no], context.ledger.accounts[no]
    wins = record.wins - record.byes
    if account.dropped_after is None or context.played_to_the_end(no):
        return wins, context.rounds - record.byes, True
    late = 0 if scale.late_rounds else sum(line.outcome is Outcome.LATE_LOSS for line in account.lines)
    return wins, record.lines - record.away - record.byes - late, False


def means_over_opponents(context: StandingsContext, values: dict[int, int], unit: int) -> dict[int, int]:
    """Everybody's mean of the opponents' values, in 1/unit of the unit of `values`."""
    value_of = values.__getitem__
    shares = [0, *(unit // count for count in range(1, context.longest + 1))]
    return {no: sum(map(value_of, r.faced)) * shares[len(r.faced)] for no, r in context.records.items()}


def owp(context: StandingsContext, options: Options) -> TiebreakColumn:
    """OWP: the mean win percentage of the opponents faced in this set of Swiss rounds (P-TB-2)."""
    scaled = scale(context, options)
    return TiebreakColumn({no: _owp(context, scaled)[no] for no in context.records}, scaled.unit**2, places=4)


def oowp(context: StandingsContext, options: Options) -> TiebreakColumn:
    """OOWP: the mean of the opponents' OWP (P-TB-6)."""
    scaled = scale(context, options)
    means = means_over_opponents(context, _owp(context, scaled), scaled.unit)
    for no, past_context in _contexts_at_drop(context).items():
        means[no] = means_over_opponents(past_context, _owp(past_context, scaled), scaled.unit)[no]
    return TiebreakColumn(means, scaled.unit**3, places=4)


def _owp(context: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's OWP, and of two phases that of who was met in the other one."""

    def compute() -> dict[int, int]:
        means = means_over_opponents(context, _shares(context, scale), scale.unit)
        for no, past_context in _contexts_at_drop(context).items():
            means[no] = means_over_opponents(past_context, _shares(past_context, scale), scale.unit)[no]
        return _of_both(context, means, lambda other: _owp(other, scale))

    return context.memo(f"owp {scale}", compute)


def _shares(context: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's own percentage, and of two phases that of who was met in the other one."""
    return context.memo(
        f"shares {scale}",
        lambda: _of_both(context, win_percentages(context, scale), lambda other: win_percentages(other, scale)),
    )


def _of_both(
    context: StandingsContext, values: dict[int, int], values_of: Callable[[StandingsContext], dict[int, int]]
) -> dict[int, int]:
    """Values of this phase with those of the other; who is in both counts with the second."""
    other = _other(context)
    if other is None:
        return values
    other_values = values_of(other)
    return {**other_values, **values} if context.ledger.second else {**values, **other_values}


def _other(context: StandingsContext) -> StandingsContext | None:
    """The other phase, where its players count with it."""
    ledger = context.ledger.other
    if ledger is None:
        return None
    return context.memo("other phase", lambda: build_context(replace(ledger, other=None), context.ruleset))


def _contexts_at_drop(context: StandingsContext) -> dict[int, StandingsContext]:
    """The standings as they stood in the last round of each player who dropped inside a phase of two (PN-TB-4)."""
    if context.ledger.phases != "r-fit":
        return {}

    def compute() -> dict[int, StandingsContext]:
        last = {no: a.dropped_after for no, a in context.ledger.accounts.items() if a.dropped_after is not None}
        contexts = {
            number: build_context(replace(as_of(context.ledger, number), phases="both"), context.ruleset)
            for number in set(last.values())
        }
        return {no: contexts[number] for no, number in last.items()}

    return context.memo("as they stood", compute)


def opponents_by_round(context: StandingsContext, no: int, until: int | None = None) -> list[tuple[int, int]]:
    """(round, opponent) of every match of an entrant, forfeits included, up to round `until`."""
    return [
        (line.round_no, line.opponent)
        for line in context.ledger.accounts[no].lines
        if line.opponent is not None and (until is None or line.round_no <= until)
    ]


def bound_reached(value: Fraction, raw: Fraction) -> str:
    """Which bound a percentage reached: "floor", "cap" or none."""
    return "floor" if value > raw else "cap" if value < raw else ""


def _owp_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's own percentage, with the bound it met."""
    scaled = scale(context, options)
    past_context = _contexts_at_drop(context).get(no, context)
    shares = _shares(past_context, scaled)
    for round_no, other in opponents_by_round(past_context, no):
        wins, rounds_counted, _ = wins_and_rounds(_context_of(past_context, other), other, scaled)
        raw = Fraction(wins, rounds_counted) if rounds_counted > 0 else Fraction(0)
        value = Fraction(shares[other], scaled.unit)
        rounds = max(rounds_counted, 0)
        yield TiebreakPart(
            round_no, other, value, raw=raw, wins=Fraction(wins), rounds=rounds, note=bound_reached(value, raw)
        )


def _oowp_parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's OWP."""
    scaled = scale(context, options)
    past_context = _contexts_at_drop(context).get(no, context)
    values = _owp(past_context, scaled)
    for round_no, other in opponents_by_round(past_context, no):
        yield TiebreakPart(round_no, other, Fraction(values[other], scaled.unit**2))


def _context_of(context: StandingsContext, no: int) -> StandingsContext:
    """The phase that an opponent counts with."""
    other = _other(context)
    if other is None:
        return context
    return other if no in other.records and not (context.ledger.second and no in context.records) else context


_OPTIONS: Mapping[str, Choices] = {"floor": PERCENT, "cap": PERCENT, "late": _LATE}

OWP = Tiebreak(
    id="owp",
    title="Opponents' win percentage",
    short="Opp. win %",
    meaning="The mean share of matches that the opponents won; none counts less than 25 %.",
    per_player=owp,
    explain=explain_mean(_owp_parts),
    options=_OPTIONS,
    percent=True,
)

OOWP = Tiebreak(
    id="oowp",
    title="Opponents' opponents' win percentage",
    short="Opp. opp. win %",
    meaning="The mean of the opponents' win percentages of their own opponents.",
    per_player=oowp,
    explain=explain_mean(_oowp_parts),
    options=_OPTIONS,
    percent=True,
)
