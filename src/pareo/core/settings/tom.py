"""Settings of an event that TOM runs while we follow its file."""

from __future__ import annotations

from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.setting import YES_NO, Setting, SettingGroup, number, one_of, text

HAND = "hand"
USUAL_SECONDS = 15
USUAL_DAYS = 30


def _is_pokemon(ruleset: Ruleset) -> bool:
    return game_of(ruleset) == "pokemon"


def _read_seconds(typed: str) -> str:
    if typed.lower() == HAND:
        return HAND
    if not 0 <= int(typed) <= 3600:
        raise ValueError(typed)
    return str(int(typed))


PUBLISH_AFTER = Setting(
    "publish_after",
    "Beside TOM: publish after",
    SettingGroup.ROUNDS,
    text(_read_seconds),
    meaning="seconds until a round paired in TOM is shown to everyone",
    takes="seconds, or “hand”",
    help="Time to check a round that TOM has paired before everyone sees it. “hand”: you publish each one.",
    example="15",
    concerns=_is_pokemon,
    usual=lambda _ruleset: str(USUAL_SECONDS),
)
TOM_CLOCK = Setting(
    "tom_clock",
    "Beside TOM: the clock starts",
    SettingGroup.ROUNDS,
    one_of({"tap": "by hand", "tom": "when TOM starts the round"}),
    meaning="when the clock of a round that TOM paired starts",
    takes="tap or tom",
    help="By hand, or when TOM's save file has a start time.",
    example="tom",
    concerns=_is_pokemon,
    usual=lambda _ruleset: "tap",
)
PROVISIONAL = Setting(
    "provisional",
    "Beside TOM: results that TOM does not have",
    SettingGroup.PUBLIC,
    one_of({"hidden": "staff only", "shown": "everyone"}),
    meaning="visibility of results that TOM does not have yet",
    takes="shown or hidden",
    help="Results from phones and the desk, until TOM has them.",
    example="shown",
    concerns=_is_pokemon,
    usual=lambda _ruleset: "hidden",
)
TOM_SCAN = Setting(
    "tom_scan",
    "Beside TOM: numbers to scan",
    SettingGroup.HALL,
    YES_NO,
    meaning="TOM's slip numbers as bar codes",
    takes="yes or no",
    help="Not yet tested with TOM: try one slip in TOM's result entry before you rely on it.",
    example="yes",
    concerns=_is_pokemon,
    usual=lambda _ruleset: "no",
)
TOM_WRITE = Setting(
    "tom_write",
    "Beside TOM: write results into a file",
    SettingGroup.HALL,
    one_of({"off": "never", "copy": "into a copy next to it", "in-place": "into TOM's own file"}),
    meaning="whether results are written into a file for TOM",
    takes="off, copy or in-place",
    help="Not yet tested with TOM. Open the copy in TOM with File > Open.",
    example="copy",
    concerns=_is_pokemon,
    usual=lambda _ruleset: "off",
)
TOM_PRINT = Setting(
    "tom_print",
    "Beside TOM: print automatically",
    SettingGroup.HALL,
    one_of({"off": "never", "slips": "slips", "pairings": "pairings", "all": "slips, seating and pairings"}),
    meaning="which printouts are made automatically when a TOM round is published",
    takes="off, slips, pairings or all",
    help="Once per round, on this computer's printer; without a printer they are saved next to the database.",
    example="slips",
    concerns=_is_pokemon,
    usual=lambda _ruleset: "off",
)
PUBLIC_DAYS = Setting(
    "public_days",
    "Public pages end after",
    SettingGroup.PUBLIC,
    number(0, 36500),
    meaning="days until the public pages end after the event",
    takes="days; 0 is never",
    help="For an event beside TOM: 30 days, unless you keep them longer.",
    example="30",
    concerns=_is_pokemon,
)
