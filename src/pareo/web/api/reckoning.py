"""How a place came about: the arithmetic of every tie-break."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.arithmetic import arithmetic
from pareo.app.desk import Desk
from pareo.app.rights import Right
from pareo.web.api.calling import Here, reading
from pareo.web.api.told import Reckoned, ReckonedStep, ReckonedTerm

_After = Annotated[int | None, QueryParameter(ge=1, le=1000, description="After this round; else the last finished.")]


@reading("/events/{slug:str}/standings/{no:int}", Right.STAFF, "results")
def show_arithmetic(slug: str, no: int, view: Here, after: _After = None) -> Reckoned:
    """The arithmetic of one place. Every tie-break term by term, with exact fractions."""

    def look(desk: Desk) -> Reckoned:
        found = arithmetic(desk, slug, no, after)
        steps = [
            ReckonedStep(
                step.id, step.kind,
                [ReckonedTerm(term.round_no, term.opponent, str(term.value), term.note) for term in step.terms],
                None if step.total is None else str(step.total), step.decided,
            )
            for step in found.steps
        ]
        points = desk.open(slug).state.ruleset.show_points(found.row.points)
        return Reckoned(no, found.row.rank, float(points), found.row.decided_by, steps)

    return view.hall.look(look)


ROUTES = [show_arithmetic]
