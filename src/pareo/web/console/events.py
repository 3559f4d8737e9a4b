"""The console's front page: the events there are."""

from __future__ import annotations

from urllib.parse import urlencode

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.commands.event import events
from pareo.app.queries.event.overview import cards
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.errors import PareoError
from pareo.pages import front_page
from pareo.web.console.program import program_card
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

CARDS = 24  # events on one page


@page("/", Right.PUBLIC)
def home(view: View) -> Html | Response[bytes]:
    """Staff go to the console; everybody else sees the events that have something published, made once per change."""
    if view.identity.grants:
        return view.go("/console")

    def made() -> Html:
        return view.page("home.html", events=view.look(lambda ctx: front_page.cards(ctx, view.texts)))

    def for_everybody() -> bytes:
        return made().content.encode()

    if view.notes:  # what this visitor is told is nobody else's
        return made()
    return view.ready(("home", view.lang), view.look(front_page.version), for_everybody)


@page("/console", Right.PUBLIC)
def console(view: View, q: str = "", at: int = 1) -> Html:
    """The events somebody works at, the newest first. Who works at one event only comes here too, hence the right."""
    if not view.identity.grants:
        return view.go("/login")
    wanted = plain_letters(q).split()
    mine = [e for e in reversed(view.look(events.list_events)) if view.identity.may(Right.STAFF, e.slug)]
    found = [e for e in mine if all(word in plain_letters(f"{e['name']} {e['slug']}") for word in wanted)]
    pages = max(1, -(-len(found) // CARDS))
    here = min(max(at, 1), pages)
    shown = found[(here - 1) * CARDS : here * CARDS]
    found_cards = view.look(lambda ctx: cards(ctx, shown))
    return view.page(
        "console/events.html",
        events=found_cards,
        q=q,
        at=here,
        pages=pages,
        total=len(mine),
        query=urlencode({"q": q}),
        program=program_card(view) if not mine and view.may("owner") else None,
    )


def wrong_field(problem: PareoError | None) -> str:
    """The field of a form that a problem is about, so that the sentence can stand beside it."""
    if problem is None:
        return ""
    by_code = {
        "name-empty": "name",
        "name-missing": "first",
        "zone-unknown": "zone",
        "tier-unknown": "tier",
        "table-unknown": "table",
        "language-unknown": "language",
        "id-taken": "id",
        "tiebreak-unknown": "tiebreaks",
        "tiebreak-twice": "tiebreaks",
        "tiebreak-no-option": "tiebreaks",
        "tiebreak-option-value": "tiebreaks",
        "division-unknown": "division",
        "division-locked": "division",
        "no-division": "birth_year",
    }
    return by_code.get(problem.code) or str(problem.params.get("key", ""))


ROUTES = [home, console]
