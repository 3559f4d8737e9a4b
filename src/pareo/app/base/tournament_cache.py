"""Loaded tournaments, cached between commands: as many as there is room for, each used by one thread at a time.

A thread that has no tournament waits for the one it wants. A thread that has one already never waits for a second: it
reads that one for itself, so two threads cannot wait for each other.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pareo.app.base.context import LoadedTournament

MOST_ENTRIES = 500_000  # of all journals kept, together: about 400 MB


class TournamentLock:
    """The lock of one tournament. The thread that has it may take it again."""

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = threading.RLock()


class TournamentCache:
    """Tournaments by slug; the least recently used goes first. Safe for threads."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self.max_entries = most
        self.entries = 0
        self.damaged: dict[str, str] = {}  # slug → hash of the head where the replay failed
        self._events: OrderedDict[str, tuple[LoadedTournament, int]] = OrderedDict()
        self._locks: weakref.WeakValueDictionary[str, TournamentLock] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()
        self._mine = threading.local()

    def __len__(self) -> int:
        return len(self._events)

    def __contains__(self, slug: str) -> bool:
        return slug in self._events

    def get(self, slug: str) -> LoadedTournament | None:
        with self._lock:
            cached = self._events.get(slug)
            if cached is None:
                return None
            self._events.move_to_end(slug)
            return cached[0]

    def put(self, slug: str, event: LoadedTournament) -> None:
        with self._lock:
            self._drop(slug)
            self._events[slug] = (event, event.state.seq)
            self.entries += event.state.seq
            while self.entries > self.max_entries and len(self._events) > 1:
                self._drop(next(iter(self._events)))

    def drop(self, slug: str) -> None:
        with self._lock:
            self._drop(slug)

    def _drop(self, slug: str) -> None:
        dropped = self._events.pop(slug, None)
        if dropped is not None:
            self.entries -= dropped[1]

    # --- one thread at a time -----------------------------------------------------------------------------------------

    def acquire(self, slug: str) -> TournamentLock | None:
        """The lock of a tournament, once it is free; None if another thread has it and this one may not wait."""
        with self._lock:
            lock = self._locks.get(slug)
            if lock is None:
                lock = self._locks[slug] = TournamentLock()
        held: int = getattr(self._mine, "held", 0)
        if not lock.lock.acquire(blocking=held == 0):
            return None
        self._mine.held = held + 1
        return lock

    def release(self, lock: TournamentLock) -> None:
        self._mine.held -= 1
        lock.lock.release()
