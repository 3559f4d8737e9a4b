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

from pareo.core.ratings.fide import half_up
from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.standings.ledger import Line
from pareo.core.standings.tiebreaks import find
from pareo.core.standings.tiebreaks.book import Book
from pareo.core.standings.tiebreaks.explain_percentages import oowp_parts, owp_parts, tom_oowp_parts, tom_owp_parts
from pareo.core.standings.tiebreaks.opponents import (
    before_the_last,
    berger_terms,
    brightwell_terms,
    buchholz,
    buchholz_terms,
    median_cuts,
    played_with,
    strong_opponents,
)
from pareo.core.standings.tiebreaks.opponents_ratings import counts_unrated, listed, performed
from pareo.core.standings.tiebreaks.own import black_games, ready_rounds, running, spreads
from pareo.core.standings.tiebreaks.parts import Part
from pareo.core.standings.tiebreaks.record import Options, whole
from pareo.core.standings.tiebreaks.tom import UNIT as TOM_UNIT
from pareo.core.standings.tiebreaks.unplayed import full_lines

SUM, MEAN, ROUNDED, PERFORMANCE, VALUE, BETWEEN = "sum", "mean", "rounded", "performance", "value", "between"


class Explanation(NamedTuple):
    """A tie-break's value for one entrant, and how it came about."""

    kind: str
    parts: tuple[Part, ...]
    total: Fraction | None  # None: compares tied players
    plus: int = 0  # what is added to the mean of a performance


Parts = Callable[[Book, Options, int], Iterable[Part]]


def explain(use: TiebreakUse, book: Book, no: int) -> Explanation:
    """The arithmetic of a tie-break with its options, in round order."""
    tiebreak = find(use.id)
    if tiebreak.per_player is None:
        return Explanation(BETWEEN, (), None)
    if use.id not in _PARTS:
        column = tiebreak.per_player(book, use.options)
        return Explanation(VALUE, (), Fraction(column.keys[no], column.denominator))
    kind, reckon = _PARTS[use.id]
    parts = tuple(reckon(book, use.options, no))
    if kind == PERFORMANCE:
        average, plus = performed(book, use.options, listed(book), no)
        return Explanation(kind, parts, Fraction(average + plus), plus)
    return Explanation(kind, parts, _total(kind, use.id, [part.value for part in parts if part.counted]))


def _total(kind: str, tiebreak: str, values: list[Fraction]) -> Fraction:
    total = sum(values, Fraction(0))
    if kind == SUM or not values:
        return total
    mean = total / len(values)
    if kind == MEAN:
        return mean
    if tiebreak.startswith("tom-"):
        return Fraction(round(mean * TOM_UNIT), TOM_UNIT)  # half to even, as the program does
    return Fraction(half_up(mean))


def _lines(book: Book, no: int) -> tuple[Line, ...]:
    return book.ledger.accounts[no].lines


# --- opponents' points ------------------------------------------------------------------------------------------------


def _buchholz(high: int, low: int, *, by_option: bool = False) -> Parts:
    def parts(book: Book, options: Options, no: int) -> Iterable[Part]:
        most, least = median_cuts(book, options, no) if by_option else (high, low)
        kept = set(buchholz_terms(book, options, no, high=most, low=least))
        for term in buchholz_terms(book, options, no, high=0, low=0):
            note = "left-out" if term not in kept else "" if term.outcome.played else "stand-in"
            score = Fraction(term.score, book.ruleset.unit)
            yield Part(term.round_no, term.opponent, score, term in kept, note=note)

    return parts


def _fore_buchholz(book: Book, options: Options, no: int) -> Iterable[Part]:
    return _buchholz(0, 0)(before_the_last(book), options, no)


def _average_buchholz(book: Book, options: Options, no: int) -> Iterable[Part]:
    values = buchholz(book, options).keys
    for round_no, other in played_with(book, no):
        yield Part(round_no, other, Fraction(values[other], book.ruleset.unit))


def _sonneborn_berger(book: Book, options: Options, no: int) -> Iterable[Part]:
    kept = set(berger_terms(book, options, no))
    unit = book.ruleset.unit
    for term in berger_terms(book, {**options, "low": 0}, no):
        raw, worth = Fraction(term.of.score, unit), Fraction(term.worth, 2 * unit)
        note = "left-out" if term not in kept else "" if worth == raw else "half" if worth else "none"
        yield Part(term.of.round_no, term.of.opponent, worth, term in kept, raw=raw, note=note)


def _berger(book: Book, _options: Options, no: int) -> Iterable[Part]:
    return _sonneborn_berger(book, {"draws": "half"}, no)


def _brightwell(book: Book, options: Options, no: int) -> Iterable[Part]:
    line_of = {line.round_no: line for line in full_lines(book, book.ledger.accounts[no])}
    for round_no, term in brightwell_terms(book, options, no):
        line = line_of[round_no]
        note = "" if line.outcome.played else "unplayed"
        yield Part(round_no, line.opponent, Fraction(term, 2 * book.ruleset.unit), note=note)


def _schedule(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        if line.opponent is not None:
            yield Part(line.round_no, line.opponent, Fraction(book.records[line.opponent].points, book.ruleset.unit))


def _koya(book: Book, options: Options, no: int) -> Iterable[Part]:
    strong = strong_opponents(book, options)
    for line in _lines(book, no):
        if line.opponent is not None:
            counted = line.opponent in strong
            points = Fraction(line.points, book.ruleset.unit)
            yield Part(line.round_no, line.opponent, points, counted, note="" if counted else "below-the-limit")


# --- own rounds -------------------------------------------------------------------------------------------------------


def _progressive(book: Book, options: Options, no: int) -> Iterable[Part]:
    first = whole(options, "cut", 0)
    for at, (round_no, score) in enumerate(zip(book.ledger.rounds, running(book, no), strict=True)):
        counted = at >= first
        yield Part(round_no, None, Fraction(score, book.ruleset.unit), counted, note="" if counted else "left-out")


def _wins(book: Book, options: Options, no: int) -> Iterable[Part]:
    everything = options.get("count", "all") == "all"
    for line in _lines(book, no):
        counted = everything or line.outcome.played or not line.outcome.won
        note = "" if counted else "not-played"
        yield Part(line.round_no, line.opponent, Fraction(line.outcome.won), counted, note=note)


def _games_won(book: Book, _options: Options, no: int) -> Iterable[Part]:
    return _wins(book, {"count": "played"}, no)


def _games_black(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in black_games(book.ledger.accounts[no]):
        yield Part(line.round_no, line.opponent, Fraction(1))


def _wins_black(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in black_games(book.ledger.accounts[no]):
        yield Part(line.round_no, line.opponent, Fraction(line.outcome.won))


def _rounds_played(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in ready_rounds(book, book.ledger.accounts[no]):
        yield Part(line.round_no, line.opponent, Fraction(1))


def _secondary(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        scored = line.score is not None
        yield Part(line.round_no, line.opponent, Fraction(line.score or 0), scored, note="" if scored else "no-score")


def _spread(book: Book, options: Options, no: int) -> Iterable[Part]:
    lines = _lines(book, no)
    for at, difference in spreads(book.ledger.accounts[no], options).items():
        line = lines[at]
        raw = Fraction((line.score or 0) - (line.against or 0))
        note = "" if raw == difference else "cap-of-a-game"
        yield Part(line.round_no, line.opponent, Fraction(difference), raw=raw, note=note)


def _margin(book: Book, _options: Options, no: int) -> Iterable[Part]:
    for line in _lines(book, no):
        yield Part(line.round_no, line.opponent, Fraction(line.margin))


# --- opponents' ratings -----------------------------------------------------------------------------------------------


def _ratings(*, second: bool = False, cut: bool = False, rated_only: bool = False) -> Parts:
    def parts(book: Book, options: Options, no: int) -> Iterable[Part]:
        ratings, zero = listed(book, second=second), counts_unrated(options) and not rated_only
        met = [
            Part(round_no, other, Fraction(ratings.get(other, 0)), zero or other in ratings,
                 note="" if other in ratings else "unrated")
            for round_no, other in played_with(book, no)
        ]
        low = whole(options, "low", 0) if cut else 0
        counted = sorted((at for at, part in enumerate(met) if part.counted), key=lambda at: met[at].value)
        for at in counted[:low]:
            met[at] = met[at]._replace(counted=False, note="left-out")
        return met

    return parts


def _opponents_performance(book: Book, options: Options, no: int) -> Iterable[Part]:
    ratings = listed(book)
    for round_no, other in played_with(book, no):
        value = sum(performed(book, options, ratings, other))
        yield Part(round_no, other, Fraction(value), bool(value), note="" if value else "unrated")


_PARTS: Mapping[str, tuple[str, Parts]] = {
    "owp": (MEAN, owp_parts),
    "oowp": (MEAN, oowp_parts),
    "tom-owp": (ROUNDED, tom_owp_parts),
    "tom-oowp": (ROUNDED, tom_oowp_parts),
    "buchholz": (SUM, _buchholz(0, 0)),
    "buchholz-cut-1": (SUM, _buchholz(0, 1)),
    "buchholz-cut-2": (SUM, _buchholz(0, 2)),
    "median-buchholz": (SUM, _buchholz(1, 1, by_option=True)),
    "fore-buchholz": (SUM, _fore_buchholz),
    "average-buchholz": (MEAN, _average_buchholz),
    "sonneborn-berger": (SUM, _sonneborn_berger),
    "berger": (SUM, _berger),
    "brightwell": (SUM, _brightwell),
    "strength-of-schedule": (SUM, _schedule),
    "koya": (SUM, _koya),
    "progressive": (SUM, _progressive),
    "wins": (SUM, _wins),
    "games-won": (SUM, _games_won),
    "games-black": (SUM, _games_black),
    "wins-black": (SUM, _wins_black),
    "rounds-played": (SUM, _rounds_played),
    "secondary": (SUM, _secondary),
    "average-secondary": (MEAN, _secondary),
    "spread": (SUM, _spread),
    "margin": (SUM, _margin),
    "opponents-rating-sum": (SUM, _ratings()),
    "opponents-rating-average": (MEAN, _ratings()),
    "rating-sum": (SUM, _ratings(second=True)),
    "aro": (ROUNDED, _ratings(cut=True)),
    "performance": (PERFORMANCE, _ratings(rated_only=True)),
    "opponents-performance": (ROUNDED, _opponents_performance),
}
