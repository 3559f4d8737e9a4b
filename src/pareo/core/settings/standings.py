"""Settings of standings and ratings: each stands in for a part of the ruleset."""

from __future__ import annotations

from pareo.core.rules.overrides import override_part
from pareo.core.settings.setting import Setting, SettingGroup, SettingType, text
from pareo.core.settings.table_settings import RATING_ROWS
from pareo.core.standings.adjusted import adjustments_text
from pareo.core.standings.play_off import play_off_text
from pareo.core.standings.ratings.rules import rating_rules_text, read_rating_rules
from pareo.core.standings.tiebreaks.order import read_tiebreaks, tiebreaks_text

_RATING = text(lambda typed: rating_rules_text(read_rating_rules(typed)), table=RATING_ROWS)

TIEBREAK_ORDER = Setting(
    "tiebreaks",
    "Tie-breaks",
    SettingGroup.STANDINGS,
    text(lambda typed: tiebreaks_text(read_tiebreaks(typed)), field="order"),
    meaning="tie-breaks in their order",
    takes="buchholz; median-buchholz high=1 low=1; wins (in order), FIDE's codes (BH/C1,BH,SB), or none",
    help="The first tie-break ranks players on equal points; the next ranks those still tied.",
    example="buchholz; median-buchholz high=1 low=1; wins",
    more="Buchholz first; then without the best and the worst opponent; then the number of wins.",
    over=override_part("tiebreaks", read_tiebreaks),
    usual=lambda ruleset: tiebreaks_text(ruleset.tiebreaks),
)
ADJUSTED = Setting(
    "adjusted",
    "Points added or deducted",
    SettingGroup.STANDINGS,
    SettingType(str, adjustments_text),
    meaning="points added or deducted, apart from results",
    takes="3:-1; 7:+½@2 (number of the starting list, points, after round)",
    help="They count for the place, not for pairing.",
    example="3:-1",
    more="Player 3 loses a point.",
    once=True,
)
PLAY_OFF = Setting(
    "play_off",
    "Tie-break game, or entered by hand",
    SettingGroup.STANDINGS,
    text(play_off_text),
    meaning="order of tied players, decided outside the program",
    takes="7>3>12; 5>9 (numbers of the starting list, the better first)",
    help="Players still tied after all tie-breaks are put in this order; their places are marked.",
    example="7>3",
    more="Player 7 won the tie-break game against player 3.",
    once=True,
)
RATING_RULES = Setting(
    "rating_rules",
    "Ratings",
    SettingGroup.RATINGS,
    _RATING,
    meaning="how the first rating list changes",
    takes="a method and its options: fide k=20 forfeits=no, or none",
    help="Changes are shown at the end and applied when the event is closed.",
    example="fide k=20 forfeits=no",
    more="FIDE's table game by game, K 20, forfeits not rated.",
    over=override_part("rating", read_rating_rules),
    usual=lambda ruleset: rating_rules_text(ruleset.rating),
)
RATING2_RULES = Setting(
    "rating2_rules",
    "Second rating list",
    SettingGroup.RATINGS,
    _RATING,
    meaning="how the second rating list changes",
    takes="a method and its options: uscf bonus=10 lowest=100, or none",
    help="The other list, with a method of its own.",
    example="uscf bonus=10 lowest=100",
    more="The USCF formula with a bonus threshold of 10; ratings below 100 do not count.",
    over=override_part("rating2", read_rating_rules),
    usual=lambda ruleset: rating_rules_text(ruleset.rating2),
)
