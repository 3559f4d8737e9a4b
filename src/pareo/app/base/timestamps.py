"""Moments as the journal writes them (UTC, `2026-11-15T10:00:00.000000Z`) and as settings do (the event's zone)."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


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
