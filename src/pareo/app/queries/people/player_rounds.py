"""When somebody plays (SP-5): from which round, up to which, and with what bonus for pairing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.people.arrivals import first_round_there
from pareo.app.queries.rounds.correction_window import check_correctable
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.numbers import read_points
from pareo.core.tournament.tournament import Tournament


def read_bonus(text: str, unit: int, where: str = "") -> int:
    """Points for pairing only, in the ruleset's smallest unit."""
    try:
        return read_points(text or "0", unit)
    except ValueError:
        raise BadInput(
            "bonus-unreadable",
            "{where}bonus “{text}”: this must be points such as 1 or 0.5.",
            where=where,
            text=text[:40],
        ) from None


def read_yes(text: str) -> bool:
    """Yes or no as it is typed; empty: no."""
    word = text.lower()
    if word not in (*_YES, *_NO):
        raise BadInput("yes-no", "“{text}” is not yes or no.", text=text[:40])
    return word in _YES


_YES = ("yes", "true", "1", "y", "x", "si", "sí", "sim")
_NO = ("", "no", "false", "0", "n", "não")


def check_stay(late_from: int, until: int, where: str = "") -> None:
    """Nobody leaves before coming."""
    if until and until < (late_from or 1):
        raise BadInput(
            "until-before-late",
            "{where}a player who joins in round {first} can't leave after round {last}.",
            where=where,
            first=late_from or 1,
            last=until,
        )


def check_rounds(event: LoadedTournament, no: int, changes: Mapping[str, Any]) -> None:
    """Late entry is planned before the start (afterwards it is an entry of its own, P-LATE-1), and corrected as long as
    the last round missed can be; nobody leaves before a round that has been paired."""
    t = event.state
    e = t.entrants[no]
    late, until = changes.get("late_from", e.late_from), changes.get("until", e.until)
    if late != e.late_from and t.started and not _corrects_lateness(t, no, late):
        raise Refused(
            "late-planned", "The event has started: {name} can no longer be set to arrive later.", name=event.name(no)
        )
    check_stay(late, until)
    paired = max((r for p in t.pods.values() if no in p.members for r in p.rounds), default=0)
    if until and until != e.until and until < paired:
        raise Refused(
            "until-paired",
            "{name} is already in round {round}: drop the player instead.",
            name=event.name(no),
            round=paired,
        )


def _corrects_lateness(t: Tournament, no: int, late: int) -> bool:
    """Does it say of a registered player whether the first rounds were missed by coming late (B-2)? Raises if it is too
    late to say so (P-RUN-4)."""
    pod = t.pods.get(t.pod_of.get(no, ""))
    if pod is None or not t.ruleset.late.registered:
        return False
    first = first_round_there(pod, no)
    missed = [r for number, r in pod.rounds.items() if pod.first_round <= number < first]
    if late not in (0, first) or not missed:
        return False
    check_correctable(t, pod, missed[-1])
    return True
