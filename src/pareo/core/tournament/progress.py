"""How far a pod is, who is there in a round, and its bracket as it has been played."""

from __future__ import annotations

from pareo.core.model.entities import Entrant, Pod, Round, Status
from pareo.core.tournament.tournament import Tournament, winner_of


def next_number(pod: Pod) -> int:
    return max(pod.rounds, default=pod.first_round - 1) + 1


def is_over(pod: Pod) -> bool:
    """Have all rounds of the pod been paired? A second final is, only if the losers' side won the first (PN-GO-1)."""
    last = pod.first_round + pod.planned - 1
    upcoming = next_number(pod)
    return upcoming > last or (pod.double and upcoming == last and not _needs_second_final(pod))


def is_counted(t: Tournament, pod: Pod, r: Round) -> bool:
    """Does a round count? Standings, podium, ratings, printouts, files and pages all ask this, so that they are final
    together (U-1): a finished round, or the last one of its pod when all its results are in, whether or not it has been
    finished by hand. Where TOM runs the event, TOM says which rounds are finished."""
    if r.status is not Status.STARTED:
        return r.status is Status.FINISHED
    return not r.open_tables and not t.follows_tom and r.number == max(pod.rounds) and is_over(pod)


def counted_rounds(t: Tournament, pod: Pod, after: int | None = None) -> list[Round]:
    """The pod's rounds that count, in order, up to a round number."""
    return [
        r for number, r in sorted(pod.rounds.items()) if (after is None or number <= after) and is_counted(t, pod, r)
    ]


def is_played(t: Tournament, pod: Pod) -> bool:
    """Has the pod played all its rounds?"""
    last = pod.last_round
    return last is not None and is_over(pod) and is_counted(t, pod, last)


def _needs_second_final(pod: Pod) -> bool:
    """Did the winner of the first final come from the losers' side?"""
    final = [winner_of(m) for m in pod.rounds[max(pod.rounds)].matches.values()]
    return bool(final) and final[0] is not None and times_lost(pod, final[0]) > 0


def times_lost(pod: Pod, no: int) -> int:
    """How many matches of the bracket an entrant has lost, in rounds that are finished or not."""
    played = (m for r in pod.rounds.values() for m in r.matches.values() if no in (m.a, m.b) and m.result is not None)
    return sum(winner_of(m) != no for m in played)


def is_playing(e: Entrant, number: int) -> bool:
    """Is an entrant in the tournament in this round? Who plays up to a round is gone after it (SP-5)."""
    return e.drop is None and not 0 < e.until < number


def stays_away(e: Entrant, number: int) -> bool:
    """Round robin: does an entrant not come to their game of this round?"""
    return not is_playing(e, number) or number in e.absent or number < e.late_from


def bracket_round(r: Round) -> list[tuple[int, int, int | None]]:
    """A round as the bracket sees it: its decided matches (a, b, winner)."""
    return [(m.a, m.b, winner_of(m)) for m in r.matches.values() if m.result is not None]


def bracket_rounds(pod: Pod, before: int | None = None) -> list[list[tuple[int, int, int | None]]]:
    """All rounds of an elimination pod, as the bracket sees them."""
    return [bracket_round(r) for n, r in sorted(pod.rounds.items()) if before is None or n < before]
