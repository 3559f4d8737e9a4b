"""Which pairing method a round has, and where each can be used (SP-1, SP-2); `registry` has the methods themselves.

A Swiss pod is paired by the ruleset's method, by the one set for the event or the pod, or by one chosen for a single
round. A round robin follows its table; only “manual” can take its place. Brackets have no method.
"""

from __future__ import annotations

from pareo.core.model.entities import Phase, Pod, Round
from pareo.core.pairing.registry import MANUAL, find_method, swiss_methods
from pareo.core.settings.pairing import COLOURS, CYCLES, METHOD, REVERSE_LAST, SCHEDULE
from pareo.core.text.errors import Refused
from pareo.core.text.messages import phrases, text_note
from pareo.core.tournament.tournament import ELIMINATION, Tournament

FIRST_MOVES = ("top", "bottom", "lot")


def is_robin(pod: Pod) -> bool:
    return pod.phase is Phase.ROUND_ROBIN


def schedule_of(t: Tournament, pod_id: str | None) -> str:
    """The pairing table that a round robin follows."""
    return t.setting(SCHEDULE, pod_id) or t.ruleset.robin.schedule


def cycles_of(t: Tournament, pod_id: str | None) -> int:
    """How often everybody meets everybody in a round robin."""
    return t.setting(CYCLES, pod_id) or t.ruleset.robin.cycles


def reverses_last(t: Tournament, pod_id: str | None) -> bool:
    """Do the last two rounds of the first cycle of a double round robin change places (F-47)?"""
    return t.setting(REVERSE_LAST, pod_id) is not False


def next_method(t: Tournament, pod: Pod) -> str:
    """The method of the pod's next round, unless another is chosen for it; empty for a bracket."""
    if pod.phase in ELIMINATION:
        return ""
    if is_robin(pod):
        return schedule_of(t, pod.id)
    family = pod.id.rsplit("-", 1)[0] if pod.section is not None else pod.id
    return t.setting(METHOD, pod.id) or t.setting(METHOD, family) or t.ruleset.swiss.system


def usual_method(t: Tournament, pod: Pod) -> str:
    """The pairing method of a round that names none."""
    return schedule_of(t, pod.id) if is_robin(pod) else t.ruleset.swiss.system


def round_method(t: Tournament, pod: Pod, r: Round) -> str:
    """The method a round was paired by; empty for a bracket."""
    if pod.phase in ELIMINATION:
        return ""
    return r.system or usual_method(t, pod)


def drawing_system(t: Tournament, pod: Pod, method: str) -> str:
    """The system behind a method: what is paired by hand is measured, and filled up, by the usual one."""
    if method != MANUAL:
        return method
    usual = usual_method(t, pod)
    return usual if usual != MANUAL else "random"


def check_method(t: Tournament, pod: Pod, method: str) -> None:
    """Raises unless this pod can be paired so."""
    find_method(method)
    if pod.phase in ELIMINATION:
        raise Refused(
            "method-bracket",
            "{pod} is an elimination: the bracket sets the pairings, so you can't choose a method.",
            pod=pod.id,
        )
    fitting = (schedule_of(t, pod.id), MANUAL) if is_robin(pod) else swiss_methods()
    if method not in fitting:
        raise Refused(
            "method-style",
            "“{method}” cannot pair a round of {pod} ({phase}); it can be paired by: {known}.",
            method=method,
            pod=pod.id,
            phase=text_note(pod.phase.value),
            known=phrases(fitting),
        )


def tracks_starts(t: Tournament, method: str) -> bool:
    """Is it kept and balanced who starts, or has White? Not where several games per round give points (SP-22)."""
    chosen = t.setting(COLOURS)
    if t.ruleset.points_from == "games" or chosen == "ignored":
        return False
    return chosen == "tracked" or t.ruleset.swiss.starts or (bool(method) and find_method(method).coloured)


def first_player_role(t: Tournament, pod: Pod, r: Round) -> str:
    """What the first player of a table has in this round: “white”, “starts”, or nothing that is kept."""
    if not tracks_starts(t, round_method(t, pod, r)):
        return ""
    return "white" if find_method(t.ruleset.swiss.system).coloured else "starts"


def top_starts(t: Tournament, pod: Pod) -> bool:
    """Whether the highest player of the first table started in round 1 of this pod's event."""
    first = t.chain(pod)[0]
    first_round = first.rounds.get(first.first_round)
    return first_round.top_starts if first_round is not None else True
