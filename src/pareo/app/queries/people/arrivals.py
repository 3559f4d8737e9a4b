"""Registered players who come to a round for the first time when others have been played (2019, 3.1.3; 2009, 3.1.4).

They are late: a loss for every round that has started, and a place below the same record where lateness ranks. Who was
given these rounds off is not; the desk says which it is when they are paired, and can say otherwise as long as the last
round they missed can be corrected.
"""

from __future__ import annotations

from collections.abc import Collection

from pareo.app.queries.rounds.coming_rounds import coming_round
from pareo.core.model.entities import Entrant, Pod, Status
from pareo.core.model.outcome import Outcome
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.tournament.pairing_methods import is_robin
from pareo.core.tournament.progress import is_playing
from pareo.core.tournament.tournament import Tournament, outcome_of

_STARTED = (Status.STARTED, Status.FINISHED)


def first_arrivals(t: Tournament, members: Collection[int] | None) -> dict[int, int]:
    """Who of them is to be paired for the first time though rounds of their pod have started, and in which round."""
    if not t.ruleset.late.registered or t.style in KNOCKOUT:
        return {}
    found: dict[int, int] = {}
    for pod in t.root_pods():
        number = coming_round(pod)
        if pod.closed or is_robin(pod) or number == pod.first_round:
            continue
        for no in pod.members:
            e = t.entrants[no]
            if (members is None or no in members) and _comes_first(t, pod, e, number):
                found[no] = number
    return found


def _comes_first(t: Tournament, pod: Pod, e: Entrant, number: int) -> bool:
    playing = is_playing(e, number) and number > e.byes and number not in e.absent
    if not playing or e.late_from or 0 < t.floor.checked.get(e.no, 0) < number:  # came before, and had rounds off
        return False
    return missed_all(t, pod, e.no)


def missed_all(t: Tournament, pod: Pod, no: int) -> bool:
    """Has somebody been to no round of the pod that has started? A match lost by not coming counts where lateness
    ranks; a bye, earned or drawn, is being there, and so is whatever a judge had to decide about them."""
    missed = 0
    for r in pod.rounds.values():
        if r.status not in _STARTED:
            continue
        match = r.match_of(no)
        sat = next((s.outcome for s in r.sitting if s.no == no), None)
        forfeited = match is not None and outcome_of(match, no) is Outcome.FORFEIT_LOSS
        if forfeited and t.ruleset.late.rank_below and not _met_a_judge(t, no, r.number):
            missed += 1
        elif match is not None or sat not in (None, Outcome.REQUESTED_BYE, Outcome.LATE_LOSS):
            return False
        elif sat is not None:
            missed += 1
    return missed > 0


def _met_a_judge(t: Tournament, no: int, number: int) -> bool:
    """Was there a penalty, or a check of the list, in this round? A lost match can come from either."""
    penalised = any(one.no == no and one.round_no == number for one in t.floor.penalties)
    return penalised or any(c.no == no and c.round_no == number and c.outcome for c in t.floor.checks.items)


def first_round_there(pod: Pod, no: int) -> int:
    """The first round in which somebody was there or can be: a match that was not lost by not coming, or a bye."""
    for number, r in sorted(pod.rounds.items()):
        match = r.match_of(no)
        if match is not None and outcome_of(match, no) is not Outcome.FORFEIT_LOSS:
            return number
        if any(s.no == no and s.outcome in (Outcome.BYE, Outcome.EARNED_BYE) for s in r.sitting):
            return number
    return coming_round(pod)
