"""Calls at the end of an event: ratings to the directory and the event to its series, in one step."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.rights import Right
from pareo.app.season import club_evening
from pareo.app.season.rows import ClosingTold
from pareo.web.api.bodies import Asked
from pareo.web.api.declare import Here, reading, writing

_TAG = "directory"
_AT = "/events/{slug:str}/close"
_WHICH = "A series; empty: none; left out: where the event it was made like went."
_Series = Annotated[str | None, QueryParameter(max_length=200, description=_WHICH)]


class CloseBody(Asked, frozen=True, forbid_unknown_fields=True):
    """Where it goes. Nothing need be said."""

    series: Annotated[str, Meta(max_length=200, description=_WHICH)] | None = None
    list: Annotated[int, Meta(ge=1, le=2)] | None = None
    take: Annotated[bool, Meta(description="Who is not in the directory becomes a person of it first.")] = False
    confirm: Annotated[bool, Meta(description="Also if some players are not in the directory.")] = False


@reading(_AT, Right.DIRECTORY, _TAG)
def show_closing(slug: str, view: Here, series: _Series = None) -> ClosingTold:
    """What closing would do. Nothing is written."""
    return view.hall.look(lambda desk: club_evening.closing_row(club_evening.look(desk, slug, to=series)))


@writing(_AT, Right.DIRECTORY, _TAG)
def close_event(slug: str, view: Here, data: CloseBody) -> ClosingTold:
    """Applies the ratings and adds the event to its series. May be asked again: what is done is left."""
    with view.hall.at_desk(view.identity) as desk:
        return club_evening.close(desk, slug, to=data.series, list_no=data.list, take=data.take, confirmed=data.confirm)


ROUTES = [show_closing, close_event]
