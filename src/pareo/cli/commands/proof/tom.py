"""The command that shows TOM's places beside ours and the document's."""

from __future__ import annotations

from dataclasses import asdict

import click

from pareo.cli.context import Place
from pareo.cli.options import command, complete_rulesets, reading
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import table
from pareo.cli.tiebreak_words import decided_by
from pareo.formats.tdf.compare import differences


@command("compare")
@reading
@click.option("--ruleset", "ruleset_id", metavar="ID", shell_complete=complete_rulesets,
              help="The document's ruleset; default: the event's own, or that of July 2019.")
@click.option("--all", "everybody", is_flag=True, help="Also those whose place is the same.")
@click.pass_obj
def compare_command(place: Place, slug: str, *, ruleset_id: str | None, everybody: bool, as_json: bool) -> None:
    """Places by division: TOM's, those in its file if the event came from one, ours, and the document's."""
    found = differences(place.desk, slug, document=ruleset_id)
    rows = [row for row in found if everybody or row.differs]
    if as_json:
        say_json([asdict(row) for row in rows])
        return
    if not rows:
        say("TOM and the document rank everybody the same.")
        return
    head = ("division", "player", "TOM", "decided by", "here", "document", "decided by")
    cells = [
        (r.division, r.name, r.tom_place, decided_by(r.tom_decided_by), r.place, r.document_place,
         decided_by(r.document_decided_by))
        for r in rows
    ]
    say(table(head, cells))
    where = "in the file" if rows[0].in_file else "reckoned as TOM does: there is no file with its places"
    others = sum(row.tom_place != row.place for row in found)
    say_note(f"TOM's places are {where}. Places here that are not TOM's: {others} of {len(found)}.")
