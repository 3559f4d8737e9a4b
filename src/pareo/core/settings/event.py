"""Settings of the event itself: what it is called, when and where it is, who runs it."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.model.staff_rules import PREMIER
from pareo.core.rules.overrides import with_ships_of_year
from pareo.core.settings.setting import HOUR, TEXT, YES_NO, Setting, SettingGroup, number, text, text_choice
from pareo.core.text.errors import BadInput
from pareo.core.text.languages import LANGUAGES


def _check_language(_ruleset: Ruleset, value: str, typed: str) -> None:
    if value not in LANGUAGES:
        raise BadInput("language-setting-unknown", "language={language}: choose en, es, pt or it.", language=typed)


def _check_tier(ruleset: Ruleset, value: str, typed: str) -> None:
    known = ruleset.tier_names
    if not known:
        raise BadInput("tier-none", "tier={tier}: these rules have no tiers. Leave it empty.", tier=typed)
    if value not in known:
        raise BadInput("tier-unknown", "tier={tier}: choose one of: {known}.", tier=typed, known=", ".join(known))


def is_premier(settings: Mapping[str, object]) -> bool:
    """Is it a Premier event? By its tier, and whatever its tier where it awards Championship Points (2019, 5)."""
    return TIER.of(settings) == PREMIER or bool(CHAMPIONSHIP_POINTS.of(settings))


NAME = Setting(
    "name",
    "Name",
    SettingGroup.EVENT,
    TEXT,
    meaning="name of the event",
    takes="text",
    help="As shown to players and on printouts.",
    example="Copa de Otoño",
    once=True,
)
DATE = Setting(
    "date",
    "Date",
    SettingGroup.EVENT,
    text(field="date"),
    meaning="date of the event",
    takes="2026-11-15",
    help="Also used to warn you when a player is in 2 events on the same day.",
    example="2026-11-15",
    once=True,
    over=with_ships_of_year,
)
SEASON = Setting(
    "season",
    "Season",
    SettingGroup.EVENT,
    number(2000, 2100),
    meaning="season of the event, named after the year in which it ends",
    takes="2027",
    help="For birth years. Empty: by the date. A World Championship belongs to the season that ends.",
    example="2027",
    before_start=True,
    once=True,
    concerns=lambda ruleset: ruleset.divisions is not None and bool(ruleset.divisions.until),
)
START = Setting(
    "start",
    "Starts at",
    SettingGroup.EVENT,
    HOUR,
    meaning="starting time of the event",
    takes="14:30",
    help="2 events on one day at different times do not clash.",
    example="14:30",
)
PLACE = Setting(
    "place",
    "Venue",
    SettingGroup.EVENT,
    TEXT,
    meaning="place of the event",
    takes="text",
    help="Where it is played.",
    example="Centro Cívico Norte",
)
ZONE = Setting(
    "zone",
    "Time zone",
    SettingGroup.EVENT,
    TEXT,
    meaning="time zone of the event",
    takes="Europe/Madrid",
    help="Clocks and the history use it.",
    example="Europe/Madrid",
    more="Times on pages and printouts are in Madrid time.",
)
LANGUAGE = Setting(
    "language",
    "Language of printouts",
    SettingGroup.EVENT,
    text_choice(lambda _ruleset: LANGUAGES),
    meaning="language of the event's printouts",
    takes="en, es, es-419, pt or it",
    help="Slips, announcement and lists.",
    example="es",
    check=_check_language,
)
ORGANISER = Setting(
    "organiser",
    "Organiser",
    SettingGroup.PRIZES,
    TEXT,
    meaning="organiser",
    takes="a name",
    help="Mentioned in the announcement.",
    example="Lucía Vega",
)
SECOND_ORGANISER = Setting(
    "second_organiser",
    "Second organiser",
    SettingGroup.PRIZES,
    TEXT,
    meaning="second organiser",
    takes="a name",
    help="Mentioned in the announcement.",
    example="Iván Soto",
    concerns=lambda ruleset: "second-organiser" in ruleset.announce,
)
JUDGE = Setting(
    "judge",
    "Head judge",
    SettingGroup.PRIZES,
    TEXT,
    meaning="head judge",
    takes="a name",
    help="Mentioned in the announcement.",
    example="Marta Neira",
)
HOST_CLUB = Setting(
    "club",
    "Club",
    SettingGroup.EVENT,
    TEXT,
    meaning="club that runs the event",
    takes="text",
    help="The club that runs the event.",
    example="Torre Norte",
)
TOURNAMENT_NUMBER = Setting(
    "number",
    "Tournament number",
    SettingGroup.EVENT,
    TEXT,
    meaning="tournament number",
    takes="text",
    help="The number the league or federation gave it.",
    example="2026-17",
)
TIER = Setting(
    "tier",
    "Tier",
    SettingGroup.EVENT,
    text_choice(lambda ruleset: ruleset.tier_names, translated=True),
    meaning="tier of the event",
    takes="a tier of the ruleset",
    help="The event's tier, as the rules name it. An event that awards Championship Points is a Premier event in "
    "every tier.",
    example="premier",
    check=_check_tier,
    concerns=lambda ruleset: bool(ruleset.tier_names),
)
CHAMPIONSHIP_POINTS = Setting(
    "championship_points",
    "Championship Points",
    SettingGroup.EVENT,
    YES_NO,
    meaning="the event awards Championship Points",
    takes="yes or no",
    help="If the event awards them, the play-off and late entries are limited.",
    example="yes",
    concerns=lambda ruleset: game_of(ruleset) == "pokemon",
)
