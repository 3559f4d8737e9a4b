"""Tie-breaks made of the opponents' ratings: sums, averages and performance. Games on the table only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from pareo.core.ratings.fide import FIDE_PERFECT, half_up, performance_difference
from pareo.core.standings.ledger import Account, Line
from pareo.core.standings.tiebreaks.book import Book, Column, played_with
from pareo.core.standings.tiebreaks.parts import (
    MEAN_AND_MORE,
    Explanation,
    Options,
    Part,
    Parts,
    averaged,
    rounded,
    summed,
)
from pareo.core.standings.tiebreaks.record import NUMBER, Tiebreak, whole
from pareo.core.state.outcome import Outcome

UNRATED = {"unrated": ("left-out", "zero")}

_HALVES = {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


def opponents_ratings(book: Book, options: Options, *, second: bool = False) -> dict[int, list[int]]:
    """The ratings that count, by entrant, in round order."""
    ratings, zero = listed(book, second=second), counts_unrated(options)
    return {
        no: [ratings.get(other, 0) for _, other in _played(account) if zero or other in ratings]
        for no, account in book.ledger.accounts.items()
    }


def counts_unrated(options: Options) -> bool:
    """Does an unrated opponent count, as 0?"""
    return options.get("unrated") == "zero"


def listed(book: Book, *, second: bool = False) -> Mapping[int, int]:
    """Who has a rating, on the first list or on the other."""
    accounts = book.ledger.accounts
    found = {no: account.rating2 if second else account.rating for no, account in accounts.items()}
    return {no: rating for no, rating in found.items() if rating is not None}


def _played(account: Account) -> list[tuple[Line, int]]:
    return [(line, line.opponent) for line in account.lines if line.opponent is not None and line.outcome.played]


def parts_of(*, second: bool = False, cut: bool = False, rated_only: bool = False) -> Parts:
    """Every opponent's rating: on the other list, with the lowest cut, without those who have none."""

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


def _whole_half_up(value: Fraction) -> Fraction:
    return Fraction(half_up(value))


def opponents_rating_sum(book: Book, options: Options) -> Column:
    """The ratings of the opponents played, summed; an unrated one adds nothing either way."""
    return Column({no: sum(met) for no, met in opponents_ratings(book, options).items()})


OPPONENTS_RATING_SUM = Tiebreak(
    id="opponents-rating-sum",
    title="Sum of the opponents' ratings",
    short="Opp. ratings",
    meaning="The ratings of all opponents together.",
    per_player=opponents_rating_sum,
    explain=summed(parts_of()),
    options=UNRATED,
)


def opponents_rating_average(book: Book, options: Options) -> Column:
    """The mean of the opponents' ratings, exactly; unrated ones are left out, or count 0. Nobody: 0."""
    met = opponents_ratings(book, options)
    unit = lcm(*range(1, 1 + max(map(len, met.values()), default=0)))
    return Column({no: sum(found) * (unit // max(1, len(found))) for no, found in met.items()}, unit)


OPPONENTS_RATING_AVERAGE = Tiebreak(
    id="opponents-rating-average",
    title="Average of the opponents' ratings",
    short="Opp. average",
    meaning="The mean rating of the opponents.",
    per_player=opponents_rating_average,
    explain=averaged(parts_of()),
    options=UNRATED,
)


def rating_sum(book: Book, options: Options) -> Column:
    """The sum over the other rating list (Choice: the document names it beside the first without a definition)."""
    return Column({no: sum(met) for no, met in opponents_ratings(book, options, second=True).items()})


RATING_SUM = Tiebreak(
    id="rating-sum",
    title="Rating sum (other list)",
    short="Rating sum",
    meaning="The opponents' ratings on the other rating list together.",
    per_player=rating_sum,
    explain=summed(parts_of(second=True)),
    options=UNRATED,
)


def aro(book: Book, options: Options) -> Column:
    """FIDE's average rating of the opponents (C.07, 10.1): a whole number, a half upwards; `low` cuts the lowest."""
    low = whole(options, "low", 0)
    keys = {}
    for no, met in opponents_ratings(book, options).items():
        kept = sorted(met)[low:]
        keys[no] = half_up(Fraction(sum(kept), len(kept))) if kept else 0
    return Column(keys)


ARO = Tiebreak(
    id="aro",
    title="Average rating of opponents (FIDE)",
    short="ARO",
    meaning="The mean rating of the opponents as a whole number, as FIDE counts it; the lowest may be left out.",
    per_player=aro,
    explain=rounded(parts_of(cut=True), _whole_half_up),
    options={**UNRATED, "low": NUMBER},
)


def performance(book: Book, options: Options) -> Column:
    """The rating performance (C.07, 10.2): average of the rated opponents + dp(share); nobody rated met: 0."""
    ratings = listed(book)
    return Column({no: sum(performed(book, options, ratings, no)) for no in book.records})


def performed(book: Book, options: Options, ratings: Mapping[int, int], no: int) -> tuple[int, int]:
    """The two parts of a performance: the whole-number average of the rated opponents, and dp; nobody rated: 0, 0."""
    account = book.ledger.accounts[no]
    games = [(ratings[o], line.halves or (_HALVES[line.outcome], 2)) for line, o in _played(account) if o in ratings]
    if not games:
        return 0, 0
    average = half_up(Fraction(sum(rating for rating, _ in games), len(games)))
    share = Fraction(sum(halves for _, (halves, _) in games), sum(of for _, (_, of) in games))
    return average, performance_difference(share, perfect=whole(options, "perfect", FIDE_PERFECT))


def _explain_performance(book: Book, options: Options, no: int) -> Explanation:
    average, plus = performed(book, options, listed(book), no)
    parts = tuple(parts_of(rated_only=True)(book, options, no))
    return Explanation(MEAN_AND_MORE, parts, Fraction(average + plus), plus)


PERFORMANCE = Tiebreak(
    id="performance",
    title="Performance",
    short="Performance",
    meaning="The rating that the result was worth: the opponents' mean rating and what the score adds.",
    per_player=performance,
    explain=_explain_performance,
    options={"perfect": NUMBER},
)


def opponents_performance(book: Book, options: Options) -> Column:
    """The average performance of the opponents played (FIDE C.07, 10.4), a whole number, a half upwards.

    Choice: opponents who met nobody rated have no performance and are left out.
    """
    ratings = listed(book)
    values = {no: sum(performed(book, options, ratings, no)) for no in book.records}
    keys = {}
    for no, account in book.ledger.accounts.items():
        met = [values[other] for _, other in _played(account) if values[other]]
        keys[no] = half_up(Fraction(sum(met), len(met))) if met else 0
    return Column(keys)


def _opponents_performance_parts(book: Book, options: Options, no: int) -> Iterable[Part]:
    ratings = listed(book)
    for round_no, other in played_with(book, no):
        value = sum(performed(book, options, ratings, other))
        yield Part(round_no, other, Fraction(value), bool(value), note="" if value else "unrated")


OPPONENTS_PERFORMANCE = Tiebreak(
    id="opponents-performance",
    title="Average performance of the opponents",
    short="Opp. perf.",
    meaning="The mean performance of the opponents.",
    per_player=opponents_performance,
    explain=rounded(_opponents_performance_parts, _whole_half_up),
    options={"perfect": NUMBER},
)
