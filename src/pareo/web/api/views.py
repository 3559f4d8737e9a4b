"""Calls for views (SP-13): pairing information and cards for staff; players and cross table without a token."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter
from litestar.response import Response
from msgspec import Meta

from pareo.app.desk import Desk, Event
from pareo.app.people.player_order import in_order, read_order
from pareo.app.rights import Right
from pareo.app.views.cards import card
from pareo.app.views.cross_table import whole_table
from pareo.app.views.event_rows import entrant_status
from pareo.app.views.pairing_information import information_rows
from pareo.app.views.public import finished_numbers, listed_name, public_name, public_tables
from pareo.core.words.errors import NotFound
from pareo.web.api.declare import Here, reading, rows
from pareo.web.api.public import After, RoundNo, ready
from pareo.web.api.rows import Points, Record, Tiebreak

_TAG = "views"
_Chain = Annotated[str, QueryParameter(max_length=200, description="Criteria: rating,-club,last,random.")]
_Pod = Annotated[str | None, QueryParameter(max_length=80)]


class CrossCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round of a player: whom he met, and how it went."""

    round: int
    outcome: Annotated[str, Meta(examples=["win"])]
    points: Points
    opponent: str | None = None
    place: Annotated[int | None, Meta(description="The opponent's place in this table.")] = None
    score: str | None = None
    starts: Annotated[bool | None, Meta(description="Had the first move, or white.")] = None


class CrossLine(msgspec.Struct, frozen=True):
    """One player of a cross table."""

    table: str
    rank: int
    player: str
    name: str
    points: Points
    rounds: list[CrossCell]
    start_no: int | None = None
    rating: int | None = None


class Information(msgspec.Struct, frozen=True):
    """One player before a round, and the opponent it gives him. For staff."""

    pod: str
    round: int
    player: str
    name: str
    points: Points
    virtual: Annotated[Points, Meta(description="Points for pairing only: bonus and acceleration.")]
    paired_by: Points
    starts: Annotated[str, Meta(description="+ first move or white, - second, . no game", examples=["+-."])]
    due: str
    due_strength: Annotated[str, Meta(description="absolute, strong, mild or empty")]
    floats_down: list[int]
    floats_up: list[int]
    opponents: list[str]
    byes: Annotated[list[int], Meta(description="Rounds he rested.")]
    status: str
    starts_now: str
    reasons: list[str]
    why: Annotated[list[str], Meta(description="The reasons as sentences.")]
    start_no: int | None = None
    rating: int | None = None
    table: int | None = None
    kind: str | None = None
    opponent: str | None = None
    opponent_name: str | None = None


class Card(msgspec.Struct, frozen=True):
    """One player's whole tournament. For staff."""

    player: str
    no: int
    name: str
    title: str
    club: str
    federation: str
    division: str
    status: str
    points: Points
    record: Record
    tiebreaks: dict[str, Tiebreak]
    rounds: list[dict[str, Any]]
    rank: int | None = None
    start_no: int | None = None
    rating: int | None = None
    rating2: int | None = None


class PublicPlayer(msgspec.Struct, frozen=True):
    """An entrant, as everybody may know him."""

    player: Annotated[str, Meta(description="His number in the list of entries.")]
    name: str
    listed: Annotated[str, Meta(description="The name as lists sort it.")]
    division: str
    club: str
    federation: str
    status: str
    start_no: int | None = None
    rating: int | None = None
    rating2: int | None = None


@reading("/events/{slug:str}/information", Right.STAFF, _TAG)
def information(slug: str, view: Here, round_no: RoundNo = None, pod: _Pod = None) -> list[Information]:
    """What a round was drawn from, player by player, and why each pair was made. Drafts too."""
    found = view.hall.look(lambda desk: information_rows(desk, slug, round_no=round_no, pod=pod))
    return rows(found, list[Information])


@reading("/events/{slug:str}/players/{who:str}/card", Right.STAFF, _TAG)
def player_card(slug: str, who: str, view: Here, after: After = None) -> Card:
    """One player's rounds with running points, and his place."""
    return rows(view.hall.look(lambda desk: card(desk, slug, who, after=after)), Card)


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
            for row in part.rows:
                e = event.state.entrants[row.no]
                cells = [
                    CrossCell(n, c.outcome, c.points, None if c.opponent is None else str(c.opponent), c.place,
                              c.score or None, c.started)
                    for n, c in zip(part.rounds, row.cells, strict=True) if c.outcome
                ]
                told.append(CrossLine(part.id, row.rank, str(row.no), public_name(event, row.no), row.points, cells,
                                      e.start_no or None, e.rating))
        return told

    return view.hall.look(look)


@reading("/public/events/{slug:str}/players", Right.PUBLIC, _TAG, list[PublicPlayer])
def public_players(slug: str, view: Here, sort: _Chain = "") -> Response[bytes]:
    """The entrants in any order; names as the event shows them. An order by anything private is refused."""
    chain = read_order(sort, public=True)
    return ready(view, slug, ("players", chain), lambda event: [_player(event, no) for no in in_order(event, chain)])


def _player(event: Event, no: int) -> PublicPlayer:
    e = event.state.entrants[no]
    return PublicPlayer(str(no), public_name(event, no), listed_name(event, no), e.division, e.club, e.federation,
                        entrant_status(event.state, no), e.start_no or None, e.rating, e.rating2)


ROUTES = [information, player_card, cross_table, public_players]
