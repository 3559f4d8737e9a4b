"""The podium of each division that has played everything: the console, the public pages, screens and the front page
show this one, staff with full names, everybody else with those that the public sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.event.overview import is_all_played, next_phases
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import public_tables
from pareo.app.queries.results.missing_results import missing_results
from pareo.app.wording.pod_words import PodLabel, label_of_table
from pareo.core.model.entities import Phase
from pareo.core.standings.standings import Standing
from pareo.core.tournament.progress import is_played
from pareo.core.tournament.tables import BRACKET, StandingTable, per_division
from pareo.core.tournament.tournament import ELIMINATION, Tournament

_STEPS = 3
_MOST = 8  # names on one podium


class Laureate(NamedTuple):
    """Somebody on a podium. `by`: "points", "final" (won it), "finalist" or "bracket"."""

    rank: int
    no: int
    name: str
    points: float | int
    by: str


def _steps_of(rows: Sequence[Laureate]) -> list[tuple[int, list[Laureate]]]:
    """Places 1 to 3, each with who stands there: two may share the third."""
    steps: dict[int, list[Laureate]] = {}
    for row in rows:
        steps.setdefault(min(row.rank, _STEPS), []).append(row)
    return sorted(steps.items())


def _laureates(t: Tournament, table: StandingTable, name: Callable[[int], str]) -> tuple[Laureate, ...]:
    """Who stands on the podium of a table: the first three places, or more, where a place is shared."""
    rows = [row for row in table.rows if row.rank <= _STEPS and not row.disqualified]
    return tuple(
        Laureate(row.rank, row.no, name(row.no), t.ruleset.show_points(row.points), _placed_by(t, table, row))
        for row in rows[:_MOST]
    )


@dataclass(frozen=True, slots=True)
class Podium:
    """The first three places (or more, where a place is shared) of one division."""

    name: str  # division, or pod where there are none
    label: PodLabel
    rows: tuple[Laureate, ...]
    players: int

    def steps(self) -> list[tuple[int, list[Laureate]]]:
        return _steps_of(self.rows)


def is_over(t: Tournament) -> bool:
    """Is everything played, with nothing to follow and no game adjourned (F-43)?"""
    return is_all_played(t) and not missing_results(t)


def has_played(t: Tournament, pod: str) -> bool:
    """Has the pod, or whatever its players went on to, played everything?"""
    after = [later.id for later in t.successors(pod)]
    if after:
        return all(has_played(t, other) for other in after)
    p = t.pods[pod]
    return is_played(t, p) and not next_phases(t, p)


def podiums(event: LoadedTournament, name: Callable[[int], str] | None = None) -> list[Podium]:
    """A podium for each division that has played everything, whatever the others still play. `name`: of an entrant; as
    the public sees it, if nothing is said."""
    t = event.state
    if missing_results(t):
        return []
    done = [table for table in public_tables(event) if all(has_played(t, pod) for pod in table.pods)]
    shown = name or (lambda no: public_name(event, no))
    ranked = ((table, _laureates(t, table, shown)) for table in per_division(t, done))
    return [
        Podium(table.division or table.id, label_of_table(t, table), rows, len(table.rows))
        for table, rows in ranked
        if rows
    ]


def _placed_by(t: Tournament, table: StandingTable, row: Standing) -> str:
    """What brought somebody onto the podium, in the words of `Laureate.by`."""
    in_bracket = t.pods[table.pods[0]].phase in ELIMINATION or any(
        row.no in p.members for p in t.pods.values() if p.phase is Phase.CUT
    )
    return {1: "final", 2: "finalist"}.get(row.rank, BRACKET) if in_bracket else "points"
