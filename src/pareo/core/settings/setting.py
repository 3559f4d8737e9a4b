"""What a setting is: one record per setting, and the kinds of values a setting takes.

The record is all that the program knows of a setting: commands, API, pages and their help, papers and the reader of a
journal ask it. `core/settings/` holds the records, `settings/registry.py` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.small_table import SmallTable
from pareo.core.text.messages import text_note, title

T_co = TypeVar("T_co", covariant=True)
LARGEST = 100_000
NONE = "none"
NONES = (NONE, "ninguno", "ninguna", "nenhum", "nenhuma", "nessuno", "nessuna")
_YES = ("yes", "true", "1", "on", "sí", "si", "sim")
_NO = ("no", "false", "0", "off", "não", "nao")

Choices = Callable[[Ruleset], Mapping[str, str]]  # value as typed → its name


class SettingGroup(Enum):
    """Settings that stand together on a page, in the order of the page."""

    EVENT = "About the event"
    ROUNDS = "Rounds and play-off"
    DIVISIONS = "Divisions and birth years"
    PAIRING = "Pairing"
    STANDINGS = "Standings and tie-breaks"
    RATINGS = "Ratings"
    HALL = "Tables in the hall"
    REGISTRATION = "Registration by players"
    LISTS = "Lists"
    PRIZES = "Prizes and announcement"
    PUBLIC = "What the public sees"


def value_text(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True, slots=True)
class SettingType(Generic[T_co]):
    """How values of a setting are read, kept and written."""

    type: type[T_co]  # what is kept in the journal
    read: Callable[[str, int], T_co]  # from its text and the ruleset's unit; ValueError if it cannot be
    write: Callable[[object], str] = value_text
    field: str = "text"  # how a page asks for it: "text", "number", "date", "time", "moment"; "order": tie-breaks,
    # "years": birth years, "tables": numbers of tables to touch
    choices: Choices | None = None  # to choose from
    translated: bool = True  # the names of the choices are ours; else the document's own words
    table: SmallTable | None = None  # to be asked for row by row

    def stored_value(self, value: object) -> T_co | None:
        """A value of the journal; None where there is none, or none of this kind."""
        if self.type is str and value is not None:
            value = str(value)
        fits = isinstance(value, self.type) and isinstance(value, bool) == (self.type is bool)
        return value if fits else None  # type: ignore[return-value]


def _always(_ruleset: Ruleset) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Setting(Generic[T_co]):
    """One setting: its key in commands and journals, its words, and the rules it follows. Words are English msgids."""

    key: str
    title: str
    group: SettingGroup
    kind: SettingType[T_co]
    _: KW_ONLY
    meaning: str
    takes: str  # what a value looks like
    help: str  # next to the field
    example: str = ""
    more: str = ""  # what the example means, where it does not say so itself
    per_pod: bool = False  # can be set for one pod too
    per_division: bool = False  # and for a division that shares a pod
    before_start: bool = False  # must be decided before round 1 starts
    once: bool = False  # of this one event: not copied to the next
    concerns: Callable[[Ruleset], bool] = _always  # is it shown under these rules?
    styles: tuple[str, ...] = ()  # in which it does something; empty: in all
    usual: Callable[[Ruleset], str] | None = None  # what the rules say where nothing is set, as it would be typed
    check: Callable[[Ruleset, Any, str], None] | None = None  # raises where a value cannot go with the rules
    over: Callable[[Ruleset, object], Ruleset] | None = None  # the part of the rules it stands in for; None: as written

    def of(self, settings: Mapping[str, object]) -> T_co | None:
        """The value among these settings; None where it is not set."""
        return self.kind.stored_value(settings.get(self.key))

    def text_in(self, settings: Mapping[str, object]) -> str:
        """The value among these settings as it is typed; empty where it is not set."""
        value = settings.get(self.key)
        return "" if value is None else self.kind.write(value)

    def display_value(self, ruleset: Ruleset, value: object) -> str:
        """A value as a reader is told of it: a note, where it is said in other languages."""
        text = self.kind.write(value)
        names = self.kind.choices(ruleset) if self.kind.choices is not None else {}
        if text not in names:
            return text_note("none") if text == NONE else text
        return title(names[text]) if self.kind.translated else names[text]


# --- kinds ------------------------------------------------------------------------------------------------------------


def text(read: Callable[[str], str] = str, *, field: str = "text", table: SmallTable | None = None) -> SettingType[str]:
    """A text that is kept as `read` writes it; ValueError refuses it."""
    return SettingType(str, lambda typed, _unit: read(typed.strip()), field=field, table=table)


def number(least: int, most: int = LARGEST) -> SettingType[int]:
    """A whole number."""
    return SettingType(int, lambda typed, _unit: parse_int(typed, least, most), field="number")


def parse_int(typed: str, least: int, most: int = LARGEST) -> int:
    """A whole number between these two. ValueError on anything else."""
    value = int(typed)
    if not least <= value <= most:
        raise ValueError(typed)
    return value


def one_of(words: Mapping[str, str], *, exact: bool = False) -> SettingType[str]:
    """One of some words; small letters will do for capitals, unless `exact`."""
    return one_of_those(lambda: words, exact=exact)


def one_of_those(words: Callable[[], Mapping[str, str]], *, exact: bool = False) -> SettingType[str]:
    """One of the words that there are when it is asked: those of a registry."""

    def read(typed: str, _unit: int) -> str:
        word = typed if exact else typed.strip().lower()
        if word not in words():
            raise ValueError(typed)
        return word

    return SettingType(str, read, choices=lambda _ruleset: words())


def read_some(typed: str, known: Collection[str]) -> tuple[str, ...]:
    """“points, club” as words in this order; “none” is an empty list. ValueError names what is none of those known."""
    words = [word for word in typed.replace(";", ",").replace(" ", ",").split(",") if word]
    if words == [NONE]:
        return ()
    for word in words:
        if word not in known:
            raise ValueError(word)
    return tuple(dict.fromkeys(words))


def text_choice(choices: Choices, *, translated: bool = False) -> SettingType[str]:
    """A text, chosen on a page from names that are not ours; `translated` where we have them in every language."""
    return SettingType(str, lambda typed, _unit: typed.strip(), choices=choices, translated=translated)


def _read_yes_no(typed: str, _unit: int) -> bool:
    word = typed.strip().lower()
    if word not in (*_YES, *_NO):
        raise ValueError(typed)
    return word in _YES


def _read_hour(typed: str) -> str:
    hours, separator, minutes = typed.strip().partition(":")
    if not separator or not 0 <= int(hours) <= 23 or not 0 <= int(minutes) <= 59 or len(minutes) != 2:
        raise ValueError(typed)
    return f"{int(hours):02}:{minutes}"


def _read_moment(typed: str) -> str:
    """A day and an hour, of a calendar that has that day."""
    day, _, hour = typed.replace("T", " ").partition(" ")
    match = _DAY.fullmatch(day)
    if match is None:
        raise ValueError(typed)
    year, month, month_day = (int(part) for part in match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = 28 + leap if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    if not (1 <= month <= 12 and 1 <= month_day <= longest):
        raise ValueError(typed)
    return f"{day} {_read_hour(hour)}"


_DAY = re.compile(r"([12]\d{3})-(\d{2})-(\d{2})", re.ASCII)
TEXT = text()
HOUR = text(_read_hour, field="time")
MOMENT = text(_read_moment, field="moment")
YES_NO: SettingType[bool] = SettingType(bool, _read_yes_no, choices=lambda _ruleset: {"yes": "Yes", "no": "No"})
