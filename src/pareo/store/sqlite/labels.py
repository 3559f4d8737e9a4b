"""Finding tournaments without reading their journals, in the same SQLite file: by labels and people's identity keys.

The label '' says that the others are not known to be right.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from pareo.store.sqlite.file import all_rows

_PUT = "INSERT OR IGNORE INTO event_label (label, tournament) VALUES (?, ?)"
_MINE = "SELECT {} FROM person WHERE tournament = ? AND {} IS NOT NULL"
# ruff: noqa: S608 - the statements are built from constants of this module only
_SHARING = f"""SELECT DISTINCT t.slug FROM event_label l JOIN person o ON o.tournament = l.tournament
    JOIN tournament t ON t.key = l.tournament WHERE l.label = ? AND l.tournament <> ?
    AND (o.member IN ({_MINE.format("member", "member")}) OR o.born IN ({_MINE.format("born", "born")}))
    ORDER BY t.key"""


def invalidate_labels(db: sqlite3.Connection, key: int) -> None:
    """Notes that the labels of a tournament may no longer be right."""
    db.execute(_PUT, ("", key))


def write_labels(db: sqlite3.Connection, key: int, labels: Iterable[str]) -> None:
    db.execute("DELETE FROM event_label WHERE tournament = ?", (key,))
    db.executemany(_PUT, ((label, key) for label in labels))


def slugs_with_label(db: sqlite3.Connection, label: str) -> list[tuple[str, bool]]:
    """Slugs of tournaments with the label (True), and of those whose labels are not known to be right (False)."""
    statement = """SELECT t.slug, min(l.label <> '') FROM event_label l JOIN tournament t ON t.key = l.tournament
        WHERE l.label IN (?, '') GROUP BY t.key ORDER BY t.key"""
    return [(slug, bool(sure)) for slug, sure in all_rows(db, statement, (label,))]


def sharing(db: sqlite3.Connection, key: int, label: str) -> list[str]:
    """Slugs of other tournaments with the label in which somebody of this one is too."""
    return [row[0] for row in all_rows(db, _SHARING, (label, key, key, key))]
