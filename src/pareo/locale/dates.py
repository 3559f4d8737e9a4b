"""Days as people write them."""

from __future__ import annotations

from datetime import date

from pareo.core.text.languages import base_language, date_locale


def format_day(text: str, lang: str) -> str:
    """A day as people write it who speak the language; what is no date stays as it was typed."""
    from babel.dates import format_date  # noqa: PLC0415  # most commands say no day and need no Babel

    try:
        return str(format_date(date.fromisoformat(text), "long", locale=date_locale(base_language(lang))))
    except ValueError:
        return text
