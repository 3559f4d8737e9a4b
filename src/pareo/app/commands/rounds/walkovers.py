"""Matches that are decided when they are drawn: who has left, or does not come, loses by forfeit."""

from __future__ import annotations

from dataclasses import replace

from pareo.app.commands.people.leaving import FORFEIT_BOTH, FORFEIT_TO_A, FORFEIT_TO_B
from pareo.core.journal.codecs import RoundFact, TableResult
from pareo.core.model.entities import Pod
from pareo.core.tournament.pairing_methods import is_robin
from pareo.core.tournament.progress import stays_away
from pareo.core.tournament.tournament import ELIMINATION, Tournament


def with_walkovers(t: Tournament, p: Pod, drafted: RoundFact) -> RoundFact:
    """The round with the results of such matches. In a Swiss nobody who has left is paired."""
    results = _walkovers(t, p, drafted) if p.phase in ELIMINATION or is_robin(p) else []
    return replace(drafted, results=tuple(results)) if results else drafted


def _walkovers(t: Tournament, p: Pod, drafted: RoundFact) -> list[TableResult]:
    """P-SE-3: who has left loses the match of the bracket; both have left: both lose it.

    So it is in a round robin, there also with who does not come in this round: the table is not made anew (SP-1).
    """
    results: list[TableResult] = []
    for m in drafted.matches:
        stays = tuple(
            not stays_away(t.entrants[no], drafted.number) if is_robin(p) else t.is_active(no) for no in (m.a, m.b)
        )
        if not all(stays):
            result = FORFEIT_TO_A if stays[0] else FORFEIT_TO_B if stays[1] else FORFEIT_BOTH
            results.append(TableResult(m.table, result))
    return results
