"""A round that is changed by hand, compared with the one by the rules: both lists, board by board (F-36)."""

from __future__ import annotations

from pareo.app.base.context import Context
from pareo.app.commands.rounds.hand_phase import boards
from pareo.app.commands.rounds.rounds import live_pods
from pareo.app.rows.tables import HandBoard
from pareo.core.tournament.tournament import ELIMINATION


def hand_boards(ctx: Context, slug: str, pod: str | None = None) -> list[HandBoard]:
    """The boards of the last round of every pod that is playing, or of one; those that differ come first."""
    event = ctx.open(slug)
    t = event.state
    names = {str(e.start_no or no): event.name(no) for no, e in t.entrants.items()}

    def player_names(board: str) -> str:
        return " – ".join(names[number] for number in board.split("-") if number in names)

    rows = [
        HandBoard(p.id, p.last_round.number, b.played, b.engine, b.same, player_names(b.played), player_names(b.engine))
        for p in live_pods(t, pod)
        if p.last_round is not None and p.phase not in ELIMINATION
        for b in boards(event, p, p.last_round.number)
    ]
    return sorted(rows, key=lambda row: row.same)
