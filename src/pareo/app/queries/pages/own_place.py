"""Why am I third? A player's place and its neighbours', and what set them apart. The sums are in `explain_place`."""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import public_tables
from pareo.app.wording.pod_words import PodLabel, label_of_table
from pareo.core.standings.standings import Standing
from pareo.core.standings.tiebreaks.registry import find_tiebreak
from pareo.core.tournament.tables import StandingTable, per_division


class Apart(NamedTuple):
    """What sets two neighbours apart: "points", a tie-break's id, "bracket", "cut" …, and what each has of it."""

    name: str
    by: str
    mine: float | int | None
    theirs: float | int | None
    percent: bool
    level: float | int  # the player's own points: both have them where a tie-break decided


class OwnPlace(NamedTuple):
    """A place in its table."""

    rank: int
    total: int
    label: PodLabel
    above: Apart | None
    below: Apart | None


def own_place(event: LoadedTournament, no: int) -> OwnPlace | None:
    """The place of an entrant in the division; None before a round of theirs is finished."""
    t = event.state
    for table in per_division(t, public_tables(event)):
        for i, row in enumerate(table.rows):
            if row.no == no:
                return _own_place(event, table, i)
    return None


def _own_place(event: LoadedTournament, table: StandingTable, index: int) -> OwnPlace:
    rows = table.rows
    row = rows[index]
    above = _apart(event, rows[index - 1], row, row, rows[index - 1]) if index else None
    below = _apart(event, row, rows[index + 1], row, rows[index + 1]) if index + 1 < len(rows) else None
    return OwnPlace(row.rank, len(rows), label_of_table(event.state, table), above, below)


def _apart(event: LoadedTournament, upper: Standing, lower: Standing, me: Standing, other: Standing) -> Apart:
    """`lower.decided_by` says what put it below `upper`."""
    t = event.state
    name, by = public_name(event, other.no), lower.decided_by or ""
    level = t.ruleset.show_points(me.points)
    if upper.points != lower.points and by in ("", "points"):
        return Apart(name, "points", level, t.ruleset.show_points(other.points), percent=False, level=level)
    return Apart(name, by, _value(me, by), _value(other, by), by in _ids(me) and find_tiebreak(by).percent, level)


def _ids(row: Standing) -> list[str]:
    return [heading.id for heading in row.headings]


def _value(row: Standing, by: str) -> float | int | None:
    """A player's value of a tie-break that has a column; the number of a lot means nothing to people."""
    ids = _ids(row)
    return row.values[ids.index(by)].shown if by in ids and find_tiebreak(by).column else None
