"""Views (SP-13): one page that leads to all of them, each on screen, as CSV, on the web site and on paper.

Those that have no page elsewhere are here: pairing information, the cross table of a round robin, one player's card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.queries.pages.cards import card_of
from pareo.app.queries.pages.cross_table import GRID_LIMIT, grid, is_round_robin
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.pages.pairing_information import information_rows, starts_matter
from pareo.app.queries.pages.public_view import cached_tables, finished_numbers, tie_text
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.queries.people.player_order import player_list
from pareo.app.rows.tables import PairingRow
from pareo.app.screens.round_tables import round_numbers
from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import label_of_table
from pareo.core.text.errors import NotFound
from pareo.core.text.numbers import points_text
from pareo.core.tournament.tournament import Tournament
from pareo.formats.tables.csv_writer import write_pairings, write_players, write_standings
from pareo.formats.tables.views import (
    cards_table,
    cross_table_table,
    csv_of,
    grid_table,
    information_table,
    ratings_table,
)
from pareo.pages.public_pages import int_param
from pareo.pages.render import Values
from pareo.pages.site_information import staff_information
from pareo.web.console.event import frame
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

PAGE = 100


class ViewLink(NamedTuple):
    """A view as it is listed on the page."""

    key: str
    title: str
    about: str
    screen: str  # address of the page
    csv: str  # name of the file
    paper: str = ""  # kind of the paper
    site: str = ""  # page of the web site
    ready: bool = True


def view_links(view: View, slug: str, t: Tournament, *, robin: bool) -> list[ViewLink]:
    """Every view of this event, in the order of a day."""
    _ = view.texts.gettext
    base = f"/console/{slug}"
    paired, done = any(p.rounds for p in t.pods.values()), bool(finished_numbers(t))
    links = [
        ViewLink(
            "players",
            _("Player list"),
            _("Sorted by any criteria you choose."),
            f"{base}/players",
            "players",
            "roster",
            "players.html",
            bool(t.entrants),
        ),
        ViewLink(
            "pairings",
            _("Pairings and results"),
            _("Every round; Settings decide what is shown next to the names."),
            f"{base}/rounds",
            "pairings",
            "pairings-tables",
            "round-1.html",
            paired,
        ),
        ViewLink(
            "standings",
            _("Standings"),
            _("After any round, with all tie-breaks."),
            f"{base}/standings",
            "standings",
            "standings",
            "standings-1.html",
            paired,
        ),
        ViewLink(
            "cross-table",
            _("Cross table"),
            _("Every opponent and result, round by round."),
            f"{base}/standings/cross",
            "cross-table",
            "crosstable",
            "cross-table.html",
            done,
        ),
    ]
    if robin:
        links.append(
            ViewLink(
                "grid",
                _("Cross table of a round robin"),
                _("A column for each opponent."),
                f"{base}/views/grid",
                "cross-table-grid",
                "",
                "cross-table.html",
                done,
            )
        )
    for number in rated_lists(t):
        title = _("Ratings") if number == 1 else _("Ratings of the second list")
        links.append(
            ViewLink(
                f"ratings-{number}",
                title,
                _("Expected scores, changes and new ratings."),
                f"{base}/ratings?list={number}",
                "ratings" if number == 1 else "ratings-2",
                "",
                f"ratings-{number}.html",
                done,
            )
        )
    links += [
        ViewLink(
            "information",
            _("Pairing information"),
            _("Each player's points, starts, floats and opponents, and the reason for each pairing."),
            f"{base}/views/information",
            "information",
            "",
            "information-1.html",
            paired,
        ),
        ViewLink(
            "cards",
            _("Individual cards"),
            _("One player's whole tournament; open it from the player list."),
            f"{base}/players",
            "cards",
            "cards" if t.ruleset.results.kind != "squads" else "score-sheets",
            "players.html",
            paired,
        ),
    ]
    return links


@page("/console/{slug:str}/views", Right.STAFF)
def views_page(slug: str, view: View) -> Html:
    """All views, each with its links: screen, CSV, paper, web site."""

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        tables = cached_tables(event, None) if t.pods else []
        robin = any(is_round_robin(ctx, slug, x.id) and len(x.rows) <= GRID_LIMIT for x in tables)
        return {
            **frame(ctx, slug, "views"),
            "views": view_links(view, slug, t, robin=robin),
            "rounds": round_numbers(t),
            "done": finished_numbers(t),
        }

    return view.page("console/views.html", **view.look(look))


@page("/console/{slug:str}/views/csv/{name:str}", Right.EVENT)
def csv_view(slug: str, name: str, view: View) -> Response[bytes]:
    """One view as CSV: players in any order, a round, standings after a round."""
    query = view.request.query_params
    round_no, after, pod = int_param(query, "round"), int_param(query, "after"), query.get("pod") or None

    def make(ctx: Context) -> bytes:
        ways: Mapping[str, Callable[[], bytes]] = {
            "players": lambda: write_players(player_list(ctx, slug, sort=query.get("sort", "")[:200])),
            "pairings": lambda: write_pairings(_pairings(ctx, slug, round_no, query.get("columns", "")[:200])),
            "standings": lambda: write_standings(standing_rows(ctx, slug, after=after, pod=pod)),
            "cross-table": lambda: csv_of(cross_table_table(ctx, slug)),
            "cross-table-grid": lambda: csv_of(grid_table(ctx, slug)),
            "ratings": lambda: csv_of(ratings_table(ctx, slug, 1, after)),
            "ratings-2": lambda: csv_of(ratings_table(ctx, slug, 2, after)),
            "information": lambda: csv_of(information_table(ctx, slug, round_no, pod)),
            "cards": lambda: csv_of(cards_table(ctx, slug)),
        }
        if name not in ways:
            raise NotFound(
                "view-unknown", "There is no view “{view}” (views: {known}).", view=name[:40], known=", ".join(ways)
            )
        return ways[name]()

    content = view.look(make)
    headers = {"content-disposition": f'attachment; filename="{slug}-{name}.csv"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type="text/csv; charset=utf-8")


def _pairings(ctx: Context, slug: str, round_no: int | None, columns: str) -> list[PairingRow]:
    numbers = [round_no] if round_no is not None else sorted(round_numbers(ctx.open(slug).state))
    return [row for n in numbers for row in pairing_rows(ctx, slug, round_no=n, columns=columns or None)]


@page("/console/{slug:str}/views/information", Right.STAFF)
def information(slug: str, view: View) -> Html:
    """The pairing information of a round, a hundred players at a time."""
    query = view.request.query_params
    number, pod, at = int_param(query, "round"), query.get("pod") or None, int_param(query, "page") or 1
    show = partial(figure, lang=view.lang)

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        rows = information_rows(ctx, slug, round_no=number, pod=pod)
        pages = max(1, -(-len(rows) // PAGE))
        page_no = min(at, pages)
        on_page = rows[(page_no - 1) * PAGE : page_no * PAGE]
        return {
            **frame(ctx, slug, "views"),
            "rows": staff_information(event, on_page, view.game_language, show),
            "page": page_no,
            "pages": pages,
            "rounds": round_numbers(t),
            "number": number,
            "pod": pod or "",
            "pods": list(t.pods),
            "shown_round": rows[0].round if rows else None,
            "starts": starts_matter(t),
        }

    return view.page("console/information.html", cards=f"/console/{slug}/views/cards", **view.look(look))


@page("/console/{slug:str}/views/grid", Right.STAFF)
def grid_page(slug: str, view: View) -> Html:
    """The cross table with a column for each opponent."""
    query = view.request.query_params
    after = int_param(query, "after")

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        tables = cached_tables(event, after)
        pod = query.get("pod", "")
        table = next((x for x in tables if pod in ("", x.id, *x.pods)), None)
        if table is None and pod:
            raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=pod)
        cross_grid = grid(ctx, slug, pod=table.id, after=after) if table else None
        return {
            **frame(ctx, slug, "views"),
            "grid": cross_grid,
            "chosen": table.id if table else "",
            "choices": [(x.id, label_of_table(event.state, x)) for x in tables],
        }

    return view.page("console/crossgrid.html", after=after, show=points_text, **view.look(look))


@page("/console/{slug:str}/views/cards/{no:int}", Right.STAFF)
def card_page(slug: str, no: int, view: View) -> Html:
    """One player's card: their whole tournament."""
    after = int_param(view.request.query_params, "after")

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        event.state.entrant(no)
        return {
            **frame(ctx, slug, "views"),
            "card": card_of(event, no, after=after),
            "tie": tie_text(event.state, view.lang),
            "starts": starts_matter(event.state),
        }

    return view.page("console/card.html", after=after, show=lambda value: figure(value, view.lang), **view.look(look))


ROUTES = [views_page, csv_view, information, grid_page, card_page]
