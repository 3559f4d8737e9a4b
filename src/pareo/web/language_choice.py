"""Which language a visitor reads: their own choice, the event's, or the browser's."""

from __future__ import annotations

from pareo.core.text.languages import LANGUAGES, spoken_language
from pareo.locale.texts import DEFAULT

_COOKIE = b"pareo_language="


def chosen_language(cookie: bytes) -> str:
    """The language of a cookie of ours; empty if there is none."""
    language = cookie.partition(_COOKIE)[2].partition(b";")[0].strip().decode("latin-1")
    return language if language in LANGUAGES else ""


def choose_language(cookie: bytes, accept: bytes, event: str = "") -> str:
    """The language the person chose, else the event's language, else the first of the browser's that we speak, else
    English."""
    if chosen := chosen_language(cookie):
        return chosen
    if event in LANGUAGES:
        return event
    for part in accept.decode("latin-1").split(","):
        if language := spoken_language(part.partition(";")[0]):
            return language
    return DEFAULT
