"""The command for what a round is drawn from: written as JSON, and paired again from such a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from pareo.app.queries.rounds.pairing_inputs import draw_from_json, drawn_from
from pareo.cli.context import CliContext
from pareo.cli.options import command, complete_slugs, json_option, pod_option, read_file, round_option, write_file
from pareo.cli.output import say, say_json, show
from pareo.cli.text_table import table


@command("pairing-input")
@click.argument("slug", required=False, shell_complete=complete_slugs)
@round_option
@pod_option
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@click.option("--replay", metavar="FILE", help="Pair the input in this file and print the round; no tournament needed.")
@json_option
@click.pass_obj
def pairing_input_command(
    cli: CliContext,
    slug: str | None,
    *,
    round_no: int | None,
    pod: str | None,
    output: str | None,
    replay: str | None,
    as_json: bool,
) -> None:
    """The last paired round, the one named, or the next one as it would be paired now. It has numbers, no names."""
    if replay is not None:
        if slug is not None or round_no is not None or pod is not None or output is not None:
            raise click.UsageError("--replay pairs a file: it goes with --json only.")
        _say_round(draw_from_json(read_file(replay)), as_json=as_json)
        return
    if slug is None:
        raise click.UsageError("Name a tournament, or a file with --replay.")
    request = drawn_from(cli.ctx, slug, round_no=round_no, pod=pod)
    text = request.to_json()
    if output is None:
        say_json(json.loads(text)) if as_json else click.echo(text, nl=False)
        return
    write_file(Path(output), text.encode())
    show(
        {"written": output, "round": request.round_no, "players": len(request.candidates)},
        f"{output}: round {request.round_no}, {len(request.candidates)} players.",
        as_json=as_json,
    )


def _say_round(drawn: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        say_json(drawn)
        return
    rows = [(m["a"], m["b"], " ".join(m["reasons"])) for m in drawn["matches"]]
    if drawn["bye"] is not None:
        rows.append((drawn["bye"], "bye", " ".join(drawn["bye_reasons"])))
    say(f"Round {drawn['round']}, {drawn['system']} ({drawn['proof']})")
    say("  " + line for line in table(("a", "b", "why"), rows, right="a b"))
