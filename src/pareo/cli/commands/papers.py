"""Commands for what is printed or read out, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from pareo.app.views import papers
from pareo.cli.context import Place
from pareo.cli.options import command, pod_option, reading, round_option
from pareo.cli.output import say, say_json
from pareo.cli.text_table import table

LANGUAGES = ("en", "es", "pt", "it")


@command("announce")
@reading
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; default: the event's.")
@click.pass_obj
def announce_command(place: Place, slug: str, *, lang: str | None, as_json: bool) -> None:
    """Rounds, cut, prizes, third-place match, head judge, slips: what the document wants said before the start."""
    text = papers.announce(place.desk, slug, lang)
    if as_json:
        say_json({"slug": slug, "lang": lang, "text": text})
    else:
        say(text.rstrip("\n"))


@command("slips")
@reading
@round_option
@pod_option
@click.pass_obj
def slips_command(place: Place, slug: str, *, round_no: int | None, pod: str | None, as_json: bool) -> None:
    _say_sheets(papers.slips(place.desk, slug, round_no=round_no, pod=pod), as_json=as_json)


@command("cards")
@reading
@click.pass_obj
def cards_command(place: Place, slug: str, *, as_json: bool) -> None:
    _say_sheets(papers.cards(place.desk, slug), as_json=as_json)


@command("score-sheets")
@reading
@click.pass_obj
def score_sheets_command(place: Place, slug: str, *, as_json: bool) -> None:
    _say_sheets(papers.score_sheets(place.desk, slug), as_json=as_json)


@command("bracket")
@reading
@pod_option
@click.pass_obj
def bracket_command(place: Place, slug: str, *, pod: str | None, as_json: bool) -> None:
    text = papers.bracket_sheet(place.desk, slug, pod)
    if as_json:
        say_json({"slug": slug, "pod": pod, "text": text})
    else:
        say(text.rstrip("\n"))


@command("seating")
@reading
@round_option
@click.pass_obj
def seating_command(place: Place, slug: str, *, round_no: int | None, as_json: bool) -> None:
    _say_rows(papers.seating(place.desk, slug, round_no), as_json=as_json)


def _say_sheets(sheets: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        say_json(list(sheets))
    else:
        say("\n\n".join(sheet.rstrip("\n") for sheet in sheets) or "There is nothing to print.")


def _say_rows(rows: Sequence[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        say_json(list(rows))
    elif rows:
        heads = [head.replace("_", " ") for head in rows[0]]
        right = " ".join(h for h, key in zip(heads, rows[0], strict=True) if isinstance(rows[0][key], int | float))
        say(table(heads, [tuple(row.values()) for row in rows], right=right, cut=24))
    else:
        say("There is nothing to show.")
