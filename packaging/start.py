"""Where the frozen program begins. Double-clicked (no words typed, no terminal) it opens itself in the browser."""

from __future__ import annotations

import os
import sys

from pareo.cli.main import main


def as_the_system_was() -> None:
    """The browser and other programs that we start must not find our libraries instead of the system's."""
    for name in ("LD_LIBRARY_PATH", "LIBPATH", "DYLD_LIBRARY_PATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        if before is not None:
            os.environ[name] = before
        else:
            os.environ.pop(name, None)


def with_streams() -> bool:
    """A program without a window has no streams at all: what it says goes nowhere. Is it at a terminal?"""
    quiet = open(os.devnull, "w+", encoding="utf-8")  # noqa: PTH123, SIM115  (for the life of the program)
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or quiet, sys.stdout or quiet, sys.stderr or quiet
    return at_terminal


if __name__ == "__main__":
    as_the_system_was()
    typed = [word for word in sys.argv[1:] if not word.startswith("-psn_")]  # what older macOS adds
    sys.exit(main(typed if with_streams() or typed else ["open"]))
