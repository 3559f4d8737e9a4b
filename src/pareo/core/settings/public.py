"""Settings of what the public sees, and of the club standings."""

from __future__ import annotations

from pareo.core.settings.setting import NONE, YES_NO, Setting, SettingGroup, number, one_of, read_some, text
from pareo.core.settings.table_settings import COLUMN_ROWS

COLUMNS = ("points", "record", "number", "rating", "rating2", "club", "federation", "division")
_NAMES = {"full": "full names", "initial": "first name and initial", "nickname": "nicknames"}

PLAYER_REPORTS = Setting(
    "player_reports",
    "Players report their own results",
    SettingGroup.PUBLIC,
    YES_NO,
    meaning="players report results from their phones",
    takes="yes or no",
    help="On their phones. Matching reports become the result; you settle the rest.",
    example="yes",
    more="Both players report from their phones: matching reports become the result, anything else calls a judge.",
    usual=lambda _ruleset: "yes",
)
ITS_ME = Setting(
    "its_me",
    "Players find themselves by name",
    SettingGroup.PUBLIC,
    YES_NO,
    meaning="any phone may say “It's me”; no: personal QR codes only",
    takes="yes or no",
    help="Any phone may choose a name and report, together with the opponent's phone. No: only personal QR codes.",
    example="no",
    more="With no, a phone needs the player's QR code from badge or slip, or a code from the desk.",
    usual=lambda _ruleset: "yes",
)
PAIRING_COLUMNS = Setting(
    "pairing_columns",
    "Next to the names",
    SettingGroup.PUBLIC,
    text(lambda typed: ",".join(read_some(typed, COLUMNS)) or NONE, table=COLUMN_ROWS),
    meaning="what is shown next to the names in pairings",
    takes="some of points,record,number,rating,rating2,club,federation,division; or none",
    help="In pairings on pages, screens and printouts.",
    example="points,rating,club",
    more="Ana Ruiz (3) · 1850 · Torre Norte. “none” shows the names alone.",
    usual=lambda _ruleset: "points",
)
NAMES = Setting(
    "names",
    "Names in public",
    SettingGroup.PUBLIC,
    one_of(_NAMES, exact=True),
    meaning="how names are shown to the public",
    takes="full, initial or nickname",
    help="Many players are children. Staff always see full names.",
    example="initial",
    more="Ana R. instead of Ana Ruiz, on every public page, screen and web site.",
    usual=lambda ruleset: ruleset.names,
)
OUTLOOK = Setting(
    "outlook",
    "What players see about their chances",
    SettingGroup.PUBLIC,
    one_of(
        {"points": "points only until the second-to-last round", "all": "always everything", "no": "nothing"},
        exact=True,
    ),
    meaning="what players see about their play-off chances",
    takes="points, all or no",
    help="On the player's page: certain, out, or what they need. Until the second-to-last round, based on points only.",
    example="all",
    usual=lambda _ruleset: "points",
)
CLUB_BEST = Setting(
    "club_best",
    "Club standings: scores that count",
    SettingGroup.PUBLIC,
    number(0),
    meaning="scores of a club that count in the club standings",
    takes="a number; 0 is all",
    help="How many of each club's best scores count. 0: all.",
    example="4",
    more="The 4 best scores of each club are added up; 0 adds up all of them.",
    usual=lambda _ruleset: "0",
)
CLUB_MINIMUM = Setting(
    "club_minimum",
    "Club standings: minimum players",
    SettingGroup.PUBLIC,
    number(1),
    meaning="players a club needs for a place in the club standings",
    takes="a number from 1",
    help="Clubs with fewer are not ranked.",
    example="3",
    usual=lambda _ruleset: "1",
)
CLUB_BY = Setting(
    "club_by",
    "Club standings of",
    SettingGroup.PUBLIC,
    one_of({"club": "clubs", "federation": "federations"}),
    meaning="what counts as the club in the club standings",
    takes="club or federation",
    help="Clubs, or federations.",
    example="federation",
    usual=lambda _ruleset: "club",
)
