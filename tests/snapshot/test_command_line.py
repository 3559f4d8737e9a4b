"""What the command line shows: the help of every command, the JSON of every command that has any, and the main texts.

The story in `tests/support/command_line_story.py` is played and compared with the files under `command_line/`:
`help.txt`, and one file per command in `json/` and `text/`.
`PAREO_WRITE_SNAPSHOT=1 pytest tests/snapshot/test_command_line.py` writes them anew.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from pareo.cli.main import main
from support.command_line import CommandLine
from support.command_line_story import Story, play_everything

PROGRAM: click.Group = import_module(main.__module__.replace(".main", ".program")).program
GOLDEN = Path(__file__).parent / "command_line"
WRITING = bool(os.environ.get("PAREO_WRITE_SNAPSHOT"))

# What may change or go, and so is not held fast.
NO_PROGRAM_EXAMPLE = re.compile(r"  Example:\n +pareo .*\n\n")  # on the program's own page
NO_TEXT = {"slips", "seating", "cards", "score-sheets", "bracket", "announce"}  # papers for the terminal; JSON stays

pytestmark = pytest.mark.slow


def every_command(command: click.Command = PROGRAM, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Groups and commands in the order of the help, with the words that call them."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from every_command(inner, (*path, name))


COMMANDS = dict(every_command())
WITH_JSON = {
    name for name, command in COMMANDS.items() if any("--json" in option.opts for option in command.params)
} - {"database create", "database upgrade", "database check"}  # of PostgreSQL, which the story does without


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    """A desk at a terminal 100 letters wide."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PAREO_DB", "PAREO_ACTOR", "PAREO_LANG"):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "100")
        yield CommandLine(tmp_path_factory.mktemp("snapshot"))


@pytest.fixture(scope="module")
def story(terminal: CommandLine) -> Story:
    told = Story(terminal, [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)])
    play_everything(told)
    return told


def compare(folder: str, made: Mapping[str, str]) -> None:
    """Every file is there, none too many, and each says the same."""
    where = GOLDEN / folder
    if WRITING:
        where.mkdir(parents=True, exist_ok=True)
        for path in where.iterdir():
            if path.is_file():
                path.unlink()
        for name, text in made.items():
            (where / name).write_text(text, encoding="utf-8", newline="\n")
    kept = {path.name: path.read_bytes().decode() for path in where.iterdir() if path.is_file()}
    wrong: list[str] = []
    for name in sorted(kept.keys() | made.keys()):
        before, now = kept.get(name, ""), made.get(name, "")
        if before != now:
            texts = before.splitlines(), now.splitlines()
            wrong += list(difflib.unified_diff(*texts, f"kept {name}", f"now {name}", lineterm="", n=2))[:40]
    assert not wrong, "\n".join(wrong)


def test_help(terminal: CommandLine) -> None:
    pages = []
    for name in COMMANDS:
        page = terminal(*name.split(), "--help").out
        if not name:
            page = NO_PROGRAM_EXAMPLE.sub("", page)
        pages.append(f"=== pareo {name}".rstrip() + f" --help\n\n{page}\n")
    compare("", {"help.txt": "".join(pages)})


def test_every_command_with_json_is_in_the_story(story: Story) -> None:
    known = {name for name in story.answers if name in COMMANDS and not isinstance(COMMANDS[name], click.Group)}
    assert known == WITH_JSON
    done = {name for name, told in story.answers.items() if any(one["out"] is not None for one in told)}
    assert done == WITH_JSON, "each is not only refused"


def test_json(story: Story) -> None:
    compare("json", {_file(name, "json"): _pretty(told) for name, told in story.answers.items()})


def test_texts(story: Story) -> None:
    made = {name: told for name, told in story.texts.items() if name not in NO_TEXT}
    compare("text", {_file(name, "txt"): "".join(_transcript(one) for one in told) for name, told in made.items()})


def _file(name: str, ending: str) -> str:
    return f"{name.replace(' ', '-')}.{ending}"


def _pretty(told: list[dict[str, Any]]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _transcript(told: Mapping[str, Any]) -> str:
    typed = " ".join(f'"{word}"' if " " in word else word for word in told["typed"])
    ended = f"(ends with {told['code']})\n" if told["code"] else ""
    out = told["out"].replace("\r\n", "\\r\n")
    return f"$ pareo {typed}\n{out}{told['err']}{ended}\n"
