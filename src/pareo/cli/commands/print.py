"""The command that makes papers: PDF for the wall, the tables and the archive."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pareo.cli.context import CliContext
from pareo.cli.options import command, json_option, pod_option, round_option, slug_argument, write_file
from pareo.cli.output import show
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.errors import BadInput
from pareo.core.text.languages import LANGUAGES

KINDS = (
    "announcement",
    "roster",
    "check-in",
    "missing-lists",
    "checks",
    "table-lists",
    "badges",
    "place-cards",
    "pairings-tables",
    "pairings-names",
    "slips",
    "entry-sheet",
    "standings",
    "crosstable",
    "ratings",
    "information",
    "bracket",
    "cards",
    "score-sheets",
    "report",
)
SIZES = ("a4", "letter")
_PATIENCE = 1.0  # seconds before progress is shown


@command("print")
@click.argument("kind", metavar="KIND", type=click.Choice(KINDS))
@slug_argument
@round_option
@pod_option
@click.option("--division", metavar="D", help="Standings of this division only.")
@click.option("--after", type=click.IntRange(min=0), metavar="N", help="Standings after this round.")
@click.option("--table", type=click.IntRange(min=1), metavar="T", help="Slips or lists of this table only.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; default: the event's.")
@click.option("--paper", type=click.Choice(SIZES), default="a4", show_default=True, help="Page size.")
@click.option("--address", default="", metavar="URL", help="Address of the public page, for QR codes.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file; default: SLUG-KIND.pdf here; “-”: pipe it.")
@json_option
@click.pass_obj
def print_command(
    cli: CliContext,
    kind: str,
    slug: str,
    *,
    round_no: int | None,
    pod: str | None,
    division: str | None,
    after: int | None,
    table: int | None,
    lang: str | None,
    paper: str,
    address: str,
    output: str | None,
    as_json: bool,
) -> None:
    """KIND: announcement, roster, check-in, missing-lists, checks, table-lists, badges, place-cards,
    pairings-tables, pairings-names, slips, entry-sheet, standings, crosstable, ratings, information, bracket, cards,
    score-sheets or report (the whole event).
    """
    # Babel, segno and the rest are read only by this command.
    from pareo.print.papers import render  # noqa: PLC0415

    if output == "-" and sys.stdout.isatty():
        raise click.UsageError("a PDF is not text: say where to write it with -o FILE")
    if address and is_loopback_address(address):
        raise BadInput(
            "address-only-here",
            "{address} points every phone to itself: give an address that phones can open.",
            address=address[:80],
        )
    event = cli.ctx.open(slug)
    language = lang or event.state.setting(LANGUAGE) or "en"
    pdf = render(
        kind,
        cli.ctx,
        slug,
        lang=language,
        paper=paper,
        round_no=round_no,
        pod=pod,
        division=division,
        after=after,
        address=address,
        tables=() if table is None else (table,),
        progress=_progress,
    )
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    if output == "-":
        click.echo(pdf, nl=False)
        return
    path = Path(output or f"{slug}-{kind}.pdf")
    write_file(path, pdf)
    show(
        {"file": str(path), "kind": kind, "lang": language, "paper": paper, "bytes": len(pdf)},
        f"Wrote {path} ({len(pdf)} bytes).",
        as_json=as_json,
    )


def _progress(seconds: float) -> None:
    """Shown only to a person at a terminal, and only when it takes longer than a second."""
    if seconds >= _PATIENCE and sys.stderr.isatty():
        click.echo(f"\rPreparing the printout … {seconds:.0f} s", nl=False, err=True)
