"""How a place came about: the arithmetic of every tie-break."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec.structs import replace

from pareo.app.rights import Right
from pareo.app.views.explain_place import arithmetic_rows
from pareo.app.views.rows import Reckoned
from pareo.web.api.declare import Here, reading

_After = Annotated[int | None, QueryParameter(ge=1, le=1000, description="After this round; else the last finished.")]


@reading("/events/{slug:str}/standings/{no:int}", Right.STAFF, "results")
def show_arithmetic(slug: str, no: int, view: Here, after: _After = None) -> Reckoned:
    """The arithmetic of one place. Every tie-break term by term, with exact fractions."""
    found = view.hall.look(lambda desk: arithmetic_rows(desk, slug, no, after))
    return replace(found, points=float(found.points))


ROUTES = [show_arithmetic]
