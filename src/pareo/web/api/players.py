"""Calls about players: enter, edit, late, leave, come back, merge, check in, forget."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from litestar.params import QueryParameter
from msgspec import structs

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.floor import floor
from pareo.app.commands.people import late, leaving, players, roster
from pareo.app.queries.people.player_order import player_list
from pareo.app.rows.people import StaffPlayerRow
from pareo.core.text.errors import NeedsConfirmation
from pareo.web.api.bodies import (
    CheckInBody,
    ConfirmationBody,
    DisqualifyBody,
    EditBody,
    LateBody,
    LeaveBody,
    PlayersBody,
    SwapBody,
    UndropBody,
)
from pareo.web.api.route_decorators import api_delete, api_get, api_patch, api_post, reason, rows, run_command
from pareo.web.api.rows import PlayerLink, Terms, Written
from pareo.web.route_decorators import Here

_TAG = "players"
_ONE = "/events/{slug:str}/players/{who:str}"
_Chain = Annotated[str, QueryParameter(max_length=200, description="Criteria: rating,-club,last,random.")]
_Words = Annotated[str, QueryParameter(max_length=200, description="Words of the name, club or id.")]


@api_get("/events/{slug:str}/players", Right.STAFF, _TAG)
def list_players(slug: str, view: Here, q: _Words = "", sort: _Chain = "") -> list[StaffPlayerRow]:
    """All players with their personal data."""
    return view.app_state.look(lambda ctx: _staff_rows(ctx, slug, q, sort))


def _staff_rows(ctx: Context, slug: str, q: str, sort: str) -> list[StaffPlayerRow]:
    event = ctx.open(slug)
    chosen = set(roster.search(event, roster.Filter(text=q)).all_nos) if q.strip() else None
    here = floor.present(event.state)
    return [
        StaffPlayerRow(checked_in=row.no in here, **structs.asdict(row))
        for row in player_list(ctx, slug, sort=sort)
        if chosen is None or row.no in chosen
    ]


@api_post("/events/{slug:str}/players", Right.PLAYERS, _TAG)
def enter_players(slug: str, view: Here, data: PlayersBody, client: str | None) -> Written:
    """Enters players before round 1 starts, all or none. After that, add them as late players."""
    new = [p.new(f"row {i}") for i, p in enumerate(data.players, 1)]
    return run_command(
        view,
        lambda ctx: players.enter(
            ctx, slug, new, confirmed=data.confirm, override=reason(data.override), client=client
        ),
    )


@api_patch(_ONE, Right.PLAYERS, _TAG)
def edit_player(slug: str, who: str, view: Here, data: EditBody, client: str | None) -> Written:
    """Changes fields of one player. Values are texts; an empty value clears the field."""
    return run_command(
        view,
        lambda ctx: players.edit(
            ctx, slug, who, data.changes, confirmed=data.confirm, override=reason(data.override), client=client
        ),
    )


@api_delete(_ONE, Right.PLAYERS, _TAG)
def remove_player(slug: str, who: str, view: Here, client: str | None) -> Written:
    """Removes a player entered by mistake, before any round is paired."""
    return run_command(view, lambda ctx: leaving.remove(ctx, slug, who, client=client))


@api_post("/events/{slug:str}/late/terms", Right.CHECK_IN, _TAG)
def late_terms(slug: str, view: Here, data: LateBody) -> Terms:
    """Preview of adding a late player: the losses they take. Nothing is saved."""
    offer = view.app_state.look(
        lambda ctx: late.late_offer(ctx, slug, data.player.new(), section=data.section, this_round=data.this_round)
    )
    return rows(asdict(offer.terms), Terms)


@api_post("/events/{slug:str}/late", Right.CHECK_IN, _TAG)
def enter_late(slug: str, view: Here, data: LateBody, client: str | None) -> Written:
    """Adds a late player. Without `confirm` the answer is 409 with the losses the player takes."""
    return run_command(
        view,
        lambda ctx: late.enter_late(
            ctx,
            slug,
            data.player.new(),
            section=data.section,
            this_round=data.this_round,
            confirmed=data.confirm,
            override=reason(data.override),
            client=client,
        ),
    )


@api_post(_ONE + "/drop", Right.CHECK_IN, _TAG)
def drop_player(slug: str, who: str, view: Here, data: LeaveBody, client: str | None) -> Written:
    """Drops a player, or records a no-show."""
    kind = "no-show" if data.no_show else "drop"
    return run_command(view, lambda ctx: leaving.drop(ctx, slug, who, kind=kind, reason=data.reason, client=client))


@api_post(_ONE + "/disqualify", Right.JUDGE, _TAG)
def disqualify_player(slug: str, who: str, view: Here, data: DisqualifyBody, client: str | None) -> Written:
    """Disqualifies or expels a player."""
    kind = "expelled" if data.expelled else "disqualified"
    return run_command(view, lambda ctx: leaving.drop(ctx, slug, who, kind=kind, reason=data.reason, client=client))


@api_post(_ONE + "/undrop", Right.CHECK_IN, _TAG)
def undrop_player(slug: str, who: str, view: Here, client: str | None, data: UndropBody | None = None) -> Written:
    """Undoes a drop. Rounds missed meanwhile count as not played."""
    override = data.override if data is not None else None
    return run_command(view, lambda ctx: leaving.undrop(ctx, slug, who, override=reason(override), client=client))


@api_post("/events/{slug:str}/merge", Right.PLAYERS, _TAG)
def merge_players(slug: str, view: Here, data: SwapBody, client: str | None) -> Written:
    """Merges two entries of one person: `a` stays, `b` is deleted. Needs `confirm`."""

    def command(ctx: Context) -> CommandResult:
        event = ctx.open(slug)
        if not data.confirm:
            raise NeedsConfirmation(
                "merge-confirm",
                "{a} stays and gets the data that only {b} has; {b} is deleted.",
                a=event.name(event.find(data.a)),
                b=event.name(event.find(data.b)),
            )
        return roster.merge(ctx, slug, data.a, data.b, client=client)

    return run_command(view, command)


@api_post("/events/{slug:str}/check-in", Right.CHECK_IN, _TAG)
def check_in(slug: str, view: Here, data: CheckInBody, client: str | None) -> Written:
    """Checks players in for the next round, or undoes it."""
    return run_command(view, lambda ctx: floor.check_in(ctx, slug, data.players, here=data.here, client=client))


@api_post(_ONE + "/forget", Right.EVENT, _TAG)
def forget_player(slug: str, who: str, view: Here, data: ConfirmationBody, client: str | None) -> Written:
    """Erases a person's data for good. Results stay, shown by number. Needs `confirm`."""

    def command(ctx: Context) -> CommandResult:
        event = ctx.open(slug)
        name = event.name(event.find(who))
        if not data.confirm:
            raise leaving.forget_question(name)
        return leaving.forget(ctx, slug, who, client=client)

    return run_command(view, command)


@api_get(_ONE + "/link", Right.EVENT, _TAG)
def player_link(slug: str, who: str, view: Here) -> PlayerLink:
    """The signed link of a player's own page: anyone with the link can report that player's results."""
    no = view.app_state.look(lambda ctx: ctx.open(slug).find(who))
    link = view.app_state.accounts.player_link(slug, no)
    return PlayerLink(link, f"/e/{slug}/p/{link}")


ROUTES = [
    list_players,
    enter_players,
    edit_player,
    remove_player,
    late_terms,
    enter_late,
    drop_player,
    disqualify_player,
    undrop_player,
    merge_players,
    check_in,
    forget_player,
    player_link,
]
