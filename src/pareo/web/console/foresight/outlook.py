"""Who is in for sure, who is out of reach, and what the others need: for staff."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from pareo.app.desk import Desk
from pareo.app.foresight.outlook_rows import OutlookRow, chance_words, outlook_rows
from pareo.app.rights import Right
from pareo.core.words.alphabet import plain_letters
from pareo.core.words.numbers import figure
from pareo.web.console.event import frame
from pareo.web.declare import page
from pareo.web.render import Values
from pareo.web.view import Html, View

PAGE = 300


@page("/console/{slug:str}/outlook", Right.STAFF)
def outlook(slug: str, view: View) -> Html:
    """Everybody, goal by goal: in, then open by chance, then out."""
    find = view.request.query_params.get("find", "")[:100]

    def look(desk: Desk) -> Values:
        words = plain_letters(find).split()
        rows = [row for row in outlook_rows(desk, slug, quick=True)
                if all(word in plain_letters(row.name) for word in words)]
        tables = [(goal, _shown(list(part), view)) for goal, part in groupby(rows, key=lambda row: row.goal)]
        return {**frame(desk, slug, "standings"), "tables": tables}

    return view.page("console/outlook.html", find=find, **view.look(look))


def _shown(rows: list[OutlookRow], view: View) -> list[dict[str, Any]]:
    return [
        {"row": row, "points": figure(row.points, view.lang), "chance": _chance(row, view),
         "says": [view.note(line) for line in row.says[1:]]}  # the columns say what the first sentence says
        for row in rows[:PAGE]
    ]


def _chance(row: OutlookRow, view: View) -> str:
    return "" if row.chance is None else view.note(chance_words(row.chance, row.margin or 0))


ROUTES = [outlook]
