"""The command `pareo` itself: global options, and commands whose modules are read when they are called."""

from __future__ import annotations

from importlib import import_module

import click

from pareo import __version__
from pareo.cli.catalogue import COMMANDS, current_name
from pareo.cli.context import CliContext
from pareo.core.model.editions import CLAIM, EDITIONS, ENGINE

PROGRAM_NAME = "pareo"


class Program(click.Group):
    """Finds commands in the catalogue and imports each only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [name for name in COMMANDS if " " not in name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, [current_name("", args[0]), *args[1:]])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = COMMANDS.get(cmd_name)
        if entry is None or " " in cmd_name:
            return None
        module = import_module(entry.module_name)
        command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # From the catalogue: asking the commands themselves would import all of them.
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].summary) for name in self.list_commands(ctx)])


@click.command(
    cls=Program,
    name=PROGRAM_NAME,
    help="Pareo runs tournaments: Swiss, round robin, elimination, Swiss + elimination."
    "\n\n\b\nExample:\n  pareo serve --demo",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--db", envvar="PAREO_DB", metavar="PATH-or-URL", help="Database (PAREO_DB); default: your data folder.")
@click.option("--actor", envvar="PAREO_ACTOR", metavar="NAME", help="Your name, for the journal (PAREO_ACTOR).")
@click.version_option(__version__, message=f"pareo %(version)s\n{ENGINE}; {EDITIONS}; {CLAIM}")
@click.pass_context
def program(ctx: click.Context, db: str | None, actor: str | None) -> None:
    cli = ctx.ensure_object(CliContext)
    cli.db, cli.actor = db, actor
    ctx.call_on_close(cli.close)
