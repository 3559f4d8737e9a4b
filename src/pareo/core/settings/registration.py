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
    meaning="players register from their phones",
    takes="yes or no",
    help="From their phones, until round 1 is paired.",
    example="yes",
    once=True,
)
REGISTRATION_FIELDS = Setting(
    "registration_fields",
    "What to ask besides the name",
    SettingGroup.REGISTRATION,
    text(lambda typed: ",".join(read_some(typed, ASKED)) or NONE),
    meaning="what players are asked besides their name",
    takes="some of birth_year,id,club,nickname,contact,list; or none",
    help="Ask only for what the event needs. Empty: the birth year if divisions need it, otherwise nothing.",
    example="birth_year,club",
)
REGISTRATION_LIMIT = Setting(
    "registration_limit",
    "Player limit",
    SettingGroup.REGISTRATION,
    number(1),
    meaning="how many players are accepted; the rest wait",
    takes="a number from 1",
    help="Later registrations join the waiting list. Empty: no limit.",
    example="32",
)
REGISTRATION_UNTIL = Setting(
    "registration_until",
    "Registration until",
    SettingGroup.REGISTRATION,
    MOMENT,
    meaning="deadline for players to register",
    takes="2026-11-15 09:30, in the event's time zone",
    help="For example 2026-11-15 09:30. Empty: until round 1 is paired.",
    example="2026-11-15 09:30",
    once=True,
)
REGISTRATION_CONFIRM = Setting(
    "registration_confirm",
    "Staff approve registrations",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="staff approve each registration",
    takes="yes or no",
    help="Each registration needs staff approval.",
    example="no",
)
REGISTRATION_GUARDIAN = Setting(
    "registration_guardian",
    "Ask for parental consent",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="minors need a parent's or guardian's consent to register",
    takes="yes or no",
    help="A checkbox: “I am 18 or older, or my parent or guardian agrees.”",
    example="yes",
)
PLAYER_CHECK_IN = Setting(
    "player_check_in",
    "Players check themselves in",
    SettingGroup.REGISTRATION,
    YES_NO,
    meaning="players check in from their phones",
    takes="yes or no",
    help="With one tap on their own page. Empty: same as registration.",
    example="yes",
)
