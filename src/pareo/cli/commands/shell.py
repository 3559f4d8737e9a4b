"""Commands about the program itself: completion for shells."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pareo.cli.options import command
from pareo.core.text.errors import Refused

_VARIABLE = "_PAREO_COMPLETE"


@command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Put `eval "$(pareo completion bash)"` into ~/.bashrc (zsh: ~/.zshrc); for fish, save the output as
    ~/.config/fish/completions/pareo.fish.
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise Refused("shell-unknown", "There is no completion for {shell}.", shell=shell)
    script = completion_class(ctx.find_root().command, {}, "pareo", _VARIABLE)
    click.echo(script.source_template % script.source_vars())
