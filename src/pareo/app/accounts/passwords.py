"""Passwords. Checking one takes a tenth of a second and 64 MB, by design: few at a time, and nobody else waits (R-4).

Contract: two lanes, each with a thread of its own and a short queue that refuses at once when it is full: one for
strangers, one for browsers that have logged in before and for those who set passwords. However many strangers guess,
the other lane is free. The threads give way to everything else where the system lets them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from pareo.core.text.errors import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")
QUEUE = 8  # staff who log in at the same moment; one takes a tenth of a second
_GIVES_WAY = 10  # as “nice” counts


class Lane:
    """A thread that checks passwords, and a short queue of those who wait for it."""

    def __init__(self, name: str, queue: int = QUEUE) -> None:
        self._places = threading.BoundedSemaphore(1 + queue)
        self._pool = ThreadPoolExecutor(1, name, initializer=_give_way)

    def soon(self, work: Callable[[], T]) -> Future[T]:
        """The work, when its turn comes; refused at once if too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Refused("login-busy", "Too many people are signing in right now: try again.")
        try:
            promised = self._pool.submit(work)
        except RuntimeError:  # the server is being stopped
            self._places.release()
            raise Refused("login-busy", "Too many people are signing in right now: try again.") from None
        promised.add_done_callback(lambda _: self._places.release())
        return promised

    def close(self) -> None:
        self._pool.shutdown(wait=True)


def _give_way() -> None:
    """Linux: niceness is a thread's own, and the threads that argon2 starts have it too."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVES_WAY)


class Passwords:
    """argon2id. The cost is the second recommendation of RFC 9106 (64 MB); tests take a cheaper one."""

    def __init__(self, *, time_cost: int = 3, memory_cost: int = 65_536, parallelism: int = 4) -> None:
        self._cost = (time_cost, memory_cost, parallelism)
        self._hasher: PasswordHasher | None = None

    @property
    def _argon2(self) -> PasswordHasher:
        if self._hasher is None:
            from argon2 import PasswordHasher  # noqa: PLC0415 - most commands never hash

            self._hasher = PasswordHasher(*self._cost)
        return self._hasher

    def hash(self, text: str) -> str:
        return self._argon2.hash(_password_bytes(text))

    def fits(self, stored: str, text: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - as above

        try:
            return self._argon2.verify(stored, _password_bytes(text))
        except (VerificationError, InvalidHashError):
            return False

    def needs_rehash(self, stored: str) -> bool:
        return self._argon2.check_needs_rehash(stored)


def _password_bytes(text: str) -> bytes:
    """The bytes of a password, equal from every keyboard: one machine types é as one sign, another as two."""
    return unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")
