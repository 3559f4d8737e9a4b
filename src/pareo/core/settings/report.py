"""Settings of the head of FIDE's report that nothing else of an event tells (TRF26, F-72)."""

from __future__ import annotations

import re

from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.setting import TEXT, Setting, SettingGroup, text

_DAY = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")
_TIMES = re.compile(r"[0-9]+(?:/[0-9]+)?(?:\+[0-9]+)?(?::[0-9]+(?:/[0-9]+)?(?:\+[0-9]+)?)*")


def _is_chess(ruleset: Ruleset) -> bool:
    return ruleset.game == "chess"


def read_dates(typed: str) -> str:
    """“2026-11-14,2026-11-14,2026-11-15”: one for each round; ValueError on anything else."""
    days = [day.strip() for day in typed.replace(";", ",").split(",")]
    if not any(days) or not all(not day or _DAY.fullmatch(day) for day in days):
        raise ValueError(typed)
    return ",".join(days)


def _read_day(typed: str) -> str:
    if not _DAY.fullmatch(typed.strip()):
        raise ValueError(typed)
    return typed.strip()


def _read_times(typed: str) -> str:
    plain = "".join(typed.split())
    if not _TIMES.fullmatch(plain):
        raise ValueError(typed)
    return plain


FEDERATION = Setting(
    "federation",
    "Federation of the event",
    SettingGroup.EVENT,
    TEXT,
    meaning="federation in which the event is rated",
    takes="3 letters",
    help="For the report to FIDE.",
    example="ESP",
    concerns=_is_chess,
)
END_DATE = Setting(
    "end_date",
    "Last day",
    SettingGroup.EVENT,
    text(_read_day, field="date"),
    meaning="last day of the event",
    takes="2026-11-15",
    help="For the report to FIDE.",
    example="2026-11-15",
    once=True,
    concerns=_is_chess,
)
ROUND_DATES = Setting(
    "round_dates",
    "Days of the rounds",
    SettingGroup.EVENT,
    text(read_dates),
    meaning="the day of each round",
    takes="2026-11-14,2026-11-14,2026-11-15",
    help="For the report to FIDE: one day for each round, with commas.",
    example="2026-11-14,2026-11-14,2026-11-15",
    once=True,
    concerns=_is_chess,
)
DEPUTIES = Setting(
    "deputies",
    "Deputy arbiters",
    SettingGroup.PRIZES,
    TEXT,
    meaning="deputies of the chief arbiter",
    takes="names; with semicolons between them",
    help="Named in the report to FIDE.",
    example="Iván Soto; Nora Olmo",
    concerns=_is_chess,
)
TIME_CONTROL = Setting(
    "time_control",
    "Time control",
    SettingGroup.EVENT,
    TEXT,
    meaning="time control in words",
    takes="text",
    help="As announced to players.",
    example="90 minutes and 30 seconds a move",
    concerns=_is_chess,
)
TIME_CODE = Setting(
    "time_control_code",
    "Time control, coded",
    SettingGroup.EVENT,
    text(_read_times),
    meaning="time control in seconds and increment",
    takes="5400+30, or 40/5400+30:1800+30 for several periods",
    help="For the report to FIDE: seconds, and seconds for each move.",
    example="5400+30",
    concerns=_is_chess,
)
EVENT_TYPE = Setting(
    "event_type",
    "Kind of tournament",
    SettingGroup.EVENT,
    TEXT,
    meaning="kind of tournament in words",
    takes="text",
    help="Empty: by the rules of pairing.",
    example="Individual: Swiss-System (Dutch)",
    concerns=_is_chess,
)
