"""Values computed once that may be asked for again: the newest few of each kind, safe for threads.

`Caches` is their home: it belongs to a `Context`, so that it ends with the database it speaks of and two databases in
one process share nothing. A module declares what it caches as a `CacheSlot` and finds its cache by it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """At most `most` values; the one not asked for longest goes first.

    A value is computed outside the lock: two threads may compute the same at once, and the last one's is cached.
    """

    def __init__(self, most: int) -> None:
        self.max_size = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.max_size:
                self._values.popitem(last=False)
        return value

    def get_or_create(self, key: K, make: Callable[[], V]) -> V:
        """The value cached under this key, or the one that is made now."""
        value = self.get(key)
        return value if value is not None else self.put(key, make())


class CacheSlot(Generic[K, V]):
    """What a module caches: the types of its keys and values, and how many of them at most. It holds no value."""

    def __init__(self, most: int) -> None:
        self.most = most


class Caches:
    """The caches of one database, by slot: `caches[SLOT].get_or_create(key, make)`."""

    def __init__(self) -> None:
        self._by_slot: dict[CacheSlot[Any, Any], LruCache[Any, Any]] = {}

    def __getitem__(self, slot: CacheSlot[K, V]) -> LruCache[K, V]:
        cache = self._by_slot.get(slot)
        return cache if cache is not None else self._by_slot.setdefault(slot, LruCache(slot.most))
