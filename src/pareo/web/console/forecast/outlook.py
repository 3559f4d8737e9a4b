"""Who is in for sure, who is out of reach, and what the others need: for staff."""

from __future__ import annotations

from itertools import groupby, islice
from typing import Any

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.forecast.qualification_rows import by_goal, chance_words, look_ahead, outlook_age
from pareo.app.queries.pages.public_view import finished_numbers
from pareo.app.rows.forecast import OutlookRow
from pareo.app.wording.number_text import figure
from pareo.core.text.alphabet import plain_letters
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.forms.query import query_number
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

PAGE = 300


@page("/console/{slug:str}/outlook", Right.STAFF)
def outlook(slug: str, view: View) -> Html:
    """Everybody, goal by goal: in, then open by chance, then out; now, or as it was after a finished round."""
    find, after = view.request.query_params.get("find", "")[:100], query_number(view, "after")

    def look(ctx: Context) -> Values:
        words = plain_letters(find).split()
        ahead = look_ahead(ctx, slug, after=after)
        matching = [
            (one, p)
            for one, p in ahead.prospects
            if not words or all(word in plain_letters(ahead.event.name(p.no)) for word in words)
        ]
        on_page = [
            item
            for _, part in groupby(matching, key=lambda item: (item[0].pod, item[1].goal))
            for item in islice(part, PAGE)
        ]
        tables = [(name, _table_rows(rows, view)) for name, rows in by_goal(ahead._replace(prospects=on_page).rows())]
        return {
            **frame(ctx, slug, "standings"),
            "tables": tables,
            "ahead": ahead.age,
            "ended_rounds": finished_numbers(ahead.event.state),
        }

    return view.page(
        "console/outlook.html",
        find=find,
        after=after,
        version=view.app_state.version(slug),
        ended=view.app_state.outlook_cache.finished_count(slug),
        **view.look(look),
    )


@page("/console/{slug:str}/outlook/ahead", Right.STAFF)
def how_far(slug: str, view: View) -> Html:
    """The part of the outlook page that says how old the figures are and how far the next ones have come."""
    after = query_number(view, "after")

    def look(ctx: Context) -> Values:
        return {**frame(ctx, slug, "standings"), "ahead": outlook_age(ctx, slug, after=after)}

    return view.page("console/outlook_ahead.html", after=after, **view.look(look))


def _table_rows(rows: list[OutlookRow], view: View) -> list[dict[str, Any]]:
    return [
        {
            "row": row,
            "points": figure(row.points, view.lang),
            "chance": _chance(row, view),
            "says": [view.note(note).replace(" %", "\u00a0%") for note in row.says[1:]],
        }  # the columns say the first
        for row in rows
    ]


def _chance(row: OutlookRow, view: View) -> str:
    return "" if row.chance is None else view.note(chance_words(row.chance, row.margin or 0))


ROUTES = [outlook, how_far]
