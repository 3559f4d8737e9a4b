"""Every view of an event as a table (SP-13): players, pairings, standings, cross table, ratings, pairing information,
individual cards, journal; written as XLSX or CSV.

For staff: the tables have birth years and ids. The same rows go into both formats, so that they cannot differ.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pareo.app.base.context import Context
from pareo.app.queries.pages.cards import card_rows
from pareo.app.queries.pages.cross_table import CrossTableCell as CrossCell
from pareo.app.queries.pages.cross_table import grid, is_round_robin, whole_table
from pareo.app.queries.pages.event_tables import journal_rows, pairing_rows, standing_rows
from pareo.app.queries.pages.pairing_information import information_rows
from pareo.app.queries.pages.public_view import cached_tables, finished_numbers
from pareo.app.queries.pages.ratings import rated_lists, ratings_view
from pareo.app.queries.people.player_order import player_list
from pareo.app.rows.people import CardRound, Information, PlayerRatingRow, PlayerRow
from pareo.app.rows.tables import JournalRow, PairingRow, Row, standing_cells
from pareo.core.text.errors import NotFound
from pareo.formats.tables.xlsx import Cell, SheetTable, harmless, write_tables

_SIGNS = {"win": "+", "modified-win": "+m", "draw": "=", "loss": "−", "forfeit-win": "+F", "forfeit-loss": "−F"}


def players_table(ctx: Context, slug: str) -> SheetTable:
    """The entrants; of a team, one row per member. It can be imported again."""
    rows = player_list(ctx, slug)
    if any(row.members is not None for row in rows):
        members = (line for row in rows for line in row.member_cells)
        return SheetTable("players", PlayerRow.member_columns, tuple(map(_cells, members)))
    return SheetTable("players", PlayerRow.columns, _columns(rows, PlayerRow.columns))


def pairings_table(ctx: Context, slug: str) -> SheetTable:
    """Every round that has been paired, drafts too, by round and table."""
    pods = ctx.open(slug).state.pods.values()
    numbers = sorted({number for pod in pods for number in pod.rounds})
    rows = [row for number in numbers for row in pairing_rows(ctx, slug, round_no=number)]
    return SheetTable("pairings", PairingRow.columns, _columns(rows, PairingRow.columns))


def standings_table(ctx: Context, slug: str) -> SheetTable:
    """The standings after the last finished round, one column per tie-break."""
    heads, lines = standing_cells(standing_rows(ctx, slug))
    return SheetTable("standings", heads, tuple(_cells(line) for line in lines))


def cross_table_table(ctx: Context, slug: str) -> SheetTable:
    """Who met whom: “5+” is a win against the player in fifth place, where places can be shared against number 5."""
    event = ctx.open(slug)
    tables = cached_tables(event, None) if finished_numbers(event.state) else []
    parts = [whole_table(ctx, slug, pod=table.id) for table in tables]
    last = max((number for part in parts for number in part.rounds), default=0)
    numbers = range(1, last + 1)
    numbered = any(part.by_number for part in parts)
    rows: list[tuple[Cell, ...]] = []
    for part in parts:
        for row in part.rows:
            by_round = dict(zip(part.rounds, row.cells, strict=True))
            rounds = (_cross_cell(by_round.get(n)) for n in numbers)
            number = [row.number if part.by_number else None] if numbered else []
            rows.append((part.id, row.place, *number, event.id(row.no), row.name, row.points, *rounds))
    heads = ("table", "rank", *["no"] * numbered, "player", "name", "points", *(str(n) for n in numbers))
    return SheetTable("cross table", heads, tuple(rows))


def grid_table(ctx: Context, slug: str) -> SheetTable:
    """The cross table of a round robin: a column for each opponent, in the order of places."""
    event = ctx.open(slug)
    tables = cached_tables(event, None) if finished_numbers(event.state) else []
    grids = [grid(ctx, slug, pod=table.id) for table in tables if is_round_robin(ctx, slug, table.id)]
    width = max((len(g.rows) for g in grids), default=0)
    numbered = any(g.by_number for g in grids)
    rows: list[tuple[Cell, ...]] = []
    for g in grids:
        for row, cells in g.lines:
            number = [row.number if g.by_number else None] if numbered else []
            rows.append(
                (g.id, row.place, *number, event.id(row.no), row.name, *cells, *[""] * (width - len(cells)), row.points)
            )
    opponents = grids[0].heads if len(grids) == 1 else tuple(str(n) for n in range(1, width + 1))
    heads = ("table", "rank", *["no"] * numbered, "player", "name", *opponents, "points")
    return SheetTable("grid", heads, tuple(rows))


def ratings_table(ctx: Context, slug: str, list_no: int = 1, after: int | None = None) -> SheetTable:
    """Expected scores, changes and new ratings of one list; empty where the event has no rules for it."""
    rated = list_no in rated_lists(ctx.open(slug).state)
    rows = ratings_view(ctx, slug, list_no, after) if rated else []
    return SheetTable(f"ratings {list_no}", PlayerRatingRow.columns, _columns(rows, PlayerRatingRow.columns))


def information_table(ctx: Context, slug: str, round_no: int | None = None, pod: str | None = None) -> SheetTable:
    """What the last round was drawn from, and why each pair was made."""
    rows = information_rows(ctx, slug, round_no=round_no, pod=pod)
    return SheetTable("information", Information.columns, _columns(rows, Information.columns))


def cards_table(ctx: Context, slug: str) -> SheetTable:
    """Everybody's rounds with running points."""
    rounds = card_rows(ctx, slug)
    heads = (*CardRound.columns, "games") if any(row.games for *_, row in rounds) else CardRound.columns
    lines = tuple(_cells((player, name, *(getattr(row, head) for head in heads))) for player, name, row in rounds)
    return SheetTable("cards", ("player", "name", *heads), lines)


def _cross_cell(cell: CrossCell | None) -> str:
    if cell is None or not cell.outcome:
        return ""
    if cell.opponent is None:
        return cell.outcome
    return " ".join(filter(None, (f"{cell.named}{_SIGNS.get(cell.outcome, cell.outcome)}", cell.games, cell.score)))


def journal_table(ctx: Context, slug: str) -> SheetTable:
    """Who did what when; the facts of an entry as one line of JSON."""
    rows = tuple(
        (
            row.seq,
            row.time,
            row.actor,
            row.action,
            json.dumps(row.data, ensure_ascii=False)[:5000],
            row.undone_by,
            row.hash,
        )
        for row in journal_rows(ctx, slug)
    )
    return SheetTable("journal", JournalRow.columns, rows)


VIEWS: Mapping[str, Callable[[Context, str], SheetTable]] = {
    "players": players_table,
    "pairings": pairings_table,
    "standings": standings_table,
    "cross-table": cross_table_table,
    "cross-table-grid": grid_table,
    "ratings": ratings_table,
    "ratings-2": lambda ctx, slug: ratings_table(ctx, slug, 2),
    "information": information_table,
    "cards": cards_table,
    "journal": journal_table,
}
_ALWAYS = ("players", "pairings", "standings", "cross-table", "journal")


def view_table(ctx: Context, slug: str, view: str) -> SheetTable:
    """One view by its name."""
    if view not in VIEWS:
        raise NotFound(
            "view-unknown", "There is no view “{view}” (views: {known}).", view=view[:40], known=", ".join(VIEWS)
        )
    return VIEWS[view](ctx, slug)


def write_xlsx(ctx: Context, slug: str) -> bytes:
    """A workbook with all views that say something."""
    tables = {view: view_table(ctx, slug, view) for view in VIEWS}
    return write_tables([table for view, table in tables.items() if table.rows or view in _ALWAYS])


def write_csv(ctx: Context, slug: str, view: str) -> bytes:
    """One view as CSV."""
    return csv_of(view_table(ctx, slug, view))


def csv_of(table: SheetTable) -> bytes:
    """A table as CSV, with the same harmless cells as a workbook."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(table.heads)
    writer.writerows([harmless(cell) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8", "replace")


def _columns(rows: Iterable[Row], heads: Sequence[str]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(_cells(getattr(row, head) for head in heads) for row in rows)


def _cells(values: Iterable[Any]) -> tuple[Cell, ...]:
    return tuple(_cell_value(value) for value in values)


def _cell_value(value: Any) -> Cell:
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if value is None or isinstance(value, int | float) else str(value)
