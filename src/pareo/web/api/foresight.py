"""What is ahead, through the API: what players need, other rules beside these, and the receipts of rounds."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import QueryParameter
from litestar.response import Response
from msgspec.structs import replace

from pareo.app.foresight.compare import Compared, compared
from pareo.app.foresight.outlook_rows import OutlookRow, outlook_rows
from pareo.app.foresight.receipt import receipt, written
from pareo.app.rights import Right
from pareo.web.api.declare import Here, reading

_After = Annotated[int | None, QueryParameter(ge=1, le=1000, description="As things stood when this round had ended.")]
_Player = Annotated[str | None, QueryParameter(max_length=80, description="Only this one, by id or name.")]

_Rules = Annotated[str, QueryParameter(name="with", max_length=80, description="The id of the other ruleset.")]
_Round = Annotated[int, QueryParameter(name="round", ge=1, le=1000)]
_Pod = Annotated[str | None, QueryParameter(max_length=80, description="Default: the first that has the round.")]


@reading("/events/{slug:str}/outlook", Right.STAFF, "results")
def show_outlook(slug: str, view: Here, player: _Player = None, after: _After = None) -> list[OutlookRow]:
    """Who is in for sure, who is out, and what the others need. In and out are certain whatever the results still to
    come."""
    found = view.hall.look(lambda desk: outlook_rows(desk, slug, player, after=after, quick=True))
    return [replace(row, points=float(row.points)) for row in found]


@reading("/events/{slug:str}/compare", Right.STAFF, "results")
def show_compared(slug: str, view: Here, other: _Rules) -> Compared:
    """Every place and every drawn pair that other rules would have made otherwise. With the paragraph."""
    return view.hall.look(lambda desk: compared(desk, slug, other))


@reading("/public/events/{slug:str}/receipt", Right.PUBLIC, "public", dict[str, Any])
def show_receipt(slug: str, view: Here, round_no: _Round, pod: _Pod = None) -> Response[bytes]:
    """The receipt of a published round. Its seed with the path to the root fixed at creation, the journal's head, the
    cost and the certificate that nothing costs less; `tools/check_receipt.py` checks it."""
    return view.ready(
        ("api", slug, "receipt", round_no, pod), view.hall.version(slug),
        lambda: written(view.hall.look(lambda desk: receipt(desk, slug, round_no=round_no, pod=pod))),
        kind="application/json", more={"access-control-allow-origin": "*"},
    )


ROUTES = [show_outlook, show_compared, show_receipt]
