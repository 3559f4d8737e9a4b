"""The public pages of a series and of a duplicate event as one HTML file each, for somebody's own web site.

The file stands alone: its style is in it, nothing is fetched, and names are as the events show them to everybody.
"""

from __future__ import annotations

from functools import partial

from pareo.app.rows.league import DuplicateDetails, SeriesDetails
from pareo.app.wording.number_text import figure
from pareo.locale.catalogue import known_language
from pareo.locale.texts import texts
from pareo.pages.links import OneFile
from pareo.pages.render import render


def series_html(series: SeriesDetails, lang: str = "en") -> bytes:
    """The table of a series, from what everybody may see (`shown(…, public=True)`)."""
    spoken = texts(known_language(lang))
    return render(
        "public/series.html",
        lang,
        links=OneFile(),
        told=series,
        figure=partial(figure, lang=lang),
        notes=[spoken.note(note) for note in series.notes],
        unsettled=False,
        back="",
    ).encode()


def duplicate_html(duplicate: DuplicateDetails, lang: str = "en") -> bytes:
    """The ranking of a duplicate event, from what everybody may see."""
    return render("public/duplicate.html", known_language(lang), links=OneFile(), told=duplicate, back="").encode()
