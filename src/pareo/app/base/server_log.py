"""The server's window: what goes wrong where nobody asked for it is told there, and the work goes on.

Contract: `log_bug` writes an unexpected exception with its whole trace; `log_line` writes one line. A `BackgroundTask`
never raises, and logs the same trouble once, not twice a second.
"""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from pareo.core.text.errors import PareoError


def log_line(line: str) -> None:
    """One line for whoever looks at the server's window; where it was closed, for nobody."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def log_bug(where: str, bug: BaseException) -> None:
    """An exception that nobody expected, with its trace."""
    log_line(f"{where} failed:\n{''.join(traceback.format_exception(bug))}".rstrip("\n"))


@dataclass(slots=True)
class BackgroundTask:
    """Work that goes on in the background whatever happens to one turn of it (R-2)."""

    what: str
    trouble: str = ""  # of the last turn; empty when it went well
    failures: int = field(default=0)

    def __call__(self, work: Callable[[], object]) -> bool:
        """Does the work once and logs a failure; did it go well?"""
        try:
            work()
        except Exception as problem:
            self._note(problem)
            return False
        if self.trouble:
            log_line(f"{self.what} works again.")
        self.trouble = ""
        return True

    def _note(self, problem: Exception) -> None:
        self.failures += 1
        trouble = f"{type(problem).__name__}: {problem}"
        if trouble != self.trouble:
            if isinstance(problem, PareoError | OSError):
                log_line(f"{self.what} failed and will be tried again: {problem}")
            else:
                log_bug(self.what, problem)
        self.trouble = trouble
