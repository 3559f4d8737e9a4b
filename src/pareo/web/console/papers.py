"""Papers of an event: one page that lists them all, and each of them as PDF.

The event is read under the lock of the database; the typesetting is done after it, in this request's own thread, so
that nobody else waits for a thousand slips.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.queries.pages.public_view import finished_numbers
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.screens.round_tables import round_numbers
from pareo.core.model.games import game_of
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.errors import NotFound, PareoError
from pareo.core.text.languages import LANGUAGES
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.pages.exports import EXPORTS
from pareo.pages.public_pages import int_param
from pareo.pages.render import Values
from pareo.print.document import PrintOptions
from pareo.print.papers import KINDS
from pareo.print.words import words
from pareo.web.console.event import frame
from pareo.web.console.phones import phones_card, screens_card
from pareo.web.downloads import paper_response
from pareo.web.route_decorators import page
from pareo.web.view import Html, View, status_of

_FIRST = ("pairings-names", "pairings-tables", "slips", "standings", "check-in", "announcement")
# What an event is saved as, by what it is: its game's own file first. Everything else is for other programs.
_OF_GAME = {"pokemon": "tdf", "chess": "trf", "scrabble": "tsh", "xwing": "list-juggler"}


class PaperLink(NamedTuple):
    """A paper on the page."""

    kind: str
    title: str
    about: str
    options: tuple[str, ...]
    ready: bool


class FileLink(NamedTuple):
    """A file to save."""

    id: str
    title: str
    about: str
    ending: str


def files_of(view: View, t: Tournament) -> tuple[list[FileLink], list[FileLink]]:
    """The files an event can be saved as: those that fit its game, and those for other programs."""
    _ = view.texts.gettext
    titles = {
        "tdf": (_("Tournament file for Play! Pokémon"), _("Opens in TOM")),
        "trf": (_("Report for FIDE"), _("Opens in other chess programs")),
        "tsh": (_("Division for tsh"), _("Opens in tsh")),
        "list-juggler": (_("File for List Juggler"), _("Opens in List Juggler and Cryodex")),
        "xlsx": (_("Spreadsheet"), _("Players, rounds, standings. Excel and LibreOffice")),
        "csv-standings": (_("Spreadsheet of the standings"), _("Standings alone")),
        "pareo": (_("Backup of this event"), _("Everything, to open again in Pareo")),
        "html": (_("Web site"), _("Pages to put online, without private data")),
    }
    game = game_of(t.ruleset)
    first = [_OF_GAME.get(game, ""), "xlsx", "pareo", "html"]
    offered = [FileLink(id_, *titles[id_], EXPORTS[id_].ending) for id_ in first if id_ in EXPORTS]
    rest = [
        FileLink(id_, *(titles.get(id_) or (_(form.title), "")), form.ending)
        for id_, form in EXPORTS.items()
        if id_ not in first and (id_ != "tdf" or game == "pokemon")  # TOM has no other game
    ]
    return offered, rest


def _ready(t: Tournament, kind: str) -> bool:
    """Is there anything to print on this kind of paper yet?"""
    if kind in (
        "pairings-tables",
        "pairings-names",
        "slips",
        "entry-sheet",
        "standings",
        "cards",
        "score-sheets",
        "information",
        "table-lists",
    ):
        return any(p.rounds for p in t.pods.values())
    if kind == "crosstable":
        return bool(finished_numbers(t))
    if kind == "ratings":
        return bool(rated_lists(t)) and bool(finished_numbers(t))
    if kind == "bracket":
        return any(p.phase in ELIMINATION for p in t.pods.values())
    return kind in ("announcement", "report") or bool(t.entrants)


def paper_links(t: Tournament, lang: str) -> list[PaperLink]:
    """The papers that fit the event's game, in the order a day needs them."""
    labels = words(lang)
    game = t.ruleset.results.kind
    return [
        PaperLink(kind, labels[f"title-{kind}"], labels[f"about-{kind}"], paper.options, _ready(t, kind))
        for kind, paper in KINDS.items()
        if not paper.games or game in paper.games
    ]


@page("/console/{slug:str}/papers", Right.STAFF)
def papers(slug: str, view: View) -> Html:
    """All papers, with the choices that all of them share."""
    return _page(view, slug)


def _page(view: View, slug: str, problem: PareoError | None = None) -> Html:
    query = view.request.query_params
    paper = "letter" if query.get("paper") == "letter" else "a4"

    def look(ctx: Context) -> Values:
        t = ctx.open(slug).state
        requested = query.get("lang", "")
        lang = requested if requested in LANGUAGES else t.setting(LANGUAGE) or view.lang
        numbers = round_numbers(t)
        number = int_param(query, "round")
        files = files_of(view, t)
        return {
            **frame(ctx, slug, "papers"),
            "papers": paper_links(t, view.game_language),
            "paper_lang": lang,
            "paper": paper,
            "rounds": numbers,
            "round_no": number if number in numbers else None,
            "files": files[0],
            "other_files": files[1],
            "first": _FIRST,
            "now_round": number if number in numbers else max(numbers, default=None),
            "pods": list(t.pods),
            "pod": query.get("pod", "") if query.get("pod", "") in t.pods else "",
        }

    return view.page(
        "console/papers.html",
        status=status_of(problem) if problem else 200,
        problem=problem,
        **view.look(look),
        **_cards(view, slug),
    )


def _cards(view: View, slug: str) -> Values:
    """The cards about phones and screens, for those who may let them in."""
    if not view.may("event", slug):
        return {}
    return {
        "phones": phones_card(view, slug),
        "screens": screens_card(view, slug),
        "screen_address": view.address("/screen"),
    }


def print_options_of(view: View) -> PrintOptions:
    """The print options in the address."""
    query = view.request.query_params
    return PrintOptions(
        lang=query.get("lang", ""),
        paper=query.get("paper") or "a4",
        round_no=int_param(query, "round"),
        pod=query.get("pod") or None,
        division=query.get("division") or None,
        after=int_param(query, "after"),
        tables=tuple(int(text) for text in query.get("tables", "").split(",")[:200] if text.isdecimal()),
    )


@page("/console/{slug:str}/papers/{file:str}", Right.STAFF)
def paper(slug: str, file: str, view: View) -> Response[Any]:
    """One paper as PDF; where it cannot be printed, the page with the reason."""
    try:
        return paper_response(view, slug, file, print_options_of(view))
    except NotFound:
        raise
    except PareoError as problem:
        return _page(view, slug, problem)


ROUTES = [papers, paper]
