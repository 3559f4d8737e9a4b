"""Commands go first: what strangers ask for is made by few threads of its own, between commands (R-1, R-5).

Contract: `run` runs work for the public in one of two threads, however many ask; the threads that staff need are never
taken. Before each piece of it, a command that is being done is let through, for a moment at most: public pages come a
little later, and never not at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pareo.core.text.errors import PareoError

T = TypeVar("T")
THREADS = 2
PATIENCE = 0.1  # seconds that public work waits for commands
NOTHING_THERE = 0.05  # seconds until “not found” is answered, so that who asks for it without end does not set the pace


class PublicWorkerPool:
    """Two threads for public pages, which let commands go first. Safe for threads."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "pareo-public")
        self._lock = threading.Lock()
        self._free = threading.Event()
        self._free.set()
        self._commands = 0
        self.waited = 0  # times that public work let a command through

    @contextlib.contextmanager
    def command(self) -> Iterator[None]:
        """Wraps a command, from before it waits for its tournament: public work lets it through meanwhile."""
        with self._lock:
            self._commands += 1
            self._free.clear()
        try:
            yield
        finally:
            with self._lock:
                self._commands -= 1
                if not self._commands:
                    self._free.set()

    async def run(self, work: Callable[[], T]) -> T:
        """Runs work for the public, when its turn comes. It goes on should whoever asked go away: others wait for
        it."""
        try:
            return await asyncio.shield(asyncio.wrap_future(self._pool.submit(self._after_commands, work)))
        except PareoError:
            await asyncio.sleep(NOTHING_THERE)
            raise

    def _after_commands(self, work: Callable[[], T]) -> T:
        if not self._free.is_set():
            self.waited += 1
            self._free.wait(PATIENCE)
        return work()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
