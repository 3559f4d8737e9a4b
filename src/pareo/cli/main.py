"""The entry point. Cheap to import: `pareo --version` must not wait for anything it does not need.

Everything a person can cause ends as one sentence on stderr and exit code 1 (2 for bad usage), never as a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pareo import __version__
from pareo.core.model.editions import CLAIM, EDITIONS, ENGINE


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        sys.stdout.write(f"pareo {__version__}\n{ENGINE}; {EDITIONS}; {CLAIM}\n")
        return 0
    if words[:1] == ["--typeset"]:  # a frozen program runs itself to set a paper
        from pareo.print.typesetter import main as typeset  # noqa: PLC0415

        return typeset(words[1:])
    if words[:1] == ["--reckon"]:  # or to compute something in a process of its own
        from pareo.app.jobs.worker import main as compute  # noqa: PLC0415

        return compute(words[1:])
    if "-check" in words:  # as other checkers are called
        words[words.index("-check")] = "second-opinion"
    # Read only now: click alone costs three times the start of Python.
    from pareo.cli.errors import run  # noqa: PLC0415

    return run(words)
