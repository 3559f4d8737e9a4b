"""Commands beside TOM: follow its file, see what is to be typed there, give results back, end it."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from pathlib import Path

import click

from pareo.app.tom import running, views
from pareo.cli.context import CliContext
from pareo.cli.options import WithDefault, command, group, with_json_option, with_write_options, write_file, yes_option
from pareo.cli.output import print_result, say, say_json
from pareo.cli.text_table import table
from pareo.core.text.errors import BadInput, NotFound
from pareo.formats.tdf.folder import chosen
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.sender import FileSender, post, target
from pareo.formats.tdf.watch import AT_REST, follow
from pareo.formats.tdf.write_back import write_back


class _Beside(WithDefault):
    default = "follow"


beside_command = group("beside", _Beside)


@command("beside follow")
@click.argument("what", required=False, metavar="[FILE|FOLDER|SLUG]")
@click.option("--stop", is_flag=True, help="End following SLUG: it goes on here as an ordinary event.")
@click.option("--write", is_flag=True, help="Write the results that TOM does not have into a file beside TOM's.")
@click.option("--to", metavar="URL", help="Only send FILE to Pareo on another machine: the event's public address.")
@click.option("--token", metavar="T", help="With --to: a token of that event that may do everything.")
@click.option("--once", is_flag=True, help="Take the file as it is now, print the slug and end.")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for the network.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), metavar="N", help="Port to listen on; 0: any.")
@click.option("--open/--no-open", "open_browser", default=True, help="Open the browser when it is ready.")
@yes_option
@click.pass_obj
def follow_command(
    place: CliContext,
    what: str | None,
    *,
    stop: bool,
    write: bool,
    to: str | None,
    token: str | None,
    once: bool,
    host: str,
    port: int,
    open_browser: bool,
    yes: bool,
) -> None:
    """TOM runs the event; Pareo follows its save file and serves phones, projector, clock and slips. Without a name it
    finds TOM's folder and takes the events of today. Nothing is ever written into TOM's file unless you switch it on.
    It was not tried on Windows itself.
    """
    if stop or write:
        if what is None:
            raise BadInput("tom-which", "Say which event: its short name.")
        _end(place, what) if stop else _write(place, what)
        return
    if to is not None:
        _send(what, to, token)
        return
    path = Path(what) if what is not None else None
    if path is not None and not path.exists():
        raise NotFound("tom-no-file", "There is no file or folder {path}.", path=what)
    today = time.strftime("%Y-%m-%d")
    found = chosen(path, today=today)
    if found.copies:
        click.echo(f"Not followed, backups and copies: {', '.join(found.copies)}", err=True)
    if once:
        for offer in found.offers:
            say(follow(place.ctx, offer.path, confirmed=yes))
        return
    from pareo.web.server import serve  # noqa: PLC0415  (the web is read only by who serves)

    serve(place.db, host, port, open_browser=open_browser, beside=[str(Path(o.path).absolute()) for o in found.offers])


def _end(place: CliContext, slug: str) -> None:
    running.stop(place.ctx, slug)
    say(f"{slug} goes on here: TOM's file is not followed any more.")


def _write(place: CliContext, slug: str) -> None:
    path, _ = write_back(place.ctx, slug)
    say(f"Wrote {path}. In TOM: File > Open, and choose it.")


def _send(what: str | None, to: str, token: str | None) -> None:
    if what is None or not Path(what).is_file():
        raise BadInput("tom-send-what", "Say which file to send.")
    if not token:
        raise BadInput("tom-send-token", "Sending needs --token: make one for a program on the event's page of staff.")
    url = target(to)
    sender = FileSender(what, lambda data: post(url, token, data), lambda text: click.echo(text, err=True))
    while True:
        sender.look(time.monotonic())
        if not sys.stdout:  # pragma: no cover  (a window that was closed)
            return
        time.sleep(AT_REST)


@command("beside list")
@with_json_option
@click.option("--newest", is_flag=True, help="What was reported last first.")
@click.pass_obj
def list_command(place: CliContext, slug: str, *, newest: bool, as_json: bool) -> None:
    """In TOM's order: by pod and table, TOM's first and second player; a line goes when a save of TOM has it."""
    rows = views.list_rows(place.ctx, slug, newest=newest)
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
def show_command(place: CliContext, slug: str, *, as_json: bool) -> None:
    """The last save, each pod's round, what waits for TOM, conflicts, notes."""
    row = views.overview(place.ctx, slug)
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
def saves_command(place: CliContext, slug: str, *, number: int | None, output: str | None, as_json: bool) -> None:
    """They hold personal data: hand none of them on."""
    event = place.ctx.open(slug)
    if number is not None:
        data = save_bytes(place.ctx, event, number)
        if output is None:
            click.echo(data, nl=False)
        else:
            write_file(Path(output), data)
            say(f"Wrote {output} ({len(data)} bytes).")
        return
    saves = event.state.beside.saves if event.state.beside is not None else []
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
    place: CliContext, slug: str, text: str | None, *, done: int | None, client: str | None, as_json: bool
) -> None:
    """What only TOM can do: drops, late players, corrections. It stands on the list to type until it is done."""
    if done is not None:
        print_result(running.tick_note(place.ctx, slug, done, client=client), as_json=as_json, text="Done.")
    else:
        print_result(running.leave_note(place.ctx, slug, text or "", client=client), as_json=as_json, text="Noted.")


@command("beside settle")
@with_write_options
@click.option("--round", "round_no", type=click.IntRange(min=1), required=True, metavar="N", help="The round.")
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="The table.")
@click.option("--ours/--tom", "ours", required=True, help="Whose result is right.")
@click.pass_obj
def settle_command(
    place: CliContext, slug: str, *, round_no: int, table_no: int, ours: bool, client: str | None, as_json: bool
) -> None:
    """“--tom” withdraws ours; “--ours” puts a correction on the list until a save of TOM shows it."""
    done = running.settle(place.ctx, slug, round_no=round_no, table=table_no, ours=ours, client=client)
    print_result(done, as_json=as_json, text="Ours stands: correct it in TOM." if ours else "TOM's result stands.")


@command("beside publish")
@with_write_options
@click.option("--hold", is_flag=True, help="Do not publish them until somebody says so.")
@click.pass_obj
def publish_command(place: CliContext, slug: str, *, hold: bool, client: str | None, as_json: bool) -> None:
    """They are published by themselves after publish_after seconds."""
    if hold:
        print_result(running.hold(place.ctx, slug, client=client), as_json=as_json, text="Held.")
    else:
        print_result(running.publish_now(place.ctx, slug, client=client), as_json=as_json, text="Published.")
