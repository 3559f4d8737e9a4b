"""What is answered while the database is away: “not now” instead of “wrong”, and when to ask again."""

from __future__ import annotations

from pareo.core.text.errors import PareoError

RETRY_AFTER = "2"  # seconds
_AWAY = frozenset(
    {
        "store-away",
        "store-unconfirmed",
        "store-busy",
        "store-not-made",
        "store-not-let-in",
        "store-newer",
        "store-file-newer",
    }
)


def is_away(problem: PareoError) -> bool:
    """Is it the database that cannot be used now?"""
    return problem.code in _AWAY
