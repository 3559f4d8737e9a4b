"""A few connections, shared by the threads of one process.

Connections are made when they are needed and kept for the next piece of work. One that broke takes all that are idle
with it: the server behind them has probably gone, and each of them would have to find that out by itself.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from pareo.store.postgres.connection import BoundedConnection, OutcomeUnknown, connect, database_away

SIZE = 32
_WAIT = 10.0


class Pool:
    """At most `size` connections at once; `check` looks at the first one of each spell."""

    def __init__(self, address: str, *, check: Callable[[BoundedConnection], None]) -> None:
        self._address = address
        self._check = check
        self._room = threading.BoundedSemaphore(SIZE)
        self._idle: list[BoundedConnection] = []
        self._lock = threading.Lock()
        self._checked = False
        self._spell = 0  # goes up when all are dropped: what was lent before does not come back
        self.in_use = 0
        self.waiting = 0

    def __del__(self) -> None:
        for line in self._idle:
            line.close()

    @contextlib.contextmanager
    def line(self) -> Iterator[BoundedConnection]:
        """A connection for one piece of work. Not two at once in one thread: that could wait for itself."""
        self.waiting += 1
        try:
            if not self._room.acquire(timeout=_WAIT):
                raise database_away()
        finally:
            self.waiting -= 1
        spell = self._spell
        try:
            line = self._taken()
            self.in_use += 1
            try:
                yield line
            except OutcomeUnknown:
                self.drop()
                raise
            finally:
                self.in_use -= 1
                self._back(line, spell)
        finally:
            self._room.release()

    def drop(self) -> None:
        """Closes what is idle; what is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle = self._idle, []
            self._checked = False
            self._spell += 1
        for line in idle:
            line.close()

    def _taken(self) -> BoundedConnection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        line = connect(self._address)
        if not self._checked:
            try:
                self._check(line)
            except BaseException:
                line.close()
                raise
            self._checked = True
        return line

    def _back(self, line: BoundedConnection, spell: int) -> None:
        with self._lock:
            if spell == self._spell and line.is_sound:
                self._idle.append(line)
                return
        line.close()
