"""The command that compares an event with other rules, or with TOM's places."""

from __future__ import annotations

from dataclasses import asdict

import click

from pareo.app.foresight.compare import compared
from pareo.cli.context import Place
from pareo.cli.options import command, complete_rulesets, reading
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import table
from pareo.cli.tiebreak_words import decided_by
from pareo.formats.tdf.compare import differences


@command("compare")
@reading
@click.option("--with", "other", metavar="RULESET", shell_complete=complete_rulesets,
              help="Every place and every drawn pair that these rules would make otherwise, with the paragraph.")
@click.option("--ruleset", "ruleset_id", metavar="ID", shell_complete=complete_rulesets,
              help="The document's ruleset; default: the event's own, or that of July 2019.")
@click.option("--all", "everybody", is_flag=True, help="Also those whose place is the same.")
@click.pass_obj
def compare_command(
    place: Place, slug: str, *, other: str | None, ruleset_id: str | None, everybody: bool, as_json: bool
) -> None:
    """With other rules (--with), or with TOM: places by division, TOM's, those in its file if the event came from one,
    ours, and the document's.
    """
    if other is not None:
        if ruleset_id is not None or everybody:
            raise click.UsageError("--with goes without --ruleset and --all.")
        _say_other(place, slug, other, as_json=as_json)
        return
    found = differences(place.desk, slug, document=ruleset_id)
    rows = [row for row in found if everybody or row.differs]
    if as_json:
        say_json([asdict(row) for row in rows])
        return
    if not rows:
        say("TOM and the document rank everybody the same.")
        return
    head = ("division", "player", "TOM", "decided by", "here", "document", "decided by", "paragraph")
    cells = [
        (r.division, r.name, r.tom_place, decided_by(r.tom_decided_by), r.place, r.document_place,
         decided_by(r.document_decided_by), r.paragraph)
        for r in rows
    ]
    say(table(head, cells, cut=26))
    where = "in the file" if rows[0].in_file else "reckoned as TOM does: there is no file with its places"
    others = sum(row.tom_place != row.place for row in found)
    say_note(f"TOM's places are {where}. Places here that are not TOM's: {others} of {len(found)}.")


def _say_other(place: Place, slug: str, other: str, *, as_json: bool) -> None:
    found = compared(place.desk, slug, other)
    if as_json:
        say_json(found)
        return
    for one in found.refused:
        say_note(f"Round {one.round} of {one.pod} cannot be drawn by these rules: {one.why}")
    if not found.places and not found.pairs:
        say(f"{found.other} ranks everybody the same{_same_rounds(found.rounds)}.")
        return
    cells = [(r.table, r.name, r.place, decided_by(r.decided_by), r.other_place, decided_by(r.other_decided_by),
              r.paragraph) for r in found.places]
    say(table(("table", "player", "place", "decided by", "there", "decided by", "paragraph"), cells, cut=26))
    pairs = [(p.pod, p.round, "drawn" if p.drawn else "instead", p.a, p.b or "(bye)", p.paragraph) for p in found.pairs]
    if pairs:
        say("")
        say(table(("pod", "round", "", "a", "b", "paragraph"), pairs, cut=26))
    others = sum(p.drawn for p in found.pairs)
    say_note(f"Other places: {len(found.places)}. " + (
        f"Rounds drawn again: {found.rounds}; pairs that were drawn and would not have been: {others}." if found.rounds
        else "No round of it was drawn."))


def _same_rounds(count: int) -> str:
    if not count:
        return "; no round of it was drawn"
    return f" and draws the same {'round' if count == 1 else f'{count} rounds'}"
