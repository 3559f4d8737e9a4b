"""Matches that are decided when they are drawn: who has left, or does not come, loses by forfeit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pareo.app.people.leaving import FORFEIT_BOTH, FORFEIT_TO_A, FORFEIT_TO_B
from pareo.core.journal.fold import result_to_data
from pareo.core.pairing.drafting import stays_away
from pareo.core.pairing.methods import is_robin
from pareo.core.state.model import Pod
from pareo.core.state.tournament import ELIMINATION, Tournament


def with_walkovers(t: Tournament, p: Pod, row: dict[str, Any]) -> dict[str, Any]:
    """The round's row with the results of such matches. In a Swiss nobody who has left is paired."""
    found = _walkovers(t, p, row) if p.phase in ELIMINATION or is_robin(p) else []
    return {**row, "results": found} if found else row


def _walkovers(t: Tournament, p: Pod, row: Mapping[str, Any]) -> list[list[Any]]:
    """P-SE-3: who has left loses his match of the bracket; both have left: both lose it.

    So it is in a round robin, there also with who does not come in this round: the table is not made anew (SP-1).
    """
    found: list[list[Any]] = []
    for table, a, b, _ in row["matches"]:
        stays = tuple(
            not stays_away(t.entrants[no], row["number"]) if is_robin(p) else t.is_active(no) for no in (a, b)
        )
        if not all(stays):
            result = FORFEIT_TO_A if stays[0] else FORFEIT_TO_B if stays[1] else FORFEIT_BOTH
            found.append([table, result_to_data(result)])
    return found
