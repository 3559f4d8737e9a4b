"""The languages Pareo speaks, each by its own name. English is the one the texts are written in."""

from __future__ import annotations

LANGUAGES = {"en": "English", "es": "Español", "pt": "Português (Brasil)", "it": "Italiano"}


def base_language(lang: str) -> str:
    """The language alone, whichever game it is spoken around (“es@pokemon” is Spanish)."""
    return lang.partition("@")[0]


def date_locale(lang: str) -> str:
    """The locale for dates and times of a language: British for English, with the 24 hours of a hall's clock."""
    return "en_GB" if lang == "en" else lang
