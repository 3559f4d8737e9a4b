"""Checks of lists in the console: drawing them, who is still to be checked, one check with its list, the outcome.

For judges and organisers. Nothing of this is on a public page: who will be checked next must not be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from pareo.app.desk import Desk, Done
from pareo.app.lists import checks
from pareo.app.rights import Right
from pareo.core.lists.checks import OUTCOMES
from pareo.core.state.model import Phase
from pareo.core.words.errors import BadInput, NeedsConfirmation, NotFound, PareoError
from pareo.core.words.numbers import whole_or_refuse
from pareo.web.console.event import event_facts
from pareo.web.console.list_words import shown_lists
from pareo.web.console.rounds import asked
from pareo.web.declare import Form, command, page
from pareo.web.render import Values
from pareo.web.view import Html, View, status_of

_GRAVE = ("match-loss", "disqualification")


def address(slug: str, no: int | None = None) -> str:
    return f"/console/{quote(slug)}/checks" + (f"/{no}" if no is not None else "")


@page("/console/{slug:str}/checks", Right.JUDGE)
def checks_page(slug: str, view: View) -> Html:
    """Who is to be checked, and what has been recorded."""
    if who := asked(view, "who"):
        try:
            found = view.look(lambda desk: desk.open(slug).find(who))
        except NotFound as problem:
            return show_checks(view, slug, problem, {"who": who})
        return view.go(address(slug, found))
    return show_checks(view, slug)


def show_checks(
    view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    def facts(desk: Desk) -> Values:
        event = desk.open(slug)
        t = event.state
        rows = checks.checks_view(desk, slug)
        swiss = any(p.phase is not Phase.CUT and checks.current_round(t) in p.rounds for p in t.pods.values())
        return {
            "event": event_facts(event), "waiting": [r for r in rows if not r.outcome],
            "done": [r for r in rows if r.outcome], "round_no": checks.current_round(t) if swiss else 0,
            "draws": len(t.floor.checks.draws), "ids": [event.id(no) for no in t.entrants if t.is_active(no)][:500],
        }

    return view.page("console/checks.html", status=200 if problem is None else status_of(problem), problem=problem,
                     slug=slug, tab="lists", typed=typed or {}, **view.look(facts))


@command("/console/{slug:str}/checks/draw", Right.JUDGE)
def draw(slug: str, view: View, data: Form) -> Html:
    """Draws players or tables of the round being played."""

    def work(desk: Desk) -> Done:
        problem = BadInput("checks-count-text", "Say how many are to be checked, as a whole number.")
        count = whole_or_refuse(data.get("count", "").strip(), 5, problem)
        return checks.draw_checks(desk, slug, count=count, tables=data.get("what") == "tables")

    return view.act(work, onward=address(slug), form=data, again=lambda p: show_checks(view, slug, p, data))


@page("/console/{slug:str}/checks/{no:int}", Right.JUDGE)
def check_page(slug: str, no: int, view: View) -> Html:
    """One check: the list as it was handed in, and big buttons for the outcome."""
    return show_check(view, slug, no)


def show_check(
    view: View, slug: str, no: int, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    def facts(desk: Desk) -> Values:
        event = desk.open(slug)
        t = event.state
        t.entrant(no)
        waiting = checks.open_check(event, no)
        before = [row for row in checks.checks_view(desk, slug) if row.no == no and row.outcome]
        number = waiting.round_no if waiting is not None else max(
            (r.number for p in t.pods.values() if no in p.members for r in p.rounds.values()), default=0
        )
        rounds = [r for p in t.pods.values() if (r := p.rounds.get(number)) is not None and r.match_of(no) is not None]
        match = rounds[0].match_of(no) if rounds else None
        other = match.opponent_of(no) if match is not None else None
        return {
            "event": event_facts(event), "no": no, "name": event.name(no), "waiting": waiting,
            "before": before, "number": number, "table": match.table if match is not None else None,
            "opponent": event.name(other) if other is not None else "",
            "one_game": checks.one_game(t), "lists": shown_lists(desk, view, slug, no),
            "left": t.entrants[no].drop is not None,
        }

    return view.page("console/check.html", status=200 if problem is None else status_of(problem), problem=problem,
                     slug=slug, tab="lists", outcomes=OUTCOMES, typed=typed or {}, **view.look(facts))


@command("/console/{slug:str}/checks/{no:int}/record", Right.JUDGE)
def record(slug: str, no: int, view: View, data: Form) -> Html:
    """What came of the check. What ends a match or an event for somebody is asked once more."""

    def work(desk: Desk) -> Done:
        outcome = data.get("outcome", "")
        if outcome in _GRAVE and not data.get("yes"):
            desk.open(slug).state.entrant(no)
            name = desk.open(slug).name(no)
            if outcome == "disqualification":
                raise NeedsConfirmation("check-grave", "{name} is disqualified and leaves the event.", name=name)
            raise NeedsConfirmation("check-grave", "{name} loses the match.", name=name)
        return checks.record_check(desk, slug, no, outcome=outcome, notes=data.get("notes", ""))

    onward = address(slug) if data.get("yes") or data.get("outcome") not in _GRAVE else address(slug, no)
    return view.act(work, onward=onward, form=data, again=lambda p: show_check(view, slug, no, p, data))


ROUTES = [checks_page, draw, check_page, record]
