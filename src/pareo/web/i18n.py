"""Languages of the pages: texts from gettext catalogues, numbers and dates by Babel.

English is the key of every text (`pareo/locale/catalogue.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_decimal

from pareo.core.words.errors import NotFound, PareoError
from pareo.core.words.notes import Note
from pareo.locale.catalogue import catalogue

LANGUAGES = {"en": "English", "es": "Español", "pt": "Português", "it": "Italiano"}
DEFAULT = "en"
_COOKIE = b"pareo_language="
_NAMED = ("pod", "pods", "division")  # places of a sentence in which ids of pods and divisions stand
Namer = Callable[[str], str]


def chosen_language(cookie: bytes) -> str:
    """The language of a cookie of ours; empty if there is none."""
    at = cookie.find(_COOKIE)
    if at >= 0:
        wanted = cookie[at + len(_COOKIE) : at + len(_COOKIE) + 2].decode("latin-1")
        if wanted in LANGUAGES:
            return wanted
    return ""


def choose_language(cookie: bytes, accept: bytes, event: str = "") -> str:
    """What the person chose, else the event's language, else the first of the browser's that we speak, else English."""
    if chosen := chosen_language(cookie):
        return chosen
    if event in LANGUAGES:
        return event
    for part in accept.decode("latin-1").split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT


def known_language(lang: str) -> str:
    """The language, if we speak it."""
    if lang not in LANGUAGES:
        raise NotFound("language-unknown", "There is no language {lang}; there are: {valid}",
                       lang=lang[:20], valid=", ".join(LANGUAGES))
    return lang


class Texts:
    """One language: translated texts, numbers, dates."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._one, self._many = catalogue(lang)

    def gettext(self, text: str) -> str:
        return self._one.get(text) or self._many.get(text, (text,))[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        forms = self._many.get(one)
        if forms is None:
            return one if count == 1 else many
        return forms[0] if count == 1 else forms[-1]

    def sentence(self, problem: PareoError, named: Namer = str) -> str:
        """What an error says, in this language; `named` says the ids of pods and divisions in words."""
        return self.gettext(problem.sentence).format(**self._said(problem.params, named))

    def note(self, note: str, named: Namer = str) -> str:
        """What a note says, in this language, with the notes inside it; a text that is no note stays as it is."""
        if not isinstance(note, Note):
            return note
        sentence = self.ngettext(note.sentence, note.many, note.params["count"]) if note.many \
            else self.gettext(note.sentence)
        return sentence.format(**self._said(note.params, named, parts=note.code == "joined"))

    def _said(self, params: Mapping[str, Any], named: Namer, *, parts: bool = False) -> dict[str, Any]:
        found = dict(params)
        for key, value in params.items():
            if isinstance(value, Note):
                found[key] = self.note(value, named)
            elif isinstance(value, PareoError):
                found[key] = self.sentence(value, named)
            elif isinstance(value, str) and (parts or key in _NAMED):
                found[key] = ", ".join(map(named, value.split(", ")))
        return found

    def number(self, value: float | None) -> str:
        return "" if value is None else str(format_decimal(value, locale=self.lang))

    def date(self, text: str) -> str:
        """A day as people here write it; what is no date stays as it was typed."""
        try:
            return str(format_date(date.fromisoformat(text), "long", locale=self.lang))
        except ValueError:
            return text

    def moment(self, utc: str, zone: str) -> str:
        """A journal time in the event's time zone; what is no time (a journal from elsewhere) as it stands."""
        try:
            return str(format_datetime(_local(utc, zone), "medium", locale=self.lang))
        except (ValueError, OverflowError):
            return utc

    def time(self, utc: str, zone: str) -> str:
        return str(format_time(_local(utc, zone), "short", locale=self.lang))


def _local(utc: str, zone: str) -> datetime:
    return datetime.fromisoformat(utc.replace("Z", "+00:00")).astimezone(ZoneInfo(zone) if zone else UTC)


@cache
def texts(lang: str) -> Texts:
    """The texts of a language, read once."""
    return Texts(lang if lang in LANGUAGES else DEFAULT)
