"""Series, club standings and duplicate rankings as CSV: for staff, with full names and every part of a value."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.app.rows.league import CategoryRow, ClubLine, DuplicateDetails, SeriesDetails, SeriesRow
from pareo.formats.tables.csv_writer import csv_bytes


def series_csv(series: SeriesDetails) -> bytes:
    """The table of a series: one column per event; what did not count stands in brackets."""
    slugs = [event.slug for event in series.counted_events]
    divided = any(row.category for row in series.rows)
    heads = (*["category"] * divided, "place", "name", "points", "second", *slugs, "decided_by")
    return csv_bytes(
        heads,
        [
            [
                *[row.category] * divided,
                row.place,
                row.name,
                row.points,
                row.second,
                *_cells(row, slugs),
                row.decided_by,
            ]
            for row in series.rows
        ],
    )


def _cells(row: SeriesRow, slugs: Sequence[str]) -> list[object]:
    """What each event gave: a number, or several where games are counted."""
    by_slug = {
        slug: [p.points if p.counts else f"({p.points})" for p in parts] for slug, parts in row.by_event().items()
    }
    return [cells[0] if len(cells := by_slug.get(slug, [""])) == 1 else " ".join(map(str, cells)) for slug in slugs]


def clubs_csv(rows: Sequence[ClubLine]) -> bytes:
    """Club standings: the club, its sum, and who made it."""
    return csv_bytes(
        ("place", "club", "points", "players", "counting", "decided_by"),
        [
            [
                row.place,
                row.club,
                row.points,
                row.players,
                "; ".join(f"{p.name} {p.points}" for p in row.counting),
                row.decided_by,
            ]
            for row in rows
        ],
    )


def categories_csv(rows: Sequence[CategoryRow]) -> bytes:
    """Who is in which category, and why."""
    heads = ("name", "category", "before", "move", "reason", "rating", "title")
    return csv_bytes(heads, [[getattr(row, head) for head in heads] for row in rows])


def duplicate_csv(duplicate: DuplicateDetails) -> bytes:
    """The ranking of a duplicate event: one column per game."""
    games = [f"game {number}" for number in range(1, len(duplicate.games) + 1)]
    heads = ("place", "name", "points", "percent", "behind", "best_moves", *games)
    return csv_bytes(
        heads,
        [
            [row.place, row.name, row.points, row.percent, row.behind, row.best_moves, *row.by_game]
            for row in duplicate.rows
        ],
    )
