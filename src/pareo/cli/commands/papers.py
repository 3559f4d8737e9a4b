"""Commands for what is printed or read out: the values of the papers, as plain text."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.seating import seating
from pareo.cli.context import CliContext
from pareo.cli.options import command, pod_option, round_option, with_json_option
from pareo.cli.output import say_json, show
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.languages import LANGUAGES


@command("announce")
@with_json_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; default: the event's.")
@click.pass_obj
def announce_command(cli: CliContext, slug: str, *, lang: str | None, as_json: bool) -> None:
    """Rounds, top cut, prizes, third-place match, head judge, slips: everything the document wants announced before the
    start.
    """
    text = announce(cli.ctx, slug, lang)
    show({"slug": slug, "lang": lang, "text": text}, text.rstrip("\n"), as_json=as_json)


@command("slips")
@with_json_option
@round_option
@pod_option
@click.pass_obj
def slips_command(cli: CliContext, slug: str, *, round_no: int | None, pod: str | None, as_json: bool) -> None:
    _say_sheets(_sheets(cli, slug, "slips", round_no=round_no, pod=pod), as_json=as_json)


@command("cards")
@with_json_option
@click.pass_obj
def cards_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    _say_sheets(_sheets(cli, slug, "cards"), as_json=as_json)


@command("score-sheets")
@with_json_option
@click.pass_obj
def score_sheets_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    _say_sheets(_sheets(cli, slug, "score-sheets"), as_json=as_json)


@command("bracket")
@with_json_option
@pod_option
@click.pass_obj
def bracket_command(cli: CliContext, slug: str, *, pod: str | None, as_json: bool) -> None:
    sheets = _sheets(cli, slug, "bracket", pod=pod)
    if as_json:
        say_json({"slug": slug, "pod": pod, "text": "\n".join(sheets)})
    else:
        _say_sheets(sheets, as_json=False)


@command("seating")
@with_json_option
@round_option
@click.pass_obj
def seating_command(cli: CliContext, slug: str, *, round_no: int | None, as_json: bool) -> None:
    if as_json:
        say_json(seating(cli.ctx, slug, round_no))
        return
    from pareo.cli.paper_text import table_sheet  # noqa: PLC0415
    from pareo.print.document import PrintOptions  # noqa: PLC0415
    from pareo.print.pairings import seating_list  # noqa: PLC0415

    parts = seating_list(cli.ctx, slug, PrintOptions(lang=_language(cli, slug), round_no=round_no))
    _say_sheets([table_sheet(part) for part in parts], as_json=False)


def _sheets(cli: CliContext, slug: str, kind: str, *, round_no: int | None = None, pod: str | None = None) -> list[str]:
    """The sheets of a paper in the event's language."""
    # Babel and the rest are read only by these commands.
    from pareo.cli.paper_text import sheets  # noqa: PLC0415
    from pareo.print.document import PrintOptions  # noqa: PLC0415
    from pareo.print.papers import gather  # noqa: PLC0415

    return sheets(gather(kind, cli.ctx, slug, PrintOptions(lang=_language(cli, slug), round_no=round_no, pod=pod)))


def _language(cli: CliContext, slug: str) -> str:
    return cli.ctx.open(slug).state.setting(LANGUAGE) or "en"


def _say_sheets(sheets: Sequence[str], *, as_json: bool) -> None:
    show(
        list(sheets),
        "\n\n".join(sheet.rstrip("\n") for sheet in sheets) or "There is nothing to print.",
        as_json=as_json,
    )
