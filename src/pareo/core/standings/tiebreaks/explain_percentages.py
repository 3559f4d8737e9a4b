"""The arithmetic of the win percentages, opponent by opponent: the documents' way and the program TOM's."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pareo.core.standings.tiebreaks.book import Book
from pareo.core.standings.tiebreaks.parts import Part
from pareo.core.standings.tiebreaks.percentages import owp, scale, win_percentages, won_of
from pareo.core.standings.tiebreaks.record import Options
from pareo.core.standings.tiebreaks.tom import UNIT, frozen_after, mean, raw_percentage, win_percentage, won_until


def owp_parts(book: Book, options: Options, no: int) -> Iterable[Part]:
    """Every opponent's own percentage, with the bound it met."""
    scaled = scale(book, options)
    shares = win_percentages(book, scaled)
    for round_no, other in _faced(book, no):
        wins, counted, _ = won_of(book, other)
        raw = Fraction(wins, counted) if counted > 0 else Fraction(0)
        value = Fraction(shares[other], scaled.unit)
        rounds = max(counted, 0)
        yield Part(round_no, other, value, raw=raw, wins=Fraction(wins), rounds=rounds, note=_bound(value, raw))


def oowp_parts(book: Book, options: Options, no: int) -> Iterable[Part]:
    """Every opponent's OWP."""
    column = owp(book, options)
    for round_no, other in _faced(book, no):
        yield Part(round_no, other, Fraction(column.keys[other], column.denominator))


def tom_owp_parts(book: Book, _options: Options, no: int) -> Iterable[Part]:
    """Every opponent's own percentage as it was when this player's stopped moving."""
    accounts, until = book.ledger.accounts, frozen_after(book, no)
    for round_no, other in _faced(book, no, until):
        halves, counted = won_until(accounts[other], until)
        value = Fraction(win_percentage(book, accounts[other], until), UNIT)
        raw = Fraction(raw_percentage(halves, counted), UNIT)
        yield Part(round_no, other, value, raw=raw, wins=Fraction(halves, 2), rounds=counted, note=_bound(value, raw))


def tom_oowp_parts(book: Book, _options: Options, no: int) -> Iterable[Part]:
    """Every opponent's OWP as it was then."""
    until = frozen_after(book, no)
    for round_no, other in _faced(book, no, until):
        yield Part(round_no, other, Fraction(_tom_owp(book, other, until), UNIT))


def _tom_owp(book: Book, no: int, after: int) -> int:
    until = min(after, frozen_after(book, no))
    accounts = book.ledger.accounts
    return mean([win_percentage(book, accounts[other], until) for _, other in _faced(book, no, until)])


def _bound(value: Fraction, raw: Fraction) -> str:
    return "floor" if value > raw else "cap" if value < raw else ""


def _faced(book: Book, no: int, until: int | None = None) -> list[tuple[int, int]]:
    """(round, opponent) of every match, forfeits included."""
    return [
        (line.round_no, line.opponent)
        for line in book.ledger.accounts[no].lines
        if line.opponent is not None and (until is None or line.round_no <= until)
    ]
