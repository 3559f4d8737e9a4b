"""Commands about backups: take one, look at them, restore one into a new file."""

from __future__ import annotations

from pathlib import Path

import click

from pareo.cli.context import CliContext
from pareo.cli.options import command, json_option, yes_option
from pareo.cli.output import say, say_json


def _database(cli: CliContext) -> Path:
    """The file of the store; a store that is no file has backups of its own."""
    from pareo.core.text.errors import Refused  # noqa: PLC0415
    from pareo.store import SqliteStore  # noqa: PLC0415

    store = cli.ctx.store
    if not isinstance(store, SqliteStore):
        raise Refused("backup-not-a-file", "Only a database that is a file can be backed up here.")
    return store.path


@command("backup")
@click.option("--folder", type=click.Path(path_type=Path), help="Folder; default: backups/ next to the database.")
@click.option("--list", "only_list", is_flag=True, help="Only list the existing backups.")
@json_option
@click.pass_obj
def backup_command(cli: CliContext, *, folder: Path | None, only_list: bool, as_json: bool) -> None:
    from pareo.app.operations import backups  # noqa: PLC0415

    database = _database(cli)
    target = folder or backups.default_folder(database)
    if only_list:
        folders = [folder] if folder else backups.folders(cli.ctx.store)
        copies = [backup for one in folders for backup in backups.list_backups(one, database)]
    else:
        copies = [backups.back_up(database, target)]
        cli.ctx.store.remember_backups(target)  # type: ignore[attr-defined]  # it is a file: `_database`
    if as_json:
        say_json([{"name": b.name, "path": str(b.path), "made": b.made, "size": b.size} for b in copies])
        return
    for backup in copies:
        say(str(backup.path))


@command("restore")
@click.argument("backup", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@yes_option
@json_option
@click.pass_obj
def restore_command(_cli: CliContext, backup: Path, new: Path, *, yes: bool, as_json: bool) -> None:
    """The backup is checked; nothing is overwritten. Then use the new file with --db."""
    from pareo.app.operations import backups  # noqa: PLC0415

    content = backups.restore(backup, new, confirmed=yes)
    if as_json:
        say_json({"restored": str(new)})
        return
    events = "1 tournament" if content.tournaments == 1 else f"{content.tournaments} tournaments"
    say(f"Restored to {new}: {events}, {content.entries} entries. Use it with --db {new}")
