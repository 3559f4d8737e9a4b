"""Calls at the end of an event: ratings to the directory and the event to its series, in one step."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.league import closing
from pareo.app.rows.league import ClosingResult
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_post
from pareo.web.route_decorators import Here

_TAG = "directory"
_AT = "/events/{slug:str}/close"
_WHICH = "A series; empty: none; default: the series of the event it was copied from."
_Series = Annotated[str | None, QueryParameter(max_length=200, description=_WHICH)]


class CloseBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Where it goes. Nothing need be said."""

    series: Annotated[str, Meta(max_length=200, description=_WHICH)] | None = None
    list: Annotated[int, Meta(ge=1, le=2)] | None = None
    take: Annotated[bool, Meta(description="Add players who are not in the directory to it first.")] = False
    confirm: Annotated[bool, Meta(description="Also if some players are not in the directory.")] = False


@api_get(_AT, Right.DIRECTORY, _TAG)
def show_closing(slug: str, view: Here, series: _Series = None) -> ClosingResult:
    """Preview of closing the event. Nothing is saved."""
    return view.app_state.look(lambda ctx: closing.closing_row(closing.plan_closing(ctx, slug, to=series)))


@api_post(_AT, Right.DIRECTORY, _TAG)
def close_event(slug: str, view: Here, data: CloseBody) -> ClosingResult:
    """Applies the ratings and adds the event to its series. Can be repeated: steps already done are skipped."""
    with view.app_state.open_context(view.identity) as ctx:
        return closing.close(ctx, slug, to=data.series, list_no=data.list, take=data.take, confirmed=data.confirm)


ROUTES = [show_closing, close_event]
