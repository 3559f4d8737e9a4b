"""What the public sees of an event that TOM runs: results as TOM has them, changed tables, how long the pages stay.

Whatever is for everybody (pages, players' own pages, screens, calls without a token) uses a `PublicContext`: the
events that it opens are without the results that TOM does not have yet, unless those shall be shown (BT-RES-2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.journal.tom_sync import match_key_of
from pareo.core.model.entities import Match, Round
from pareo.core.settings.event import DATE
from pareo.core.settings.tom import PROVISIONAL, PUBLIC_DAYS, USUAL_DAYS
from pareo.core.text.errors import NotFound
from pareo.core.tom.matches import SyncState, results_set_aside, sync_state_of
from pareo.core.tournament.tournament import Tournament

_SEEN = "/public"  # after the hash of the journal's head: what is kept by it is not mixed up


@dataclass(slots=True)
class PublicContext(Context):
    """A context that opens events as everybody sees them. It writes nothing."""

    def open(self, slug: str) -> LoadedTournament:
        return public_view_of(Context.open(self, slug))


def public_view_of(event: LoadedTournament) -> LoadedTournament:
    """The event as everybody sees it."""
    t = event.state
    if t.tom is None or not t.tom.following or t.setting(PROVISIONAL) == "shown":
        return event
    if event.public_view[0] != event.hash:
        event.public_view = (event.hash, _without_waiting(event))
    return event.public_view[1] or event


def head_hash(event: LoadedTournament) -> str:
    """The hash of the journal's head, of which the event is a view or a trial copy, if it is not as it is."""
    return event.hash.partition("/")[0]


def _without_waiting(event: LoadedTournament) -> LoadedTournament | None:
    """The event without the results that TOM does not have; None where it has all."""
    t = event.state
    tom = t.tom
    hidden = {key for key in tom.ours if key not in tom.results} if tom is not None else set()
    numbers = {key.number for key in hidden}
    unseen: dict[tuple[int, int], Match] = {}
    pods = dict(t.pods)
    for p in t.pods.values():
        rounds = dict(p.rounds)
        for number in numbers & rounds.keys():
            waiting = {
                m.table: m
                for m in rounds[number].matches.values()
                if m.result is not None and match_key_of(number, m.a, m.b) in hidden
            }
            if waiting:
                blank = {table: replace(m, result=None) for table, m in waiting.items()}
                rounds[number] = replace(rounds[number], matches={**rounds[number].matches, **blank})
                unseen |= {(number, table): m for table, m in waiting.items()}
                pods[p.id] = replace(p, rounds=rounds)
    if not unseen:
        return None
    return replace(
        event, state=replace(t, pods=pods), hash=event.hash + _SEEN, hidden_results=unseen, public_view=("", None)
    )


def own_round(event: LoadedTournament, r: Round, no: int) -> Round:
    """The round as a player sees it on their own page: with their own result, whether TOM has it or not."""
    own = {table: m for (number, table), m in event.hidden_results.items() if number == r.number and no in (m.a, m.b)}
    return replace(r, matches={**r.matches, **own}) if own else r


def is_table_changed(t: Tournament, pod: str, number: int, table: int) -> bool:
    """Does somebody else sit there than when the round was published (BT-PUB-2)?"""
    return t.tom is not None and table in t.tom.changed.get((pod, number), ())


class OwnTomStatus(NamedTuple):
    """What a player's own page says of TOM, next to the table."""

    following: bool = False
    checking: bool = False  # TOM has another result: the desk is checking
    waits: bool = False  # it is not in TOM yet
    changed: bool = False  # the table is another since the round was published
    aside: int = 0  # the round of an own result whose pair was broken up
    leaves: bool = False  # the desk knows that the player wants to leave


def own_tom_status(event: LoadedTournament, no: int) -> OwnTomStatus:
    """How what TOM has of a player compares with what we have."""
    t = event.state
    if t.tom is None or not t.tom.following:
        return OwnTomStatus()
    status = OwnTomStatus(following=True, leaves=any(note.no == no for note in t.tom.notes.values()))
    for p in t.pods.values():
        r = p.last_round
        match = r.match_of(no) if r is not None else None
        if r is not None and match is not None and not p.closed:
            sync_state = sync_state_of(t, r.number, match)
            broken = [
                key.number for key in results_set_aside(t) if no in (key.low, key.high) and key.number >= r.number
            ]
            return status._replace(
                checking=sync_state is SyncState.CONFLICT,
                waits=sync_state in (SyncState.AGREED, SyncState.WAITING),
                changed=is_table_changed(t, p.id, r.number, match.table),
                aside=max(broken, default=0),
            )
    return status


def last_public_day(t: Tournament) -> str:
    """The last day on which the event has public pages; empty: for ever (BT-PRI-2).

    Of an event that TOM runs it is counted from TOM's last save: the date in its file may be any (B-35).
    """
    days = t.setting(PUBLIC_DAYS)
    if days is None:
        days = USUAL_DAYS if t.tom is not None else 0
    day = t.tom.last.time[:10] if t.tom is not None and t.tom.last is not None else t.setting(DATE)
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat() if days and day else ""


def check_public(ctx: Context, slug: str) -> None:
    """NotFound once the public pages of an event that TOM runs have ended (`last_public_day`)."""
    until = last_public_day(ctx.open(slug).state)
    if until and ctx.now()[:10] > until:
        raise NotFound("public-ended", "The public pages of this event are no longer available.")
