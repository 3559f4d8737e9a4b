"""How each match stands between us and TOM, and what is still to be typed into TOM (BT-RES-2, BT-BACK-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pareo.core.journal.tom_sync import LocalResult, MatchKey, TomSync, key_of, result_as_seated, seated_matches
from pareo.core.model.entities import Match
from pareo.core.model.outcome import Result
from pareo.core.tournament.tournament import Tournament


class SyncState(Enum):
    """How a match stands. Only “in TOM” is final."""

    OPEN = "open"
    ONE_SIDE = "one side"  # one player has reported
    AGREED = "agreed"  # both have, the same; waits for TOM
    WAITING = "waiting"  # entered at the desk; waits for TOM
    IN_TOM = "in TOM"
    CONFLICT = "conflict"  # TOM has another one


@dataclass(frozen=True, slots=True)
class ToType:
    """A line of the list: a result that TOM does not have, or has otherwise."""

    pod: str
    number: int
    match: Match  # as it sits in TOM: first and second player
    result: Result  # ours, as seated
    theirs: Result | None  # TOM's, where it has another
    ours: LocalResult
    untaken: bool = False  # it was in a file that TOM did not take

    @property
    def key(self) -> MatchKey:
        return key_of(self.number, self.match.a, self.match.b)

    @property
    def corrects(self) -> bool:
        """TOM's is to be changed: the desk has said so."""
        return self.theirs is not None and self.ours.insisted


def standing(t: Tournament, number: int, match: Match) -> SyncState:
    """How the match stands."""
    beside = t.beside or TomSync()
    key = key_of(number, match.a, match.b)
    theirs, mine = beside.results.get(key), beside.ours.get(key)
    if theirs is not None:
        return SyncState.CONFLICT if mine is not None and mine.result != theirs else SyncState.IN_TOM
    if mine is not None:
        return SyncState.AGREED if mine.agreed else SyncState.WAITING
    return SyncState.ONE_SIDE if t.floor.claims.get((number, match.table)) else SyncState.OPEN


def _lines(t: Tournament) -> Iterator[ToType]:
    beside = t.beside
    if beside is None or not beside.ours:
        return
    for pod, number, match in seated_matches(t.pods):
        key = key_of(number, match.a, match.b)
        mine = beside.ours.get(key)
        theirs = beside.results.get(key)
        if mine is not None and mine.result != theirs:
            yield ToType(
                pod.id,
                number,
                match,
                result_as_seated(match, mine.result),
                None if theirs is None else result_as_seated(match, theirs),
                mine,
                key in beside.untaken,
            )


def to_type(t: Tournament) -> list[ToType]:
    """What TOM does not have, by pod and then by table; corrections that the desk wants among them."""
    place = {pod: i for i, pod in enumerate(t.pods)}
    found = [line for line in _lines(t) if line.theirs is None or line.corrects]
    return sorted(found, key=lambda line: (place[line.pod], line.number, line.match.table))


def conflicts(t: Tournament) -> list[ToType]:
    """TOM has another result, and nobody has said who is right. Where both players agreed first (BT-CON-2). Quick where
    there are none."""
    known = t.beside.results if t.beside is not None else {}
    if t.beside is None or all(known.get(key, mine.result) == mine.result for key, mine in t.beside.ours.items()):
        return []
    found = [line for line in _lines(t) if line.theirs is not None and not line.ours.insisted]
    return sorted(found, key=lambda line: (not line.ours.agreed, line.number, line.match.table))


def set_aside(t: Tournament) -> dict[MatchKey, LocalResult]:
    """Results of pairs that do not sit together in that round any more."""
    if t.beside is None:
        return {}
    there = {key_of(number, m.a, m.b) for _, number, m in seated_matches(t.pods)}
    return {key: mine for key, mine in t.beside.ours.items() if key not in there}
