"""Standings for staff while TOM runs the event: what is known of the running rounds counts, also what TOM does not have
yet (BT-RES-2). Everybody else sees the standings after a finished round, unless the event shows them this as well.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import rows_of
from pareo.app.rows.tables import StandingRow
from pareo.core.model.entities import Match, Pod, Round, Status
from pareo.core.settings.tom import PROVISIONAL
from pareo.core.text.messages import Note, plural
from pareo.core.tom.matches import results_to_type
from pareo.core.tournament.tournament import ELIMINATION

_INTERIM = "/interim"  # after the hash of the journal's head: caches by that hash are not mixed up


def interim_event(event: LoadedTournament) -> LoadedTournament:
    """The event as things stand now, where TOM runs it; else as it is."""
    tom = event.state.tom
    return event if tom is None or not tom.following else with_known_results(event)


def with_known_results(event: LoadedTournament) -> LoadedTournament:
    """The event with the Swiss rounds that are being played counted as far as they are known."""
    t = event.state
    pods = {p.id: _count_known_results(p) for p in t.pods.values()}
    if all(pods[key] is p for key, p in t.pods.items()):
        return event
    return replace(event, state=replace(t, pods=pods), hash=event.hash + _INTERIM)


def _count_known_results(p: Pod) -> Pod:
    r = p.last_round
    if r is None or r.status is not Status.STARTED or p.phase in ELIMINATION or not _matches_with_result(r):
        return p
    counted_round = replace(r, status=Status.FINISHED, matches=_matches_with_result(r))
    return replace(p, rounds={**p.rounds, r.number: counted_round})


def _matches_with_result(r: Round) -> dict[int, Match]:
    return {table: m for table, m in r.matches.items() if m.result is not None}


def event_for_everybody(event: LoadedTournament) -> tuple[LoadedTournament, Note | None]:
    """The event that everybody's standings are made of: where results that TOM does not have are shown to all, with
    those too, and a note (BT-RES-2)."""
    if event.state.setting(PROVISIONAL) != "shown":
        return event, None
    interim = interim_event(event)
    return interim, waiting_note(event) if interim is not event else None


def staff_standings(
    ctx: Context, slug: str, *, after: int | None = None, pod: str | None = None, division: str | None = None
) -> list[StandingRow]:
    """Standings as rows; without a round as things stand now."""
    event = ctx.open(slug)
    return rows_of(event if after is not None else interim_event(event), after=after, pod=pod, division=division)


def waiting_note(event: LoadedTournament, pods: Collection[str] | None = None) -> Note | None:
    """“With 3 results not yet in TOM”, of these pods and what comes after them; None where TOM has all."""
    t = event.state
    lines = [line for line in results_to_type(t) if line.theirs is None]
    if pods is not None:
        lines = [line for line in lines if {p.id for p in t.chain(t.pods[line.pod])} & set(pods)]
    return (
        plural(
            "standings-not-in-tom",
            "With {count} result not yet in TOM.",
            "With {count} results not yet in TOM.",
            count=len(lines),
        )
        if lines
        else None
    )
