"""The page “How will the day go?”, before an event is created."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.forecast.plan import MOST_PLAYERS, QUICK_PLAYERS, PlanRequest, days_for, plan, prepare_plan
from pareo.app.forecast.plan_jobs import DAYS, PlanProgress
from pareo.app.wording.number_text import figure
from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.web.console.new_event import chosen_rules
from pareo.web.route_decorators import page
from pareo.web.view import Html, View, status_of


@page("/console/plan", Right.CREATE)
def plan_page(view: View) -> Html:
    """A form for what is known of the day, and below it thousands of simulated days. Another process plays them; until
    all are played, the page shows what is known so far, and the share that is done."""
    form = {key: str(value)[:40] for key, value in view.request.query_params.items()}
    problem: PareoError | None = None
    progress, game = PlanProgress(), ""
    chosen = chosen_rules(form) or rulesets.available()[0].id
    try:
        rules = rulesets.load(chosen)
        game = game_of(rules)
        if form.get("players"):
            progress = _play_days(view, rules, _plan_request(form, rules))
    except PareoError as wrong:
        problem = wrong
    rows = progress.rows
    return view.page(
        "console/plan.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        around=game,
        form=form,
        chosen=chosen,
        offered=rulesets.available(),
        tables=_tables(chosen),
        found=rows,
        share=progress.share,
        again=f"/console/plan?{urlencode(form)}",
        chart=Markup(rows.chart) if rows else "",  # noqa: S704 (numbers of ours)
        number=lambda value: figure(value, view.lang),
    )


def _tables(ruleset: str) -> list[tuple[str, str]]:
    """The document's tables, the usual one first; none where there is no choice."""
    try:
        advice = rulesets.load(ruleset).advice
    except PareoError:
        return []
    tables = sorted(advice.tables, key=lambda table: table.id != advice.default)
    return [(table.id, table.title) for table in tables] if len(tables) > 1 else []


def _play_days(view: View, rules: Ruleset, request: PlanRequest) -> PlanProgress:
    """The simulated days of the plan jobs; without a worker process a few days, played here."""
    progress = view.app_state.plan_jobs.answer(prepare_plan(rules, request))
    if progress.rows is not None or progress.share is not None:
        return progress
    if request.players > QUICK_PLAYERS:
        raise Refused("plan-not-now", "Other simulations are running: try again in a minute.")
    return PlanProgress(plan(rules, replace(request, days=days_for(request.players))))


def _plan_request(form: dict[str, str], rules: Ruleset) -> PlanRequest:
    bad = BadInput("plan-numbers", "Enter whole numbers: from 4 to {most} players.", most=MOST_PLAYERS)
    players = whole_or_refuse(form["players"], 6, bad)
    if players > MOST_PLAYERS:
        raise bad
    return PlanRequest(
        players,
        min(50, whole_or(form.get("drops", "2"), 2, 2) or 0) / 100,
        whole_or(form.get("minutes", ""), 3, 0) or 0,
        whole_or(form.get("tables", ""), 4, 0) or 0,
        form.get("start") or "10:00",
        min(20, whole_or(form.get("rounds", ""), 2, 0) or 0),
        whole_or(form.get("cut", ""), 3, None),
        DAYS,
        table=next((one.id for one in rules.advice.tables if one.id == form.get("table")), ""),  # of other rules: none
    )


ROUTES = [plan_page]
