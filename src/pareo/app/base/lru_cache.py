"""What was made once and may be asked for again: the newest few, safe for threads.

Whoever makes it does so outside the lock: two threads may make the same thing at once, and the last one's is kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """At most `most` things; those not asked for longest go first."""

    def __init__(self, most: int) -> None:
        self.max_size = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.max_size:
                self._kept.popitem(last=False)
        return value

    def get_or_create(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under this key, or what is made now."""
        found = self.get(key)
        return found if found is not None else self.put(key, make())
