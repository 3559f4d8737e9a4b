"""Rows of the app written as CSV so that any spreadsheet can open them, and none runs a cell as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r")
_PLAYER_HEADS = ("id", "first", "last", "birth_year", "division", "club", "federation", "rating", "rating2", "byes",
                 "absent", "fixed_table", "status")
_MORE_HEADS = ("start_no", "birth_date", "title", "sex", "intl_id", "local_id", "average", "late_from", "until",
               "bonus")
_PAIRING_HEADS = ("phase", "pod", "round", "table", "kind", "a", "name_a", "b", "name_b", "result", "points_a",
                  "points_b", "status")


def write_players(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """The player list, for staff: it can be imported again. A team is one row per member."""
    if any("members" in row for row in rows):
        lines = [
            (m["id"], m["name"], row["id"], "yes" * m["captain"], row["club"], row["federation"], row["status"])
            for row in rows
            for m in row["members"]
        ]
        return written(("id", "name", "team", "captain", "club", "federation", "status"), lines)
    more = [head for head in _MORE_HEADS if any(row.get(head) for row in rows)]  # columns that say something
    return written(
        (*_PLAYER_HEADS, *more),
        [[*(_cell(row, head) for head in _PLAYER_HEADS), *(row.get(head) for head in more)] for row in rows],
    )


def _cell(row: Mapping[str, Any], head: str) -> object:
    """Rounds asked off stand there with their points, where they have any of their own."""
    if head != "absent":
        return row[head]
    worth = row.get("absent_points") or {}
    return [f"{number}:{worth[str(number)]:g}" if str(number) in worth else number for number in row[head]]


def write_pairings(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """By round and table; the columns asked for beside the names follow, for either side."""
    more = list(dict.fromkeys(key for row in rows for key in row.get("columns_a") or {}))
    heads = (*_PAIRING_HEADS, *(f"{key}_before_{side}" if key == "points" else f"{key}_{side}"
                               for key in more for side in "ab"))
    return written(heads, [
        [*(row[head] for head in _PAIRING_HEADS),
         *((row.get(f"columns_{side}") or {}).get(key) for key in more for side in "ab")]
        for row in rows
    ])


def write_standings(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """One column per tie-break, as shown."""
    breaks = list(dict.fromkeys(name for row in rows for name in row["tiebreaks"]))
    heads = ("table", "rank", "player", "name", "pod", "division", "points", "wins", "losses", "ties", *breaks,
             "decided_by", "status")
    lines = [
        [
            *(row[head] for head in heads[:7]), *(row["record"][key] for key in ("wins", "losses", "ties")),
            *(row["tiebreaks"].get(name, {}).get("value") for name in breaks), row["decided_by"], row["status"],
        ]
        for row in rows
    ]
    return written(heads, lines)


def written(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


def _harmless(cell: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers."""
    if isinstance(cell, list):
        return ",".join(map(str, cell))
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell
