"""The rating view for staff: what the event does to everybody's rating, on either list, after any round (S-18)."""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.queries.pages.public_view import finished_numbers
from pareo.app.queries.pages.ratings import rated_lists, ratings_view, rules_text
from pareo.app.rows.people import PlayerRatingRow
from pareo.app.wording.number_text import figure, signed_text
from pareo.core.text.alphabet import plain_letters
from pareo.pages.public_pages import int_param
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

PAGE = 200


@page("/console/{slug:str}/ratings", Right.STAFF)
def ratings(slug: str, view: View) -> Html:
    """The rating changes of one list, paged and searched."""
    query = view.request.query_params
    after, find, number = int_param(query, "after"), query.get("find", "")[:100], int_param(query, "page") or 1

    def look(ctx: Context) -> Values:
        t = ctx.open(slug).state
        lists = rated_lists(t)
        list_no = int_param(query, "list") or (lists[0] if lists else 1)
        values = {**frame(ctx, slug, "standings"), "lists": lists, "list_no": list_no, "done": finished_numbers(t)}
        if list_no not in lists:
            return {**values, "rows": None}
        words = plain_letters(find).split()
        matching = [
            row
            for row in ratings_view(ctx, slug, list_no, after)
            if all(word in plain_letters(row.name) for word in words)
        ]
        pages = max(1, -(-len(matching) // PAGE))
        page_no = min(number, pages)
        rows = [_cells(row, view.lang) for row in matching[(page_no - 1) * PAGE : page_no * PAGE]]
        return {**values, "rows": rows, "page": page_no, "pages": pages, "rules": rules_text(t, list_no)}

    return view.page("console/ratings.html", after=after, find=find, **view.look(look))


class RatingCells(NamedTuple):
    """A row with every number formatted."""

    row: PlayerRatingRow
    score: str
    expected: str
    change: str


def _cells(row: PlayerRatingRow, lang: str) -> RatingCells:
    return RatingCells(
        row,
        figure(row.score, lang),
        "" if row.expected is None else figure(row.expected, lang),
        signed_text(row.change),
    )


ROUTES = [ratings]
