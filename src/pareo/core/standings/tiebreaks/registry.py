"""All tie-breaks, in the order in which they are listed. A ruleset names them by id, in order, with options.

To add one, write its record beside its function in the module of its family and name it here.
"""

from __future__ import annotations

from fractions import Fraction

from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks import (
    berger,
    buchholz,
    direct_encounter,
    opponents_ratings,
    own_results,
    percentages,
    performances,
    score_shares,
    tom,
)
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.context import StandingsContext
from pareo.core.standings.tiebreaks.parts import BETWEEN, VALUE, Explanation
from pareo.core.standings.tiebreaks.tiebreak import Choices, Tiebreak, is_valid_option
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.messages import list_note

TIEBREAKS: dict[str, Tiebreak] = {
    tiebreak.id: tiebreak
    for tiebreak in (
        own_results.ON_TIME,
        percentages.OWP,
        percentages.OOWP,
        direct_encounter.HEAD_TO_HEAD,
        direct_encounter.LAST_OPPONENT,
        own_results.LOT,
        tom.TOM_OWP,
        tom.TOM_OOWP,
        own_results.LIST_ORDER,
        berger.SONNEBORN_BERGER,
        berger.BERGER,
        own_results.SECONDARY,
        own_results.SPREAD,
        own_results.AVERAGE_SECONDARY,
        own_results.MARGIN,
        berger.STRENGTH_OF_SCHEDULE,
        buchholz.BUCHHOLZ,
        buchholz.MEDIAN_BUCHHOLZ,
        buchholz.BUCHHOLZ_CUT_1,
        buchholz.BUCHHOLZ_CUT_2,
        buchholz.FORE_BUCHHOLZ,
        buchholz.AVERAGE_BUCHHOLZ,
        berger.BRIGHTWELL,
        berger.KOYA,
        own_results.PROGRESSIVE,
        own_results.GAMES_WON,
        own_results.WINS,
        own_results.GAMES_BLACK,
        own_results.WINS_BLACK,
        own_results.ROUNDS_PLAYED,
        direct_encounter.DIRECT_ENCOUNTER,
        opponents_ratings.OPPONENTS_RATING_SUM,
        opponents_ratings.OPPONENTS_RATING_AVERAGE,
        opponents_ratings.RATING_SUM,
        performances.ARO,
        performances.PERFORMANCE,
        performances.OPPONENTS_PERFORMANCE,
        performances.PTP,
        performances.APPO,
        own_results.STANDARD_POINTS,
        score_shares.OMW,
        score_shares.OOMW,
        score_shares.GW,
        score_shares.OGW,
        score_shares.ROUNDS_LOST,
        buchholz.OPPONENTS_BUCHHOLZ,
        own_results.PLAY_OFF,
        *CODES.values(),
    )
}


def find_tiebreak(tiebreak_id: str) -> Tiebreak:
    """The tie-break of that id, or NotFound with the ids there are."""
    try:
        return TIEBREAKS[tiebreak_id]
    except KeyError:
        raise NotFound(
            "tiebreak-unknown",
            "There is no tie-break “{id}”. Choose one of: {known}.",
            id=tiebreak_id,
            known=", ".join(TIEBREAKS),
        ) from None


def explain(use: TiebreakUse, context: StandingsContext, no: int) -> Explanation:
    """The arithmetic of a tie-break with its options for one entrant, in round order."""
    tiebreak = find_tiebreak(use.id)
    if tiebreak.per_player is None:
        return Explanation(BETWEEN, (), None)
    if tiebreak.explain is not None:
        return tiebreak.explain(context, use.options, no)
    column = tiebreak.per_player(context, use.options)
    return Explanation(VALUE, (), Fraction(column.keys[no], column.denominator) if no in column.keys else None)


def check_use(use: TiebreakUse) -> Tiebreak:
    """The tie-break that a ruleset uses; BadInput where it gives an option that the tie-break does not have."""
    tiebreak = find_tiebreak(use.id)
    for name, value in use.options.items():
        if not is_valid_option(value, tiebreak.options.get(name)):
            raise BadInput(
                "tiebreak-option",
                "The tie-break “{id}” has no option {name} = {value}. It has: {known}.",
                id=use.id,
                name=name,
                value=value,
                known=list_note(f"{name} = {_choices_text(c)}" for name, c in tiebreak.options.items()),
            )
    return tiebreak


def _choices_text(choices: Choices) -> str:
    return choices if isinstance(choices, str) else " | ".join(choices)
