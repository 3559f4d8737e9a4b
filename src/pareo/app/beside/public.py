"""What the hall sees of an event that TOM runs: results as TOM has them, changed tables, how long the pages stay."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from pareo.app.desk import Desk, Event
from pareo.core.beside.matches import Standing, set_aside, standing
from pareo.core.state.model import Match
from pareo.core.state.outcome import Result
from pareo.core.state.settings.event import DATE
from pareo.core.state.settings.tom import PROVISIONAL, PUBLIC_DAYS, USUAL_DAYS
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import NotFound


def seen_result(t: Tournament, number: int, match: Match) -> Result | None:
    """The result as everybody sees it: one that TOM does not have only where that is wanted (BT-RES-2)."""
    if match.result is None or t.beside is None or not t.beside.following or t.setting(PROVISIONAL) == "shown":
        return match.result
    return match.result if standing(t, number, match) in (Standing.IN_TOM, Standing.CONFLICT) else None


def is_changed(t: Tournament, pod: str, number: int, table: int) -> bool:
    """Does somebody else sit there than when the round was published (BT-PUB-2)?"""
    return t.beside is not None and table in t.beside.changed.get((pod, number), ())


class OwnBeside(NamedTuple):
    """What a player is told beside his table."""

    following: bool = False
    checking: bool = False  # TOM has another result: the desk is checking
    waits: bool = False  # it is not in TOM yet
    changed: bool = False  # his table is another since the round was published
    aside: int = 0  # the round of a result of his whose pair was broken up
    leaves: bool = False  # the desk knows that he wants to leave


def own_beside(event: Event, no: int) -> OwnBeside:
    """How a player stands beside TOM now."""
    t = event.state
    if t.beside is None or not t.beside.following:
        return OwnBeside()
    found = OwnBeside(following=True, leaves=any(note.no == no for note in t.beside.notes.values()))
    for p in t.pods.values():
        r = p.last_round
        match = next((m for m in r.matches.values() if no in (m.a, m.b)), None) if r is not None else None
        if r is not None and match is not None and not p.closed:
            how = standing(t, r.number, match)
            broken = [key.number for key in set_aside(t) if no in (key.low, key.high) and key.number == r.number]
            return found._replace(
                checking=how is Standing.CONFLICT, waits=how in (Standing.AGREED, Standing.WAITING),
                changed=is_changed(t, p.id, r.number, match.table), aside=max(broken, default=0),
            )
    return found


def check_public(desk: Desk, slug: str) -> None:
    """Public pages of an event beside TOM end some time after it (BT-PRI-2)."""
    t = desk.open(slug).state
    days = t.setting(PUBLIC_DAYS)
    if days is None:
        days = USUAL_DAYS if t.beside is not None else 0
    day = t.setting(DATE)
    if not days or not day:
        return
    today = datetime.fromisoformat(desk.now().replace("Z", "+00:00")).astimezone(UTC).date()
    if today > date.fromisoformat(day) + timedelta(days=days):
        raise NotFound("public-ended", "The pages of this event have ended.")
