"""Languages of the pages: texts from gettext catalogues, numbers and dates by Babel.

Texts are those of `pareo/locale/catalogue.py`; here they meet the browser's wishes, numbers and dates.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from pareo.app.base.timestamps import format_day, moment
from pareo.core.text.languages import LANGUAGES, dated, plain
from pareo.locale.catalogue import Catalogue, in_game

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

    def around(self, game: str) -> Texts:
        """The same language as it is spoken around this game, on a page that belongs to no event."""
        return texts(in_game(self.lang, game))

    def number(self, value: float | None) -> str:
        return "" if value is None else str(format_decimal(value, locale=self.lang))

    def date(self, text: str) -> str:
        """A day as people here write it; what is no date stays as it was typed."""
        return format_day(text, self.lang)

    def moment(self, utc: str, zone: str) -> str:
        """A journal time in the event's time zone; what is no time (a journal from elsewhere) as it stands."""
        try:
            local, locale = _local(utc, zone), dated(self.lang)
            return f"{format_date(local, 'medium', locale=locale)}, {format_time(local, 'short', locale=locale)}"
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
