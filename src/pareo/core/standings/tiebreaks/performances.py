"""FIDE's tie-breaks by rating (C.07, 10): averages and performances of games on the table.

What an unrated opponent counts is the regulations' to say (`unrated`): "left-out", "zero", a rating, or "estimate": the
one given by the arbiter. Where they say nothing and somebody met an unrated player, or met one without an
estimate, the tie-break is dropped: nobody has a value (F-117). Who met nobody that counts has none either, and goes
below those who have one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pareo.core.model.outcome import Outcome
from pareo.core.standings.ratings.fide import FIDE_PERFECT, expected_hundredths, performance_difference, round_half_up
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn, played_with
from pareo.core.standings.tiebreaks.opponents_ratings import rated_players
from pareo.core.standings.tiebreaks.parts import MEAN_AND_MORE, ROUNDED, VALUE, Explanation, Options, TiebreakPart
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, Tiebreak, int_option

UNRATED = {"unrated": ("drop", "left-out", "zero", "estimate", NUMBER)}
_DROPS = ("drop", "estimate")  # rules by which it is dropped if an opponent has no number
BELOW_ALL = 800  # PTP without a point: so far below the weakest opponent

_HALVES = {Outcome.WIN: 2, Outcome.MODIFIED_WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}

Values = Mapping[int, int]
"""By entrant; who has none is not there."""


def counted_ratings(context: StandingsContext, options: Options) -> Mapping[int, int] | None:
    """The rating by which each player counts as an opponent; None where the tie-break is dropped (F-117)."""
    rule = options.get("unrated", "drop")
    return context.memo(f"ratings, unrated {rule}", lambda: _counted_ratings(context, rule))


def _counted_ratings(context: StandingsContext, rule: object) -> Mapping[int, int] | None:
    ratings = rated_players(context)
    if rule == "estimate":
        ratings = {**_estimates(context), **ratings}
    if rule in _DROPS:
        opponents = {other for no in context.records for _, other in played_with(context, no)}
        return ratings if opponents <= ratings.keys() else None
    if rule == "left-out":
        return ratings
    usual = rule if isinstance(rule, int) else 0
    return {no: ratings.get(no, usual) for no in context.records}


def _estimates(context: StandingsContext) -> dict[int, int]:
    accounts = context.ledger.accounts.items()
    return {no: account.estimate for no, account in accounts if account.estimate is not None}


def _opponents(context: StandingsContext, ratings: Mapping[int, int], no: int) -> list[int]:
    return [ratings[other] for _, other in played_with(context, no) if other in ratings]


def _column(
    context: StandingsContext,
    values: Callable[[StandingsContext, Options, Mapping[int, int]], Values],
    options: Options,
) -> TiebreakColumn:
    ratings = counted_ratings(context, options)
    return TiebreakColumn({} if ratings is None else dict(values(context, options, ratings)))


def _mean(values: Sequence[int]) -> int:
    """A whole number, a half upwards."""
    return round_half_up(Fraction(sum(values), len(values)))


def _parts(context: StandingsContext, values: Mapping[int, int], no: int) -> list[TiebreakPart]:
    return [
        TiebreakPart(
            round_no, other, Fraction(values.get(other, 0)), known := other in values, note="" if known else "unrated"
        )
        for round_no, other in played_with(context, no)
    ]


# --- average rating ---------------------------------------------------------------------------------------------------


def _aros(context: StandingsContext, options: Options, ratings: Mapping[int, int]) -> Values:
    low, high = int_option(options, "low", 0), int_option(options, "high", 0)
    ratings_met = {no: sorted(_opponents(context, ratings, no)) for no in context.records}
    after_cuts = {no: values[low : max(low, len(values) - high)] for no, values in ratings_met.items()}
    return {no: _mean(values) for no, values in after_cuts.items() if values}


def aro(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The average rating of the opponents (C.07, 10.1): a whole number, a half upwards; `low` cuts the lowest,
    `high` the highest."""
    return _column(context, _aros, options)


def _explain_aro(context: StandingsContext, options: Options, no: int) -> Explanation:
    ratings = counted_ratings(context, options)
    if ratings is None:
        return Explanation(ROUNDED, (), None)
    parts = _parts(context, ratings, no)
    counted = sorted((at for at, part in enumerate(parts) if part.counted), key=lambda at: parts[at].value)
    low, high = int_option(options, "low", 0), int_option(options, "high", 0)
    for at in (*counted[:low], *counted[max(low, len(counted) - high) :]):
        parts[at] = parts[at]._replace(counted=False, note="left-out")
    return Explanation(ROUNDED, tuple(parts), _fraction(_aros(context, options, ratings).get(no)))


def _fraction(value: int | None) -> Fraction | None:
    return None if value is None else Fraction(value)


ARO = Tiebreak(
    id="aro",
    title="Average rating of opponents (FIDE)",
    short="ARO",
    meaning="The mean rating of the opponents as a whole number, as FIDE counts it; the lowest may be left out.",
    per_player=aro,
    explain=_explain_aro,
    options={**UNRATED, "low": NUMBER},
)


# --- performances -----------------------------------------------------------------------------------------------------


def _score_against(context: StandingsContext, ratings: Mapping[int, int], no: int) -> tuple[list[int], int, int]:
    """The ratings met, the half points made against them, and the half points there were."""
    lines = [x for x in context.ledger.accounts[no].lines if x.opponent in ratings and x.outcome.played]
    halves = [line.halves or (_HALVES[line.outcome], 2) for line in lines]
    return _opponents(context, ratings, no), sum(made for made, _ in halves), sum(of for _, of in halves)


def _performance_parts(
    context: StandingsContext, options: Options, ratings: Mapping[int, int], no: int
) -> tuple[int, int] | None:
    """The two parts of a performance: the whole-number average of the opponents, and dp."""
    ratings_met, halves, of = _score_against(context, ratings, no)
    if not ratings_met:
        return None
    plus = performance_difference(Fraction(halves, of), perfect=int_option(options, "perfect", FIDE_PERFECT))
    return _mean(ratings_met), plus


def _performances(context: StandingsContext, options: Options, ratings: Mapping[int, int]) -> Values:
    parts_of = ((no, _performance_parts(context, options, ratings, no)) for no in context.records)
    return {no: sum(parts) for no, parts in parts_of if parts is not None}


def performance(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The rating performance (C.07, 10.2): the opponents' average and dp(share)."""
    return _column(context, _performances, options)


def _explain_performance(context: StandingsContext, options: Options, no: int) -> Explanation:
    ratings = counted_ratings(context, options)
    performance_parts = None if ratings is None else _performance_parts(context, options, ratings, no)
    if ratings is None or performance_parts is None:
        return Explanation(MEAN_AND_MORE, () if ratings is None else tuple(_parts(context, ratings, no)), None)
    return Explanation(
        MEAN_AND_MORE, tuple(_parts(context, ratings, no)), Fraction(sum(performance_parts)), performance_parts[1]
    )


PERFORMANCE = Tiebreak(
    id="performance",
    title="Performance",
    short="Performance",
    meaning="The rating that the result was worth: the opponents' mean rating and what the score adds.",
    per_player=performance,
    explain=_explain_performance,
    options={"perfect": NUMBER, **UNRATED},
)


def perfect_performance(opponents: Sequence[int], halves: int) -> int:
    """The lowest rating that expects at least the score against these opponents, differences not cut (C.07, 10.3)."""
    if not halves:
        return min(opponents) - BELOW_ALL
    low, high = min(opponents) - BELOW_ALL, max(opponents) + BELOW_ALL  # below it, and not below it
    score = 50 * halves  # hundredths of a point
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_hundredths(middle - other) for other in opponents) >= score:
            high = middle
        else:
            low = middle
    return high


def _perfect_performances(context: StandingsContext, options: Options, ratings: Mapping[int, int]) -> Values:
    return context.memo(f"perfect, unrated {options.get('unrated', 'drop')}", lambda: _all_perfect(context, ratings))


def _all_perfect(context: StandingsContext, ratings: Mapping[int, int]) -> Values:
    scores = {no: _score_against(context, ratings, no) for no in context.records}
    return {
        no: perfect_performance(ratings_met, halves) for no, (ratings_met, halves, _) in scores.items() if ratings_met
    }


def ptp(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The perfect tournament performance; without a point, 800 below the weakest opponent."""
    return _column(context, _perfect_performances, options)


def _explain_ptp(context: StandingsContext, options: Options, no: int) -> Explanation:
    return Explanation(VALUE, (), _fraction(ptp(context, options).keys.get(no)))


PTP = Tiebreak(
    id="ptp",
    title="Perfect tournament performance",
    short="PTP",
    meaning="The lowest rating that would be expected to make the score against these opponents.",
    per_player=ptp,
    explain=_explain_ptp,
    options=UNRATED,
)


# --- of the opponents -------------------------------------------------------------------------------------------------


def _opponents_mean(context: StandingsContext, values: Values) -> Values:
    """The mean of the opponents' values; an opponent who has none is left out (Choice)."""
    values_met = {no: _opponents(context, values, no) for no in context.records}
    return {no: _mean(values_of_opponents) for no, values_of_opponents in values_met.items() if values_of_opponents}


def _explain_opponents_mean(
    context: StandingsContext,
    options: Options,
    no: int,
    values: Callable[[StandingsContext, Options, Mapping[int, int]], Values],
) -> Explanation:
    ratings = counted_ratings(context, options)
    if ratings is None:
        return Explanation(ROUNDED, (), None)
    of_opponents = values(context, options, ratings)
    return Explanation(
        ROUNDED, tuple(_parts(context, of_opponents, no)), _fraction(_opponents_mean(context, of_opponents).get(no))
    )


def opponents_performance(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The average performance of the opponents played (C.07, 10.4), a whole number, a half upwards."""
    return _column(context, lambda b, o, ratings: _opponents_mean(b, _performances(b, o, ratings)), options)


OPPONENTS_PERFORMANCE = Tiebreak(
    id="opponents-performance",
    title="Average performance of the opponents",
    short="Opp. perf.",
    meaning="The mean performance of the opponents.",
    per_player=opponents_performance,
    explain=lambda context, options, no: _explain_opponents_mean(context, options, no, _performances),
    options={"perfect": NUMBER, **UNRATED},
)


def appo(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The average perfect performance of the opponents (C.07, 10.5), a whole number, a half upwards."""
    return _column(context, lambda b, o, ratings: _opponents_mean(b, _perfect_performances(b, o, ratings)), options)


APPO = Tiebreak(
    id="appo",
    title="Average perfect performance of opponents",
    short="APPO",
    meaning="The mean of the opponents' perfect tournament performances.",
    per_player=appo,
    explain=lambda context, options, no: _explain_opponents_mean(context, options, no, _perfect_performances),
    options=UNRATED,
)


def own_rating(context: StandingsContext, options: Options) -> TiebreakColumn:
    """The player's own rating (C.07, RTNG); dropped where somebody has none and no rule says what counts instead."""
    rule = options.get("unrated", "drop")
    ratings = _counted_ratings(context, rule) or {}
    if rule in _DROPS and len(ratings) < len(context.records):
        return TiebreakColumn({})
    return TiebreakColumn(dict(ratings))


OWN_RATING = Tiebreak(
    id="RTNG",
    title="Rating of the player",
    short="RTNG",
    meaning="The player's own rating; the higher goes first.",
    per_player=own_rating,
    options=UNRATED,
)
