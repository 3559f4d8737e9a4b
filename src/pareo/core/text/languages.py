"""The languages Pareo speaks, each by its own name. English is the one the texts are written in.

A code is that of BCP 47, as browsers and the `lang` of a page write it. A language of a region says only what differs
there, and falls back to its parent: most members of the Spanish-language Scrabble federation are American.
"""

from __future__ import annotations

LANGUAGES = {
    "en": "English",
    "es": "Español",
    "es-419": "Español (América)",
    "pt": "Português (Brasil)",
    "it": "Italiano",
}
_PARENTS = {"es-419": "es"}
DOCUMENT_LANGUAGES = tuple(lang for lang in LANGUAGES if lang not in _PARENTS)  # those that whole pages are written in
_EUROPEAN_SPANISH = ("es", "ic", "ea", "gq", "ph")  # regions of “es-ES” and the like; every other one is American
_DECIMAL_POINT = ("en", "es-419")


def base_language(lang: str) -> str:
    """The language alone, whichever game it is spoken around (“es@pokemon” is Spanish)."""
    return lang.partition("@")[0]


def parent_language(lang: str) -> str:
    """The language in which whole documents are written for its readers: “es” for “es-419”, else itself."""
    return _PARENTS.get(base_language(lang), base_language(lang))


def spoken_language(tag: str) -> str:
    """Our language for a tag of a browser or a system (“es-MX” is “es-419”, “pt_PT” is “pt”); empty if we have none."""
    parts = tag.strip().lower().replace("_", "-").split("-")
    lang = "-".join(parts[:2])
    if lang in LANGUAGES:
        return lang
    regions = [part for part in parts[1:] if len(part) in (2, 3) and part not in _EUROPEAN_SPANISH]
    if parts[0] == "es" and regions:
        return "es-419"
    return parts[0] if parts[0] in LANGUAGES else ""


def date_locale(lang: str) -> str:
    """Babel's locale for dates and times of a language: such a one that has the 24 hours of a hall's clock."""
    return "en_GB" if base_language(lang) == "en" else parent_language(lang)


def number_locale(lang: str) -> str:
    """Babel's locale for numbers of a language."""
    return lang.replace("-", "_")


def localized_decimals(text: str, lang: str) -> str:
    """A number such as “4.5” as the language writes it.

    >>> localized_decimals("4.5", "es"), localized_decimals("4.5", "es-419@chess"), localized_decimals("4.5", "en")
    ('4,5', '4.5', '4.5')
    """
    return text if base_language(lang) in _DECIMAL_POINT else text.replace(".", ",")
