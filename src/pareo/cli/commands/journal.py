"""Commands for the journal: undo, who did what, and checking rounds and chain."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from pareo.app.base.context import Context, decode_fact
from pareo.app.commands.event import undo
from pareo.app.queries.pages.event_tables import journal_rows
from pareo.app.queries.rounds import verify as verifying
from pareo.app.rows.events import RoundCheckRow
from pareo.app.wording.journal_words import describe_fact
from pareo.cli.context import CliContext
from pareo.cli.options import (
    command,
    complete_slugs,
    json_option,
    override_option,
    override_reason,
    read_file,
    round_option,
    with_json_option,
    with_write_options,
)
from pareo.cli.output import print_result, say, say_json
from pareo.cli.text_table import table
from pareo.core.model.games import game_of
from pareo.core.text.errors import NotFound, Refused
from pareo.formats.bundle import import_bundle, verify_bundle
from pareo.locale.catalogue import catalogue, in_game
from pareo.store import open_store


@command("undo")
@with_write_options
@click.argument("seq", type=click.IntRange(min=1), required=False)
@override_option
@click.pass_obj
def undo_command(
    cli: CliContext, slug: str, seq: int | None, *, override: str | None, client: str | None, as_json: bool
) -> None:
    """SEQ is the entry you want to undo: a newer entry is then not undone by mistake."""
    done = undo.undo(cli.ctx, slug, seq, override=override_reason(override), client=client)
    undone = done.fact.seq
    action = cli.ctx.store.read(slug, after=undone - 1)[0].action
    print_result(done, as_json=as_json, text=f"Undone: entry {undone} ({action}).", more={"undone": undone})


@command("journal")
@with_json_option
@click.pass_obj
def journal_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    if as_json:
        say_json(journal_rows(cli.ctx, slug))
        return
    event = cli.ctx.open(slug)
    english = catalogue(in_game("en", game_of(event.state.ruleset)))
    undone = {s.seq: f"undone by {s.undone_by}" for s in event.state.steps if s.undone_by}
    cells = [
        (e.seq, e.time[:19].replace("T", " "), e.actor, e.action, describe_fact(english, event, decode_fact(e)),
         undone.get(e.seq, ""))
        for e in cli.ctx.store.read(slug)
    ]  # fmt: skip
    cut = 56 if _at_a_terminal() else 1_000  # a file or another program gets the whole sentences
    say(table(("seq", "time (UTC)", "actor", "action", "what", ""), cells, right="seq", cut=cut))


def _at_a_terminal() -> bool:
    return sys.stdout.isatty()


@command("verify")
@click.argument("what", metavar="SLUG-or-FILE", shell_complete=complete_slugs)
@round_option
@json_option
@click.pass_obj
def verify_command(cli: CliContext, what: str, *, round_no: int | None, as_json: bool) -> None:
    """Every round is checked by code that shares nothing with the pairing; exit code 1 if one breaks the rules."""
    entries, rows = _verify(cli, what, round_no)
    if as_json:
        say_json(rows)
    else:
        say(f"{entries} entries: the chain is intact.")
        if rows:
            say(table(("round", "pod", "verdict", "how", "warnings"), [_cells(r) for r in rows], right="round", cut=60))
    wrong = [row for row in rows if not row.ok]
    if wrong:
        raise Refused("round-violates", "{problems}", problems=" ".join(_problem(row) for row in wrong))


def _verify(cli: CliContext, what: str, round_no: int | None) -> tuple[int, list[RoundCheckRow]]:
    path = Path(what)
    if _may_be_slug(what):
        try:
            entries = cli.ctx.store.head(what)
        except NotFound:
            if not path.is_file():
                raise
        else:
            return entries, verifying.verify(cli.ctx, what, round_no=round_no)
    data = read_file(what)
    report = verify_bundle(data)
    with tempfile.TemporaryDirectory(prefix="pareo-verify-") as folder:
        store = open_store(str(Path(folder) / "copy.db"))
        try:
            slug = import_bundle(store, data)
            return report.entries, verifying.verify(Context(store), slug, round_no=round_no)
        finally:
            store.close()


def _may_be_slug(what: str) -> bool:
    return "." not in what and "/" not in what and "\\" not in what


def _cells(row: RoundCheckRow) -> Sequence[object]:
    return row.round, row.pod, row.verdict, row.method, " ".join(row.violations + row.warnings)


def _problem(row: RoundCheckRow) -> str:
    return f"Round {row.round} of {row.pod} breaks the rules: {' '.join(row.violations)}"
