"""How far a pod is, who is there in a round, and its bracket as it has been played."""

from __future__ import annotations

from pareo.core.state.model import Entrant, Pod, Round
from pareo.core.state.tournament import winner_of


def next_number(pod: Pod) -> int:
    return max(pod.rounds, default=pod.first_round - 1) + 1


def is_over(pod: Pod) -> bool:
    """Have all rounds of the pod been paired?"""
    return next_number(pod) > pod.first_round + pod.planned - 1


def here(e: Entrant, number: int) -> bool:
    """Is he in the tournament in this round? Who said he plays up to a round is gone after it (SP-5)."""
    return e.drop is None and not 0 < e.until < number


def stays_away(e: Entrant, number: int) -> bool:
    """Round robin: does he not come to his game of this round?"""
    return not here(e, number) or number in e.absent or number < e.late_from


def bracket_round(r: Round) -> list[tuple[int, int, int | None]]:
    """A round as the bracket sees it: its decided matches (a, b, winner)."""
    return [(m.a, m.b, winner_of(m)) for m in r.matches.values() if m.result is not None]


def bracket_rounds(pod: Pod, before: int | None = None) -> list[list[tuple[int, int, int | None]]]:
    """All rounds of an elimination pod, as the bracket sees them."""
    return [bracket_round(r) for n, r in sorted(pod.rounds.items()) if before is None or n < before]
