"""When lists are handed in: whether the event wants them, until when, and what is locked. Questions only."""

from __future__ import annotations

from datetime import datetime

from pareo.app.base.timestamps import local_moment, moment
from pareo.core.model.entities import Phase, Status
from pareo.core.model.list_checks import due_of_cut
from pareo.core.settings.event import is_premier
from pareo.core.settings.lists import LISTS, LISTS_DEADLINE, QR_LOCKED
from pareo.core.text.messages import Note, note
from pareo.core.tournament.tournament import Tournament


def lists_mode(t: Tournament) -> str:
    """required, optional or off: as the organiser set it, else as the ruleset says (P-PREM-1, X-14)."""
    if chosen := t.setting(LISTS):
        return str(chosen)
    needed = t.ruleset.lists.required
    return "required" if needed == "always" or (needed == "premier" and is_premier(t.settings)) else "optional"


def lock_wanted(t: Tournament) -> bool:
    """Are teams locked by QR code? As set; a Premier video-game event must say so itself (P-PREM-3)."""
    return bool(t.setting(QR_LOCKED))


def deadline(t: Tournament) -> datetime | None:
    """Until when players hand in lists themselves."""
    return local_moment(t.setting(LISTS_DEADLINE), t.zone)


def is_past(until: datetime | None, now: str) -> bool:
    return until is not None and moment(now) > until


def checks_due(t: Tournament) -> list[tuple[str, int]]:
    """(pod, entrant) of the players of the cut who have not been checked for it; who has left is not."""
    if not t.ruleset.checks.cut:
        return []
    members = {p.id: [no for no in p.members if t.is_active(no)] for p in t.pods.values() if p.phase is Phase.CUT}
    return due_of_cut(members, t.floor.checks.items)


def locked_for(t: Tournament, no: int) -> bool:
    """Lists are locked when round 1 starts; that of an admitted late player when their first match starts."""
    return t.started and (not t.entrants[no].late_from or _has_played(t, no))


def _has_played(t: Tournament, no: int) -> bool:
    started = (Status.STARTED, Status.FINISHED)
    return any(
        no in (m.a, m.b)
        for p in t.pods.values()
        if no in p.members
        for r in p.rounds.values()
        if r.status in started
        for m in r.matches.values()
    )


def list_warnings(t: Tournament) -> list[Note]:
    """What a Premier event still lacks (P-PREM-3)."""
    if t.ruleset.lists.vgc.locked == "premier" and is_premier(t.settings) and not lock_wanted(t):
        return [
            note(
                "qr-unlocked",
                "At a Premier video-game event teams must be locked by QR code: turn this on in Settings and store "
                "each team's code.",
            )
        ]
    return []
