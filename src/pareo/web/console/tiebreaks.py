"""The glossary of all tie-breaks. Their order in an event is one of its settings."""

from __future__ import annotations

from markupsafe import Markup

from pareo.app.accounts.permissions import Right
from pareo.core.standings.tiebreaks.order import option_choices
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.web.route_decorators import page
from pareo.web.view import Html, View


@page("/tiebreaks", Right.PUBLIC)
def glossary(view: View) -> Html:
    """Every tie-break, its name, its meaning and its options."""
    known = {
        t: [
            (name, Markup(view.note(takes)))  # noqa: S704  # words of ours alone
            for name, takes in option_choices(t, "<code>{}</code>".format)
        ]
        for t in TIEBREAKS
    }
    return view.page("tiebreaks.html", known=known)


ROUTES = [glossary]
