"""Tie-breaks in words for a terminal: “Opp. win %” and “55.56 %”, never an id or a bare fraction."""

from __future__ import annotations

from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find
from pareo.core.words.numbers import figure

_OTHERS = {"bracket": "the bracket", "cut": "the cut"}


def heading(tiebreak: str) -> str:
    """The head of a tie-break's column."""
    return find(tiebreak).short


def decided_by(what: str | None) -> str:
    """What decided a place: a tie-break, the points, the bracket …"""
    if what is None or what not in TIEBREAKS:
        return _OTHERS.get(what or "", what or "")
    return find(what).decided or heading(what)


def shown(tiebreak: str, value: str | float | None) -> str:
    """A value as it is read: shares in percent."""
    if value is None or isinstance(value, str):
        return value or ""
    percent = find(tiebreak).percent
    return figure(value, "en", percent=percent) + " %" * percent
