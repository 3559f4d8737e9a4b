"""Settings of the hall: tables and slips."""

from __future__ import annotations

from pareo.core.pairing.seating import parse_ranges
from pareo.core.settings.setting import TEXT, Setting, SettingGroup, number, text


def _read_ranges(typed: str) -> str:
    parse_ranges(typed)
    return typed


FIRST_TABLE = Setting(
    "first_table",
    "First table",
    SettingGroup.HALL,
    number(1),
    meaning="number of the first table",
    takes="a number from 1",
    help="Number of the first table.",
    example="21",
    more="The first table is number 21: useful when 2 events share a hall.",
    per_pod=True,
    usual=lambda _ruleset: "1",
)
BLOCKED_TABLES = Setting(
    "blocked_tables",
    "Blocked tables",
    SettingGroup.HALL,
    text(_read_ranges, field="tables"),
    meaning="blocked tables",
    takes="5-8,12",
    help="Tap a table to block it.",
    example="5-8,12",
    more="No one sits at tables 5 to 8 or table 12.",
    per_pod=True,
)
SLIPS = Setting(
    "slips",
    "Match slips",
    SettingGroup.PRIZES,
    TEXT,
    meaning="how match slips are handed out",
    takes="text",
    help="How slips reach the tables; mentioned in the announcement.",
    example="at the tables",
)
TABLES_NOTE = Setting(
    "tables_note",
    "Non-standard tables",
    SettingGroup.PRIZES,
    TEXT,
    meaning="non-standard tables",
    takes="text",
    help="In your own words, for the announcement.",
    example="Tables 1 to 4 are on the stage.",
    concerns=lambda ruleset: "tables" in ruleset.announce,
)
