"""Every view of an event as a table: players, pairings, standings, cross table, journal; written as XLSX or CSV.

For staff: the tables have birth years and ids. The same rows go into both formats, so that they cannot differ.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pareo.app.cross_table import Cell as CrossCell
from pareo.app.cross_table import CrossTable, cross_table
from pareo.app.desk import Desk
from pareo.app.public_views import finished_numbers, kept_tables
from pareo.app.views import journal_rows, pairing_rows, player_rows, standing_rows
from pareo.core.errors import NotFound
from pareo.formats.xlsx import Cell, Table, harmless, write_tables

_PLAYER_HEADS = ("id", "no", "first", "last", "birth_year", "division", "club", "federation", "rating", "rating2",
                 "start_no", "pod", "byes", "absent", "fixed_table", "late_from", "status")
_MEMBER_HEADS = ("id", "name", "team", "captain", "club", "federation", "status")
_PAIRING_HEADS = ("phase", "pod", "round", "table", "kind", "a", "name_a", "b", "name_b", "result", "points_a",
                  "points_b", "status")
_SIGNS = {"win": "+", "modified-win": "+m", "draw": "=", "loss": "−", "forfeit-win": "+F", "forfeit-loss": "−F"}


def players_table(desk: Desk, slug: str) -> Table:
    """The entrants; of a team, one row per member. It can be imported again."""
    rows = player_rows(desk, slug)
    if any("members" in row for row in rows):
        members = [
            (m["id"], m["name"], row["id"], "yes" * m["captain"], row["club"], row["federation"], row["status"])
            for row in rows
            for m in row["members"]
        ]
        return Table("players", _MEMBER_HEADS, tuple(_cells(row) for row in members))
    return Table("players", _PLAYER_HEADS, _picked(rows, _PLAYER_HEADS))


def pairings_table(desk: Desk, slug: str) -> Table:
    """Every round that has been paired, drafts too, by round and table."""
    pods = desk.open(slug).state.pods.values()
    numbers = sorted({number for pod in pods for number in pod.rounds})
    rows = [row for number in numbers for row in pairing_rows(desk, slug, round_no=number)]
    return Table("pairings", _PAIRING_HEADS, _picked(rows, _PAIRING_HEADS))


def standings_table(desk: Desk, slug: str) -> Table:
    """The standings after the last finished round, one column per tie-break."""
    rows = standing_rows(desk, slug)
    breaks = tuple(dict.fromkeys(name for row in rows for name in row["tiebreaks"]))
    front = ("table", "rank", "player", "name", "pod", "division", "points")
    record = ("wins", "losses", "ties")
    lines = [
        (
            *(row[head] for head in front),
            *(row["record"][head] for head in record),
            *(row["tiebreaks"].get(name, {}).get("value") for name in breaks),
            row["decided_by"],
            row["status"],
        )
        for row in rows
    ]
    return Table("standings", (*front, *record, *breaks, "decided_by", "status"), tuple(_cells(row) for row in lines))


def cross_table_table(desk: Desk, slug: str) -> Table:
    """Who met whom, by place: “5+” is a win against the player in fifth place."""
    event = desk.open(slug)
    tables = kept_tables(event, None) if finished_numbers(event.state) else []
    parts = [_whole(desk, slug, table.id) for table in tables]
    last = max((number for part in parts for number in part.rounds), default=0)
    numbers = range(1, last + 1)
    rows: list[tuple[Cell, ...]] = []
    for part in parts:
        for row in part.rows:
            told = dict(zip(part.rounds, row.cells, strict=True))
            rounds = (_met(told.get(n)) for n in numbers)
            rows.append((part.id, row.rank, event.id(row.no), row.name, row.points, *rounds))
    heads = ("table", "rank", "player", "name", "points", *(str(n) for n in numbers))
    return Table("cross table", heads, tuple(rows))


def _whole(desk: Desk, slug: str, pod: str) -> CrossTable:
    first = cross_table(desk, slug, pod=pod)
    more = [cross_table(desk, slug, pod=pod, page=page) for page in range(2, first.pages + 1)]
    rows = tuple(row for part in (first, *more) for row in part.rows)
    return CrossTable(first.id, first.rounds, rows, 1, 1)


def _met(cell: CrossCell | None) -> str:
    if cell is None or not cell.outcome:
        return ""
    if cell.opponent is None:
        return cell.outcome
    place = str(cell.place) if cell.place is not None else "?"
    score = f" {cell.score}" if cell.score else ""
    return f"{place}{_SIGNS.get(cell.outcome, cell.outcome)}{score}"


def journal_table(desk: Desk, slug: str) -> Table:
    """Who did what when; the facts of an entry as one line of JSON."""
    rows = tuple(
        (row["seq"], row["time"], row["actor"], row["action"], json.dumps(row["data"], ensure_ascii=False)[:5000],
         row["undone_by"], row["hash"])
        for row in journal_rows(desk, slug)
    )
    return Table("journal", ("seq", "time", "actor", "action", "data", "undone_by", "hash"), rows)


VIEWS: Mapping[str, Callable[[Desk, str], Table]] = {
    "players": players_table,
    "pairings": pairings_table,
    "standings": standings_table,
    "cross-table": cross_table_table,
    "journal": journal_table,
}


def view_table(desk: Desk, slug: str, view: str) -> Table:
    """One view by its name."""
    if view not in VIEWS:
        raise NotFound("view-unknown", "There is no view “{view}” (views: {known}).",
                       view=view[:40], known=", ".join(VIEWS))
    return VIEWS[view](desk, slug)


def write_xlsx(desk: Desk, slug: str, views: Iterable[str] = tuple(VIEWS)) -> bytes:
    """A workbook with these views, by default all of them."""
    return write_tables([view_table(desk, slug, view) for view in views])


def write_csv(desk: Desk, slug: str, view: str) -> bytes:
    """One view as CSV."""
    return csv_of(view_table(desk, slug, view))


def csv_of(table: Table) -> bytes:
    """A table as CSV, with the same harmless cells as a workbook."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.heads)
    writer.writerows([harmless(cell) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8", "replace")


def _picked(rows: Iterable[Mapping[str, Any]], heads: Sequence[str]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(_cells(row.get(head) for head in heads) for row in rows)


def _cells(values: Iterable[Any]) -> tuple[Cell, ...]:
    return tuple(",".join(map(str, value)) if isinstance(value, list) else value for value in values)
