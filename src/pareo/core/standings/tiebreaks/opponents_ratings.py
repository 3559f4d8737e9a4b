"""Tie-breaks made of the opponents' ratings: sums and averages of either list. Games on the table only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn, played_with
from pareo.core.standings.tiebreaks.parts import MEAN, Explanation, Options, Parts, TiebreakPart, explain_sum
from pareo.core.standings.tiebreaks.tiebreak import Tiebreak

UNRATED = {"unrated": ("left-out", "zero")}


def opponents_ratings(context: StandingsContext, options: Options, *, second: bool = False) -> dict[int, list[int]]:
    """The opponents' ratings that count, by entrant, in round order; `second`: on the other rating list."""
    ratings, zero = rated_players(context, second=second), counts_unrated(options)
    return {
        no: [ratings.get(other, 0) for _, other in played_with(context, no) if zero or other in ratings]
        for no in context.records
    }


def counts_unrated(options: Options) -> bool:
    """Does an unrated opponent count as 0 by these options?"""
    return options.get("unrated") == "zero"


def rated_players(context: StandingsContext, *, second: bool = False) -> Mapping[int, int]:
    """The ratings of the players who have one, on the first list or (`second`) on the other."""
    accounts = context.ledger.accounts
    ratings = {no: account.rating2 if second else account.rating for no, account in accounts.items()}
    return {no: rating for no, rating in ratings.items() if rating is not None}


def parts_of(*, second: bool = False) -> Parts:
    """A function for the parts of a rating tie-break: every opponent's rating, with `second` on the other list."""

    def parts(context: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
        ratings, zero = rated_players(context, second=second), counts_unrated(options)
        for round_no, other in played_with(context, no):
            yield TiebreakPart(
                round_no,
                other,
                Fraction(ratings.get(other, 0)),
                zero or other in ratings,
                note="" if other in ratings else "unrated",
            )

    return parts


def opponents_rating_sum(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The ratings of the opponents played, summed; an unrated one adds nothing either way."""
    return TiebreakColumn({no: sum(ratings) for no, ratings in opponents_ratings(context, options).items()})


OPPONENTS_RATING_SUM = Tiebreak(
    id="opponents-rating-sum",
    title="Sum of the opponents' ratings",
    short="Opp. ratings",
    meaning="The ratings of all opponents together.",
    per_player=opponents_rating_sum,
    explain=explain_sum(parts_of()),
    options=UNRATED,
)


def opponents_rating_average(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The mean of the opponents' ratings, exactly; unrated ones are left out, or count 0. Nobody: no value (A-33)."""
    ratings_met = opponents_ratings(context, options)
    unit = lcm(*range(1, 1 + max(map(len, ratings_met.values()), default=0)))
    return TiebreakColumn(
        {no: sum(ratings) * (unit // len(ratings)) for no, ratings in ratings_met.items() if ratings}, unit
    )


def _explain_average(context: StandingsContext, options: Options, no: int) -> Explanation:
    parts = tuple(parts_of()(context, options, no))
    values = [part.value for part in parts if part.counted]
    return Explanation(MEAN, parts, sum(values, Fraction(0)) / len(values) if values else None)


OPPONENTS_RATING_AVERAGE = Tiebreak(
    id="opponents-rating-average",
    title="Average of the opponents' ratings",
    short="Opp. average",
    meaning="The mean rating of the opponents.",
    per_player=opponents_rating_average,
    explain=_explain_average,
    options=UNRATED,
)


def rating_sum(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The sum over the other rating list (Choice: the document names it after the first without a definition)."""
    return TiebreakColumn(
        {no: sum(ratings) for no, ratings in opponents_ratings(context, options, second=True).items()}
    )


RATING_SUM = Tiebreak(
    id="rating-sum",
    title="Rating sum (other list)",
    short="Rating sum",
    meaning="The opponents' ratings on the other rating list together.",
    per_player=rating_sum,
    explain=explain_sum(parts_of(second=True)),
    options=UNRATED,
)
