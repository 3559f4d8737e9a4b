"""One event by two rules: a page for staff."""

from __future__ import annotations

from pareo import rulesets
from pareo.app.desk import Desk
from pareo.app.foresight.compare import compared
from pareo.app.rights import Right
from pareo.core.words.errors import PareoError
from pareo.web.console.event import frame
from pareo.web.declare import page
from pareo.web.render import Values
from pareo.web.view import Html, View, status_of


@page("/console/{slug:str}/compare", Right.STAFF)
def compare(slug: str, view: View) -> Html:
    """Every place and every drawn pair that other rules would have made otherwise."""
    other = view.request.query_params.get("with", "")[:80]
    problem: PareoError | None = None

    def look(desk: Desk) -> Values:
        own = desk.open(slug).state.ruleset.id
        others = [one for one in rulesets.available() if one.id != own]
        return {**frame(desk, slug, "standings"), "others": others,
                "found": compared(desk, slug, other) if other else None}

    try:
        shown = view.look(look)
    except PareoError as wrong:
        if not other:
            raise
        problem, other = wrong, ""
        shown = view.look(look)
    return view.page("console/compare.html", status=200 if problem is None else status_of(problem), problem=problem,
                     other=other, **shown)


ROUTES = [compare]
