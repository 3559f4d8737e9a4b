"""How will the day go? A page before an event is made."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from markupsafe import Markup

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.forecast.plan import MOST_PLAYERS, QUICK_PLAYERS, PlanRequest, days_for, plan, prepared
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
    """A form with what is known, and below it what the days were like: thousands, played beside the server. While they
    are, what is known so far, and how far it is."""
    form = {key: str(value)[:40] for key, value in view.request.query_params.items()}
    problem: PareoError | None = None
    now, game = PlanProgress(), ""
    chosen = chosen_rules(form) or rulesets.available()[0].id
    try:
        rules = rulesets.load(chosen)
        game = game_of(rules)
        if form.get("players"):
            now = _played(view, rules, _wish(form, rules))
    except PareoError as wrong:
        problem = wrong
    found = now.rows
    return view.page(
        "console/plan.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        around=game,
        form=form,
        chosen=chosen,
        offered=rulesets.available(),
        tables=_tables(chosen),
        found=found,
        share=now.share,
        again=f"/console/plan?{urlencode(form)}",
        chart=Markup(found.chart) if found else "",  # noqa: S704 (numbers of ours)
        number=lambda value: figure(value, view.lang),
    )


def _tables(ruleset: str) -> list[tuple[str, str]]:
    """The document's tables, the usual one first; none where there is no choice."""
    try:
        advice = rulesets.load(ruleset).advice
    except PareoError:
        return []
    found = sorted(advice.tables, key=lambda table: table.id != advice.default)
    return [(table.id, table.title) for table in found] if len(found) > 1 else []


def _played(view: View, rules: Ruleset, wish: PlanRequest) -> PlanProgress:
    """Where nothing can be played beside the server, a few days are, here."""
    now = view.hall.plans.answer(prepared(rules, wish))
    if now.rows is not None or now.share is not None:
        return now
    if wish.players > QUICK_PLAYERS:
        raise Refused("plan-not-now", "Other plans are being played, or there is no room: ask again in a minute.")
    return PlanProgress(plan(rules, replace(wish, days=days_for(wish.players))))


def _wish(form: dict[str, str], rules: Ruleset) -> PlanRequest:
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
