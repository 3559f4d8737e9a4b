"""All tie-breaks, in the order in which they are listed. A ruleset names them by id, in order, with options.

To add one, write its record beside its function in the module of its family and name it here.
"""

from __future__ import annotations

from fractions import Fraction

from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks import (
    berger,
    between,
    buchholz,
    opponents_ratings,
    own,
    percentages,
    performances,
    shares,
    tom,
)
from pareo.core.standings.tiebreaks.book import Book
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.parts import BETWEEN, VALUE, Explanation
from pareo.core.standings.tiebreaks.record import Choices, Tiebreak, fits
from pareo.core.words.errors import BadInput, NotFound
from pareo.core.words.notes import listing

TIEBREAKS: dict[str, Tiebreak] = {
    tiebreak.id: tiebreak
    for tiebreak in (
        own.ON_TIME,
        percentages.OWP,
        percentages.OOWP,
        between.HEAD_TO_HEAD,
        between.LAST_OPPONENT,
        own.LOT,
        tom.TOM_OWP,
        tom.TOM_OOWP,
        own.LIST_ORDER,
        berger.SONNEBORN_BERGER,
        berger.BERGER,
        own.SECONDARY,
        own.SPREAD,
        own.AVERAGE_SECONDARY,
        own.MARGIN,
        berger.STRENGTH_OF_SCHEDULE,
        buchholz.BUCHHOLZ,
        buchholz.MEDIAN_BUCHHOLZ,
        buchholz.BUCHHOLZ_CUT_1,
        buchholz.BUCHHOLZ_CUT_2,
        buchholz.FORE_BUCHHOLZ,
        buchholz.AVERAGE_BUCHHOLZ,
        berger.BRIGHTWELL,
        berger.KOYA,
        own.PROGRESSIVE,
        own.GAMES_WON,
        own.WINS,
        own.GAMES_BLACK,
        own.WINS_BLACK,
        own.ROUNDS_PLAYED,
        between.DIRECT_ENCOUNTER,
        opponents_ratings.OPPONENTS_RATING_SUM,
        opponents_ratings.OPPONENTS_RATING_AVERAGE,
        opponents_ratings.RATING_SUM,
        performances.ARO,
        performances.PERFORMANCE,
        performances.OPPONENTS_PERFORMANCE,
        performances.PTP,
        performances.APPO,
        own.STANDARD_POINTS,
        shares.OMW,
        shares.OOMW,
        shares.GW,
        shares.OGW,
        shares.ROUNDS_LOST,
        buchholz.OPPONENTS_BUCHHOLZ,
        own.PLAY_OFF,
        *CODES.values(),
    )
}


def find(tiebreak_id: str) -> Tiebreak:
    """The tie-break of that id, or NotFound with the ids there are."""
    try:
        return TIEBREAKS[tiebreak_id]
    except KeyError:
        raise NotFound(
            "tiebreak-unknown",
            "There is no tie-break “{id}”. There are: {known}.",
            id=tiebreak_id,
            known=", ".join(TIEBREAKS),
        ) from None


def explain(use: TiebreakUse, book: Book, no: int) -> Explanation:
    """The arithmetic of a tie-break with its options for one entrant, in round order."""
    tiebreak = find(use.id)
    if tiebreak.per_player is None:
        return Explanation(BETWEEN, (), None)
    if tiebreak.explain is not None:
        return tiebreak.explain(book, use.options, no)
    column = tiebreak.per_player(book, use.options)
    return Explanation(VALUE, (), Fraction(column.keys[no], column.denominator) if no in column.keys else None)


def check_use(use: TiebreakUse) -> Tiebreak:
    """The tie-break that a ruleset uses; BadInput where it gives an option that the tie-break does not have."""
    tiebreak = find(use.id)
    for name, value in use.options.items():
        if not fits(value, tiebreak.options.get(name)):
            raise BadInput(
                "tiebreak-option",
                "The tie-break “{id}” has no option {name} = {value}. It has: {known}.",
                id=use.id,
                name=name,
                value=value,
                known=listing(f"{name} = {_said(c)}" for name, c in tiebreak.options.items()),
            )
    return tiebreak


def _said(choices: Choices) -> str:
    return choices if isinstance(choices, str) else " | ".join(choices)
