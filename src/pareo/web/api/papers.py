"""Papers through the API: the same PDF files as from the console."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.print.document import PrintOptions
from pareo.web.api.route_decorators import api_get
from pareo.web.downloads import paper_response
from pareo.web.route_decorators import Here

Lang = Annotated[
    str | None, QueryParameter(name="lang", max_length=6, description="en, es, es-419, pt, it; default: the event's.")
]
Size = Annotated[str | None, QueryParameter(name="paper", max_length=10, description="a4 or letter.")]
RoundNo = Annotated[int | None, QueryParameter(name="round", ge=1, le=1000, description="Default: the current one.")]
OfPod = Annotated[str | None, QueryParameter(name="pod", max_length=80, description="Only this pod.")]
Division = Annotated[
    str | None, QueryParameter(name="division", max_length=80, description="Standings of this division only.")
]
Table = Annotated[
    int | None, QueryParameter(name="table", ge=1, le=999_999, description="Slips or lists of this table only.")
]
After = Annotated[int | None, QueryParameter(name="after", ge=0, le=1000, description="Standings after this round.")]


@api_get("/events/{slug:str}/papers/{file:str}", Right.STAFF, "papers", bytes, media="application/pdf")
def print_paper(
    slug: str,
    file: str,
    view: Here,
    *,
    lang: Lang = None,
    paper: Size = None,
    round_no: RoundNo = None,
    pod: OfPod = None,
    division: Division = None,
    after: After = None,
    table: Table = None,
) -> Response[bytes]:
    """A printout of the event as PDF. The file is its kind: `slips.pdf`, `pairings-names.pdf`, `report.pdf` …"""
    options = PrintOptions(
        lang or "", paper or "a4", round_no, pod, division, after, tables=() if table is None else (table,)
    )
    return paper_response(view, slug, file, options)


ROUTES = [print_paper]
