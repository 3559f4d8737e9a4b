"""Series, club standings and duplicate rankings as CSV, and as one HTML file for a web site.

The HTML page stands alone: its style is in it, nothing is fetched, and names are as the events show them to everybody.
CSV is for staff: full names, and every part of a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

from pareo.app.season.rows import CategoryRow, ClubLine, DuplicateTold, SeriesRow, SeriesTold
from pareo.formats.html_site.site import words
from pareo.formats.tables.csv_written import written

_VALUES = {"places": "points", "best-games": "tiebreak-average-secondary", "wins": "tiebreak-games-won",
           "performance": "performance"}


def series_csv(told: SeriesTold) -> bytes:
    """The table of a series: one column per event; what did not count stands in brackets."""
    slugs = [event.slug for event in told.counted]
    heads = ("place", "name", "points", "second", *slugs, "decided_by")
    return written(heads, [
        [row.place, row.name, row.points, row.second, *_cells(row, slugs), row.decided_by] for row in told.rows
    ])


def _cells(row: SeriesRow, slugs: Sequence[str]) -> list[object]:
    """What each event gave: a number, or several where games are counted."""
    found = {slug: [p.points if p.counts else f"({p.points})" for p in parts] for slug, parts in row.by_event().items()}
    return [cells[0] if len(cells := found.get(slug, [""])) == 1 else " ".join(map(str, cells)) for slug in slugs]


def clubs_csv(rows: Sequence[ClubLine]) -> bytes:
    """Club standings: the club, its sum, and who made it."""
    return written(("place", "club", "points", "players", "counting", "decided_by"), [
        [row.place, row.club, row.points, row.players, "; ".join(f"{p.name} {p.points}" for p in row.counting),
         row.decided_by]
        for row in rows
    ])


def categories_csv(rows: Sequence[CategoryRow]) -> bytes:
    """Who is in which category, and why."""
    heads = ("name", "category", "before", "move", "reason", "rating", "title")
    return written(heads, [[getattr(row, head) for head in heads] for row in rows])


def duplicate_csv(told: DuplicateTold) -> bytes:
    """The ranking of a duplicate event: one column per game."""
    games = [f"game {number}" for number in range(1, len(told.games) + 1)]
    heads = ("place", "name", "points", "percent", "behind", "best_moves", *games)
    return written(heads, [
        [row.place, row.name, row.points, row.percent, row.behind, row.best_moves, *row.by_game] for row in told.rows
    ])


# --- one page ---------------------------------------------------------------------------------------------------------


def series_html(told: SeriesTold, lang: str = "en") -> bytes:
    """The table of a series, from what everybody may see (`shown(…, public=True)`)."""
    slugs = [event.slug for event in told.counted]
    said = words(lang)
    rows = [{"place": row.place or "", "name": row.name,
             "cells": [_figure(row.points, lang), *[_figure(cell, lang) for cell in _cells(row, slugs)]]}
            for row in told.rows]
    left_out = any(not part.counts for row in told.rows for part in row.parts)
    return _page(lang, name=told.name, below=told.period or "", rows=rows, left_out=left_out,
                 heads=[said[_VALUES[told.count]], *(event.name for event in told.counted)])


def duplicate_html(told: DuplicateTold, lang: str = "en") -> bytes:
    """The ranking of a duplicate event, from what everybody may see."""
    rows = [{"place": row.place, "name": row.name,
             "cells": [f"{_figure(row.percent, lang)} %", row.points, *row.by_game]} for row in told.rows]
    games = [str(number) for number in range(1, len(told.games) + 1)]
    return _page(lang, name=told.name, below=told.date or "", rows=rows, left_out=False,
                 heads=["%", words(lang)["points"], *games])


def _figure(value: object, lang: str) -> str:
    text = str(value)
    return text if lang == "en" else text.replace(".", ",")


def _page(lang: str, **values: object) -> bytes:
    return _template().render(w=words(lang), lang=lang, **values).encode()


def _source(name: str) -> str:
    return files("pareo.formats.html_site").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    made = Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return made.get_template("series.html")
