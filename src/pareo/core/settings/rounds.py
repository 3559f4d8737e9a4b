"""Settings of rounds and play-off: how many, how long, of how many games."""

from __future__ import annotations

from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.phases import check_best_of, has_asymmetrical
from pareo.core.settings.setting import (
    NONES,
    TEXT,
    YES_NO,
    Setting,
    SettingGroup,
    SettingType,
    number,
    one_of,
    parse_int,
    text_choice,
    value_text,
)
from pareo.core.standings.points import (
    MOST_GAMES,
    can_be_best_of,
    can_have_games,
    with_best_of,
    with_best_of_cut,
    with_games,
)
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import list_note


def _read_cut(typed: str, _unit: int) -> int:
    """Two or more, or none."""
    value = 0 if typed.strip().lower() in NONES else parse_int(typed, 0)
    if value == 1:
        raise ValueError(typed)
    return value


def _cuts(ruleset: Ruleset) -> dict[str, str]:
    """To choose from: powers of two, and where the tables have others, those too."""
    rows = [row for table in ruleset.advice.tables for row in table.rows if row.asymmetrical]
    others = {cut for row in rows for cut in row.cuts if cut}
    return {"none": "None", **{str(size): f"Top {size}" for size in sorted({2, 4, 8, 16, 32, 64} | others)}}


def _check_cut(ruleset: Ruleset, value: int, typed: str) -> None:
    """A power of two, but where the rules have asymmetrical cuts (PN-TAB-5)."""
    if value & (value - 1) and not has_asymmetrical(ruleset):
        raise BadInput(
            "setting-unreadable",
            "{key}={value}: this must be {takes} ({meaning}).",
            key=CUT.key,
            value=typed,
            takes=CUT.takes,
            meaning=CUT.meaning,
        )


def _check_games(ruleset: Ruleset, value: int, _typed: str) -> None:
    if value != 1 and not can_have_games(ruleset):
        raise Refused(
            "games-ruleset",
            "Several games per round need rules in which a draw is half a win and a loss is 0; these rules differ.",
        )


def _check_table(ruleset: Ruleset, value: str, typed: str) -> None:
    if value not in {table.id for table in ruleset.advice.tables}:
        known = list_note(table.id for table in ruleset.advice.tables)
        raise BadInput("table-unknown", "table={table}: choose one of: {known}.", table=typed, known=known)


_STYLES = {
    "swiss": "Swiss rounds",
    "swiss+cut": "Swiss rounds, then elimination",
    "elimination": "Single elimination",
    "round-robin": "Round robin",
    "double-elimination": "Double elimination",
}
_SWISS = ("swiss", "swiss+cut")

STYLE = Setting(
    "style",
    "Style",
    SettingGroup.ROUNDS,
    one_of(_STYLES, exact=True),
    meaning="how the event is played",
    takes="swiss, elimination, swiss+cut, round-robin or double-elimination",
    help="Swiss rounds, elimination, both, or a round robin.",
    example="swiss+cut",
    more="For example, 8 players advance to an elimination after the Swiss rounds.",
    before_start=True,
    usual=lambda ruleset: ruleset.styles[0],
)
GAMES = Setting(
    "games",
    "Games per round",
    SettingGroup.ROUNDS,
    number(1, MOST_GAMES),
    meaning="games per round",
    takes="1 to 9",
    help="With 2 or more, a result is a match score such as 1½-½; every game's points count, and first moves are "
    "not balanced.",
    example="2",
    more="2 games per round: a result is 2-0, 1½-½, 1-1 and so on, and every game's points count.",
    before_start=True,
    concerns=can_have_games,
    check=_check_games,
    over=with_games,
    usual=lambda ruleset: str(ruleset.results.games),
)
BEST_OF = Setting(
    "best_of",
    "Games of a match",
    SettingGroup.ROUNDS,
    number(1, MOST_GAMES),
    meaning="games of a match (best of)",
    takes="1, 3, 5 …",
    help="With 3, a result is 2-1, 2-0, 1-1 and so on: the player with more games wins the match. The match gives "
    "the points.",
    example="3",
    before_start=True,
    concerns=can_be_best_of,
    check=check_best_of,
    over=with_best_of,
)
BEST_OF_CUT = Setting(
    "best_of_cut",
    "Games of a match in elimination",
    SettingGroup.ROUNDS,
    number(1, MOST_GAMES),
    meaning="games of a match in elimination (best of)",
    takes="1, 3, 5 …",
    help="Default: the same as in the other rounds.",
    example="3",
    concerns=can_be_best_of,
    check=check_best_of,
    over=with_best_of_cut,
)
ADVICE_TABLE = Setting(
    "table",
    "Table of the document",
    SettingGroup.ROUNDS,
    text_choice(lambda ruleset: {table.id: table.title for table in ruleset.advice.tables}, translated=True),
    meaning="the document's table used for advice",
    takes="the id of a table",
    help="Which of the document's tables recommends the rounds and the play-off.",
    check=_check_table,
    concerns=lambda ruleset: len(ruleset.advice.tables) > 1,
    usual=lambda ruleset: ruleset.advice.default,
)
ROUNDS = Setting(
    "rounds",
    "Swiss rounds",
    SettingGroup.ROUNDS,
    number(1),
    meaning="Swiss rounds",
    takes="a number from 1",
    help="As the document recommends, or your own number.",
    example="7",
    per_pod=True,
    styles=_SWISS,
)
DAY2_ROUNDS = Setting(
    "day2_rounds",
    "Swiss rounds on day 2",
    SettingGroup.ROUNDS,
    number(1),
    meaning="Swiss rounds of the second day",
    takes="a number from 1",
    help="Only for two-day events.",
    example="6",
    per_pod=True,
    concerns=lambda ruleset: ruleset.second_day is not None,
    styles=_SWISS,
)
CUT = Setting(
    "cut",
    "Play-off after the Swiss",
    SettingGroup.ROUNDS,
    SettingType(int, _read_cut, lambda value: value_text(value) if value else "none", choices=_cuts),
    meaning="number of players who advance to the elimination",
    takes="2, 4, 8, 16 … or none",
    help="How many players advance to the elimination.",
    example="8",
    more="The top 8 advance to the elimination. Each division has its own, even where divisions play together.",
    per_pod=True,
    per_division=True,
    check=_check_cut,
    styles=_SWISS,
)
THIRD_PLACE = Setting(
    "third_place",
    "Match for 3rd place",
    SettingGroup.ROUNDS,
    YES_NO,
    meaning="match for 3rd place",
    takes="yes or no",
    help="Played alongside the final.",
    example="yes",
    per_pod=True,
    per_division=True,
    before_start=True,
    styles=("swiss+cut", "elimination"),
)
ROUND_MINUTES = Setting(
    "round_minutes",
    "Minutes per round",
    SettingGroup.ROUNDS,
    number(1),
    meaning="length of a round",
    takes="minutes",
    help="Starting time of the clock.",
    example="50",
    usual=lambda ruleset: str(ruleset.round.minutes or ""),
)
AUTOSTART = Setting(
    "autostart",
    "Automatic start",
    SettingGroup.ROUNDS,
    number(0),
    meaning="minutes from publishing until a round starts automatically",
    takes="minutes; 0: never",
    help="Minutes after publishing. 0: start it yourself. Empty: in Pokémon 0, else 4 on the day of the event.",
    example="4",
    more="Published at 10:30, the round and its clock start at 10:34 unless started earlier.",
)
EXCEPTION = Setting(
    "exception",
    "Exception",
    SettingGroup.ROUNDS,
    TEXT,
    meaning="the play-off is an exception granted for this event",
    takes="the reason",
    help="Why a larger play-off than the document's is allowed; it is recorded.",
    example="Granted by the league on 3 May.",
    concerns=lambda ruleset: ruleset.advice.cut_is_maximum,
)
