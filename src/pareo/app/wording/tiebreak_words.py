"""Tie-breaks in words, by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pareo.app.wording.number_text import figure
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find_tiebreak
from pareo.locale.catalogue import Catalogue, catalogue


def tiebreak_texts(texts: Catalogue, which: str) -> dict[str, str]:
    """One of the texts of every tie-break that has it, by id: “title”, “short”, “meaning” …"""
    by_id = {tiebreak.id: getattr(tiebreak, which) for tiebreak in TIEBREAKS.values()}
    return {key: texts.gettext(text) for key, text in by_id.items() if text}


@cache
def decided_words(texts: Catalogue) -> Mapping[str, str]:
    """What decided a place, by id; of tie-breaks only those that are called otherwise there than in their head."""
    _ = texts.gettext
    return {
        "points": _("points"),
        "disqualified": _("disqualified"),
        "shared": _("shared place"),
        "bracket": _("the bracket"),
        "cut": _("not in the play-off"),
        "day2": _("not on day 2"),
        "section-place": _("place in the section"),
        **tiebreak_texts(texts, "decided"),
    }


def heading(tiebreak: str) -> str:
    """The head of a tie-break's column."""
    return find_tiebreak(tiebreak).short


def decided_by(what: str | None, texts: Catalogue | None = None) -> str:
    """What decided a place: a tie-break, the points, the bracket …; in English unless other texts are given."""
    texts = texts or catalogue("en")
    word = decided_words(texts).get(what or "")
    return word or (texts.gettext(heading(what)) if what in TIEBREAKS else what or "")


def tiebreak_value_text(tiebreak: str, value: str | float | None) -> str:
    """A value as it is read: shares in percent."""
    if value is None or isinstance(value, str):
        return value or ""
    percent = find_tiebreak(tiebreak).percent
    return figure(value, "en", percent=percent) + " %" * percent
