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
        for connection in self._idle:
            connection.close()

    @contextlib.contextmanager
    def connection(self) -> Iterator[BoundedConnection]:
        """A connection for one piece of work. Not two at once in one thread: that could wait for itself."""
        self.waiting += 1
        try:
            if not self._room.acquire(timeout=_WAIT):
                raise database_away()
        finally:
            self.waiting -= 1
        spell = self._spell
        try:
            connection = self._acquire()
            self.in_use += 1
            try:
                yield connection
            except OutcomeUnknown:
                self.drop()
                raise
            finally:
                self.in_use -= 1
                self._release(connection, spell)
        finally:
            self._room.release()

    def drop(self) -> None:
        """Closes what is idle; what is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle = self._idle, []
            self._checked = False
            self._spell += 1
        for connection in idle:
            connection.close()

    def _acquire(self) -> BoundedConnection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        connection = connect(self._address)
        if not self._checked:
            try:
                self._check(connection)
            except BaseException:
                connection.close()
                raise
            self._checked = True
        return connection

    def _release(self, connection: BoundedConnection, spell: int) -> None:
        with self._lock:
            if spell == self._spell and connection.is_sound:
                self._idle.append(connection)
                return
        connection.close()
