"""Registration by the players themselves, for staff: opening it, who waits, letting them in; calls for a judge."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event.events import change_settings
from pareo.app.commands.floor.judge_calls import judge_came
from pareo.app.commands.people import registration
from pareo.core.settings import registration as records
from pareo.core.settings.setting import NONE
from pareo.core.text.errors import PareoError
from pareo.core.text.numbers import whole_or
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

_YES_NO = ("registration", "registration_confirm", "registration_guardian", "player_check_in")


def _page(view: View, slug: str, problem: PareoError | None = None, typed: Mapping[str, str] | None = None) -> Html:
    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        return {
            **frame(ctx, slug, "players"),
            "terms": registration.terms(event, ctx.now()),
            "waiting": registration.waiting_rows(event),
            "asked": records.ASKED,
            "begun": bool(t.pods),
            "checks_in": registration.may_check_in_alone(t),
            "until": t.setting(records.REGISTRATION_UNTIL) or "",
        }

    return view.page(
        "console/registration.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed or {}),
        **view.look(look),
    )


@page("/console/{slug:str}/registration", Right.STAFF)
def registration_page(slug: str, view: View) -> Html:
    """Whether players register themselves, and who waits."""
    return _page(view, slug)


@command("/console/{slug:str}/registration", Right.EVENT)
def set_registration(slug: str, view: View, data: Form) -> Html:
    """Opens or closes registration, and sets its terms."""
    fields = [field for field in records.ASKED if data.get(f"ask_{field}") == "yes"]
    until = data.get("registration_until", "").strip().replace("T", " ")
    changes = {
        **{key: "yes" if data.get(key) == "yes" else "no" for key in _YES_NO},
        "registration_limit": data.get("registration_limit", "").strip(),
        "registration_until": until,
        "registration_fields": ",".join(fields) or NONE,
    }
    onward = f"/console/{slug}/registration"
    return view.act(
        lambda ctx: change_settings(ctx, slug, changes),
        onward=onward,
        form=data,
        again=lambda problem: _page(view, slug, problem, data),
    )


def _onward(slug: str, data: Mapping[str, str]) -> str:
    return f"/console/{slug}" if data.get("back") == "now" else f"/console/{slug}/registration"


@command("/console/{slug:str}/registration/admit", Right.CHECK_IN)
def admit(slug: str, view: View, data: Form) -> Html:
    """Admits a player who waits; with “all”, everybody for whom there is a place."""

    def work(ctx: Context) -> CommandResult | None:
        if data.get("all") == "yes":
            registration.admit_all(ctx, slug)
            return None
        return registration.admit(ctx, slug, whole_or(data.get("no", ""), 9, 0))

    return view.act(work, onward=_onward(slug, data), form=data, again=lambda problem: _page(view, slug, problem))


@command("/console/{slug:str}/registration/decline", Right.CHECK_IN)
def decline(slug: str, view: View, data: Form) -> Html:
    """Declines a registration; the data of that player are erased."""
    return view.act(
        lambda ctx: registration.decline(ctx, slug, whole_or(data.get("no", ""), 9, 0)),
        onward=_onward(slug, data),
        form=data,
        again=lambda problem: _page(view, slug, problem),
    )


@command("/console/{slug:str}/judge/came", Right.STAFF)
def judge_is_here(slug: str, view: View, data: Form) -> Html:
    """Ends the call for a judge: one is at the table."""
    number, table = whole_or(data.get("round", ""), 5, 0), whole_or(data.get("table", ""), 6, 0)
    back = f"/console/{slug}"
    return view.act(
        lambda ctx: judge_came(ctx, slug, round_no=number, table=table),
        onward=back,
        form=data,
        again=lambda _problem: view.go(back),
    )


ROUTES = [registration_page, set_registration, admit, decline, judge_is_here]
