"""What a command says: tables and sentences for people, or JSON for scripts. Nothing else writes to the terminal."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pareo.cli.text_table import safe, table

if TYPE_CHECKING:
    from pareo.app.base.context import CommandResult

R = TypeVar("R")

# Invisible and direction characters are written as \\uXXXX: JSON is read on terminals too.
_INVISIBLE = re.compile(
    "[\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def say(lines: str | Iterable[str]) -> None:
    """Prints lines for people."""
    for line in lines.split("\n") if isinstance(lines, str) else lines:
        click.echo(safe(line))


def say_note(sentence: str) -> None:
    """Prints a sentence under what it belongs to, wrapped."""
    say(textwrap.wrap(sentence, 98, initial_indent="  ", subsequent_indent="    ", break_long_words=False))


def say_json(value: object) -> None:
    """Prints one JSON value."""
    click.echo(json_text(value, escaped=not _speaks_unicode()))


def show(value: object, text: str | Iterable[str], *, as_json: bool) -> None:
    """Prints what a command found: the value for scripts, or its text for people."""
    if as_json:
        say_json(value)
    else:
        say(text)


def show_rows(
    rows: Sequence[R],
    heads: Sequence[str],
    cells: Callable[[R], Sequence[object]],
    *,
    as_json: bool,
    none: str = "",
    right: str | Sequence[str] = "",
    cut: int = 28,
) -> None:
    """Prints rows for scripts, or a table of them for people; `none` says that there are none."""
    if as_json:
        say_json(list(rows))
    elif rows or not none:
        say(table(heads, map(cells, rows), right=right, cut=cut))
    else:
        say(none)


def json_text(value: object, *, escaped: bool = False) -> str:
    """JSON on one line, lists one row a line."""
    if isinstance(value, list):
        inner = ",\n".join(_to_json(row, escaped=escaped) for row in value)
        return f"[\n{inner}\n]" if value else "[]"
    return _to_json(value, escaped=escaped)


def _to_json(value: object, *, escaped: bool) -> str:
    text = _encoder(escaped).encode(value if isinstance(value, dict | list) else _plain(value))
    return text if text.isascii() else _INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], text)


@cache
def _encoder(escaped: bool) -> json.JSONEncoder:  # noqa: FBT001
    return json.JSONEncoder(ensure_ascii=escaped, default=_plain)


def _plain(value: object) -> object:
    plain = getattr(value, "plain", None)  # a row; most of a long answer are rows inside rows
    if plain is not None:
        return plain()
    from msgspec import Struct, structs  # noqa: PLC0415 - commands without JSON start faster

    if isinstance(value, Struct):
        return structs.asdict(value)
    if isinstance(value, str | int | float | None):
        return value
    raise TypeError(f"{value!r} is nothing for JSON")


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def print_result(
    done: CommandResult, *, as_json: bool, text: str | Iterable[str], more: Mapping[str, Any] | None = None
) -> None:
    """Prints what a writing command did: its entry, what the organiser should know, and what is natural to add."""
    if as_json:
        say_json({"seq": done.seq, "action": done.action, "notes": list(done.notes), **(more or {})})
        return
    say(text)
    for note in done.notes:
        say_note(note)


def complain(code: str, message: str, *, as_json: bool) -> None:
    """Prints an error as one sentence on stderr."""
    line = " ".join(message.split())
    if as_json:
        click.echo(json.dumps({"error": code, "message": line}), err=True)
    else:
        click.echo(safe(line), err=True)
