"""Calls that need no token: what the public pages show, for stream overlays and bots.

The same privacy as on the pages (`pareo.app.queries.pages.public_view`): nothing of a draft, no birth data, no
membership numbers; players are known by their number. Answers are made once per change and kept as bytes with an ETag.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from litestar.response import Response

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.base.public_context import head_hash, own_round
from pareo.app.commands.event import events
from pareo.app.commands.floor.floor import running_clocks, seconds_left
from pareo.app.queries.event.overview import pod_status
from pareo.app.queries.floor.overtime import overtime_of, time_left
from pareo.app.queries.pages.event_tables import pairings_of, standing_row
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import (
    current_rounds,
    public_tables,
    rounds_numbered,
    shown_brackets,
    shown_rounds,
    still_open,
)
from pareo.app.rows.events import EventLine, PodState
from pareo.app.rows.tables import PairingRow, StandingRow
from pareo.core.model.entities import Pod, Round, Status
from pareo.core.settings.registry import all_settings as listed_settings
from pareo.core.text.errors import NotFound
from pareo.core.tournament.tables import per_division
from pareo.web.api.brackets import bracket_answer
from pareo.web.api.route_decorators import api_get
from pareo.web.api.rows import (
    AnnouncementRow,
    Bracket,
    ClockRow,
    PublicEvent,
    RulesetLine,
    SettingLine,
)
from pareo.web.response_cache import AT_MOST_EVERY
from pareo.web.route_decorators import Here
from pareo.web.view import View

RoundNo = Annotated[int | None, QueryParameter(name="round", ge=1, le=1000, description="Default: the current one.")]
_LAST = "Default: the last finished one."
After = Annotated[int | None, QueryParameter(name="after", ge=1, le=1000, description=_LAST)]
_Name = Annotated[str | None, QueryParameter(max_length=80)]
_TAG = "public"


def cached_answer(
    view: View, slug: str, key: tuple[Hashable, ...], make: Callable[[LoadedTournament], object]
) -> Response[bytes]:
    """The answer as bytes, made anew only when the event has changed. Gathered while the context is
    open, encoded after."""
    return view.cached_response(
        ("api", slug, *key),
        view.app_state.public_version(slug),
        lambda: msgspec.json.encode(view.app_state.look_public(slug, lambda ctx: make(ctx.open(slug)))),
        kind="application/json",
        more={"access-control-allow-origin": "*"},
    )


@api_get("/rulesets", Right.PUBLIC, _TAG)
def list_rulesets(view: Here) -> list[RulesetLine]:
    """The rulesets that events can be created with."""
    del view
    return [RulesetLine(r.id, r.title, r.document, r.edition) for r in rulesets.available()]


@api_get("/settings", Right.PUBLIC, _TAG)
def list_settings(view: Here) -> list[SettingLine]:
    """All settings of an event."""
    del view
    return [SettingLine(s.key, s.meaning, s.takes, s.per_pod, s.before_start) for s in listed_settings()]


@api_get("/public/events", Right.PUBLIC, _TAG, list[EventLine])
def list_public(view: Here) -> Response[bytes]:
    """All events, oldest first. Updated at most once a second."""
    return view.cached_response(
        ("api-events",),
        view.app_state.ctx.now(),
        lambda: msgspec.json.encode([e.line for e in view.app_state.look(events.list_events)]),
        kind="application/json",
        more={"access-control-allow-origin": "*"},
        every=AT_MOST_EVERY,
    )


@api_get("/public/events/{slug:str}", Right.PUBLIC, _TAG, PublicEvent)
def show_public(slug: str, view: Here) -> Response[bytes]:
    """One event at a glance: pods, rounds, announcements."""
    return cached_answer(view, slug, ("event",), _public_event)


def _public_event(event: LoadedTournament) -> PublicEvent:
    t = event.state
    pods = {}
    for p, r in shown_rounds(t):
        pods[p.id] = PodState(
            pod=p.id,
            phase=p.phase.value,
            divisions=list(p.divisions),
            section=p.section,
            players=len(p.members),
            active=sum(t.is_active(no) for no in p.members),
            round=r.number,
            rounds=p.first_round + p.planned - 1,
            status="over" if pod_status(t, p) == "over" else r.status.value,
            closed=p.closed,
            open_tables=still_open(event, r) if r.status is Status.STARTED else [],
        )
    lines = [AnnouncementRow(a.seq, a.at, a.text) for a in t.floor.announcements]
    return PublicEvent(
        t.slug, t.name, t.ruleset.id, t.zone, len(t.entrants), list(pods.values()), lines, head_hash(event)
    )


@api_get("/public/events/{slug:str}/pairings", Right.PUBLIC, _TAG, list[PairingRow])
def public_pairings(slug: str, view: Here, round_no: RoundNo = None, pod: _Name = None) -> Response[bytes]:
    """Pairings of published rounds. By default each pod's current one."""
    return cached_answer(view, slug, ("pairings", round_no, pod), lambda event: _pairings(event, round_no, pod))


def _pairings(event: LoadedTournament, round_no: int | None, pod: str | None) -> list[PairingRow]:
    rounds = rounds_numbered(event.state, round_no)
    if pod is not None:
        rounds = [(p, r) for p, r in rounds if p.id == pod]
        if not rounds:
            raise NotFound("no-published-pod", "Nothing has been published for the group “{pod}”.", pod=pod)
    return public_rounds(event, rounds)


def public_rounds(event: LoadedTournament, rounds: Iterable[tuple[Pod, Round]]) -> list[PairingRow]:
    """Published rounds with the names that the public may see."""
    name = partial(public_name, event)
    return [row for p, r in rounds for row in pairings_of(event, p, r, str, name, public=True)]


@api_get("/public/events/{slug:str}/standings", Right.PUBLIC, _TAG, list[StandingRow])
def public_standings(
    slug: str, view: Here, after: After = None, pod: _Name = None, division: _Name = None
) -> Response[bytes]:
    """Standings after a finished round. By default after the last one."""
    return cached_answer(
        view, slug, ("standings", after, pod, division), lambda event: _standings(event, after, pod, division)
    )


def _standings(event: LoadedTournament, after: int | None, pod: str | None, division: str | None) -> list[StandingRow]:
    t = event.state
    tables = public_tables(event, after)
    if pod is not None:
        tables = [table for table in tables if pod in (table.id, *table.pods)]
    if division is not None or pod is None:
        tables = per_division(t, tables)
    if division is not None:
        tables = [x for x in tables if division == x.division or t.pods[x.pods[0]].divisions == (division,)]
    if not tables and (pod or division):
        raise NotFound("no-standings", "There are no standings for “{what}”.", what=pod or division)
    name = partial(public_name, event)
    return [standing_row(event, table, row, str, name) for table in tables for row in table.rows]


@api_get("/public/events/{slug:str}/bracket", Right.PUBLIC, _TAG, list[Bracket])
def public_bracket(slug: str, view: Here) -> Response[bytes]:
    """The eliminations that have a published round."""
    return cached_answer(view, slug, ("bracket",), lambda event: [bracket_answer(b) for b in shown_brackets(event)])


@api_get("/public/events/{slug:str}/announcements", Right.PUBLIC, _TAG, list[AnnouncementRow])
def public_announcements(slug: str, view: Here) -> Response[bytes]:
    """The announcements on screens now."""
    return cached_answer(
        view,
        slug,
        ("announcements",),
        lambda event: [AnnouncementRow(a.seq, a.at, a.text) for a in event.state.floor.announcements],
    )


@api_get("/public/events/{slug:str}/clock", Right.PUBLIC, _TAG)
def public_clock(slug: str, view: Here) -> list[ClockRow]:
    """The clocks of the rounds in progress, in server time."""
    return view.app_state.look_public(slug, lambda ctx: _clocks(ctx, slug))


def _clocks(ctx: Context, slug: str) -> list[ClockRow]:
    now, event = ctx.now(), ctx.open(slug)
    overtime = overtime_of(event.state)
    turns, minutes = (overtime.turns, overtime.seconds // 60) if overtime is not None else (0, 0)
    return [
        ClockRow(
            pod,
            number,
            c.started,
            c.minutes,
            left := seconds_left(c, now),
            bool(c.paused_at),
            now,
            turns,
            minutes,
            time_left(left, overtime).over,
        )
        for (pod, number), c in sorted(running_clocks(event).items())
    ]


def own_rounds(event: LoadedTournament, no: int) -> list[PairingRow]:
    """A player's own lines in every published round."""
    rounds = shown_rounds(event.state) or current_rounds(event.state)
    rows = public_rounds(event, [(p, own_round(event, r, no)) for p, r in rounds])
    return [p for p in rows if str(no) in (p.a, p.b)]


ROUTES = [
    list_rulesets,
    list_settings,
    list_public,
    show_public,
    public_pairings,
    public_standings,
    public_bracket,
    public_announcements,
    public_clock,
]
