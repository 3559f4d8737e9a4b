"""Opponents' win percentages as Play! Pokémon's documents define them (July 2019, 3.1.4.1; 2009, 3.1.5.1).

Choices where the documents are silent: in mid-event "the rounds of the tournament" are the rounds finished so far in
this phase; a forfeited match is a round with an opponent faced; a finisher whose rounds were all random byes stands at
the floor; nobody faced gives 0, for there is no mean; an opponent met twice counts twice. A dropped player took part
in every round he has a line for, late losses too, except random byes and the rounds he was absent or asked out of.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pareo.core.standings.tiebreaks.book import Book, Column
from pareo.core.standings.tiebreaks.parts import Options, Part, averaged
from pareo.core.standings.tiebreaks.record import PERCENT, Tiebreak, percentage

FLOOR, CAP = Fraction(1, 4), Fraction(3, 4)


class Scale(NamedTuple):
    """Percentages as whole numbers of 1/unit; the floor, the cap and every count of rounds fit into the unit."""

    unit: int
    floor: int
    cap: int


def scale(book: Book, options: Options) -> Scale:
    """The scale for this book, with the bounds of the ruleset (25 % and 75 % unless it says otherwise)."""
    floor, cap = percentage(options, "floor", FLOOR), percentage(options, "cap", CAP)
    unit = lcm(floor.denominator, cap.denominator, *range(1, max(book.longest, book.rounds) + 1))
    return Scale(unit, int(floor * unit), int(cap * unit))


def win_percentages(book: Book, scale: Scale) -> dict[int, int]:
    """Everybody's own win percentage (P-TB-3 to P-TB-5)."""
    unit, floor, cap = scale
    percentages: dict[int, int] = {}
    for no in book.records:
        wins, counted, finished = won_of(book, no)
        value = wins * (unit // counted) if counted > 0 else 0
        if value < floor:
            value = floor
        elif value > cap and not finished:
            value = cap
        percentages[no] = value
    return percentages


def won_of(book: Book, no: int) -> tuple[int, int, bool]:
    """Wins, the rounds they are divided by (random byes are neither), and whether he played to the end."""
    record = book.records[no]
    finished = book.ledger.accounts[no].dropped_after is None or book.played_to_the_end(no)
    return record.wins - record.byes, (book.rounds if finished else record.lines - record.away) - record.byes, finished


def means_over_opponents(book: Book, values: dict[int, int], unit: int) -> dict[int, int]:
    """The mean of the opponents' values; the result is counted in 1/unit of what came in."""
    value_of = values.__getitem__
    shares = [0, *(unit // count for count in range(1, book.longest + 1))]
    return {no: sum(map(value_of, r.faced)) * shares[len(r.faced)] for no, r in book.records.items()}


def owp(book: Book, options: Options) -> Column:
    """OWP: the mean win percentage of the opponents faced in this set of Swiss rounds (P-TB-2)."""
    scaled = scale(book, options)
    return Column(_owp(book, scaled), scaled.unit**2, places=4)


def oowp(book: Book, options: Options) -> Column:
    """OOWP: the mean of the opponents' OWP (P-TB-6)."""
    scaled = scale(book, options)
    return Column(means_over_opponents(book, _owp(book, scaled), scaled.unit), scaled.unit**3, places=4)


def _owp(book: Book, scale: Scale) -> dict[int, int]:
    return book.once(
        f"owp {scale}", lambda: means_over_opponents(book, win_percentages(book, scale), scale.unit)
    )


def faced(book: Book, no: int, until: int | None = None) -> list[tuple[int, int]]:
    """(round, opponent) of every match, forfeits included."""
    return [
        (line.round_no, line.opponent)
        for line in book.ledger.accounts[no].lines
        if line.opponent is not None and (until is None or line.round_no <= until)
    ]


def bound(value: Fraction, raw: Fraction) -> str:
    """Which bound a percentage met."""
    return "floor" if value > raw else "cap" if value < raw else ""


def _owp_parts(book: Book, options: Options, no: int) -> Iterable[Part]:
    """Every opponent's own percentage, with the bound it met."""
    scaled = scale(book, options)
    shares = win_percentages(book, scaled)
    for round_no, other in faced(book, no):
        wins, counted, _ = won_of(book, other)
        raw = Fraction(wins, counted) if counted > 0 else Fraction(0)
        value = Fraction(shares[other], scaled.unit)
        rounds = max(counted, 0)
        yield Part(round_no, other, value, raw=raw, wins=Fraction(wins), rounds=rounds, note=bound(value, raw))


def _oowp_parts(book: Book, options: Options, no: int) -> Iterable[Part]:
    """Every opponent's OWP."""
    column = owp(book, options)
    for round_no, other in faced(book, no):
        yield Part(round_no, other, Fraction(column.keys[other], column.denominator))


_BOUNDS = {"floor": PERCENT, "cap": PERCENT}

OWP = Tiebreak(
    id="owp",
    title="Opponents' win percentage",
    short="Opp. win %",
    meaning="The mean share of matches that the opponents won; none counts less than 25 %.",
    per_player=owp,
    explain=averaged(_owp_parts),
    options=_BOUNDS,
    percent=True,
)

OOWP = Tiebreak(
    id="oowp",
    title="Opponents' opponents' win percentage",
    short="Opp. opp. win %",
    meaning="The mean of the opponents' own win percentage of opponents.",
    per_player=oowp,
    explain=averaged(_oowp_parts),
    options=_BOUNDS,
    percent=True,
)
