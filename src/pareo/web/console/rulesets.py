"""A ruleset whole, with its document's paragraphs and our choices: of those that come with the program for everyone,
and of an event for its staff (an event keeps the rules it was created with, or has its own)."""

from __future__ import annotations

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.wording.ruleset_sections import ruleset_sections
from pareo.core.model.games import game_of
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.new_event import offered_games
from pareo.web.route_decorators import page
from pareo.web.view import Html, View


@page("/rulesets", Right.PUBLIC)
def ruleset_list(view: View) -> Html:
    """Every ruleset by its game."""
    documents = {info.id: rulesets.load(info.id).document for info in rulesets.available()}
    return view.page("rulesets.html", games=offered_games(view, ""), documents=documents)


@page("/rulesets/{ruleset_id:str}", Right.PUBLIC)
def ruleset_page(ruleset_id: str, view: View) -> Html:
    """One of the rulesets that come with the program, in the words of its game."""
    ruleset = rulesets.load(ruleset_id)
    return view.page("ruleset.html", around=game_of(ruleset), ruleset=ruleset, sections=ruleset_sections(ruleset))


@page("/console/{slug:str}/settings/rules", Right.STAFF)
def event_ruleset(slug: str, view: View) -> Html:
    """The rules of an event."""

    def look(ctx: Context) -> Values:
        ruleset = ctx.open(slug).state.ruleset
        return {**frame(ctx, slug, "settings"), "ruleset": ruleset, "sections": ruleset_sections(ruleset)}

    return view.page("console/rules.html", **view.look(look))


ROUTES = [ruleset_list, ruleset_page, event_ruleset]
