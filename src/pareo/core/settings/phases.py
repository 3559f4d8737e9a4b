"""Settings of events in phases: the second day, asymmetrical cuts, last matches, time after the time.

Most of them stand in for something that no document confirms: the ruleset says so of each (`Ruleset.choices`).
"""

from __future__ import annotations

from dataclasses import replace

from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.overrides import override_field
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.rules.running import PHASES as WAYS
from pareo.core.settings.setting import YES_NO, Setting, SettingGroup, number, one_of
from pareo.core.standings.points import MOST_GAMES, can_be_best_of
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import either_note

_SWISS = ("swiss", "swiss+cut")
_TIES = {"taken": "taken", "warned": "taken with a warning", "refused": "refused"}
_BOTH_OUT = {"nobody": "no one advances", "refused": "refused until one advances"}
_PHASES = {
    "r-fit": "an opponent of the second phase with both, any other with the first",
    "restart": "start again",
    "both": "both phases together",
}


def has_second_day(ruleset: Ruleset) -> bool:
    """Do these rules know a second day?"""
    return ruleset.second_day is not None


def has_asymmetrical(ruleset: Ruleset) -> bool:
    """Does a table of these rules have an asymmetrical cut?"""
    return any(row.asymmetrical for table in ruleset.advice.tables for row in table.rows)


def check_best_of(ruleset: Ruleset, value: int, typed: str) -> None:
    """A match is decided by the best of an odd number of games, where the match gives the points."""
    if value % 2 == 0:
        raise BadInput("best-of-even", "A match is the best of an odd number of games, not of {typed}.", typed=typed)
    if value != 1 and not can_be_best_of(ruleset):
        raise Refused(
            "best-of-ruleset",
            "“Best of” several games needs rules that give points for the match; these give them for its games or "
            "its score.",
        )


def _has_length(ruleset: Ruleset) -> bool:
    return bool(ruleset.round.match_minutes)


def _override_ties(ruleset: Ruleset, value: object) -> Ruleset:
    """Ties as the event has them; None: as the file does."""
    written = parse_ruleset(ruleset.text, name=ruleset.id).results
    draws = written.draws if value is None else value != "refused"
    doubt = written.doubt_draws if value is None else value == "warned"
    return replace(ruleset, results=replace(ruleset.results, draws=draws, doubt_draws=doubt))


DAY2_POINTS = Setting(
    "day2_points",
    "Points for day 2",
    SettingGroup.ROUNDS,
    number(1),
    meaning="match points needed for the second day",
    takes="a number from 1",
    help="Everyone with these points advances. Empty: as in the document's table.",
    example="16",
    per_pod=True,
    concerns=has_second_day,
    styles=_SWISS,
)
TOP = Setting(
    "top",
    "Top of day 1",
    SettingGroup.ROUNDS,
    number(0),
    meaning="minimum number of players who advance to day 2",
    takes="a number, 0 for none",
    help="At least this many players advance to day 2, whatever their points. 0: only those with the points.",
    example="32",
    concerns=has_second_day,
    over=override_field("second_day", "top"),
    usual=lambda ruleset: str(ruleset.second_day.top) if ruleset.second_day else "",
    styles=_SWISS,
)
PHASES = Setting(
    "phases",
    "Percentages over two days",
    SettingGroup.STANDINGS,
    one_of(_PHASES),
    meaning="how opponents' percentages are counted over two days",
    takes=str(either_note(WAYS)),
    help="An opponent met on day 2 counts with both days, any other with day 1; or day 2 counts alone; or all rounds "
    "together.",
    example="both",
    concerns=has_second_day,
    over=override_field("second_day", "phases"),
    usual=lambda ruleset: ruleset.second_day.phases if ruleset.second_day else "",
    styles=_SWISS,
)
ASYMMETRICAL = Setting(
    "asymmetrical",
    "Asymmetrical play-off",
    SettingGroup.ROUNDS,
    replace(YES_NO),  # no switch: the table may say either
    meaning="all who share the record of the last qualifier advance",
    takes="yes or no",
    help="Everyone level on points with the last qualifier advances too; the top seeds get byes. Empty: as in the "
    "document's table.",
    example="no",
    per_pod=True,
    per_division=True,
    concerns=has_asymmetrical,
    styles=_SWISS,
)
BEST_OF_FINAL = Setting(
    "best_of_final",
    "Games of the last matches",
    SettingGroup.ROUNDS,
    number(1, MOST_GAMES),
    meaning="games of the last matches of a double elimination (best of)",
    takes="1, 3, 5 …",
    help="From the final of the losers' bracket on. Empty: as the rules say, else as in the other rounds.",
    example="5",
    concerns=can_be_best_of,
    check=check_best_of,
    over=override_field("results", "final_games"),
    usual=lambda ruleset: str(ruleset.results.final_games or ""),
    styles=("double-elimination",),
)
CUT_MINUTES = Setting(
    "cut_minutes",
    "Minutes per round in elimination",
    SettingGroup.ROUNDS,
    number(1),
    meaning="length of a round in elimination",
    takes="minutes",
    help="Starting time of the clock there.",
    example="75",
    concerns=_has_length,
    over=override_field("round", "cut_minutes"),
    usual=lambda ruleset: str(ruleset.round.cut_minutes),
)
TIES = Setting(
    "ties",
    "Ties",
    SettingGroup.ROUNDS,
    one_of(_TIES),
    meaning="whether a Swiss match may be tied",
    takes="taken, warned or refused",
    help="Warned: a tie is accepted, but whoever enters it is asked to confirm.",
    example="warned",
    concerns=lambda ruleset: bool(ruleset.round.match_minutes),
    over=_override_ties,
    usual=lambda ruleset: (
        "refused" if not ruleset.results.draws else "warned" if ruleset.results.doubt_draws else "taken"
    ),
    styles=_SWISS,
)
BOTH_OUT = Setting(
    "both_out",
    "Both players out",
    SettingGroup.ROUNDS,
    one_of(_BOTH_OUT),
    meaning="what happens when both players of an elimination match are disqualified or drop",
    takes="nobody or refused",
    help="No one advances and the next opponent gets a bye; or this is refused and a judge decides who advances.",
    example="nobody",
    concerns=_has_length,
    usual=lambda _ruleset: "nobody",
    styles=("elimination", "double-elimination", "swiss+cut"),
)
EXTRA_TURNS = Setting(
    "extra_turns",
    "Turns after time is called",
    SettingGroup.ROUNDS,
    number(0, 99),
    meaning="turns played after time is called",
    takes="a number, 0 for none",
    help="Announced before round 1, and shown on the clock when time is up.",
    example="3",
    concerns=_has_length,
    over=override_field("round", "extra_turns"),
    usual=lambda ruleset: str(ruleset.round.extra_turns),
)
OVERTIME_MINUTES = Setting(
    "overtime_minutes",
    "Minutes for these turns",
    SettingGroup.ROUNDS,
    number(0, 600),
    meaning="minutes for the turns after time is called",
    takes="minutes, 0 for no limit",
    help="The clock continues with these minutes; the round is over when they end. 0: no limit.",
    example="15",
    concerns=_has_length,
    over=override_field("round", "overtime_minutes"),
    usual=lambda ruleset: str(ruleset.round.overtime_minutes),
)
