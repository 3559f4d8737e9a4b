"""How many may listen: connections are a thing a machine runs out of, and staff must always get one (R-1).

Contract: `raise_handles` asks the system for as many handles as it gives; `Streams` admits listeners as long as enough
handles stay in reserve for the console, results, the database and papers, and a few more of those who work here. Who is
refused asks for the page now and then instead (static/follow.js). Used on the event loop only.
"""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass

if sys.platform != "win32":  # where connections are no files
    import resource

MOST_HANDLES = 65_536
MOST_STREAMS = 8_000  # four thousand phones, and some with two pages open
RESERVE = 256  # handles that no listener gets
STAFF_STREAMS = 64  # of these
ENOUGH = 16_384  # where the system does not say


def raise_handles() -> int:
    """Raises how many handles this process may have, as far as the system lets it; how many that are."""
    if sys.platform == "win32":
        return ENOUGH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for aim in (MOST_HANDLES, 10_240):  # macOS says “no limit” and gives no more than that
        reach = aim if hard == resource.RLIM_INFINITY else min(aim, hard)
        if soft != resource.RLIM_INFINITY and reach > soft:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (reach, hard))
                break
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_HANDLES if now == resource.RLIM_INFINITY else now


@dataclass(slots=True)
class Streams:
    """Counts the event streams that are open, and admits new ones."""

    most: int = MOST_STREAMS
    staff: int = STAFF_STREAMS
    open: int = 0
    refused: int = 0

    @classmethod
    def within(cls, handles: int) -> Streams:
        """A limit that leaves the reserve of handles free; with very few handles, half of them."""
        return cls(min(MOST_STREAMS, max(handles - RESERVE, handles // 2)))

    @property
    def full(self) -> bool:
        """Are handles scarce? Then connections that are not needed are closed."""
        return self.open >= self.most

    def enter(self, *, staff: bool = False) -> bool:
        """Counts one more stream, if there is a place for it."""
        if self.open < self.most + (self.staff if staff else 0):
            self.open += 1
            return True
        return False

    def leave(self) -> None:
        self.open -= 1
