"""Calls about the floor: claims of players, penalties, extra time, announcements."""

from __future__ import annotations

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.app.queries.floor.claims import disputed_tables
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.public_names import public_name
from pareo.core.results.result_text import format_result
from pareo.core.text.errors import NotFound
from pareo.web.api.bodies import AnnouncementBody, ClaimBody, ExtensionBody, PenaltyBody
from pareo.web.api.public import own_rounds
from pareo.web.api.route_decorators import api_delete, api_get, api_post, run_command
from pareo.web.api.rows import Claim, ExtensionRow, Own, PenaltyRow, Written
from pareo.web.devices import reporting_device
from pareo.web.route_decorators import Here

_TAG = "floor"
_OWN = "/events/{slug:str}/own/{link:str}"


@api_get("/events/{slug:str}/claims", Right.STAFF, _TAG)
def list_claims(slug: str, view: Here) -> list[Claim]:
    """Results reported by players, and reports that differ."""
    return view.app_state.look(lambda ctx: _claims(ctx, slug))


def _claims(ctx: Context, slug: str) -> list[Claim]:
    event = ctx.open(slug)
    t = event.state
    disputed = set(disputed_tables(event))
    rows: list[Claim] = []
    for (number, table), claims in sorted(t.floor.claims.items()):
        try:
            match = t.find_table(number, table)[2]
        except NotFound:  # the round was made again
            continue
        results = {event.id(no): format_result(c, t.ruleset.results) for no, c in claims.items()}
        entered = format_result(match.result, t.ruleset.results) if match.result is not None else None
        rows.append(Claim(number, table, results, (number, table) in disputed, entered))
    return rows


@api_get(_OWN, Right.OWN, _TAG)
def show_own(slug: str, link: str, view: Here) -> Own:
    """A player's own matches, by the signed link of their page."""
    del link
    no = view.identity.player_of(slug) or 0

    def look(ctx: Context) -> Own:
        event = ctx.open(slug)
        event.state.entrant(no)
        return Own(str(no), public_name(event, no), entrant_status(event.state, no), own_rounds(event, no))

    return view.app_state.look_public(slug, look)


@api_post(_OWN + "/claim", Right.OWN, _TAG)
def claim(slug: str, link: str, view: Here, data: ClaimBody, client: str | None) -> Written:
    """A player's own report, from their side. Matching reports become the result."""
    del link
    no = view.identity.player_of(slug) or 0
    return run_command(
        view,
        lambda ctx: floor.claim(
            ctx,
            slug,
            no=no,
            round_no=data.round,
            result=data.result,
            device=reporting_device(view, slug),
            confirmed=data.confirm,
            client=client,
        ),
    )


@api_get("/events/{slug:str}/penalties", Right.STAFF, _TAG)
def list_penalties(slug: str, view: Here) -> list[PenaltyRow]:
    """Penalties and notes by judges."""

    def look(ctx: Context) -> list[PenaltyRow]:
        event = ctx.open(slug)
        return [
            PenaltyRow(p.seq, p.round_no, event.id(p.no), event.name(p.no), p.kind, p.reason, p.by)
            for p in event.state.floor.penalties
            if p.no in event.state.entrants
        ]

    return view.app_state.look(look)


@api_post("/events/{slug:str}/penalties", Right.JUDGE, _TAG)
def penalise(slug: str, view: Here, data: PenaltyBody, client: str | None) -> Written:
    """Records a penalty. Enter a match loss as a result too."""
    return run_command(
        view,
        lambda ctx: floor.penalise(
            ctx, slug, data.player, round_no=data.round, kind=data.kind, reason=data.reason, client=client
        ),
    )


@api_get("/events/{slug:str}/extensions", Right.STAFF, _TAG)
def list_extensions(slug: str, view: Here) -> list[ExtensionRow]:
    """Extra time by table."""
    return view.app_state.look(
        lambda ctx: [
            ExtensionRow(x.round_no, x.table, x.minutes, x.reason)
            for _, x in sorted(ctx.open(slug).state.floor.extensions.items())
        ]
    )


@api_post("/events/{slug:str}/extensions", Right.JUDGE, _TAG)
def extend(slug: str, view: Here, data: ExtensionBody, client: str | None) -> Written:
    """Gives extra minutes to one table, shown on the clock page. 0 removes them."""
    return run_command(
        view,
        lambda ctx: floor.extend(
            ctx, slug, round_no=data.round, table=data.table, minutes=data.minutes, reason=data.reason, client=client
        ),
    )


@api_post("/events/{slug:str}/announcements", Right.EVENT, _TAG)
def announce(slug: str, view: Here, data: AnnouncementBody, client: str | None) -> Written:
    """Shows an announcement on screens and phones."""
    return run_command(view, lambda ctx: floor.announce(ctx, slug, data.text, client=client))


@api_delete("/events/{slug:str}/announcements/{seq:int}", Right.EVENT, _TAG)
def withdraw(slug: str, seq: int, view: Here, client: str | None) -> Written:
    """Removes an announcement from the screens."""
    return run_command(view, lambda ctx: floor.withdraw_announcement(ctx, slug, seq, client=client))


ROUTES = [
    list_claims,
    show_own,
    claim,
    list_penalties,
    penalise,
    list_extensions,
    extend,
    announce,
    withdraw,
]
