"""How long a round can be corrected: its results, and who was late for it."""

from __future__ import annotations

from pareo.core.model.entities import Pod, Round
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament


def check_correctable(t: Tournament, pod: Pod, r: Round) -> None:
    """P-RUN-4: a result can be corrected until pairings of the second following round are made."""
    window = t.ruleset.correction_rounds
    if window is None:
        return
    later = [pod, *t.successors(pod.id), *(q for p in t.successors(pod.id) for q in t.successors(p.id))]
    latest_paired = max((n for p in later for n in p.rounds), default=0)
    if latest_paired >= r.number + window:
        raise Refused(
            "correction-too-late",
            "Results of round {round} can no longer be corrected: round {made} has been paired (results can be "
            "corrected until round {last} is paired).",
            round=r.number,
            made=latest_paired,
            last=r.number + window,
        )
