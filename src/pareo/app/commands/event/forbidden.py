"""Pairs that the organiser keeps apart, in all rounds or in some (F-44). They stand in the settings of the event."""

from __future__ import annotations

from pareo.app.base.context import Context, JournalResult
from pareo.app.base.fide_warnings import Warnings
from pareo.core.journal.facts import SettingsSet
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.numbers import whole_or
from pareo.core.tournament.tournament import Tournament

KEY = "forbidden"
_LAST = 999


def forbid(
    ctx: Context,
    slug: str,
    first: str,
    second: str,
    *,
    rounds: str = "",
    take_back: bool = False,
    client: str | None = None,
) -> JournalResult[SettingsSet]:
    """The two do not meet, or may again."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    a, b = sorted((event.find(first), event.find(second)))
    if a == b:
        raise BadInput("forbid-same", "A player cannot be barred from playing themselves ({name}).", name=event.name(a))
    now = pairs(t)
    remaining = [pair for pair in now if sorted(pair[:2]) != [a, b]]
    if take_back and len(remaining) == len(now):
        raise Refused("forbid-none", "{a} and {b} are already allowed to meet.", a=event.name(a), b=event.name(b))
    if not take_back:
        remaining.append([a, b, *_span(rounds)])
    warnings = Warnings(t)
    warnings.add("barred")
    warnings.check_confirmed()
    return ctx.record(event, SettingsSet({KEY: remaining or None}), client=client)


def pairs(t: Tournament) -> list[list[int]]:
    """Both players, and the first and last round if it is not all of them."""
    value = t.settings.get(KEY)
    return list(value) if isinstance(value, list) else []


def _span(text: str) -> list[int]:
    if not text.strip():
        return []
    low, dash, high = text.strip().partition("-")
    first = whole_or(low.strip(), 3, 0)
    last = whole_or(high.strip(), 3, 0) if dash else first
    if not 1 <= first <= last <= _LAST:
        raise BadInput("forbid-rounds", "“{text}” is not a round or a range of rounds: type 2, or 1-3.", text=text[:40])
    return [first, last]
