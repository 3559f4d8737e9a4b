"""All tie-breaks, in one plain table. A ruleset names them by id, in order, with options.

A new one is a pure function in a module here and a line in `TIEBREAKS`.
"""

from __future__ import annotations

from types import MappingProxyType

from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks import between, opponents, opponents_ratings, own, percentages, tom
from pareo.core.standings.tiebreaks.record import NUMBER, PERCENT, Choices, Tiebreak, fits
from pareo.core.standings.tiebreaks.unplayed import POLICIES
from pareo.core.words.errors import BadInput, NotFound

_BOUNDS = {"floor": PERCENT, "cap": PERCENT}
_UNPLAYED = {"unplayed": POLICIES}
_UNRATED = {"unrated": opponents_ratings.UNRATED}

TIEBREAKS = MappingProxyType(
    {
        tiebreak.id: tiebreak
        for tiebreak in (
            Tiebreak("on-time", "On time before late", own.on_time),
            Tiebreak("owp", "Opponents' win percentage", percentages.owp, options=_BOUNDS),
            Tiebreak("oowp", "Opponents' opponents' win percentage", percentages.oowp, options=_BOUNDS),
            Tiebreak("head-to-head", "Head to head", per_group=between.head_to_head, options={"drawn": ("lot",)}),
            Tiebreak("last-opponent", "Last opponent's standing", per_group=between.last_opponent, higher_first=False),
            Tiebreak("lot", "Drawn by lot", own.lot, higher_first=False),
            Tiebreak("tom-owp", "Opponents' win percentage", tom.tom_owp),
            Tiebreak("tom-oowp", "Opponents' opponents' win percentage", tom.tom_oowp),
            Tiebreak("list-order", "Order of the player list", own.list_order, higher_first=False),
            Tiebreak(
                "sonneborn-berger",
                "Sonneborn-Berger",
                opponents.sonneborn_berger,
                options={"draws": ("none", "half"), "low": NUMBER, **_UNPLAYED},
            ),
            Tiebreak("berger", "Berger", opponents.berger),
            Tiebreak("secondary", "Points on the table", own.secondary),
            Tiebreak("spread", "Spread", own.spread, options={"cap": NUMBER}),
            Tiebreak("average-secondary", "Average points on the table", own.average_secondary),
            Tiebreak("margin", "Margin of victory", own.margin),
            Tiebreak("strength-of-schedule", "Strength of schedule", opponents.strength_of_schedule),
            Tiebreak("buchholz", "Buchholz", opponents.buchholz, options=_UNPLAYED),
            Tiebreak(
                "median-buchholz",
                "Median-Buchholz",
                opponents.median_buchholz,
                options={"high": NUMBER, "low": NUMBER, "cut": ("both", "by-score"), **_UNPLAYED},
            ),
            Tiebreak("buchholz-cut-1", "Buchholz, cut 1", opponents.buchholz_cut_1, options=_UNPLAYED),
            Tiebreak("buchholz-cut-2", "Buchholz, cut 2", opponents.buchholz_cut_2, options=_UNPLAYED),
            Tiebreak("fore-buchholz", "Fore Buchholz", opponents.fore_buchholz, options=_UNPLAYED),
            Tiebreak(
                "average-buchholz", "Average of the opponents' Buchholz", opponents.average_buchholz, options=_UNPLAYED
            ),
            Tiebreak("brightwell", "Brightwell", opponents.brightwell, options={"c": NUMBER, "game": NUMBER}),
            Tiebreak("koya", "Koya", opponents.koya, options={"limit": PERCENT}),
            Tiebreak("progressive", "Progressive score", own.progressive, options={"cut": NUMBER}),
            Tiebreak("games-won", "Games won over the board", own.games_won),
            Tiebreak("wins", "Number of wins", own.wins, options={"count": ("all", "played")}),
            Tiebreak("games-black", "Games played with Black", own.games_black),
            Tiebreak("wins-black", "Games won with Black", own.wins_black),
            Tiebreak("rounds-played", "Rounds ready to play", own.rounds_played),
            Tiebreak(
                "direct-encounter",
                "Direct encounter",
                per_group=between.direct_encounter,
                options={"met": ("all", "fide")},
            ),
            Tiebreak(
                "opponents-rating-sum",
                "Sum of the opponents' ratings",
                opponents_ratings.opponents_rating_sum,
                options=_UNRATED,
            ),
            Tiebreak(
                "opponents-rating-average",
                "Average of the opponents' ratings",
                opponents_ratings.opponents_rating_average,
                options=_UNRATED,
            ),
            Tiebreak("rating-sum", "Rating sum (other list)", opponents_ratings.rating_sum, options=_UNRATED),
            Tiebreak(
                "aro", "Average rating of opponents (FIDE)", opponents_ratings.aro, options={"low": NUMBER, **_UNRATED}
            ),
            Tiebreak("performance", "Performance", opponents_ratings.performance, options={"perfect": NUMBER}),
            Tiebreak(
                "opponents-performance",
                "Average performance of the opponents",
                opponents_ratings.opponents_performance,
                options={"perfect": NUMBER},
            ),
        )
    }
)


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


def _said(choices: Choices) -> str:
    return choices if isinstance(choices, str) else " or ".join(choices)


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
                known=", ".join(f"{name} = {_said(c)}" for name, c in tiebreak.options.items()) or "none",
            )
    return tiebreak
