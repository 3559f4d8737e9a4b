"""Commands of an event that TOM runs: what is to be typed there, notes, conflicts. `pareo.serve.tom` follows TOM."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pareo.app.tom import running, views
from pareo.cli.context import CliContext
from pareo.cli.options import WithDefault, command, group, with_json_option, with_write_options, write_file
from pareo.cli.output import print_result, say, say_json
from pareo.cli.text_table import table
from pareo.formats.tdf.saves import save_bytes


class _TomGroup(WithDefault):
    default = "follow"


beside_command = group("beside", _TomGroup)


@command("beside list")
@with_json_option
@click.option("--newest", is_flag=True, help="What was reported last first.")
@click.pass_obj
def list_command(cli: CliContext, slug: str, *, newest: bool, as_json: bool) -> None:
    """In TOM's order: by pod and table, TOM's first and second player; a line goes when a save of TOM has it."""
    rows = views.list_rows(cli.ctx, slug, newest=newest)
    if as_json:
        say_json([asdict(row) for row in rows])
        return
    if not rows:
        say("TOM has every result.")
        return
    cells = [(r.pod, r.round, r.table, r.a, r.result, r.b, f"TOM has {r.tom_has}" if r.tom_has else "") for r in rows]
    say(table(("pod", "round", "table", "first", "result", "second", ""), cells))


@command("beside show")
@with_json_option
@click.pass_obj
def show_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """The last save, each pod's round, what waits for TOM, conflicts, notes."""
    row = views.overview(cli.ctx, slug)
    if as_json:
        say_json(asdict(row))
        return
    saves = "1 save" if row.saves == 1 else f"{row.saves} saves"
    say(f"{'Following TOM' if row.following else 'TOM is not followed'}, {saves}. Last: {row.said}.")
    for r in row.rounds:
        waits = "" if not r.waits else " (held)" if r.held else " (not published yet)"
        say(
            f"{r.pod}: round {r.round}, {r.status}{waits}; tables without a result: "
            f"{', '.join(map(str, r.open)) or 'none'}."
        )
        say([f"  {problem}" for problem in r.problems])
    for c in row.conflicts:
        say(f"Round {c.round}, table {c.table}: TOM has {c.tom_has}, we have {c.result} ({c.a} – {c.b}).")
    say(
        f"Waiting for TOM: {len(row.to_type)}. Conflicts: {len(row.conflicts)}. Notes: {len(row.notes)}. "
        f"Set aside: {len(row.aside)}."
    )
    say([f"  {note.seq}: {note.text}" for note in row.notes])


@command("beside saves")
@with_json_option
@click.option("--save", "number", type=click.IntRange(min=1), metavar="N", help="Give this save, as it came.")
@click.option("-o", "--output", metavar="FILE", help="Write it to this file instead of the terminal.")
@click.pass_obj
def saves_command(cli: CliContext, slug: str, *, number: int | None, output: str | None, as_json: bool) -> None:
    """They hold personal data: hand none of them on."""
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


@command("beside note")
@with_write_options
@click.argument("text", required=False)
@click.option("--done", type=click.IntRange(min=1), metavar="N", help="This note is done.")
@click.pass_obj
def note_command(
    cli: CliContext, slug: str, text: str | None, *, done: int | None, client: str | None, as_json: bool
) -> None:
    """What only TOM can do: drops, late players, corrections. It stands on the list to type until it is done."""
    if done is not None:
        print_result(running.tick_note(cli.ctx, slug, done, client=client), as_json=as_json, text="Done.")
    else:
        print_result(running.leave_note(cli.ctx, slug, text or "", client=client), as_json=as_json, text="Noted.")


@command("beside settle")
@with_write_options
@click.option("--round", "round_no", type=click.IntRange(min=1), required=True, metavar="N", help="The round.")
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="The table.")
@click.option("--ours/--tom", "ours", required=True, help="Whose result is right.")
@click.pass_obj
def settle_command(
    cli: CliContext, slug: str, *, round_no: int, table_no: int, ours: bool, client: str | None, as_json: bool
) -> None:
    """“--tom” withdraws ours; “--ours” puts a correction on the list until a save of TOM shows it."""
    done = running.settle(cli.ctx, slug, round_no=round_no, table=table_no, ours=ours, client=client)
    print_result(done, as_json=as_json, text="Ours stands: correct it in TOM." if ours else "TOM's result stands.")


@command("beside publish")
@with_write_options
@click.option("--hold", is_flag=True, help="Do not publish them until somebody says so.")
@click.pass_obj
def publish_command(cli: CliContext, slug: str, *, hold: bool, client: str | None, as_json: bool) -> None:
    """They are published by themselves after publish_after seconds."""
    if hold:
        print_result(running.hold(cli.ctx, slug, client=client), as_json=as_json, text="Held.")
    else:
        print_result(running.publish_now(cli.ctx, slug, client=client), as_json=as_json, text="Published.")
