"""The command that writes the receipt of a round."""

from __future__ import annotations

from pathlib import Path

import click

from pareo.app.foresight.receipt import receipt, written
from pareo.cli.context import Place
from pareo.cli.options import command, complete_slugs, json_option, pod_option, write_file
from pareo.cli.output import show


@command("receipt")
@click.argument("slug", shell_complete=complete_slugs)
@click.option("--round", "round_no", type=click.IntRange(min=1), required=True, metavar="N", help="A published round.")
@pod_option
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@json_option
@click.pass_obj
def receipt_command(
    place: Place, slug: str, *, round_no: int, pod: str | None, output: str | None, as_json: bool
) -> None:
    """The seed of a round with its path to the root that was fixed at creation, the journal's head, what the round
    costs and the certificate that nothing costs less. `tools/check_receipt.py` checks it without this program.
    """
    said = receipt(place.desk, slug, round_no=round_no, pod=pod)
    if output is None:
        click.echo(written(said).decode())
        return
    write_file(Path(output), written(said) + b"\n")
    show({"written": output, "round": said.round, "pod": said.pod},
         f"{output}: {said.pod}, round {said.round}. {said.claim}", as_json=as_json)
