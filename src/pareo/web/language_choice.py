"""Which language a visitor reads: their own choice, the event's, or the browser's."""

from __future__ import annotations

from pareo.core.text.languages import LANGUAGES
from pareo.locale.texts import DEFAULT

_COOKIE = b"pareo_language="


def chosen_language(cookie: bytes) -> str:
    """The language of a cookie of ours; empty if there is none."""
    at = cookie.find(_COOKIE)
    if at >= 0:
        language = cookie[at + len(_COOKIE) : at + len(_COOKIE) + 2].decode("latin-1")
        if language in LANGUAGES:
            return language
    return ""


def choose_language(cookie: bytes, accept: bytes, event: str = "") -> str:
    """The language the person chose, else the event's language, else the first of the browser's that we speak, else
    English."""
    if chosen := chosen_language(cookie):
        return chosen
    if event in LANGUAGES:
        return event
    for part in accept.decode("latin-1").split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT
