"""Calls about players who register themselves, and about what needs the staff."""

from __future__ import annotations

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.floor import judge_calls
from pareo.app.commands.people import registration
from pareo.app.queries.floor.attention import AttentionItem, attention_items
from pareo.app.queries.floor.claim_notices import claim_items
from pareo.web.api.bodies import JudgeBody, RegistrationBody
from pareo.web.api.route_decorators import api_delete, api_get, api_post, run_command
from pareo.web.api.rows import NeedRow, RegisteredRow, RegistrationRow, Written
from pareo.web.route_decorators import Here

_TAG = "registration"
_OWN = "/events/{slug:str}/own/{link:str}"


@api_get("/events/{slug:str}/registrations", Right.STAFF, _TAG)
def list_registrations(slug: str, view: Here) -> RegistrationRow:
    """Whether registration is open, and the waiting players."""

    def look(ctx: Context) -> RegistrationRow:
        event = ctx.open(slug)
        now = registration.terms(event, ctx.now())
        rows = registration.waiting_rows(event)
        return RegistrationRow(now.open, list(now.asked), now.limit, now.taken, rows)

    return view.app_state.look(look)


@api_post("/events/{slug:str}/registrations", Right.CHECK_IN, _TAG)
def register(slug: str, view: Here, data: RegistrationBody, client: str | None) -> RegisteredRow:
    """Registers a player, as the public page does: entered if there is a place, otherwise on the waiting list."""
    with view.app_state.open_context(view.identity) as ctx:
        done = registration.register(ctx, slug, data.fields, guardian=data.guardian, client=client)
    return RegisteredRow(done.no, done.entered)


@api_post("/events/{slug:str}/registrations/{no:int}/admit", Right.CHECK_IN, _TAG)
def admit(slug: str, no: int, view: Here, client: str | None) -> Written:
    """Accepts a waiting player, whatever the limit."""
    return run_command(view, lambda ctx: registration.admit(ctx, slug, no, client=client))


@api_delete("/events/{slug:str}/registrations/{no:int}", Right.CHECK_IN, _TAG)
def decline(slug: str, no: int, view: Here, client: str | None) -> Written:
    """Declines a waiting player and erases their data."""
    return run_command(view, lambda ctx: registration.decline(ctx, slug, no, client=client))


@api_get("/events/{slug:str}/needs", Right.STAFF, _TAG)
def list_needs(slug: str, view: Here) -> list[NeedRow]:
    """Open tasks: failed printouts, phones that took other players' names, judge calls, conflicts with TOM, reports
    that differ, registrations; before round 1 missing lists and unknown ages."""
    rows = view.app_state.look(
        lambda ctx: [
            NeedRow(n.kind, n.round_no, n.table, n.who, n.at, dict(n.said), n.number)
            for n in _needs(view, slug, ctx.open(slug))
        ]
    )
    problem = view.app_state.printing.problems.get(slug)
    return rows if problem is None else [NeedRow("printer", 0, 0, "", "", {"problem": str(problem)}, 1), *rows]


def _needs(view: Here, slug: str, event: LoadedTournament) -> list[AttentionItem]:
    return [*claim_items(event, view.app_state.accounts.claim_state(slug)), *attention_items(event)]


@api_post(_OWN + "/judge", Right.OWN, _TAG)
def call_judge(slug: str, link: str, view: Here, data: JudgeBody, client: str | None) -> Written:
    """Calls a judge to the player's table."""
    del link
    no = view.identity.player_of(slug) or 0
    return run_command(view, lambda ctx: judge_calls.call_judge(ctx, slug, no=no, round_no=data.round, client=client))


@api_delete("/events/{slug:str}/rounds/{number:int}/tables/{table:int}/judge", Right.REPORT, _TAG)
def judge_came(slug: str, number: int, table: int, view: Here, client: str | None) -> Written:
    """Closes a judge call."""
    return run_command(view, lambda ctx: judge_calls.judge_came(ctx, slug, round_no=number, table=table, client=client))


ROUTES = [list_registrations, register, admit, decline, list_needs, call_judge, judge_came]
