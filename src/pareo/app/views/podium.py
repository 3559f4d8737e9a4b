"""The podium of each division once all is played: names as the public sees them, from published results only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.desk import Event
from pareo.app.event.overview import is_all_played
from pareo.app.results.fide_results import missing_results
from pareo.app.views.public import PodLabel, label_of_table, public_tables
from pareo.app.views.public_names import public_name
from pareo.core.standings.standings import Standing
from pareo.core.standings.tables import BRACKET, StandingTable, per_division
from pareo.core.state.model import Phase
from pareo.core.state.tournament import ELIMINATION, Tournament

_STEPS = 3


class Laureate(NamedTuple):
    """Somebody on a podium. `by`: "points", "final" (won it), "finalist" or "bracket"."""

    rank: int
    no: int
    name: str
    points: float | int
    by: str


@dataclass(frozen=True, slots=True)
class Podium:
    """The first three places (or more, where a place is shared) of one division."""

    label: PodLabel
    rows: tuple[Laureate, ...]
    players: int

    def steps(self) -> list[tuple[int, list[Laureate]]]:
        """Places 1 to 3, each with who stands there: two may share the third."""
        found: dict[int, list[Laureate]] = {}
        for row in self.rows:
            found.setdefault(min(row.rank, _STEPS), []).append(row)
        return sorted(found.items())


def is_over(t: Tournament) -> bool:
    """Is everything played, with nothing to follow and no game adjourned (F-43)?"""
    return is_all_played(t) and not missing_results(t)


def podiums(event: Event) -> list[Podium]:
    """One for each division; none before everything is played."""
    t = event.state
    if not is_over(t):
        return []
    made = []
    for table in per_division(t, public_tables(event)):
        rows = tuple(_laureate(event, table, row) for row in table.rows if row.rank <= _STEPS and not row.disqualified)
        if rows:
            made.append(Podium(label_of_table(t, table), rows[:8], len(table.rows)))
    return made


def decided(t: Tournament, table: StandingTable, row: Standing) -> str:
    """What brought somebody there, as `Laureate.by` says it."""
    in_bracket = t.pods[table.pods[0]].phase in ELIMINATION or any(
        row.no in p.members for p in t.pods.values() if p.phase is Phase.CUT
    )
    return {1: "final", 2: "finalist"}.get(row.rank, BRACKET) if in_bracket else "points"


def _laureate(event: Event, table: StandingTable, row: Standing) -> Laureate:
    t = event.state
    return Laureate(row.rank, row.no, public_name(event, row.no), t.ruleset.show_points(row.points),
                    decided(t, table, row))
