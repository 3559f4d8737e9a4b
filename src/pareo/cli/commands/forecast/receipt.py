"""The command that writes the receipt of a round."""

from __future__ import annotations

from pathlib import Path

import click

from pareo.app.receipts.receipt import matches_redraw, receipt, write_receipt
from pareo.cli.context import CliContext
from pareo.cli.options import command, complete_slugs, json_option, language_option, pod_option, read_file, write_file
from pareo.cli.output import show
from pareo.core.text.errors import Refused
from pareo.core.text.messages import note, text_note
from pareo.locale.catalogue import catalogue
from pareo.pages.links import SCRIPT, static_file


@command("receipt")
@click.argument("slug", required=False, shell_complete=complete_slugs)
@click.option("--round", "round_no", type=click.IntRange(min=1), metavar="N", help="Number of a published round.")
@pod_option
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@click.option("--script", metavar="FILE", help="Also write the script that checks receipts to this file.")
@click.option("--check", metavar="FILE", help="Pair the round of this receipt again from its seed.")
@language_option
@json_option
@click.pass_obj
def receipt_command(
    cli: CliContext,
    slug: str | None,
    *,
    round_no: int | None,
    pod: str | None,
    output: str | None,
    script: str | None,
    check: str | None,
    as_json: bool,
) -> None:
    """The seed of a round with its path to the root fixed at creation, the journal's head, the round's cost and the
    certificate that no round costs less. The script checks it without this program: `python3 check_receipt.py
    receipt.json`. To pair the round again, use --check.
    """
    if script is not None:
        write_file(Path(script), static_file(SCRIPT))
    if check is not None:
        if slug is not None or round_no is not None or pod is not None or output is not None:
            raise click.UsageError(
                text_note(
                    "--check pairs the round of a receipt file again: use it only with --script, --lang and --json."
                )
            )
        if not matches_redraw(read_file(check)):
            raise Refused(
                "receipt-other-pairs",
                "Paired again from its seed, the round comes out differently: either the round was changed, or "
                "another version of the program paired it.",
            )
        message = catalogue(cli.lang).gettext("Paired again from its seed, the same pairs come out.")
        show({"drawn_again": True}, message, as_json=as_json)
        return
    if slug is None or round_no is None:
        raise click.UsageError(text_note("Give a tournament and a round (--round), or a file with --check."))
    words = cli.words(slug)
    content = receipt(cli.ctx, slug, round_no=round_no, pod=pod)
    if output is None:
        click.echo(write_receipt(content).decode())
        return
    write_file(Path(output), write_receipt(content) + b"\n")
    summary = note(
        "receipt-written",
        "{file}: {pod}, round {round}. {claim}",
        file=output,
        pod=content.pod,
        round=content.round,
        claim=content.claim,
    )
    show({"written": output, "round": content.round, "pod": content.pod}, words.note(summary), as_json=as_json)
