"""Names on phones: which players' names are in use by “It's me”, releasing them, turning it off and on, and codes by
which a player's own phone gets the personal link (R-17)."""

from __future__ import annotations

from pareo.app.accounts.accounts import CODE_MINUTES
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.queries.floor.claim_notices import claim_items
from pareo.core.settings.public import ITS_ME
from pareo.core.text.messages import note, text_note
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.route_decorators import command, page
from pareo.web.view import Html, View


@page("/console/{slug:str}/claims", Right.CHECK_IN)
def claims_page(slug: str, view: View) -> Html:
    """Which names are on phones, and the switches."""
    state, phones = view.app_state.accounts.claim_state(slug), view.app_state.accounts.phones(slug)

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        return {
            **frame(ctx, slug, "share"),
            "notices": [view.note(item.note) for item in claim_items(event, state) if item.note is not None],
            "by_link": t.setting(ITS_ME) is False,
            "rows": sorted(
                ((no, event.name(no), no in state.wanted) for no in phones if no in t.entrants),
                key=lambda row: (not row[2], row[1]),
            ),
        }

    return view.page("console/claims.html", state=state, **view.look(look))


@command("/console/{slug:str}/claims/release", Right.CHECK_IN)
def release_all(slug: str, view: View) -> Html:
    """Releases every name that a phone has by “It's me”; the same phones cannot take them again."""
    view.look(lambda ctx: ctx.open(slug))
    count = view.app_state.forget_phones(slug)
    told = note("names-released", "{number} names released. Their players can scan their own QR code.", number=count)
    return view.go(f"/console/{slug}/claims", (told,))


@command("/console/{slug:str}/claims/off", Right.CHECK_IN)
def turn_off(slug: str, view: View) -> Html:
    """Turns “It's me” off; phones that have a name keep it."""
    return _switch(view, slug, on=False)


@command("/console/{slug:str}/claims/on", Right.CHECK_IN)
def turn_on(slug: str, view: View) -> Html:
    """Turns “It's me” on again."""
    return _switch(view, slug, on=True)


def _switch(view: View, slug: str, *, on: bool) -> Html:
    view.look(lambda ctx: ctx.open(slug))
    view.app_state.accounts.switch_claims(slug, on=on)
    told = text_note("“It's me” is on.") if on else text_note("“It's me” is off.")
    return view.go(f"/console/{slug}/claims", (told,))


@command("/console/{slug:str}/players/{no:int}/code", Right.CHECK_IN)
def make_code(slug: str, no: int, view: View) -> Html:
    """Shows a code that gives the player's phone the personal link, once."""
    view.look(lambda ctx: ctx.open(slug).state.entrant(no))
    code = view.app_state.accounts.make_code(slug, no)
    told = note(
        "code-made",
        "Code: {code}. It works once, within {minutes} minutes.",
        code=f"{code[:4]} {code[4:]}",
        minutes=CODE_MINUTES,
    )
    return view.go(f"/console/{slug}/players/{no}", (told,))


ROUTES = [claims_page, release_all, turn_off, turn_on, make_code]
