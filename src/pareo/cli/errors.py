"""Runs one command line and turns every error a person can cause into one sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from pareo.cli.context import CliContext
from pareo.cli.output import complain
from pareo.cli.program import PROGRAM_NAME, program
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord, OutsideRules, PareoError
from pareo.core.text.messages import Note, note

_STOPPED = 130  # what shells say of a program stopped by Ctrl-C


def run(arguments: Sequence[str]) -> int:
    """The exit code: 0 done, 1 refused or failed, 2 bad usage."""
    # A command ends before garbage could pile up, and a large journal is replayed a fifth faster without the collector.
    # The server turns it on again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _run(arguments)
    finally:
        if collecting:
            gc.enable()


def _run(arguments: Sequence[str]) -> int:
    as_json = "--json" in arguments
    arguments, cli = arguments or ["--help"], CliContext()
    _never_fail_on_letters()
    try:
        _check_letters(arguments)
        code = program.main(list(arguments), prog_name=PROGRAM_NAME, standalone_mode=False, obj=cli)
        sys.stdout.flush()
    except PareoError as error:
        complain(error.code, in_command_words(error, "en" if as_json else cli.lang), as_json=as_json)
        return 1
    except click.UsageError as error:
        complain("usage", _usage(error, "en" if as_json else cli.lang), as_json=as_json)
        return 2
    except click.ClickException as error:
        complain("failed", error.format_message(), as_json=as_json)
        return 1
    except (click.Abort, KeyboardInterrupt):
        complain("stopped", "Stopped.", as_json=as_json)
        return _STOPPED
    except BrokenPipeError:
        # The reader has gone (`pareo journal cup | head`). Python must not try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        complain("system", _system(error), as_json=as_json)
        return 1
    return code if isinstance(code, int) else 0


def _check_letters(arguments: Sequence[str]) -> None:
    """BadInput for a word with bytes that are no UTF-8: no name, no file and no terminal could be written with it."""
    for word in arguments:
        text = word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        if text != word:
            raise BadInput(
                "argument-bytes", "“{text}” is not valid UTF-8. Type it again, or rename the file.", text=text[:80]
            )


def in_command_words(error: PareoError, lang: str = "en") -> str:
    """The sentence, and how to go on from the command line; questions are English: no command that asks speaks more."""
    if isinstance(error, NeedsConfirmation) and error.choices:
        ways = [f"--{choice.field.replace('_', '-')} {choice.value}: {choice.words}." for choice in error.choices]
        return f"{error} Repeat with one of these. {' '.join(ways)}"
    if isinstance(error, NeedsTypedWord):
        return f"{error} Repeat with --yes --confirm {error.word} to do it."
    if isinstance(error, NeedsConfirmation):
        return f"{error} Repeat with --yes to {'see what follows' if error.more else 'do it'}."
    if isinstance(error, OutsideRules):
        return f"{error} Repeat with --override REASON to do it anyway."
    return _translate(error.note, lang)


def _usage(error: click.UsageError, lang: str) -> str:
    """An error of usage as a sentence; what click itself says is English only."""
    path = error.ctx.command_path if error.ctx is not None else PROGRAM_NAME
    see = note("usage-see", "See “{command} --help”.", command=path)
    if isinstance(error.message, Note):
        return f"{_translate(error.message, lang)} {_translate(see, lang)}"
    message = " ".join(error.format_message().split())
    ending = "" if message.endswith((".", "?", "!", ")")) else "."
    return f"{message}{ending} {see}"


def _translate(message: Note, lang: str) -> str:
    if lang == "en":  # most commands speak English and need no catalogue
        return message
    from pareo.locale.catalogue import catalogue  # noqa: PLC0415

    return catalogue(lang).note(message)


def _system(error: OSError) -> str:
    what = (error.strerror or str(error) or type(error).__name__).rstrip(".")
    name = f"{error.filename}: " if error.filename else ""
    return f"{name}{what}."


def _never_fail_on_letters() -> None:
    """A terminal that cannot show a letter shows a question mark, rather than stopping half way."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
