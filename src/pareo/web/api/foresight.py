"""What is ahead, through the API: what players need."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec.structs import replace

from pareo.app.foresight.outlook_rows import OutlookRow, outlook_rows
from pareo.app.rights import Right
from pareo.web.api.declare import Here, reading

_After = Annotated[int | None, QueryParameter(ge=1, le=1000, description="As things stood when this round had ended.")]
_Player = Annotated[str | None, QueryParameter(max_length=80, description="Only this one, by id or name.")]


@reading("/events/{slug:str}/outlook", Right.STAFF, "results")
def show_outlook(slug: str, view: Here, player: _Player = None, after: _After = None) -> list[OutlookRow]:
    """Who is in for sure, who is out, and what the others need. In and out are certain whatever the results still to
    come."""
    found = view.hall.look(lambda desk: outlook_rows(desk, slug, player, after=after, quick=True))
    return [replace(row, points=float(row.points)) for row in found]


ROUTES = [show_outlook]
