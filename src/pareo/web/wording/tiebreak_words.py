"""Tie-breaks in words, by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.locale.catalogue import Catalogue


def tiebreak_texts(texts: Catalogue, which: str) -> dict[str, str]:
    """One of the texts of every tie-break that has it, by id: “title”, “short”, “meaning” …"""
    found = {tiebreak.id: getattr(tiebreak, which) for tiebreak in TIEBREAKS.values()}
    return {key: texts.gettext(text) for key, text in found.items() if text}


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
        "section-place": _("place in the section"),
        **tiebreak_texts(texts, "decided"),
    }
