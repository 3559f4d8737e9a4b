"""Calls about players: enter, edit, late, leave, come back, merge, check in, forget."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from litestar.params import QueryParameter
from msgspec import structs

from pareo.app.desk import Desk, Done
from pareo.app.floor import floor
from pareo.app.people import late, leaving, players, roster
from pareo.app.people.player_order import player_list
from pareo.app.rights import Right
from pareo.app.views.rows_people import Player
from pareo.core.words.errors import NeedsConfirmation
from pareo.web.api.bodies import (
    CheckInBody,
    EditBody,
    LateBody,
    LeaveBody,
    PlayersBody,
    SendAwayBody,
    SureBody,
    SwapBody,
)
from pareo.web.api.declare import Here, changing, deleting, reading, reason, rows, writing, written
from pareo.web.api.rows import PlayerLink, Terms, Written

_TAG = "players"
_ONE = "/events/{slug:str}/players/{who:str}"
_Chain = Annotated[str, QueryParameter(max_length=200, description="Criteria: rating,-club,last,random.")]
_Words = Annotated[str, QueryParameter(max_length=200, description="Words of the name, club or id.")]


@reading("/events/{slug:str}/players", Right.STAFF, _TAG)
def list_players(slug: str, view: Here, q: _Words = "", sort: _Chain = "") -> list[Player]:
    """Everybody who was entered, with birth year and all: for staff."""
    return view.hall.look(lambda desk: _listed(desk, slug, q, sort))


def _listed(desk: Desk, slug: str, q: str, sort: str) -> list[Player]:
    event = desk.open(slug)
    chosen = set(roster.search(event, roster.Filter(text=q)).all_nos) if q.strip() else None
    here = floor.present(event.state)
    return [
        Player(checked_in=row.no in here, **structs.asdict(row))
        for row in player_list(desk, slug, sort=sort)
        if chosen is None or row.no in chosen
    ]


@writing("/events/{slug:str}/players", Right.PLAYERS, _TAG)
def enter_players(slug: str, view: Here, data: PlayersBody, client: str | None) -> Written:
    """Enters people before round 1 starts, all or none. Later they are late."""
    new = [p.new(f"row {i}") for i, p in enumerate(data.players, 1)]
    return written(view, lambda desk: players.enter(desk, slug, new, confirmed=data.confirm, client=client))


@changing(_ONE, Right.PLAYERS, _TAG)
def edit_player(slug: str, who: str, view: Here, data: EditBody, client: str | None) -> Written:
    """Changes fields of one player. Values are texts; an empty one empties the field."""
    return written(view, lambda desk: players.edit(
        desk, slug, who, data.changes, confirmed=data.confirm, client=client))


@deleting(_ONE, Right.PLAYERS, _TAG)
def remove_player(slug: str, who: str, view: Here, client: str | None) -> Written:
    """Takes out somebody who was entered by mistake, before any round is paired."""
    return written(view, lambda desk: leaving.remove(desk, slug, who, client=client))


@writing("/events/{slug:str}/late/terms", Right.CHECK_IN, _TAG)
def late_terms(slug: str, view: Here, data: LateBody) -> Terms:
    """What arriving now would cost this player. Nothing is written."""
    offer = view.hall.look(lambda desk: late.late_offer(
        desk, slug, data.player.new(), section=data.section, this_round=data.this_round))
    return rows(asdict(offer.terms), Terms)


@writing("/events/{slug:str}/late", Right.CHECK_IN, _TAG)
def enter_late(slug: str, view: Here, data: LateBody, client: str | None) -> Written:
    """Enters somebody after the start. Without `confirm` the answer is 409 and says what it costs him."""
    return written(view, lambda desk: late.enter_late(
        desk, slug, data.player.new(), section=data.section, this_round=data.this_round, confirmed=data.confirm,
        override=reason(data.override), client=client,
    ))


@writing(_ONE + "/drop", Right.CHECK_IN, _TAG)
def drop_player(slug: str, who: str, view: Here, data: LeaveBody, client: str | None) -> Written:
    """A player leaves, or never came."""
    kind = "no-show" if data.no_show else "drop"
    return written(view, lambda desk: leaving.drop(desk, slug, who, kind=kind, reason=data.reason, client=client))


@writing(_ONE + "/disqualify", Right.JUDGE, _TAG)
def disqualify_player(slug: str, who: str, view: Here, data: SendAwayBody, client: str | None) -> Written:
    """A player is sent away by a judge."""
    kind = "expelled" if data.expelled else "disqualified"
    return written(view, lambda desk: leaving.drop(desk, slug, who, kind=kind, reason=data.reason, client=client))


@writing(_ONE + "/undrop", Right.CHECK_IN, _TAG)
def undrop_player(slug: str, who: str, view: Here, client: str | None) -> Written:
    """A player who left comes back. Rounds missed meanwhile count as not played."""
    return written(view, lambda desk: leaving.undrop(desk, slug, who, client=client))


@writing("/events/{slug:str}/merge", Right.PLAYERS, _TAG)
def merge_players(slug: str, view: Here, data: SwapBody, client: str | None) -> Written:
    """One person was entered twice: `a` stays, `b` goes. Needs `confirm`."""

    def command(desk: Desk) -> Done:
        event = desk.open(slug)
        if not data.confirm:
            raise NeedsConfirmation(
                "merge-confirm", "{a} stays and takes over what only {b} has; {b} goes.",
                a=event.name(event.find(data.a)), b=event.name(event.find(data.b)),
            )
        return roster.merge(desk, slug, data.a, data.b, client=client)

    return written(view, command)


@writing("/events/{slug:str}/check-in", Right.CHECK_IN, _TAG)
def check_in(slug: str, view: Here, data: CheckInBody, client: str | None) -> Written:
    """Marks people as here for the coming round, or takes that back."""
    return written(view, lambda desk: floor.check_in(desk, slug, data.players, here=data.here, client=client))


@writing(_ONE + "/forget", Right.EVENT, _TAG)
def forget_player(slug: str, who: str, view: Here, data: SureBody, client: str | None) -> Written:
    """Erases a person's data for good. Results stay, shown by number. Needs `confirm`."""

    def command(desk: Desk) -> Done:
        event = desk.open(slug)
        name = event.name(event.find(who))
        if not data.confirm:
            raise NeedsConfirmation("forget-confirm", "All data of {name} would be erased for good.", name=name)
        return leaving.forget(desk, slug, who, client=client)

    return written(view, command)


@reading(_ONE + "/link", Right.EVENT, _TAG)
def player_link(slug: str, who: str, view: Here) -> PlayerLink:
    """The signed link of a player's own page: who has it may report his results."""
    no = view.hall.look(lambda desk: desk.open(slug).find(who))
    link = view.hall.accounts.player_link(slug, no)
    return PlayerLink(link, f"/e/{slug}/p/{link}")


ROUTES = [
    list_players, enter_players, edit_player, remove_player, late_terms, enter_late, drop_player, disqualify_player,
    undrop_player, merge_players, check_in, forget_player, player_link,
]
