"""Registering oneself for an event, where the organiser has opened it."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.commands.people import registration
from pareo.core.text.errors import PareoError
from pareo.pages.public_pages import event_frame
from pareo.pages.render import Values
from pareo.web.public.player_page import remember
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of


def _form(view: View, slug: str, typed: Mapping[str, str], problem: PareoError | None = None) -> Html:
    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        return {"event": event_frame(event), "terms": registration.terms(event, ctx.now())}

    return view.page(
        "public/register.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=dict(typed),
        slug=slug,
        **view.look_public(slug, look),
    )


@page("/e/{slug:str}/register", Right.PUBLIC)
def register_page(slug: str, view: View) -> Html:
    """The form to register: name and what else the event asks for, no more."""
    return _form(view, slug, {})


@command("/e/{slug:str}/register", Right.PUBLIC)
def register(slug: str, view: View, data: Form) -> Html:
    """Registers, and remembers the phone as this player's."""
    try:
        with view.app_state.open_context(view.identity) as ctx:
            done = registration.register(ctx, slug, data, guardian=data.get("guardian") == "yes")
        link = view.app_state.accounts.player_link(slug, done.no)  # who made the entry has proved enough
    except PareoError as problem:
        return _form(view, slug, data, problem)
    return remember(view, view.go(f"/e/{slug}/me", done.notes), slug, link, done.no)


ROUTES = [register_page, register]
