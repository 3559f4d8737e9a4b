"""What is known of a person beside a name, as lists of players write it: date of birth, sex, title.

Pure reading of text. A value that cannot be what it should be raises ValueError; the caller names field
and row.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

SEXES = ("f", "m", "computer")  # SP-7

_SEX_WORDS: Mapping[str, str] = {
    "f": "f female w woman girl fem femenino feminino femminile mujer mulher donna d",
    "m": "m male man boy masc masculino maschile hombre homem uomo h u",
    "computer": "c comp computer computador computadora ordenador program programa programma",
}
_SEX_OF = {word: sex for sex, words in _SEX_WORDS.items() for word in words.split()}

# Chess titles in the order in which lists show them; other words (Expert, a federation's own) come after these.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
TITLE_LIMIT = 30

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ISO = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ][0-9:.]+)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")  # dots are never American
_EITHER = re.compile(r"([0-9]{1,2})[-/]([0-9]{1,2})[-/]([0-9]{4})")


def read_sex(text: str) -> str:
    """“F”, “mujer”, “ordenador” as f, m or computer; an empty text stays empty."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.strip().casefold()) if not unicodedata.combining(c))
    if not plain or plain == "-":
        return ""
    found = _SEX_OF.get(plain)
    if found is None:
        raise ValueError(text)
    return found


def read_birth_date(text: str) -> str:
    """A day as YYYY-MM-DD. “03/04/2001” is a different day in different countries: of such a date only the year is kept
    (“2001”), and so it is where the day is not known (Swiss Perfect writes 20010000)."""
    stripped = text.strip()
    if re.fullmatch(r"[0-9]{4}", stripped):
        return _year(stripped)
    if found := _ISO.fullmatch(stripped):
        return _day(*map(int, found.groups()))
    if found := _DAY_FIRST.fullmatch(stripped):
        day, month, year = map(int, found.groups())
        return _day(year, month, day)
    if found := _EITHER.fullmatch(stripped):
        one, two, year = map(int, found.groups())
        if one <= 12 and two <= 12 and one != two:
            return _year(str(year))
        return _day(year, two, one) if two <= 12 else _day(year, one, two)
    raise ValueError(text)


def _year(text: str) -> str:
    if not 1900 <= int(text) <= 2100:
        raise ValueError(text)
    return text


def _day(year: int, month: int, day: int) -> str:
    """ValueError for a day that is in no calendar."""
    written = _year(f"{year:04}")
    if not month or not day:
        return written
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if month > 12 or day > (29 if month == 2 and leap else _DAYS[month - 1]):
        raise ValueError(f"{year}-{month}-{day}")
    return f"{written}-{month:02}-{day:02}"


def title_rank(title: str) -> int:
    """Where a title stands in a list: known chess titles first, then others, then none."""
    known = title.upper()
    return TITLES.index(known) if known in TITLES else len(TITLES) + (not title)
