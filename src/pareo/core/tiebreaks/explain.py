"""The arithmetic of one tie-break for one entrant: what each round brought, and whether it counted.

Contract: for the tie-breaks that are sums the parts that count add up to the value in the standings; for averages the
value is their mean. Tie-breaks between tied players and percentages have no parts here: the answer is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pareo.core.ledger import Ledger, Line
from pareo.core.ruleset import Ruleset
from pareo.core.tiebreaks import find
from pareo.core.tiebreaks.book import Book, open_book
from pareo.core.tiebreaks.opponents import berger_terms, brightwell_terms, buchholz_terms, strong_opponents
from pareo.core.tiebreaks.opponents_ratings import counts_unrated, listed
from pareo.core.tiebreaks.own import running, spreads
from pareo.core.tiebreaks.record import Options, whole


class Part(NamedTuple):
    """One term. What was left out (cut, unrated, not strong enough) is shown with `counted` false."""

    round_no: int
    opponent: int | None
    value: Fraction
    counted: bool = True


Parts = Callable[[Book, Options, int], Iterable[Part]]


def explain(tiebreak_id: str, ledger: Ledger, ruleset: Ruleset, no: int) -> tuple[Part, ...]:
    """The parts of a tie-break's value, in round order, with the options the ruleset gives it (or none)."""
    find(tiebreak_id)
    options = next((use.options for use in ruleset.tiebreaks if use.id == tiebreak_id), {})
    parts = _PARTS.get(tiebreak_id)
    return () if parts is None else tuple(parts(open_book(ledger, ruleset), options, no))


def _lines(book: Book, no: int) -> tuple[Line, ...]:
    return book.ledger.accounts[no].lines


def _buchholz(high: int, low: int, *, by_option: bool = False) -> Parts:
    def parts(book: Book, options: Options, no: int) -> Iterable[Part]:
        most, least = (whole(options, "high", high), whole(options, "low", low)) if by_option else (high, low)
        kept = set(buchholz_terms(book, options, high=most, low=least)[no])
        for term in buchholz_terms(book, options, high=0, low=0)[no]:
            yield Part(term.round_no, term.opponent, Fraction(term.score, book.ruleset.unit), term in kept)

    return parts


def _sonneborn_berger(book: Book, options: Options, no: int) -> Iterable[Part]:
    kept = set(berger_terms(book, options)[no])
    for term in berger_terms(book, {**options, "low": 0})[no]:
        yield Part(term.of.round_no, term.of.opponent, Fraction(term.worth, 2 * book.ruleset.unit), term in kept)


def _berger(book: Book, _options: Options, no: int) -> Iterable[Part]:
    return _sonneborn_berger(book, {"draws": "half"}, no)


def _brightwell(book: Book, options: Options, no: int) -> Iterable[Part]:
    opponent = {line.round_no: line.opponent for line in _lines(book, no)}
    for round_no, term in brightwell_terms(book, options, no):
        yield Part(round_no, opponent.get(round_no), Fraction(term, 2 * book.ruleset.unit))


def _schedule(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        if line.opponent is not None:
            yield Part(line.round_no, line.opponent, Fraction(book.records[line.opponent].points, book.ruleset.unit))


def _koya(book: Book, options: Options, no: int) -> Iterable[Part]:
    strong = strong_opponents(book, options)
    for line in _lines(book, no):
        if line.opponent is not None:
            points = Fraction(line.points, book.ruleset.unit)
            yield Part(line.round_no, line.opponent, points, line.opponent in strong)


def _progressive(book: Book, options: Options, no: int) -> Iterable[Part]:
    first = whole(options, "cut", 0)
    for at, (round_no, score) in enumerate(zip(book.ledger.rounds, running(book, no), strict=True)):
        yield Part(round_no, None, Fraction(score, book.ruleset.unit), at >= first)


def _wins(book: Book, options: Options, no: int) -> Iterable[Part]:
    everything = options.get("count", "all") == "all"
    for line in _lines(book, no):
        if line.outcome.won:
            yield Part(line.round_no, line.opponent, Fraction(1), everything or line.outcome.played)


def _games_won(book: Book, _options: Options, no: int) -> Iterable[Part]:
    return _wins(book, {"count": "played"}, no)


def _secondary(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        yield Part(line.round_no, line.opponent, Fraction(line.score or 0), line.score is not None)


def _spread(book: Book, options: Options, no: int) -> Iterable[Part]:
    lines = _lines(book, no)
    for at, difference in spreads(book.ledger.accounts[no], options).items():
        yield Part(lines[at].round_no, lines[at].opponent, Fraction(difference))


def _margin(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        yield Part(line.round_no, line.opponent, Fraction(line.margin))


def _ratings(*, second: bool = False, cut: bool = False) -> Parts:
    def parts(book: Book, options: Options, no: int) -> Iterable[Part]:
        ratings, zero = listed(book, second=second), counts_unrated(options)
        met = [
            Part(line.round_no, other, Fraction(ratings.get(other, 0)), zero or other in ratings)
            for line in _lines(book, no)
            if (other := line.opponent) is not None and line.outcome.played
        ]
        lowest = sorted((part for part in met if part.counted), key=lambda part: part.value)
        left_out = set(lowest[: whole(options, "low", 0)] if cut else ())
        return [part._replace(counted=part.counted and part not in left_out) for part in met]

    return parts


_PARTS: Mapping[str, Parts] = {
    "buchholz": _buchholz(0, 0),
    "buchholz-cut-1": _buchholz(0, 1),
    "buchholz-cut-2": _buchholz(0, 2),
    "median-buchholz": _buchholz(1, 1, by_option=True),
    "sonneborn-berger": _sonneborn_berger,
    "berger": _berger,
    "brightwell": _brightwell,
    "strength-of-schedule": _schedule,
    "koya": _koya,
    "progressive": _progressive,
    "wins": _wins,
    "games-won": _games_won,
    "secondary": _secondary,
    "average-secondary": _secondary,
    "spread": _spread,
    "margin": _margin,
    "opponents-rating-sum": _ratings(),
    "opponents-rating-average": _ratings(),
    "rating-sum": _ratings(second=True),
    "aro": _ratings(cut=True),
    "performance": _ratings(),
}
