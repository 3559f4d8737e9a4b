"""Pairing information on the exported web site (SP-13): what a finished round was drawn from, and why.

Of finished rounds only, so that nobody learns of a draft; names as the event shows them, people by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pareo.app.desk import Desk, Event
from pareo.app.views.pairing_information import information_rows
from pareo.app.views.public_names import public_name
from pareo.app.views.rows_people import Information
from pareo.core.pairing.registry import sentences
from pareo.locale.catalogue import catalogue


class InformationLine(NamedTuple):
    """One player before the round, and the pair it gave him."""

    number: int
    name: str
    points: str
    virtual: str
    starts: str
    due: str
    floats: str
    met: str
    rested: str
    table: str
    opponent: str
    kind: str
    why: str


def information(
    desk: Desk, event: Event, round_no: int, lang: str, figure: Callable[[float | None], str]
) -> list[InformationLine]:
    """Everybody of a round, best first."""
    rows = information_rows(desk, event.state.slug, round_no=round_no)
    return [_line(event, row, lang, figure) for row in rows]


def _line(event: Event, row: Information, lang: str, figure: Callable[[float | None], str]) -> InformationLine:
    say = catalogue(lang).gettext
    entrants = event.state.entrants

    def number(player: str) -> int:
        no = event.ids[player]
        return entrants[no].start_no or no

    due = row.due.replace("-", "−") + ("!" if row.due_strength == "absolute" else "")
    floats = [f"{n}↓" for n in row.floats_down] + [f"{n}↑" for n in row.floats_up]
    other = row.opponent
    return InformationLine(
        number(row.player), public_name(event, event.ids[row.player]), figure(row.points),
        f"+{figure(row.virtual)}" if row.virtual else "",
        row.starts.replace("-", "−").replace(".", "·"), due, " ".join(floats),
        ", ".join(str(number(player)) for player in row.opponents), ", ".join(map(str, row.byes)),
        str(row.table or ""), public_name(event, event.ids[other]) if other is not None else "", row.kind or "",
        " ".join(say(sentences().get(code, code)) for code in row.reasons),
    )
