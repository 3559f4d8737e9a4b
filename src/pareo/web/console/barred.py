"""Barred pairings: pairs that must not meet (Swiss Perfect: “barred pairings”), beside clubs and federations, which are
a setting. Reached from the players and from the settings; the arbiter's page of FIDE mode has the same part."""

from __future__ import annotations

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.event import forbidden
from pareo.core.settings.pairing import BARRED
from pareo.core.text.errors import PareoError
from pareo.core.tournament.tournament import Tournament
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of


def barred_facts(event: LoadedTournament) -> Values:
    """What the part of barred pairings shows: the pairs, who can be chosen, and whether it is too late to change."""
    t = event.state
    return {
        "apart": _apart(event),
        "begun": _settled(t),
        "people": sorted(
            ((event.id(no), event.name(no)) for no, e in t.entrants.items() if e.drop is None), key=lambda row: row[1]
        ),
    }


def _settled(t: Tournament) -> bool:
    """In FIDE mode barred pairings stay as they were when round 1 was paired."""
    return t.fide_mode and t.started


def _apart(event: LoadedTournament) -> list[tuple[str, str, str, str, str]]:
    """Rows of the barred pairings: both ids, both names, and the rounds as text (empty: all rounds)."""
    return [
        (event.id(a), event.id(b), event.name(a), event.name(b), "–".join(dict.fromkeys(map(str, span))))
        for a, b, *span in forbidden.pairs(event.state)
    ]


def bar(ctx: Context, slug: str, data: Form) -> CommandResult:
    """Bars the pairing that a form names, or allows it again."""
    return forbidden.forbid(
        ctx,
        slug,
        data.get("a", ""),
        data.get("b", ""),
        rounds=data.get("rounds", ""),
        take_back=bool(data.get("take_back")),
    )


def _page(view: View, slug: str, problem: PareoError | None = None, typed: Form | None = None) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        text = BARRED.text_in(event.state.settings) or event.state.ruleset.swiss.barred
        return {**frame(ctx, slug, "players"), **barred_facts(event), "clubs": "" if text == "none" else text}

    return view.page(
        "console/barred.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=typed or {},
        **view.look(facts),
    )


@page("/console/{slug:str}/barred", Right.EVENT)
def barred_page(slug: str, view: View) -> Html:
    """The barred pairings of an event, to add and to remove."""
    return _page(view, slug)


@command("/console/{slug:str}/barred", Right.EVENT)
def bar_pairing(slug: str, view: View, data: Form) -> Html:
    """Bars a pairing, or allows it again."""
    return view.act(
        lambda ctx: bar(ctx, slug, data),
        onward=f"/console/{slug}/barred",
        form=data,
        again=lambda problem: _page(view, slug, problem, data),
    )


ROUTES = [barred_page, bar_pairing]
