"""How each match stands between us and TOM, and what is still to be typed into TOM (BT-RES-2, BT-BACK-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pareo.core.journal.tom_sync import (
    LocalResult,
    MatchKey,
    TomSync,
    match_key_of,
    mean_the_same,
    result_as_seated,
    seated_matches,
)
from pareo.core.model.entities import Match
from pareo.core.model.outcome import Result
from pareo.core.tournament.tournament import Tournament


class SyncState(Enum):
    """How a match stands between us and TOM. Only “in TOM” is final."""

    OPEN = "open"
    ONE_SIDE = "one side"  # one player has reported
    AGREED = "agreed"  # both have, the same; waits for TOM
    WAITING = "waiting"  # entered at the desk; waits for TOM
    IN_TOM = "in TOM"
    CONFLICT = "conflict"  # TOM has another one


@dataclass(frozen=True, slots=True)
class ResultToType:
    """A result to be typed into TOM: one that TOM does not have, or has otherwise."""

    pod: str
    number: int
    match: Match  # as it sits in TOM: first and second player
    result: Result  # ours, as seated
    theirs: Result | None  # TOM's, where it has another
    ours: LocalResult
    untaken: bool = False  # it was in a file that TOM did not take

    @property
    def key(self) -> MatchKey:
        return match_key_of(self.number, self.match.a, self.match.b)

    @property
    def corrects(self) -> bool:
        """Is TOM's result to be changed? The desk has said so."""
        return self.theirs is not None and self.ours.insisted


def sync_state_of(t: Tournament, number: int, match: Match) -> SyncState:
    """How a match stands between us and TOM."""
    tom = t.tom or TomSync()
    key = match_key_of(number, match.a, match.b)
    theirs, ours = tom.results.get(key), tom.ours.get(key)
    if theirs is not None:
        differs = ours is not None and not mean_the_same(ours.result, theirs)
        return SyncState.CONFLICT if differs else SyncState.IN_TOM
    if ours is not None:
        return SyncState.AGREED if ours.agreed else SyncState.WAITING
    return SyncState.ONE_SIDE if t.floor.claims.get((number, match.table)) else SyncState.OPEN


def _differences(t: Tournament) -> Iterator[ResultToType]:
    tom = t.tom
    if tom is None or not tom.ours:
        return
    for pod, number, match in seated_matches(t.pods):
        key = match_key_of(number, match.a, match.b)
        ours = tom.ours.get(key)
        theirs = tom.results.get(key)
        if ours is not None and not mean_the_same(ours.result, theirs):
            yield ResultToType(
                pod.id,
                number,
                match,
                result_as_seated(match, ours.result),
                None if theirs is None else result_as_seated(match, theirs),
                ours,
                key in tom.untaken,
            )


def results_to_type(t: Tournament) -> list[ResultToType]:
    """The results that TOM does not have, by pod and then by table; corrections that the desk wants among them."""
    pod_order = {pod: i for i, pod in enumerate(t.pods)}
    lines = [line for line in _differences(t) if line.theirs is None or line.corrects]
    return sorted(lines, key=lambda line: (pod_order[line.pod], line.number, line.match.table))


def conflicts(t: Tournament) -> list[ResultToType]:
    """Matches of which TOM has another result and nobody has said who is right, those that both players agreed on first
    (BT-CON-2). Quick where there are none."""
    if t.tom is None or not any(
        key in t.tom.results and not mean_the_same(ours.result, t.tom.results[key]) for key, ours in t.tom.ours.items()
    ):
        return []
    lines = [line for line in _differences(t) if line.theirs is not None and not line.ours.insisted]
    return sorted(lines, key=lambda line: (not line.ours.agreed, line.number, line.match.table))


def results_set_aside(t: Tournament) -> dict[MatchKey, LocalResult]:
    """Results reported here of pairs that do not sit together in that round any more."""
    if t.tom is None:
        return {}
    seated = {match_key_of(number, m.a, m.b) for _, number, m in seated_matches(t.pods)}
    return {key: ours for key, ours in t.tom.ours.items() if key not in seated}
