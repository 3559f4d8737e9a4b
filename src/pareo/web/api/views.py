"""Calls for views (SP-13): pairing information and cards for staff; players and cross table without a token."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.cards import card
from pareo.app.queries.pages.cross_table import cross_lines, whole_table
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.pairing_information import information_rows
from pareo.app.queries.pages.public_names import listed_name, public_name
from pareo.app.queries.pages.public_view import public_tables
from pareo.app.queries.people.player_order import in_order, read_order
from pareo.app.rows.people import Information, PlayerCardRow, PublicPlayer
from pareo.app.rows.tables import CrossLine
from pareo.core.text.errors import NotFound
from pareo.web.api.public import After, RoundNo, cached_answer
from pareo.web.api.route_decorators import api_get
from pareo.web.route_decorators import Here

_TAG = "views"
_Chain = Annotated[str, QueryParameter(max_length=200, description="Criteria: rating,-club,last,random.")]
_Pod = Annotated[str | None, QueryParameter(max_length=80)]


@api_get("/events/{slug:str}/information", Right.STAFF, _TAG)
def information(slug: str, view: Here, round_no: RoundNo = None, pod: _Pod = None) -> list[Information]:
    """The pairing information of a round, player by player, with the reason for each pair. Drafts too."""
    return view.app_state.look(lambda ctx: information_rows(ctx, slug, round_no=round_no, pod=pod))


@api_get("/events/{slug:str}/players/{who:str}/card", Right.STAFF, _TAG)
def player_card(slug: str, who: str, view: Here, after: After = None) -> PlayerCardRow:
    """One player's rounds with running points and place."""
    return view.app_state.look(lambda ctx: card(ctx, slug, who, after=after))


@api_get("/public/events/{slug:str}/cross-table", Right.PUBLIC, _TAG, list[CrossLine])
def cross_table(slug: str, view: Here, after: After = None, pod: _Pod = None) -> Response[bytes]:
    """The cross table of the finished rounds, in order of place."""
    return cached_answer(view, slug, ("cross-table", after, pod), lambda event: _cross_lines(view, event, after, pod))


def _cross_lines(view: Here, event: LoadedTournament, after: int | None, pod: str | None) -> list[CrossLine]:
    def look(ctx: Context) -> list[CrossLine]:
        lines: list[CrossLine] = []
        tables = [x for x in public_tables(event, after) if pod is None or pod in (x.id, *x.pods)]
        if pod is not None and not tables:
            raise NotFound("no-standings", "There are no standings for “{what}”.", what=pod)
        for table in tables:
            part = whole_table(ctx, event.state.slug, pod=table.id, after=after, public=True)
            lines += cross_lines(event, part, str, partial(public_name, event))
        return lines

    return view.app_state.look_public(event.state.slug, look)


@api_get("/public/events/{slug:str}/players", Right.PUBLIC, _TAG, list[PublicPlayer])
def public_players(slug: str, view: Here, sort: _Chain = "") -> Response[bytes]:
    """The entrants in any order; names as the event shows them. Sorting by private data is refused."""
    chain = read_order(sort, public=True)
    return cached_answer(
        view, slug, ("players", chain), lambda event: [_player(event, no) for no in in_order(event, chain)]
    )


def _player(event: LoadedTournament, no: int) -> PublicPlayer:
    e = event.state.entrants[no]
    return PublicPlayer(
        player=str(no),
        name=public_name(event, no),
        listed=listed_name(event, no),
        division=e.division,
        club=e.club,
        federation=e.federation,
        status=entrant_status(event.state, no),
        start_no=e.start_no or None,
        rating=e.rating,
        rating2=e.rating2,
    )


ROUTES = [information, player_card, cross_table, public_players]
