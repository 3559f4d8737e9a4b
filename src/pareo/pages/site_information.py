"""Pairing information (SP-13): what a round was drawn from, and why, as the console and the exported web site show it.

On the site of finished rounds only, so that nobody learns of a draft; names as the event shows them there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.pairing_information import information_rows
from pareo.app.queries.pages.public_names import public_name
from pareo.app.rows.people import Information
from pareo.core.pairing.registry import reason_sentences
from pareo.locale.catalogue import catalogue


class InformationLine(NamedTuple):
    """One player before the round, and the pair they were drawn into."""

    no: int
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
    sign: str = ""  # whether they start
    out: bool = False


def information(
    ctx: Context, event: LoadedTournament, round_no: int, lang: str, figure: Callable[[float | None], str]
) -> list[InformationLine]:
    """Everybody of a round, best first."""
    rows = information_rows(ctx, event.state.slug, round_no=round_no)
    return [information_line(event, row, lang, figure, partial(public_name, event)) for row in rows]


def staff_information(
    event: LoadedTournament, rows: Sequence[Information], lang: str, figure: Callable[[float | None], str]
) -> list[InformationLine]:
    """The rows of a round for staff: whole names, who starts, who is out."""
    return [
        information_line(event, row, lang, figure, event.name)._replace(
            sign=(row.starts_now or "").replace("-", "−"), out=row.status != "active"
        )
        for row in rows
    ]


def information_line(
    event: LoadedTournament,
    row: Information,
    lang: str,
    figure: Callable[[float | None], str],
    name: Callable[[int], str],
) -> InformationLine:
    """One row of pairing information in a language; `name`: how entrants are called."""
    say = catalogue(lang).gettext
    entrants = event.state.entrants

    def number(player: str) -> int:
        no = event.ids[player]
        return entrants[no].start_no or no

    due = row.due.replace("-", "−") + ("!" if row.due_strength == "absolute" else "")
    floats = [f"{n}↓" for n in row.floats_down] + [f"{n}↑" for n in row.floats_up]
    other = row.opponent
    return InformationLine(
        event.ids[row.player],
        number(row.player),
        name(event.ids[row.player]),
        figure(row.points),
        f"+{figure(row.virtual)}" if row.virtual else "",
        row.starts.replace("-", "−").replace(".", "·"),
        due,
        " ".join(floats),
        ", ".join(str(number(player)) for player in row.opponents),
        ", ".join(map(str, row.byes)),
        str(row.table or ""),
        name(event.ids[other]) if other is not None else "",
        row.kind or "",
        " ".join(say(reason_sentences().get(code, code)) for code in row.reasons),
    )
