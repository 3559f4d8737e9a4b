"""Settings of standings and ratings: each stands in for a part of the ruleset."""

from __future__ import annotations

from pareo.core.ratings.rules import rating_rules_text, read_rating_rules
from pareo.core.rules.overrides import part
from pareo.core.standings.tiebreaks.order import read_tiebreaks, tiebreaks_text
from pareo.core.state.setting import Group, Setting, text

_RATING = text(lambda typed: rating_rules_text(read_rating_rules(typed)))

TIEBREAK_ORDER = Setting(
    "tiebreaks", "Tie-breaks", Group.STANDINGS, text(lambda typed: tiebreaks_text(read_tiebreaks(typed))),
    meaning="tie-breaks in their order",
    takes="buchholz; median-buchholz high=1 low=1; wins (in order), or none",
    help="In their order, each with its options: buchholz; median-buchholz high=1 low=1; wins. The page of the "
         "standings helps. Empty: as the rules say.",
    example="buchholz; median-buchholz high=1 low=1; wins",
    more="Buchholz first; then without the best and the worst opponent; then the number of wins.",
    over=part("tiebreaks", read_tiebreaks),
)
RATING_RULES = Setting(
    "rating_rules", "Rating", Group.STANDINGS, _RATING,
    meaning="how the first rating list changes",
    takes="a method and its options: fide k=20 forfeits=no, or none",
    help="A method (fide-average, fide, uscf, pzszach) and what differs: fide k=20 forfeits=no cap=no "
         "lowest=1000. Empty: as the rules say.",
    example="fide k=20 forfeits=no",
    more="FIDE's table game by game, K 20, forfeits not rated.",
    over=part("rating", read_rating_rules),
)
RATING2_RULES = Setting(
    "rating2_rules", "Second rating", Group.STANDINGS, _RATING,
    meaning="how the second rating list changes",
    takes="a method and its options: uscf bonus=10 lowest=100, or none",
    help="The other list, with a method of its own: uscf bonus=10. Empty: as the rules say.",
    example="uscf bonus=10 lowest=100",
    more="The USCF formula with a bonus threshold of 10; ratings below 100 do not count.",
    over=part("rating2", read_rating_rules),
)
