"""The cross table: everybody in order of place, and for each round whom he met and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.desk import Desk
from pareo.app.public_views import kept_tables
from pareo.app.views import KINDS
from pareo.core.accounts import finished_rounds, lines_of
from pareo.core.errors import NotFound
from pareo.core.ledger import Line

PAGE = 100


class Cell(NamedTuple):
    """One player's round: the opponent's place and the outcome, or why there was no match."""

    opponent: int | None  # entrant number
    place: int | None  # of the opponent, if he stands in the same table
    outcome: str  # value of the Outcome; "" where there was no round for him
    score: str = ""  # 412–380


class CrossRow(NamedTuple):
    rank: int
    no: int
    name: str
    points: float | int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """One page of a cross table."""

    id: str
    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    page: int
    pages: int


def cross_table(desk: Desk, slug: str, *, pod: str, after: int | None = None, page: int = 1) -> CrossTable:
    """The cross table of one standings table, a hundred players at a time."""
    event = desk.open(slug)
    t = event.state
    found = [x for x in kept_tables(event, after) if pod in (x.id, *x.pods)]
    if not found:
        raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=pod)
    table = found[0]
    members = {row.no for row in table.rows}
    rounds = [r for p in t.pods.values() if members & set(p.members) for r in finished_rounds(p, after)]
    lines = {no: {x.round_no: x for x in row} for no, row in lines_of(t.ruleset, rounds).items() if no in members}
    numbers = tuple(sorted({r.number for r in rounds}))
    place = {row.no: row.rank for row in table.rows}
    pages = max(1, -(-len(table.rows) // PAGE))
    page = min(max(page, 1), pages)
    rows = tuple(
        CrossRow(
            row.rank, row.no, event.name(row.no), t.ruleset.show_points(row.points),
            tuple(_cell(lines.get(row.no, {}).get(n), place) for n in numbers),
        )
        for row in table.rows[(page - 1) * PAGE : page * PAGE]
    )
    return CrossTable(table.id, numbers, rows, page, pages)


def _cell(line: Line | None, place: dict[int, int]) -> Cell:
    if line is None:
        return Cell(None, None, "")
    if line.opponent is None:
        return Cell(None, None, KINDS.get(line.outcome, line.outcome.value))
    score = f"{line.score}–{line.against}" if line.score is not None and line.against is not None else ""
    return Cell(line.opponent, place.get(line.opponent), line.outcome.value, score)
