"""Calls at the end of an event: ratings to the directory and the event to its series, in one step."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.rights import Right
from pareo.app.season import club_evening
from pareo.web.api.bodies import Asked
from pareo.web.api.declare import Here, reading, rows, writing
from pareo.web.api.directory import ChangeRow

_TAG = "directory"
_AT = "/events/{slug:str}/close"
_WHICH = "A series; empty: none; left out: where the event it was made like went."
_Series = Annotated[str | None, QueryParameter(max_length=200, description=_WHICH)]


class CloseBody(Asked, frozen=True, forbid_unknown_fields=True):
    """Where it goes. Nothing need be said."""

    series: Annotated[str, Meta(max_length=200, description=_WHICH)] | None = None
    list: Annotated[int, Meta(ge=1, le=2)] | None = None
    confirm: Annotated[bool, Meta(description="Also if some players are not in the directory.")] = False


class ListChanges(msgspec.Struct, frozen=True):
    """One rating list."""

    list: int
    before: Annotated[bool, Meta(description="It was applied before.")]
    changed: int
    changes: tuple[ChangeRow, ...]


class GoalRow(msgspec.Struct, frozen=True):
    """A series."""

    slug: str
    name: str
    inside: Annotated[bool, Meta(description="The event is in it.")] = True


class ClosingTold(msgspec.Struct, frozen=True):
    """What closing does."""

    slug: str
    lists: list[ListChanges]
    series: list[GoalRow]
    not_in_directory: list[str] = []
    notes: list[str] = []


@reading(_AT, Right.DIRECTORY, _TAG)
def show_closing(slug: str, view: Here, series: _Series = None) -> ClosingTold:
    """What closing would do. Nothing is written."""
    return rows(view.hall.look(
        lambda desk: club_evening.closing_row(club_evening.look(desk, slug, to=series))), ClosingTold)


@writing(_AT, Right.DIRECTORY, _TAG)
def close_event(slug: str, view: Here, data: CloseBody) -> ClosingTold:
    """Applies the ratings and adds the event to its series. May be asked again: what is done is left."""
    with view.hall.at_desk(view.identity) as desk:
        done = club_evening.close(desk, slug, to=data.series, list_no=data.list, confirmed=data.confirm)
    return rows({**done.data, "notes": [str(note) for note in done.notes]}, ClosingTold)


ROUTES = [show_closing, close_event]
