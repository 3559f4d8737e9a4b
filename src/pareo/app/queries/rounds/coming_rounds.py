"""Which round comes next: the first of a pod that has not started, whether it is drafted, published or still to be
paired. Check-in, pairing, the console and players' pages ask here."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.core.model.entities import Pod, Status
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import Tournament

_STARTED = (Status.STARTED, Status.FINISHED)


def last_started(pod: Pod) -> int:
    """The number of the pod's last round that has started; 0 where none has."""
    return max((r.number for r in pod.rounds.values() if r.status in _STARTED), default=0)


def coming_round(pod: Pod) -> int:
    """The number of the pod's first round that has not started."""
    return max(last_started(pod) + 1, pod.first_round)


def coming_round_of(t: Tournament) -> dict[int, int]:
    """The round each entrant is paired for next, and checks in for: pods out of step have each their own."""
    latest, apart = out_of_step(t)
    coming = dict.fromkeys(t.entrants, latest)
    for number, members in apart:
        coming.update(dict.fromkeys(members, number))
    return coming


def out_of_step(t: Tournament) -> tuple[int, list[tuple[int, Iterable[int]]]]:
    """The round that comes next, and those of pods out of step with it, with who plays there."""
    latest = max((last_started(p) for p in t.pods.values()), default=0) + 1
    own = ((coming_round(p), p.members) for p in t.pods.values() if not p.closed)
    return latest, [(number, members) for number, members in own if number != latest]


def coming_rounds(t: Tournament) -> list[int]:
    """The numbers of the rounds that come next, in the pods that have one left: one number, unless pods are out of
    step."""
    still = [p for p in t.pods.values() if not p.closed]
    left = [p for p in still if not is_over(p) or coming_round(p) in p.rounds]
    return sorted({coming_round(p) for p in left or still}) or [1]
