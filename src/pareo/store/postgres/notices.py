"""What servers tell each other: which tournaments have changed, outside the commits, a few times a second together.

A notice inside a commit would make all commits of the cluster wait for each other. So what has changed is collected and
sent by a connection of its own that waits for no standby. One more connection listens, straight to the server that may
write. Should either be lost, nothing is: `on_change(None)` is called after each reconnection, and servers look now and
then. Whether it hears anything is tried once a second with a word to itself: behind a pooler of transactions LISTEN is
answered as ever, and nothing comes.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Sequence

import psycopg

from pareo.core.text.errors import PareoError
from pareo.store.postgres.connection import BoundedConnection, OutcomeUnknown, SerializationConflict, connect

CHANNEL = "pareo"
TOGETHER = 0.05  # seconds of changes that go into one notice
_LIMIT = 7_900  # bytes that a notice may have
_ANYTHING = "*"
_NOTHING = "-"  # a connection tries whether it hears anything
_DEAF = 3.0  # seconds without a word, our own included: nobody tells us
_AGAIN = 0.5  # seconds until the next attempt to connect
_TELL = "SELECT pg_notify(?, ?)"
_TROUBLE = (OutcomeUnknown, SerializationConflict, PareoError, psycopg.Error, OSError)


class PostgresNotices:
    """See `pareo.store.protocol.Notices`. Two threads, which end with `close`."""

    def __init__(self, address: str, on_change: Callable[[Sequence[str] | None], None]) -> None:
        self._address = address
        self._on_change = on_change
        self._waiting: set[str] = set()
        self._lock = threading.Lock()
        self._something = threading.Event()
        self._over = threading.Event()
        self._listener: BoundedConnection | None = None
        self._last_word = float("-inf")
        self.sent = 0
        self.received = 0
        for work, name in ((self._listen, "pareo-listens"), (self._send, "pareo-tells")):
            threading.Thread(target=work, name=name, daemon=True).start()

    @property
    def is_listening(self) -> bool:
        """Do notices of other processes reach us?"""
        return time.monotonic() - self._last_word < _DEAF

    def notify(self, slugs: Collection[str]) -> None:
        with self._lock:
            self._waiting.update(slugs)
        self._something.set()

    def close(self) -> None:
        self._over.set()
        self._something.set()

    # --- sending ------------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        while not self._over.is_set():
            with contextlib.suppress(*_TROUBLE), connect(self._address) as connection:
                connection.run("SET synchronous_commit = off")
                self._send_on(connection)
            self._over.wait(_AGAIN)

    def _send_on(self, connection: BoundedConnection) -> None:
        while not self._over.is_set():
            self._something.wait()
            self._over.wait(TOGETHER)
            self._something.clear()
            with self._lock:
                slugs, self._waiting = self._waiting, set()
            if slugs:
                try:
                    connection.run(_TELL, (CHANNEL, _payload_of(slugs)))
                except BaseException:
                    self.notify(slugs)  # said by the next connection
                    raise
                self.sent += 1

    # --- listening ----------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        while not self._over.is_set():
            with contextlib.suppress(*_TROUBLE), connect(self._address) as connection:
                connection.run("SET synchronous_commit = off")
                connection.run(f"LISTEN {CHANNEL}")
                self._on_change(None)  # what was written while nobody listened
                self._listen_on(connection)
            self._last_word = float("-inf")
            self._over.wait(_AGAIN)

    def _listen_on(self, connection: BoundedConnection) -> None:
        while not self._over.is_set():
            connection.run(_TELL, (CHANNEL, _NOTHING))  # a connection that broke without a word is noticed, too
            for notice in connection.notifies(timeout=1.0):
                self._last_word = time.monotonic()
                if notice.payload != _NOTHING:
                    self.received += 1
                    self._on_change(_slugs_in(notice.payload))
                if self._over.is_set():
                    return


def _payload_of(slugs: set[str]) -> str:
    text = " ".join(sorted(slugs))
    return text if len(text) <= _LIMIT else _ANYTHING


def _slugs_in(text: str) -> list[str] | None:
    return None if text == _ANYTHING else text.split()
