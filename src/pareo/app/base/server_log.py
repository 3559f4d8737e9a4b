"""The server's window: what goes wrong where nobody asked for it is told there, and the work goes on.

Contract: `log_bug` writes what nobody thought of with all of its trace; `log_line` writes one line. A
`BackgroundTask` task never
raises, and tells the same trouble once, not twice a second.
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
    """What nobody thought of."""
    log_line(f"{where} failed:\n{''.join(traceback.format_exception(bug))}".rstrip("\n"))


@dataclass(slots=True)
class BackgroundTask:
    """Work that goes on in the background whatever happens to one turn of it (R-2)."""

    what: str
    trouble: str = ""  # of the last turn; empty when it went well
    failures: int = field(default=0)

    def __call__(self, work: Callable[[], object]) -> bool:
        """One turn; did it go well?"""
        try:
            work()
        except Exception as problem:
            self._note(problem)
            return False
        if self.trouble:
            log_line(f"{self.what} goes on.")
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
