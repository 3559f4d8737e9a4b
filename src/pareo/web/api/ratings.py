"""Ratings and tie-breaks through the API: what an event does to ratings, and what its order can be made of."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from msgspec.structs import replace

from pareo.app.accounts.permissions import Right
from pareo.app.queries.pages.ratings import ratings_view
from pareo.app.rows.people import PlayerRatingRow
from pareo.core.standings.tiebreaks.order import option_choices
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.web.api.route_decorators import api_get
from pareo.web.route_decorators import Here

_After = Annotated[
    int | None, QueryParameter(ge=0, le=1000, description="After this round; default: the last finished one.")
]
_List = Annotated[int, QueryParameter(name="list", ge=1, le=2, description="Rating list.")]


class TiebreakLine(msgspec.Struct, frozen=True):
    """One tie-break that an order can name."""

    id: str
    title: str
    meaning: str
    options: dict[str, str]
    higher_first: bool


@api_get("/events/{slug:str}/ratings", Right.STAFF, "results")
def list_ratings(slug: str, view: Here, list_no: _List = 1, after: _After = None) -> list[PlayerRatingRow]:
    """Rating changes on either list, after any round."""
    return [
        replace(row, score=float(row.score), expected=None if row.expected is None else float(row.expected))
        for row in view.app_state.look(lambda ctx: ratings_view(ctx, slug, list_no, after))
    ]


@api_get("/tiebreaks", Right.PUBLIC, "public")
def list_tiebreaks(view: Here) -> list[TiebreakLine]:
    """The tie-breaks and their options. The setting `tiebreaks` of an event names some of them, in order."""
    del view
    return [
        TiebreakLine(
            t.id, t.title, t.meaning, {name: str(takes) for name, takes in option_choices(t.id)}, t.higher_first
        )
        for t in TIEBREAKS.values()
    ]


ROUTES = [list_ratings, list_tiebreaks]
