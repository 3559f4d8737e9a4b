"""Calls for views (SP-13): pairing information and cards for staff; players and cross table without a token."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Response

from pareo.app.desk import Desk, Event
from pareo.app.people.player_order import in_order, read_order
from pareo.app.rights import Right
from pareo.app.views.cards import card
from pareo.app.views.cross_table import cross_lines, whole_table
from pareo.app.views.event_rows import entrant_status
from pareo.app.views.pairing_information import information_rows
from pareo.app.views.public import finished_numbers, public_tables
from pareo.app.views.public_names import listed_name, public_name
from pareo.app.views.rows import CrossLine
from pareo.app.views.rows_people import Card, Information, PublicPlayer
from pareo.core.words.errors import NotFound
from pareo.web.api.declare import Here, reading
from pareo.web.api.public import After, RoundNo, ready

_TAG = "views"
_Chain = Annotated[str, QueryParameter(max_length=200, description="Criteria: rating,-club,last,random.")]
_Pod = Annotated[str | None, QueryParameter(max_length=80)]


@reading("/events/{slug:str}/information", Right.STAFF, _TAG)
def information(slug: str, view: Here, round_no: RoundNo = None, pod: _Pod = None) -> list[Information]:
    """What a round was drawn from, player by player, and why each pair was made. Drafts too."""
    return view.hall.look(lambda desk: information_rows(desk, slug, round_no=round_no, pod=pod))


@reading("/events/{slug:str}/players/{who:str}/card", Right.STAFF, _TAG)
def player_card(slug: str, who: str, view: Here, after: After = None) -> Card:
    """One player's rounds with running points, and his place."""
    return view.hall.look(lambda desk: card(desk, slug, who, after=after))


@reading("/public/events/{slug:str}/cross-table", Right.PUBLIC, _TAG, list[CrossLine])
def cross_table(slug: str, view: Here, after: After = None, pod: _Pod = None) -> Response[bytes]:
    """Who met whom in the finished rounds, in order of place."""
    return ready(view, slug, ("cross-table", after, pod), lambda event: _crossed(view, event, after, pod))


def _crossed(view: Here, event: Event, after: int | None, pod: str | None) -> list[CrossLine]:
    def look(desk: Desk) -> list[CrossLine]:
        told: list[CrossLine] = []
        tables = [x for x in public_tables(event, after) if pod is None or pod in (x.id, *x.pods)]
        if pod is not None and not tables:
            raise NotFound("no-standings", "There are no standings for “{what}”.", what=pod)
        for found in tables:
            # Up to a finished round: a bracket that has only been set up stays unknown.
            last = finished_numbers(event.state)[-1] if after is None else after
            part = whole_table(desk, event.state.slug, pod=found.id, after=last)
            told += cross_lines(event, part, str, partial(public_name, event))
        return told

    return view.hall.look_public(event.state.slug, look)


@reading("/public/events/{slug:str}/players", Right.PUBLIC, _TAG, list[PublicPlayer])
def public_players(slug: str, view: Here, sort: _Chain = "") -> Response[bytes]:
    """The entrants in any order; names as the event shows them. An order by anything private is refused."""
    chain = read_order(sort, public=True)
    return ready(view, slug, ("players", chain), lambda event: [_player(event, no) for no in in_order(event, chain)])


def _player(event: Event, no: int) -> PublicPlayer:
    e = event.state.entrants[no]
    return PublicPlayer(
        player=str(no), name=public_name(event, no), listed=listed_name(event, no), division=e.division, club=e.club,
        federation=e.federation, status=entrant_status(event.state, no), start_no=e.start_no or None, rating=e.rating,
        rating2=e.rating2,
    )


ROUTES = [information, player_card, cross_table, public_players]
