"""Moments as the journal writes them (UTC, `2026-11-15T10:00:00.000000Z`) and as settings do (the event's zone)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from pareo.core.text.languages import dated, plain


def moment(utc: str) -> datetime:
    """The moment of a stored time (UTC)."""
    return datetime.fromisoformat(utc).astimezone(UTC)


def local_moment(text: str | None, zone: str) -> datetime | None:
    """The moment of a setting, “2026-11-15 09:30”; None where there is none, or none that a journal from elsewhere
    could mean."""
    try:
        there = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone)) if text else None
        return there.astimezone(UTC) if there is not None else None
    except (ValueError, OverflowError):
        return None


def format_day(text: str, lang: str) -> str:
    """A day as people write it who speak the language; what is no date stays as it was typed."""
    from babel.dates import format_date  # noqa: PLC0415  # most commands say no day and need no Babel

    try:
        return str(format_date(date.fromisoformat(text), "long", locale=dated(plain(lang))))
    except ValueError:
        return text
