"""A language with its numbers and dates, by Babel; the texts alone, without Babel, are in `catalogue.py`."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from pareo.core.text.languages import LANGUAGES, base_language, date_locale, number_locale
from pareo.locale.catalogue import Catalogue, in_game
from pareo.locale.dates import format_day

DEFAULT = "en"


class Texts(Catalogue):
    """One language: translated texts, numbers, dates."""

    def for_game(self, game: str) -> Texts:
        """This language with the words of a game, for a page that belongs to no event."""
        return texts(in_game(self.lang, game))

    def number(self, value: float | None) -> str:
        return "" if value is None else str(format_decimal(value, locale=number_locale(self.lang)))

    def date(self, text: str) -> str:
        """A day as people here write it; what is no date stays as it was typed."""
        return format_day(text, self.lang)

    def moment(self, utc: str, zone: str) -> str:
        """A journal time in the event's time zone; what is no time (a journal from elsewhere) as it stands."""
        try:
            local, locale = _local(utc, zone), date_locale(self.lang)
            return f"{format_date(local, 'medium', locale=locale)}, {format_time(local, 'short', locale=locale)}"
        except (ValueError, OverflowError):
            return utc

    def time(self, utc: str, zone: str) -> str:
        return str(format_time(_local(utc, zone), "short", locale=date_locale(self.lang)))


def _local(utc: str, zone: str) -> datetime:
    return datetime.fromisoformat(utc).astimezone(ZoneInfo(zone) if zone else UTC)


@cache
def texts(lang: str) -> Texts:
    """The texts of a language, read once."""
    return Texts(lang if base_language(lang) in LANGUAGES else DEFAULT)
