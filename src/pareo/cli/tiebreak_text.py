"""Tie-breaks in words for a terminal: “Opp. win %” and “55.56 %”, never an id or a bare fraction."""

from __future__ import annotations

from pareo.app.wording.number_text import figure
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find
from pareo.locale.catalogue import Catalogue, catalogue
from pareo.web.wording.tiebreak_words import decided_words


def heading(tiebreak: str) -> str:
    """The head of a tie-break's column."""
    return find(tiebreak).short


def decided_by(what: str | None, texts: Catalogue | None = None) -> str:
    """What decided a place: a tie-break, the points, the bracket …; in English unless other texts are given."""
    texts = texts or catalogue("en")
    said = decided_words(texts).get(what or "")
    return said or (texts.gettext(heading(what)) if what in TIEBREAKS else what or "")


def tiebreak_value_text(tiebreak: str, value: str | float | None) -> str:
    """A value as it is read: shares in percent."""
    if value is None or isinstance(value, str):
        return value or ""
    percent = find(tiebreak).percent
    return figure(value, "en", percent=percent) + " %" * percent
