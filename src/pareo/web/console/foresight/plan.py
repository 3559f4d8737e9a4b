"""How will the day go? A page before an event is made."""

from __future__ import annotations

from markupsafe import Markup

from pareo import rulesets
from pareo.app.foresight.plan import PlanRows, Wish, days_for, plan
from pareo.app.rights import Right
from pareo.core.words.errors import BadInput, PareoError
from pareo.core.words.numbers import figure, whole_or, whole_or_refuse
from pareo.web.console.new_event import chosen_rules
from pareo.web.declare import page
from pareo.web.view import Html, View, status_of

_MOST = 300  # players


@page("/console/plan", Right.CREATE)
def plan_page(view: View) -> Html:
    """A form with what is known, and below it what the days were like."""
    form = {key: str(value)[:40] for key, value in view.request.query_params.items()}
    problem: PareoError | None = None
    found: PlanRows | None = None
    chosen = chosen_rules(form) or rulesets.available()[0].id
    try:
        rules = rulesets.load(chosen)
        if form.get("players"):
            found = plan(rules, _wish(form))
    except PareoError as wrong:
        problem = wrong
    return view.page(
        "console/plan.html", status=200 if problem is None else status_of(problem), problem=problem, form=form,
        chosen=chosen, offered=rulesets.available(), found=found,
        chart=Markup(found.chart) if found else "",  # noqa: S704 (numbers of ours)
        number=lambda value: figure(value, view.lang),
    )


def _wish(form: dict[str, str]) -> Wish:
    bad = BadInput("plan-numbers", "Enter whole numbers: from 4 to {most} players.", most=_MOST)
    players = whole_or_refuse(form["players"], 6, bad)
    if players > _MOST:
        raise bad
    return Wish(
        players, min(50, whole_or(form.get("drops", "2"), 2, 2) or 0) / 100,
        whole_or(form.get("minutes", ""), 3, 0) or 0,
        whole_or(form.get("tables", ""), 4, 0) or 0, form.get("start") or "10:00",
        min(20, whole_or(form.get("rounds", ""), 2, 0) or 0), whole_or(form.get("cut", ""), 3, None), days_for(players),
    )


ROUTES = [plan_page]
