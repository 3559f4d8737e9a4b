"""Where everybody sits in a round, by number (X-24)."""

from __future__ import annotations

from pareo.app.base.context import Context
from pareo.app.papers.seating import seating as seats_of
from pareo.app.queries.pages.public_view import has_ended
from pareo.app.rows.tables import SeatRow
from pareo.core.model.entities import Pod, Round
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament


def seating(ctx: Context, slug: str, round_no: int | None = None) -> list[SeatRow]:
    """Where everybody sits, by number (X-24)."""
    event = ctx.open(slug)
    rows: list[SeatRow] = []
    for p, r in _rounds(event.state, round_no):
        seats = seats_of(((m.table, m.a, m.b) for m in r.matches.values()), (s.no for s in r.sitting))
        rows += [
            SeatRow(
                round=r.number,
                pod=p.id,
                no=s.number,
                player=event.id(s.number),
                name=event.name(s.number),
                table=s.table,
                side=s.side,
            )
            for s in seats
        ]
    return sorted(rows, key=lambda row: row.no)


def _rounds(t: Tournament, round_no: int | None) -> list[tuple[Pod, Round]]:
    rounds = [
        (p, r)
        for p in t.pods.values()
        if (r := p.rounds.get(round_no) if round_no is not None else (None if p.closed else p.last_round)) is not None
    ]
    if not rounds:
        raise Refused("nothing-paired-yet", "That round hasn't been paired yet: pair it first.")
    return [(p, r) for p, r in rounds if round_no is not None or not has_ended(t, p, r)] or rounds
