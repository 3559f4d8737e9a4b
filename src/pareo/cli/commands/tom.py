"""Commands of an event that TOM runs: what is to be typed there, notes, conflicts. `pareo.serve.tom` follows TOM."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pareo.app.tom import running, views
from pareo.app.wording.round_words import result_said
from pareo.cli.context import CliContext
from pareo.cli.options import WithDefault, command, group, with_json_option, with_write_options, write_file
from pareo.cli.output import print_result, say, say_json
from pareo.cli.text_table import table
from pareo.formats.tdf.saves import save_bytes


class _TomGroup(WithDefault):
    default = "follow"


tom_command = group("tom", _TomGroup)


@command("tom list")
@with_json_option
@click.option("--newest", is_flag=True, help="Newest results first.")
@click.pass_obj
def list_command(cli: CliContext, slug: str, *, newest: bool, as_json: bool) -> None:
    """In TOM's order: by pod and table, with TOM's first and second player; a line disappears once TOM's save file has
    the result.
    """
    rows = views.list_rows(cli.ctx, slug, newest=newest)
    if as_json:
        say_json([asdict(row) for row in rows])
        return
    if not rows:
        say("TOM has all results.")
        return
    ruleset = cli.ctx.open(slug).state.ruleset
    cells = [
        (
            r.pod,
            r.round,
            r.table,
            r.a,
            result_said(ruleset, r.result),
            r.b,
            f"TOM has {result_said(ruleset, r.tom_has)}" if r.tom_has else "",
        )
        for r in rows
    ]
    say(table(("pod", "round", "table", "first", "result", "second", ""), cells))


@command("tom show")
@with_json_option
@click.pass_obj
def show_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """The last save file, each pod's round, results to enter in TOM, conflicts, notes."""
    row = views.overview(cli.ctx, slug)
    if as_json:
        say_json(asdict(row))
        return
    saves = "1 save file" if row.saves == 1 else f"{row.saves} save files"
    say(f"{'Following TOM' if row.following else 'Not following TOM'}, {saves}. Last: {row.said}.")
    say([row.date_warning] if row.date_warning else [])
    for r in row.rounds:
        waits = "" if not r.waits else " (on hold)" if r.held else " (not published yet)"
        say(
            f"{r.pod}: round {r.round}, {r.status}{waits}; tables without a result: "
            f"{', '.join(map(str, r.open)) or 'none'}."
        )
        say([f"  {problem}" for problem in r.problems])
    ruleset = cli.ctx.open(slug).state.ruleset
    for c in row.conflicts:
        theirs, ours = result_said(ruleset, c.tom_has), result_said(ruleset, c.result)
        say(f"Round {c.round}, table {c.table}: TOM has {theirs}, we have {ours} ({c.a} – {c.b}).")
    say(
        f"Waiting for TOM: {len(row.to_type)}. Conflicts: {len(row.conflicts)}. Notes: {len(row.notes)}. "
        f"Set aside: {len(row.aside)}."
    )
    say([f"  {note.seq}: {note.text}" for note in row.notes])


@command("tom saves")
@with_json_option
@click.option("--save", "number", type=click.IntRange(min=1), metavar="N", help="Output this save file, unchanged.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@click.pass_obj
def saves_command(cli: CliContext, slug: str, *, number: int | None, output: str | None, as_json: bool) -> None:
    """They contain personal data: don't pass them on."""
    event = cli.ctx.open(slug)
    if number is not None:
        data = save_bytes(cli.ctx, event, number)
        if output is None:
            click.echo(data, nl=False)
        else:
            write_file(Path(output), data)
            say(f"Wrote {output} ({len(data)} bytes).")
        return
    saves = event.state.tom.saves if event.state.tom is not None else []
    if as_json:
        say_json(
            [{"number": s.number, "seq": s.seq, "time": s.time, "kind": s.kind, "sha256": s.sha256} for s in saves]
        )
    else:
        say(table(("save", "time", "kind", "entry"), [(s.number, s.time[:19], s.kind, s.seq) for s in saves]))


@command("tom note")
@with_write_options
@click.argument("text", required=False)
@click.option("--done", type=click.IntRange(min=1), metavar="N", help="Mark this note as done.")
@click.pass_obj
def note_command(
    cli: CliContext, slug: str, text: str | None, *, done: int | None, client: str | None, as_json: bool
) -> None:
    """For anything only TOM can do: drops, late players, corrections. It stays on the list until it is done."""
    if done is not None:
        print_result(running.tick_note(cli.ctx, slug, done, client=client), as_json=as_json, text="Done.")
    else:
        print_result(running.leave_note(cli.ctx, slug, text or "", client=client), as_json=as_json, text="Noted.")


@command("tom settle")
@with_write_options
@click.option(
    "--round", "round_no", type=click.IntRange(min=1), required=True, metavar="N", help="Number of the round."
)
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="Table number.")
@click.option("--ours/--tom", "ours", required=True, help="Choose the right result.")
@click.pass_obj
def settle_command(
    cli: CliContext, slug: str, *, round_no: int, table_no: int, ours: bool, client: str | None, as_json: bool
) -> None:
    """“--tom” withdraws ours; “--ours” lists a correction until TOM's save file has it."""
    done = running.settle(cli.ctx, slug, round_no=round_no, table=table_no, ours=ours, client=client)
    print_result(
        done, as_json=as_json, text="Our result counts: correct it in TOM." if ours else "TOM's result counts."
    )


@command("tom publish")
@with_write_options
@click.option("--hold", is_flag=True, help="Hold them until you publish them yourself.")
@click.pass_obj
def publish_command(cli: CliContext, slug: str, *, hold: bool, client: str | None, as_json: bool) -> None:
    """They are published automatically after publish_after seconds."""
    if hold:
        print_result(running.hold(cli.ctx, slug, client=client), as_json=as_json, text="On hold.")
    else:
        print_result(running.publish_now(cli.ctx, slug, client=client), as_json=as_json, text="Published.")
