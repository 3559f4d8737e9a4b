"""What the commands ask for: shared arguments and options, and how a command of the catalogue is made."""

from __future__ import annotations

import functools
import inspect
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from pareo.app.base.request_key import RequestKey
from pareo.cli.catalogue import COMMANDS, current_name
from pareo.cli.context import CliContext
from pareo.core.text.errors import BadInput
from pareo.core.text.languages import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])

FILE_LIMIT = 600 * 1024 * 1024
"""Bytes a file may have; what it may hold is checked by its format."""


def help_for(path: str, details: str = "") -> str:
    """The help of a command: the catalogue's line, details if any, the example."""
    entry = COMMANDS[path]
    parts = [entry.summary, details, f"\b\nExample:\n  {entry.example}"]
    return "\n\n".join(filter(None, parts))


def command(path: str) -> Callable[[Callable[..., int | None]], click.Command]:
    """A command of the catalogue, in its group if it has one, which stands above it. The function's docstring adds
    details to its help, its number is the exit code."""

    def make(function: Callable[..., int | None]) -> click.Command:
        details = inspect.cleandoc(function.__doc__ or "")
        function.__doc__ = None
        group_name, _, name = path.rpartition(" ")
        new_command = click.command(name, help=help_for(path, details), short_help=COMMANDS[path].summary)(function)
        if group_name:
            _GROUPS[group_name].add_command(new_command)
        return new_command

    return make


_GROUPS: dict[str, click.Group] = {}


class CatalogueGroup(click.Group):
    """A group of commands, which can also be called by their former names."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, [current_name(self.name or "", args[0]), *args[1:]])


class WithDefault(CatalogueGroup):
    """A group that is also a command: `pareo pairings SLUG` is `pareo pairings show SLUG`."""

    default = "show"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (
            current_name(self.name or "", args[0]) not in self.commands and args[0] not in ("-h", "--help")
        ):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


def group(path: str, cls: type[CatalogueGroup] = CatalogueGroup) -> click.Group:
    """A group of the catalogue: its commands join it."""
    _GROUPS[path] = cls(path, help=help_for(path), short_help=COMMANDS[path].summary, no_args_is_help=False)
    return _GROUPS[path]


# --- completion -----------------------------------------------------------------------------------------------------


def complete_slugs(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Slugs of the database; nothing, rather than an error or a new file, where there is none."""
    from pareo.core.text.errors import PareoError  # noqa: PLC0415
    from pareo.store import default_path  # noqa: PLC0415

    db = ctx.find_root().params.get("db")
    if not db and not default_path().exists():
        return []
    if db and "://" not in db and not Path(db).exists():
        return []
    cli = CliContext(db)
    try:
        rows = cli.ctx.store.tournaments()
    except (PareoError, OSError):
        return []
    finally:
        cli.close()
    return [CompletionItem(s.slug, help=s.name) for s in rows if s.slug.startswith(incomplete)]


def complete_rulesets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from pareo.rulesets import available  # noqa: PLC0415

    return [CompletionItem(r.id, help=r.title) for r in available() if r.id.startswith(incomplete)]


# --- arguments and options ------------------------------------------------------------------------------------------

slug_argument = click.argument("slug", shell_complete=complete_slugs)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer with JSON.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
pod_option = click.option("--pod", metavar="P", help="Only this pod.")
round_option = click.option("--round", "round_no", type=click.IntRange(min=1), metavar="N", help="Number of the round.")
this_round_option = click.option(
    "--round", "round_no", type=click.IntRange(min=1), metavar="N", required=True, help="Number of the round."
)
yes_option = click.option("--yes", is_flag=True, help="Confirm without being asked.")
confirm_option = click.option(
    "--confirm",
    "word",
    metavar="WORD",
    default="",
    help="The confirmation word shown with the consequences (FIDE mode).",
)
override_option = click.option(
    "--override", metavar="REASON", help="Override the document; the reason is recorded in the journal."
)


def _set_language(ctx: click.Context, _param: click.Parameter, lang: str) -> None:
    ctx.ensure_object(CliContext).lang = lang


language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    envvar="PAREO_LANG",
    callback=_set_language,
    expose_value=False,
    is_eager=True,
    help="Language (PAREO_LANG); JSON is the same in every language.",
)
_client_argument = click.option(
    "--client", metavar="ID", help="Request ID: repeating a request with the same ID has no further effect."
)


def _client_option(function: F) -> F:
    """Adds `--client`, whose value goes to the command with what the command line asks for under it."""

    @functools.wraps(function)
    def run(*args: Any, client: str | None, **values: Any) -> Any:
        if client is not None:
            asked = {name: _asked_value(name, value) for name, value in values.items() if name != "as_json"}
            client = RequestKey(client, ["cli", function.__name__, asked])
        return function(*args, client=client, **values)

    return _client_argument(cast("F", run))


def _asked_value(name: str, value: object) -> object:
    """A value of the command line; of a file, a digest of what stands in it."""
    if isinstance(value, list | tuple):
        return [_asked_value(name, one) for one in value]
    if name == "file" and isinstance(value, str) and Path(value).is_file():
        return sha256(Path(value).read_bytes()).hexdigest()
    return value if value is None or isinstance(value, str | int | float) else str(value)


def with_json_option(function: F) -> F:
    """The argument and the option of a command that shows something of one tournament."""
    return slug_argument(json_option(function))


def with_write_options(function: F) -> F:
    """The argument and the options of a command that changes one tournament."""
    return slug_argument(json_option(_client_option(function)))


def with_create_options(function: F) -> F:
    """The options of a command that writes but names no tournament yet."""
    return json_option(_client_option(function))


def assignments(pairs: Sequence[str]) -> dict[str, str]:
    """KEY=VALUE … as a mapping."""
    values: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise click.BadParameter(f"“{pair}” is not KEY=VALUE")
        if key.strip() in values:
            raise click.BadParameter(f"“{key.strip()}” is given twice")
        values[key.strip()] = value
    return values


def override_reason(text: str | None) -> str | None:
    """The reason of an override: it is there to be read later, so it must say something."""
    if text is not None and not re.search(r"\w", text):
        raise click.BadParameter("--override needs a reason in words")
    return text


def read_file(name: str) -> bytes:
    """The bytes of a file; “-” is what is typed or piped in."""
    if name == "-":
        data = sys.stdin.buffer.read(FILE_LIMIT + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(FILE_LIMIT + 1)
    if len(data) > FILE_LIMIT:
        raise BadInput("file-too-large", "{name} is too large to be a file of this program.", name=name)
    return data


def read_text(name: str) -> str:
    """A file that is UTF-8 text."""
    try:
        return read_file(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("ruleset-encoding", "{name} is not UTF-8 text.", name=name) from None


def write_file(path: Path, data: bytes) -> None:
    """The whole file or none of it: what was there stays until the new one is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
