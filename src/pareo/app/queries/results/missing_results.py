"""Results that are missing or adjourned: until they are in, nothing is final (F-43)."""

from __future__ import annotations

from pareo.core.model.entities import Status
from pareo.core.model.outcome import Mark
from pareo.core.text.messages import Note, plural
from pareo.core.tournament.tournament import ELIMINATION, Tournament


def missing(t: Tournament) -> int:
    """Results that are missing or adjourned in rounds that are played, brackets aside (F-43)."""
    played = (
        r
        for p in t.pods.values()
        if p.phase not in ELIMINATION
        for r in p.rounds.values()
        if r.status in (Status.STARTED, Status.FINISHED)
    )
    return sum(m.result is None or m.result.mark is Mark.ADJOURNED for r in played for m in r.matches.values())


def missing_results(t: Tournament) -> int:
    """Results missing or adjourned in a chess event; 0 in other games, which are not warned of it."""
    return missing(t) if t.ruleset.results.chess else 0


def missing_note(t: Tournament) -> Note | None:
    """“2 results missing”, for interim standings of a chess event."""
    count = missing_results(t)
    return (
        plural(
            "standings-missing",
            "{count} result is missing or adjourned.",
            "{count} results are missing or adjourned.",
            count=count,
        )
        if count
        else None
    )


def adjourned_games(t: Tournament) -> list[tuple[int, int]]:
    """(round, table) of games that are adjourned."""
    return sorted(
        (r.number, m.table)
        for p in t.pods.values()
        for r in p.rounds.values()
        for m in r.matches.values()
        if m.result is not None and m.result.mark is Mark.ADJOURNED
    )
