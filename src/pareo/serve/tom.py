"""The command that follows TOM's file and serves phones and screens meanwhile; it joins the other commands about
TOM."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from pareo.app.tom import running
from pareo.cli.commands.tom import tom_command
from pareo.cli.context import CliContext
from pareo.cli.options import command, yes_option
from pareo.cli.output import say
from pareo.core.text.errors import BadInput, NotFound
from pareo.formats.tdf.folder import find_offers
from pareo.formats.tdf.sender import FileSender, post_save, saves_url
from pareo.formats.tdf.watch import AT_REST, follow
from pareo.formats.tdf.write_back import write_back

__all__ = ["follow_command", "tom_command"]


@command("tom follow")
@click.argument("what", required=False, metavar="[FILE|FOLDER|SLUG]")
@click.option("--stop", is_flag=True, help="Stop following SLUG; the event continues here.")
@click.option("--write", is_flag=True, help="Write results that TOM does not have to a file next to TOM's.")
@click.option("--to", metavar="URL", help="Only send FILE to Pareo on another computer, at the event's public address.")
@click.option("--token", metavar="T", help="With --to: a token of that event with all permissions.")
@click.option("--once", is_flag=True, help="Read the file once, print the slug and exit.")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for the network.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), metavar="N", help="Port to listen on; 0: any.")
@click.option("--open/--no-open", "open_browser", default=True, help="Open the browser when it is ready.")
@yes_option
@click.pass_obj
def follow_command(
    cli: CliContext,
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
    """TOM runs the event; Pareo follows its save file and serves phones, screens, clock and slips. Without a file it
    finds TOM's folder and follows today's events. Pareo never writes to TOM's file unless you turn it on. Not tested on
    Windows.
    """
    if stop or write:
        if what is None:
            raise BadInput("tom-which", "Give the event's short name.")
        _end(cli, what) if stop else _write(cli, what)
        return
    if to is not None:
        _send(what, to, token)
        return
    path = Path(what) if what is not None else None
    if path is not None and not path.exists():
        raise NotFound("tom-no-file", "There is no file or folder {path}.", path=what)
    today = time.strftime("%Y-%m-%d")
    choice = find_offers(path, today=today)
    if choice.copies:
        click.echo(f"Backups and copies are ignored: {', '.join(choice.copies)}", err=True)
    if once:
        for offer in choice.offers:
            say(follow(cli.ctx, offer.path, confirmed=yes))
        return
    from pareo.web.server import serve  # noqa: PLC0415  (the web is read only by who serves)

    serve(
        cli.db, host, port, open_browser=open_browser, tom_files=[str(Path(o.path).absolute()) for o in choice.offers]
    )


def _end(cli: CliContext, slug: str) -> None:
    running.stop(cli.ctx, slug)
    say(f"Stopped following TOM's file: {slug} continues here.")


def _write(cli: CliContext, slug: str) -> None:
    path, _ = write_back(cli.ctx, slug)
    say(f"Wrote {path}. In TOM choose File > Open and select it.")


def _send(what: str | None, to: str, token: str | None) -> None:
    if what is None or not Path(what).is_file():
        raise BadInput("tom-send-what", "Give the file to send.")
    if not token:
        raise BadInput(
            "tom-send-token", "To send, you need --token: create one for a program on the event's Staff page."
        )
    url = saves_url(to)
    sender = FileSender(what, lambda data: post_save(url, token, data), lambda text: click.echo(text, err=True))
    while True:
        sender.look(time.monotonic())
        if not sys.stdout:  # pragma: no cover  (a window that was closed)
            return
        time.sleep(AT_REST)
