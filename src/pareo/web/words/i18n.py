"""Languages of the pages: texts from gettext catalogues, numbers and dates by Babel.

Texts are those of `pareo/locale/catalogue.py`; here they meet the browser's wishes, numbers and dates.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_decimal

from pareo.app.moments import moment
from pareo.core.words.languages import LANGUAGES, dated, plain
from pareo.locale.catalogue import Catalogue

DEFAULT = "en"
_COOKIE = b"pareo_language="


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


class Texts(Catalogue):
    """One language: translated texts, numbers, dates."""

    def number(self, value: float | None) -> str:
        return "" if value is None else str(format_decimal(value, locale=self.lang))

    def date(self, text: str) -> str:
        """A day as people here write it; what is no date stays as it was typed."""
        try:
            return str(format_date(date.fromisoformat(text), "long", locale=dated(self.lang)))
        except ValueError:
            return text

    def moment(self, utc: str, zone: str) -> str:
        """A journal time in the event's time zone; what is no time (a journal from elsewhere) as it stands."""
        try:
            return str(format_datetime(_local(utc, zone), "medium", locale=dated(self.lang)))
        except (ValueError, OverflowError):
            return utc

    def time(self, utc: str, zone: str) -> str:
        return str(format_time(_local(utc, zone), "short", locale=dated(self.lang)))


def _local(utc: str, zone: str) -> datetime:
    return moment(utc).astimezone(ZoneInfo(zone) if zone else UTC)


@cache
def texts(lang: str) -> Texts:
    """The texts of a language, read once."""
    return Texts(lang if plain(lang) in LANGUAGES else DEFAULT)
