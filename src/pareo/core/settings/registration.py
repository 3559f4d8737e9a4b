"""Settings of players who register and check in themselves."""

from __future__ import annotations

from pareo.core.settings.setting import MOMENT, NONE, YES_NO, Setting, SettingGroup, number, read_some, text

LIST = "list"
ASKED = ("birth_year", "id", "club", "nickname", "contact", LIST)

REGISTRATION = Setting(
    "registration",
    "Players register themselves",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="players enter themselves from their phones",
    takes="yes or no",
    help="From their phones, until round 1 is paired.",
    example="yes",
    once=True,
)
REGISTRATION_FIELDS = Setting(
    "registration_fields",
    "Asked besides the name",
    SettingGroup.REGISTRATION,
    text(lambda typed: ",".join(read_some(typed, ASKED)) or NONE),
    meaning="what players are asked besides their name",
    takes="some of birth_year,id,club,nickname,contact,list; or none",
    help="Only what the event needs. Empty: the birth year where divisions need it, else nothing.",
    example="birth_year,club",
)
REGISTRATION_LIMIT = Setting(
    "registration_limit",
    "Number of places",
    SettingGroup.REGISTRATION,
    number(1),
    meaning="how many players get in; others wait",
    takes="a number from 1",
    help="Who registers later is on the waiting list. Empty: no limit.",
    example="32",
)
REGISTRATION_UNTIL = Setting(
    "registration_until",
    "Registration until",
    SettingGroup.REGISTRATION,
    MOMENT,
    meaning="until when players register themselves",
    takes="2026-11-15 09:30, in the event's time zone",
    help="For example 2026-11-15 09:30. Empty: until round 1 is paired.",
    example="2026-11-15 09:30",
    once=True,
)
REGISTRATION_CONFIRM = Setting(
    "registration_confirm",
    "The desk confirms",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="the desk lets each registered player in",
    takes="yes or no",
    help="Nobody is entered before somebody at the desk says yes.",
    example="no",
)
REGISTRATION_GUARDIAN = Setting(
    "registration_guardian",
    "Ask for a guardian",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="a guardian must agree when a child registers",
    takes="yes or no",
    help="A tick: I am an adult, or my guardian agrees.",
    example="yes",
)
PLAYER_CHECK_IN = Setting(
    "player_check_in",
    "Players check themselves in",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="players check in from their phones",
    takes="yes or no",
    help="With one touch on their own page. Empty: as registration is.",
    example="yes",
)
