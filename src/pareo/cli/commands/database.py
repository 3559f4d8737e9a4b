"""Commands about the database itself: make, upgrade and check one on PostgreSQL, move events between databases."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from pareo.cli.context import CliContext
from pareo.cli.options import command, complete_slugs, group, json_option, yes_option
from pareo.cli.output import say, say_json, say_note, show
from pareo.core.text.errors import BadInput

# ruff: noqa: PLC0415 - PostgreSQL is an extra, read by who asks for it

database_command = group("database")
_address_argument = click.argument("address", required=False, metavar="[ADDRESS]")


@command("database create")
@click.option(
    "--password-file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="File with the password for the servers' role, pareo_app; default: no password.",
)
@click.option(
    "--backup-days",
    type=click.IntRange(1, 36500),
    metavar="N",
    help="Days that database backups and logs are kept; `erase` promises this date.",
)
@_address_argument
@json_option
@click.pass_obj
def _create(
    cli: CliContext, address: str | None, *, password_file: Path | None, backup_days: int | None, as_json: bool
) -> None:
    """ADDRESS (or --db) names an administrator of PostgreSQL and the new database. It creates 2 roles, pareo_owner
    (owns the tables) and pareo_app (for servers; it cannot change an entry), the database and its tables; anything that
    exists stays.
    """
    where = _address(cli, address)
    from pareo.store.postgres import schema

    password = password_file.read_text(encoding="utf-8").strip() if password_file else None
    _show_version("created", schema.create(where, password=password, backup_days=backup_days), as_json=as_json)


@command("database upgrade")
@_address_argument
@json_option
@click.pass_obj
def _upgrade(cli: CliContext, address: str | None, *, as_json: bool) -> None:
    """Run it before servers of a new version start; those of the previous version keep working with the new tables."""
    where = _address(cli, address)
    from pareo.store.postgres import schema

    _show_version("upgraded", schema.upgrade(where), as_json=as_json)


@command("database check")
@_address_argument
@json_option
@click.pass_obj
def _check(cli: CliContext, address: str | None, *, as_json: bool) -> int:
    """Exit code 1 if servers of this version cannot use it; safety advice is shown as notes."""
    where = _address(cli, address)
    from pareo.store.postgres.inspection import inspect

    report = inspect(where)
    if as_json:
        say_json(dataclasses.asdict(report) | {"usable": report.is_usable, "warnings": list(report.warnings)})
        return 0 if report.is_usable else 1
    say(f"PostgreSQL {report.server}, role {report.role}, tables of version {report.version} (needed: {report.newest})")
    say(f"Synchronous standbys: {report.standbys if report.synchronous else 'none'}")
    for warning in report.warnings:
        say_note(warning)
    say("Servers can use it." if report.is_usable else "Servers cannot use it: run “pareo database upgrade”.")
    return 0 if report.is_usable else 1


@command("move")
@click.argument("slugs", nargs=-1, shell_complete=complete_slugs)
@click.option("--to", "target", required=True, metavar="PATH-or-URL", help="The other database.")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Move everything into an empty database, with accounts, directory and series; nothing is deleted here.",
)
@click.option("--keep", is_flag=True, help="Keep the tournaments here too.")
@yes_option
@json_option
@click.pass_obj
def move_command(
    cli: CliContext, slugs: tuple[str, ...], target: str, *, everything: bool, keep: bool, yes: bool, as_json: bool
) -> None:
    """From a file to PostgreSQL or back. A tournament is deleted here only after the copy has been compared with it.
    Journals, people and files stay the same: bundles from both are identical byte by byte.
    """
    from pareo.app.operations import database_copy
    from pareo.store import open_store

    if bool(slugs) == everything:
        raise BadInput("move-what", "Name the tournaments to move, or use --all.")
    other = open_store(target)
    try:
        if everything:
            moved = database_copy.move_everything(cli.ctx.store, other)
        else:
            moved = database_copy.move_events(cli.ctx.store, other, slugs, keep=keep, confirmed=yes)
    finally:
        other.close()
    if as_json:
        say_json(dataclasses.asdict(moved))
        return
    count = len(moved.slugs)
    say(
        f"There and checked: {count} tournament{'s' if count != 1 else ''}, {moved.entries} entries, {moved.rows} rows "
        "beside them."
    )


def _address(cli: CliContext, address: str | None) -> str:
    where = address or cli.db or ""
    if not where.startswith(("postgresql://", "postgres://")):
        raise BadInput(
            "database-not-postgres",
            "Give a database: postgresql://HOST/NAME. A file needs none of this: it is created and upgraded when "
            "opened.",
        )
    from pareo.store import open_store

    open_store(where).close()  # says what is wrong with the address, or that the extra is missing
    return where


def _show_version(word: str, version: int, *, as_json: bool) -> None:
    show({"done": word, "version": version}, f"The tables are of version {version}.", as_json=as_json)
