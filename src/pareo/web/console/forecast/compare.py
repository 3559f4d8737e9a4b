"""One event compared under two rulesets: a page for staff."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.forecast.compare import comparable, compare_rules, ties_note
from pareo.app.rows.forecast import OtherPair, OtherPlace
from pareo.core.text.errors import PareoError
from pareo.formats.tdf.compare import comparison_with_tom, has_tom
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.route_decorators import page
from pareo.web.view import Html, View, status_of


@page("/console/{slug:str}/compare", Right.STAFF)
def compare(slug: str, view: View) -> Html:
    """Every place and every pair that other rules would have made otherwise; without other rules, TOM's places."""
    other = view.request.query_params.get("with", "")[:80]
    problem: PareoError | None = None

    def look(ctx: Context) -> Values:
        t = ctx.open(slug).state
        comparison = (
            compare_rules(ctx, slug, other) if other else comparison_with_tom(ctx, slug) if has_tom(t) else None
        )
        others = [
            one
            for one in rulesets.available()
            if one.id != t.ruleset.id and comparable(t.ruleset, rulesets.load(one.id))
        ]
        return {
            **frame(ctx, slug, "standings"),
            "others": others,
            "found": comparison,
            "with_tom": has_tom(t),
            "several": len(t.pods) > 1,
            "places": by_table(comparison.places) if comparison else [],
            "rounds": by_round(comparison.pairs) if comparison else [],
            "ties": ties_note(comparison) if comparison else None,
        }

    try:
        values = view.look(look)
    except PareoError as wrong:
        if not other:
            raise
        problem, other = wrong, ""
        values = view.look(look)
    return view.page(
        "console/compare.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        other=other,
        **values,
    )


def by_table(places: Sequence[OtherPlace]) -> list[tuple[str, list[OtherPlace]]]:
    """The places table by table: divisions are not compared with each other."""
    return [(table, list(rows)) for table, rows in groupby(places, key=lambda one: one.table)]


def by_round(pairs: Sequence[OtherPair]) -> list[tuple[str, int, str, list[tuple[OtherPair | None, OtherPair | None]]]]:
    """Per pod and round: each pair that was drawn, and next to it one that the other rules would have drawn."""
    rounds = []
    for (pod, number), part in groupby(pairs, key=lambda one: (one.pod, one.round)):
        rows = list(part)
        side_by_side = zip_longest([one for one in rows if one.drawn], [one for one in rows if not one.drawn])
        rounds.append((pod, number, rows[0].paragraph, list(side_by_side)))
    return rounds


ROUTES = [compare]
