"""How a place came about: the arithmetic of every tie-break."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec.structs import replace

from pareo.app.accounts.permissions import Right
from pareo.app.queries.pages.explain_place import arithmetic_rows
from pareo.app.rows.tables import PlaceArithmetic
from pareo.web.api.route_decorators import api_get
from pareo.web.route_decorators import Here

_After = Annotated[
    int | None, QueryParameter(ge=1, le=1000, description="After this round; default: the last finished one.")
]


@api_get("/events/{slug:str}/standings/{no:int}", Right.STAFF, "results")
def show_arithmetic(slug: str, no: int, view: Here, after: _After = None) -> PlaceArithmetic:
    """The calculation of one place. Every tie-break term by term, with exact fractions."""
    arithmetic = view.app_state.look(lambda ctx: arithmetic_rows(ctx, slug, no, after))
    return replace(arithmetic, points=float(arithmetic.points))


ROUTES = [show_arithmetic]
