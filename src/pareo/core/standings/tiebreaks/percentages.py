"""Opponents' win percentages as Play! Pokémon's documents define them (July 2019, 3.1.4.1; 2009, 3.1.5.1).

Choices where the documents are silent: in mid-event "the rounds of the tournament" are the rounds finished so far in
this phase; a forfeited match is a round with an opponent faced; a finisher whose rounds were all random byes stands at
the floor; nobody faced gives 0, for there is no mean; an opponent met twice counts twice. A dropped player took part
in every round with a line, late losses too, except random byes, absences and rounds not played on request.

Over two phases (PN-TB-4): an opponent who plays the second counts with both for whoever plays it too, every other one
with the first; who dropped inside a phase counts opponents as they stood in that round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pareo.core.standings.player_records import as_of
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn, open_book
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_mean
from pareo.core.standings.tiebreaks.tiebreak import PERCENT, Tiebreak, percentage

FLOOR, CAP = Fraction(1, 4), Fraction(3, 4)


class Scale(NamedTuple):
    """Percentages as whole numbers of 1/unit; the floor, the cap and every count of rounds fit into the unit."""

    unit: int
    floor: int
    cap: int


def scale(book: StandingsContext, options: Options) -> Scale:
    """The scale for this book, with the bounds of the ruleset (25 % and 75 % unless it says otherwise)."""
    floor, cap = percentage(options, "floor", FLOOR), percentage(options, "cap", CAP)
    other = _other(book)
    most = max(one for b in (book, other) if b is not None for one in (b.longest, b.rounds))
    unit = lcm(floor.denominator, cap.denominator, *range(1, most + 1))
    return Scale(unit, int(floor * unit), int(cap * unit))


def win_percentages(book: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's own win percentage (P-TB-3 to P-TB-5)."""
    unit, floor, cap = scale
    percentages: dict[int, int] = {}
    for no in book.records:
        wins, rounds, finished = wins_and_rounds(book, no)
        value = wins * (unit // rounds) if rounds > 0 else 0
        if value < floor:
            value = floor
        elif value > cap and not finished:
            value = cap
        percentages[no] = value
    return percentages


def wins_and_rounds(book: StandingsContext, no: int) -> tuple[int, int, bool]:
    """Wins, the rounds they are divided by (random byes are neither), and whether the player finished the phase."""
    record = book.records[no]
    finished = book.ledger.accounts[no].dropped_after is None or book.played_to_the_end(no)
    return record.wins - record.byes, (book.rounds if finished else record.lines - record.away) - record.byes, finished


def means_over_opponents(book: StandingsContext, values: dict[int, int], unit: int) -> dict[int, int]:
    """The mean of the opponents' values; the result is counted in 1/unit of what came in."""
    value_of = values.__getitem__
    shares = [0, *(unit // count for count in range(1, book.longest + 1))]
    return {no: sum(map(value_of, r.faced)) * shares[len(r.faced)] for no, r in book.records.items()}


def owp(book: StandingsContext, options: Options) -> TiebreakColumn:
    """OWP: the mean win percentage of the opponents faced in this set of Swiss rounds (P-TB-2)."""
    scaled = scale(book, options)
    return TiebreakColumn({no: _owp(book, scaled)[no] for no in book.records}, scaled.unit**2, places=4)


def oowp(book: StandingsContext, options: Options) -> TiebreakColumn:
    """OOWP: the mean of the opponents' OWP (P-TB-6)."""
    scaled = scale(book, options)
    means = means_over_opponents(book, _owp(book, scaled), scaled.unit)
    for no, past_book in _books_at_drop(book).items():
        means[no] = means_over_opponents(past_book, _owp(past_book, scaled), scaled.unit)[no]
    return TiebreakColumn(means, scaled.unit**3, places=4)


def _owp(book: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's OWP, and of two phases that of who was met in the other one."""

    def compute() -> dict[int, int]:
        means = means_over_opponents(book, _shares(book, scale), scale.unit)
        for no, past_book in _books_at_drop(book).items():
            means[no] = means_over_opponents(past_book, _shares(past_book, scale), scale.unit)[no]
        return _of_both(book, means, lambda other: _owp(other, scale))

    return book.memo(f"owp {scale}", compute)


def _shares(book: StandingsContext, scale: Scale) -> dict[int, int]:
    """Everybody's own percentage, and of two phases that of who was met in the other one."""
    return book.memo(
        f"shares {scale}",
        lambda: _of_both(book, win_percentages(book, scale), lambda other: win_percentages(other, scale)),
    )


def _of_both(
    book: StandingsContext, values: dict[int, int], values_of: Callable[[StandingsContext], dict[int, int]]
) -> dict[int, int]:
    """Values of this phase with those of the other; who is in both counts with the second."""
    other = _other(book)
    if other is None:
        return values
    other_values = values_of(other)
    return {**other_values, **values} if book.ledger.second else {**values, **other_values}


def _other(book: StandingsContext) -> StandingsContext | None:
    """The other phase, where its players count with it."""
    ledger = book.ledger.other
    if ledger is None:
        return None
    return book.memo("other phase", lambda: open_book(replace(ledger, other=None), book.ruleset))


def _books_at_drop(book: StandingsContext) -> dict[int, StandingsContext]:
    """The standings as they stood in the last round of each player who dropped inside a phase of two (PN-TB-4)."""
    if book.ledger.phases != "r-fit":
        return {}

    def compute() -> dict[int, StandingsContext]:
        last = {no: a.dropped_after for no, a in book.ledger.accounts.items() if a.dropped_after is not None}
        books = {
            number: open_book(replace(as_of(book.ledger, number), phases="both"), book.ruleset)
            for number in set(last.values())
        }
        return {no: books[number] for no, number in last.items()}

    return book.memo("as they stood", compute)


def opponents_by_round(book: StandingsContext, no: int, until: int | None = None) -> list[tuple[int, int]]:
    """(round, opponent) of every match of an entrant, forfeits included, up to round `until`."""
    return [
        (line.round_no, line.opponent)
        for line in book.ledger.accounts[no].lines
        if line.opponent is not None and (until is None or line.round_no <= until)
    ]


def bound_reached(value: Fraction, raw: Fraction) -> str:
    """Which bound a percentage reached: "floor", "cap" or none."""
    return "floor" if value > raw else "cap" if value < raw else ""


def _owp_parts(book: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's own percentage, with the bound it met."""
    scaled = scale(book, options)
    past_book = _books_at_drop(book).get(no, book)
    shares = _shares(past_book, scaled)
    for round_no, other in opponents_by_round(past_book, no):
        wins, rounds_counted, _ = wins_and_rounds(_book_of(past_book, other), other)
        raw = Fraction(wins, rounds_counted) if rounds_counted > 0 else Fraction(0)
        value = Fraction(shares[other], scaled.unit)
        rounds = max(rounds_counted, 0)
        yield TiebreakPart(
            round_no, other, value, raw=raw, wins=Fraction(wins), rounds=rounds, note=bound_reached(value, raw)
        )


def _oowp_parts(book: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's OWP."""
    scaled = scale(book, options)
    past_book = _books_at_drop(book).get(no, book)
    values = _owp(past_book, scaled)
    for round_no, other in opponents_by_round(past_book, no):
        yield TiebreakPart(round_no, other, Fraction(values[other], scaled.unit**2))


def _book_of(book: StandingsContext, no: int) -> StandingsContext:
    """The phase that an opponent counts with."""
    other = _other(book)
    if other is None:
        return book
    return other if no in other.records and not (book.ledger.second and no in book.records) else book


_BOUNDS = {"floor": PERCENT, "cap": PERCENT}

OWP = Tiebreak(
    id="owp",
    title="Opponents' win percentage",
    short="Opp. win %",
    meaning="The mean share of matches that the opponents won; none counts less than 25 %.",
    per_player=owp,
    explain=explain_mean(_owp_parts),
    options=_BOUNDS,
    percent=True,
)

OOWP = Tiebreak(
    id="oowp",
    title="Opponents' opponents' win percentage",
    short="Opp. opp. win %",
    meaning="The mean of the opponents' own win percentage of opponents.",
    per_player=oowp,
    explain=explain_mean(_oowp_parts),
    options=_BOUNDS,
    percent=True,
)
