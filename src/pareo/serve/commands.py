"""Commands that start the web application or open the one that runs, and give its owner a password."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from pareo.cli.context import CliContext
from pareo.cli.options import command
from pareo.cli.output import say
from pareo.core.text.errors import BadInput, PareoError


@command("serve")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for the network.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), metavar="N", help="Port to listen on; 0: any.")
@click.option("--open/--no-open", "open_browser", default=True, help="Open the browser when it is ready.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Name or address people use for this server; the first is printed. Its own addresses always work.",
)
@click.option(
    "--backups",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for backups, best on another disk; default: backups/ next to the database.",
)
@click.option("--log", type=click.Choice(("json",)), help="Log one line per request.")
@click.option(
    "--drain",
    default=0.0,
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Seconds to report “not ready” before stopping (for several servers).",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Trust this proxy's forwarded headers.",
)
@click.option("--demo", is_flag=True, help="Start with a demo event in a temporary database.")
@click.pass_obj
def serve_command(
    cli: CliContext,
    host: str,
    port: int,
    names: tuple[str, ...],
    *,
    open_browser: bool,
    backups: Path | None,
    log: str | None,
    drain: float,
    proxies: tuple[str, ...],
    demo: bool,
) -> None:
    """On this computer the browser opens with a one-time link. To open it to the network (--host 0.0.0.0), set the
    owner's password first: pareo password.
    """
    from pareo.web.server import serve  # noqa: PLC0415  (the web is read only by who serves)

    serve(
        cli.db,
        host,
        port,
        open_browser=open_browser,
        demo=demo,
        names=names,
        backups=backups,
        log=log == "json",
        drain=drain,
        proxies=proxies,
    )


@command("open")
@click.pass_obj
def open_command(cli: CliContext) -> None:
    """The same as a double click on the program. If a server already runs with this database, it is opened."""
    from pareo.web.launcher import open_program, show_problem  # noqa: PLC0415

    try:
        open_program(cli.db, say=say)
    except PareoError as problem:
        if not sys.stdin.isatty():
            show_problem(problem)
        raise


@command("phones")
@click.argument("switch", type=click.Choice(("on", "off")))
@click.pass_obj
def phones_command(cli: CliContext, switch: str) -> None:
    """The running server follows within seconds. Set the owner's password first: pareo password."""
    from pareo.web.lan_listener import NOTE  # noqa: PLC0415
    from pareo.web.server import no_password, open_app_state  # noqa: PLC0415

    app_state = open_app_state(cli.db)
    try:
        if switch == "on" and not app_state.accounts.owner_has_password():
            raise no_password(cli.db)
        app_state.accounts.save_server_note(NOTE, str(int(time.time())) if switch == "on" else "")
    finally:
        app_state.accounts.close()
        app_state.store.close()
    say("Phones can connect while a server runs." if switch == "on" else "Phones can no longer connect.")


@click.command(
    "password",
    short_help="Set the owner's password.",
    help="Set the owner's password.\n\n"
    "Type it twice; it is not shown. Without a terminal it is read from the first line of the input. "
    "Everyone is signed out."
    "\n\n\b\nExample:\n  pareo password",
)
@click.pass_obj
def password_command(cli: CliContext) -> None:
    from pareo.web.server import open_app_state  # noqa: PLC0415

    app_state = open_app_state(cli.db)
    try:
        owner = app_state.accounts.ensure_owner()
        app_state.accounts.set_password(owner.id, _read_password())
    finally:
        app_state.accounts.close()
        app_state.store.close()
    say(f"The password of “{owner.name}” is set: log in with this name.")


def _read_password() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("New password", hide_input=True, confirmation_prompt=True))
    text = sys.stdin.readline().rstrip("\r\n")
    if not text:
        raise BadInput("password-missing", "No password given: type it, or pipe it in.")
    return text
