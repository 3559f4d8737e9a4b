"""Club standings of an event (SP-16), for staff and for everybody."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.queries.pages.public_view import finished_numbers
from pareo.app.screens.club_standings import ClubOptions, club_field, club_rows, club_rules
from pareo.app.wording.number_text import figure
from pareo.core.text.errors import PareoError
from pareo.formats.tables.series_files import clubs_csv
from pareo.pages.public_pages import clubs_page, int_param, render_problem
from pareo.web.console.event import frame
from pareo.web.console.league.series import csv_file
from pareo.web.route_decorators import page
from pareo.web.view import Html, View, status_of


def requested_options(view: View) -> ClubOptions:
    """The options in the address; those that are missing are as the event is set."""
    query = view.request.query_params
    return ClubOptions(
        int_param(query, "best"), int_param(query, "min"), query.get("by") or None, (), int_param(query, "after")
    )


@page("/console/{slug:str}/clubs", Right.STAFF)
def clubs(slug: str, view: View) -> Html:
    """The clubs in order, counted as the event is set or as the address asks."""

    def look(ctx: Context, options: ClubOptions) -> dict[str, object]:
        t = ctx.open(slug).state
        return {
            **frame(ctx, slug, "standings"),
            "rows": club_rows(ctx, slug, options),
            "rules": club_rules(t, options),
            "by": club_field(t, options.by),
            "done": finished_numbers(t),
            "after": options.after,
            "figure": partial(figure, lang=view.lang),
            "query": view.request.url.query,
        }

    try:
        return view.page("console/clubs.html", **view.look(lambda ctx: look(ctx, requested_options(view))))
    except PareoError as problem:
        if problem.code == "no-such-tournament":
            raise
        return view.page(
            "console/clubs.html",
            status=status_of(problem),
            problem=problem,
            **view.look(lambda ctx: look(ctx, ClubOptions())),
        )


@page("/console/{slug:str}/clubs.csv", Right.STAFF)
def clubs_file(slug: str, view: View) -> Response[bytes]:
    """The club standings as a CSV file."""
    rows = view.look(lambda ctx: club_rows(ctx, slug, requested_options(view)))
    return csv_file(f"{slug}-clubs.csv", clubs_csv(rows))


@page("/e/{slug:str}/clubs", Right.PUBLIC)
def public_clubs(slug: str, view: View) -> Response[Any]:
    """The club standings after the last finished round, for everybody, counted as the event is set."""

    def make() -> bytes:
        return view.app_state.look_public(slug, lambda ctx: clubs_page(ctx, slug, view.lang, {}))().encode()

    try:
        return view.cached_response(("clubs", slug, view.lang), view.app_state.public_version(slug), make)
    except PareoError as problem:
        return Response(
            render_problem(problem, view.lang, 404).encode(),
            status_code=status_of(problem),
            media_type="text/html; charset=utf-8",
        )


ROUTES = [clubs, clubs_file, public_clubs]
