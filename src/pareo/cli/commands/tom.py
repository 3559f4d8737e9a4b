"""The command that shows how TOM would rank, beside the document."""

from __future__ import annotations

from dataclasses import asdict

import click

from pareo.cli.context import Place
from pareo.cli.options import command, complete_rulesets, reading
from pareo.cli.output import say, say_json
from pareo.cli.text_table import table
from pareo.formats.tdf.tom import differences


@command("compare")
@reading
@click.option("--ruleset", "ruleset_id", metavar="ID", shell_complete=complete_rulesets,
              help="The document's ruleset; default: the event's own, or that of July 2019.")
@click.option("--all", "everybody", is_flag=True, help="Also those whose place is the same.")
@click.pass_obj
def compare_command(place: Place, slug: str, *, ruleset_id: str | None, everybody: bool, as_json: bool) -> None:
    """Places by division as Play! Pokémon's program TOM ranks, and as the document says."""
    rows = [row for row in differences(place.desk, slug, document=ruleset_id) if everybody or row.differs]
    if as_json:
        say_json([asdict(row) for row in rows])
        return
    if not rows:
        say("TOM and the document rank everybody the same.")
        return
    head = ("division", "player", "TOM", "decided by", "document", "decided by")
    cells = [
        (r.division, r.name, str(r.tom_place), r.tom_decided_by or "", str(r.document_place),
         r.document_decided_by or "")
        for r in rows
    ]
    say(table(head, cells))
