"""Checks of lists in the console: drawing them, who is still to be checked, one check with its list, the outcome.

For judges and organisers. Nothing of this is on a public page: who will be checked next must not be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.lists import list_checks
from pareo.core.model.entities import Phase
from pareo.core.model.list_checks import OUTCOMES
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.pages.render import Values
from pareo.web.console.event import event_facts
from pareo.web.console.list_sheets import shown_lists
from pareo.web.forms.query import query_value
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

_TO_CONFIRM = ("match-loss", "disqualification")


def address(slug: str, no: int | None = None) -> str:
    return f"/console/{quote(slug)}/checks" + (f"/{no}" if no is not None else "")


@page("/console/{slug:str}/checks", Right.JUDGE)
def checks_page(slug: str, view: View) -> Html:
    """Who is to be checked, and the checks recorded so far."""
    if who := query_value(view, "who"):
        try:
            no = view.look(lambda ctx: ctx.open(slug).find(who))
        except NotFound as problem:
            return show_checks(view, slug, problem, {"who": who})
        return view.go(address(slug, no))
    return show_checks(view, slug)


def show_checks(
    view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        rows = list_checks.checks_view(ctx, slug)
        swiss = any(p.phase is not Phase.CUT and list_checks.current_round(t) in p.rounds for p in t.pods.values())
        return {
            "event": event_facts(event),
            "waiting": [r for r in rows if not r.outcome],
            "done": [r for r in rows if r.outcome],
            "round_no": list_checks.current_round(t) if swiss else 0,
            "draws": len(t.floor.checks.draws),
            "ids": [event.id(no) for no in t.entrants if t.is_active(no)][:500],
        }

    return view.page(
        "console/checks.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="lists",
        typed=typed or {},
        **view.look(facts),
    )


@command("/console/{slug:str}/checks/draw", Right.JUDGE)
def draw(slug: str, view: View, data: Form) -> Html:
    """Draws players or tables of the current round for a check."""

    def work(ctx: Context) -> CommandResult:
        problem = BadInput("checks-count-text", "Enter how many to check, as a whole number.")
        count = whole_or_refuse(data.get("count", "").strip(), 5, problem)
        return list_checks.draw_checks(ctx, slug, count=count, tables=data.get("what") == "tables")

    return view.act(work, onward=address(slug), form=data, again=lambda p: show_checks(view, slug, p, data))


@page("/console/{slug:str}/checks/{no:int}", Right.JUDGE)
def check_page(slug: str, no: int, view: View) -> Html:
    """One check: the list as it was handed in, and big buttons for the outcome."""
    return show_check(view, slug, no)


def show_check(
    view: View, slug: str, no: int, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        t.entrant(no)
        waiting = list_checks.open_check(event, no)
        before = [row for row in list_checks.checks_view(ctx, slug) if row.no == no and row.outcome]
        number = (
            waiting.round_no
            if waiting is not None
            else max((r.number for p in t.pods.values() if no in p.members for r in p.rounds.values()), default=0)
        )
        rounds = [r for p in t.pods.values() if (r := p.rounds.get(number)) is not None and r.match_of(no) is not None]
        match = rounds[0].match_of(no) if rounds else None
        other = match.opponent_of(no) if match is not None else None
        return {
            "event": event_facts(event),
            "no": no,
            "name": event.name(no),
            "waiting": waiting,
            "before": before,
            "number": number,
            "table": match.table if match is not None else None,
            "opponent": event.name(other) if other is not None else "",
            "one_game": list_checks.one_game(t),
            "lists": shown_lists(ctx, view, slug, no),
            "left": t.entrants[no].drop is not None,
        }

    return view.page(
        "console/check.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="lists",
        outcomes=OUTCOMES,
        typed=typed or {},
        **view.look(facts),
    )


@command("/console/{slug:str}/checks/{no:int}/record", Right.JUDGE)
def record(slug: str, no: int, view: View, data: Form) -> Html:
    """Records the outcome of a check. One that ends a match or an event for somebody needs a confirmation."""

    def work(ctx: Context) -> CommandResult:
        outcome = data.get("outcome", "")
        if outcome in _TO_CONFIRM and not data.get("yes"):
            ctx.open(slug).state.entrant(no)
            name = ctx.open(slug).name(no)
            if outcome == "disqualification":
                raise NeedsConfirmation("check-disqualifies", "{name} is disqualified and out of the event.", name=name)
            raise NeedsConfirmation("check-grave", "{name} loses the match.", name=name)
        return list_checks.record_check(ctx, slug, no, outcome=outcome, notes=data.get("notes", ""))

    onward = address(slug) if data.get("yes") or data.get("outcome") not in _TO_CONFIRM else address(slug, no)
    return view.act(work, onward=onward, form=data, again=lambda p: show_check(view, slug, no, p, data))


ROUTES = [checks_page, draw, check_page, record]
