"""No message advises an option that its command lacks (B-8)."""

from __future__ import annotations

import inspect

import click
import pytest

from pareo.cli.catalogue import COMMANDS
from pareo.cli.program import program
from support.advised_options import advised_by, functions
from support.command_line import CommandLine, lower_wins, players_csv

_OF_THE_PROGRAM = {option for parameter in program.params for option in parameter.opts} | {"--help"}
E09 = "pokemon-2009"


def _command(path: str) -> click.Command:
    found: click.Command = program
    for word in path.split():
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), word) or program
    return found


def _options(command: click.Command) -> set[str]:
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


def _function(command: click.Command) -> str:
    function = inspect.unwrap(command.callback) if command.callback is not None else None
    return f"{function.__module__}.{function.__name__}" if function is not None else ""


@pytest.mark.req("B-8")
@pytest.mark.parametrize("path", [path for path in COMMANDS if not isinstance(_command(path), click.Group)])
def test_a_command_has_every_option_that_its_errors_advise(path: str) -> None:
    command = _command(path)
    assert _function(command) in functions()
    known = _options(command) | _OF_THE_PROGRAM
    lacking = {f"{one.option} ({one.where})" for one in advised_by(_function(command)) if one.option not in known}
    assert not lacking


@pytest.mark.req("B-8")
def test_the_walk_finds_what_is_advised() -> None:
    """The errors that are known to ask are found where they are raised from."""
    found = {path: {one.option for one in advised_by(_function(_command(path)))} for path in COMMANDS}
    assert {"--yes", "--confirm", "--override", "--not-here", "--withdrawn"} <= found["next"]
    assert {"--yes", "--override"} <= found["advance"]
    assert "--override" in found["late"]
    assert "--yes" in found["delete"]
    assert not found["list"]


@pytest.mark.req("B-8", "P-AGE-7")
def test_next_takes_the_reason_that_it_asks_for_and_names_every_division(pareo: CommandLine) -> None:
    slug = pareo("new", "Copa", "--ruleset", E09, "--seed", "s", "--style", "swiss+cut", "--rounds", "1").out.strip()
    born = [1999] * 8 + [1994] * 8 + [1980] * 8
    pareo("players", "import", slug, pareo.file("people.csv", players_csv(24, born=lambda i: born[i - 1])))
    pareo("set", slug, "cut=4")
    pareo("next", slug, "--yes")
    pareo("start", slug, "--yes")
    pareo.play(slug, lower_wins)
    code, message = pareo.refusal("next", slug)
    assert code == "cut-breaches"
    for division in ("masters", "seniors", "juniors"):
        assert f"{division}: A play-off of 4 is more than 25% of the 8 players of the division." in message
    assert "Repeat with --override REASON" in message
    before = pareo.head(slug)
    pareo("next", slug, "--yes", "--override", "the club wants a top 4")
    assert pareo.head(slug) == before + 1
    assert [pod["phase"] for pod in pareo.json("show", slug)["pods"][-3:]] == ["cut"] * 3
