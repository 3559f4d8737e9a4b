"""The front page for everybody, and the console's list of events."""

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
    """Sends staff to the console; everybody else sees the published events, on a page rendered once per change."""
    if view.identity.grants:
        return view.go("/console")

    def render_home() -> Html:
        return view.page("home.html", events=view.look(lambda ctx: front_page.cards(ctx, view.texts)))

    def render_for_everybody() -> bytes:
        return render_home().content.encode()

    if view.notes:  # messages for this visitor alone: the page is not shared
        return render_home()
    return view.cached_response(("home", view.lang), view.look(front_page.version), render_for_everybody)


@page("/console", Right.PUBLIC)
def console(view: View, q: str = "", at: int = 1) -> Html:
    """The events somebody works at, the newest first. Open to everybody: who works at one event only comes here too."""
    if not view.identity.grants:
        return view.go("/login")
    words = plain_letters(q).split()
    mine = [e for e in reversed(view.look(events.list_events)) if view.identity.may(Right.STAFF, e.slug)]
    matching = [e for e in mine if all(word in plain_letters(f"{e['name']} {e['slug']}") for word in words)]
    pages = max(1, -(-len(matching) // CARDS))
    page_no = min(max(at, 1), pages)
    on_page = matching[(page_no - 1) * CARDS : page_no * CARDS]
    event_cards = view.look(lambda ctx: cards(ctx, on_page))
    return view.page(
        "console/events.html",
        events=event_cards,
        q=q,
        at=page_no,
        pages=pages,
        total=len(mine),
        query=urlencode({"q": q}),
        program=program_card(view) if not mine and view.may("owner") else None,
    )


def wrong_field(problem: PareoError | None) -> str:
    """The name of the form field that a problem is about, so that its message can be shown at that field."""
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
