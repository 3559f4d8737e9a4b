"""Which row a short name stands for: remembered, so that an append need not ask; the database compares it again."""

from __future__ import annotations

import threading
from collections import OrderedDict

_SIZE = 10_000


class KeyCache:
    """Key and random id by slug, the last used ones. Wrong at worst, never trusted alone."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, tuple[int, str]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, slug: str) -> tuple[int, str] | None:
        return self._keys.get(slug)

    def put(self, slug: str, key: int, tournament_id: str) -> None:
        with self._lock:
            self._keys[slug] = (key, tournament_id)
            self._keys.move_to_end(slug)
            if len(self._keys) > _SIZE:
                self._keys.popitem(last=False)

    def forget(self, slug: str) -> None:
        with self._lock:
            self._keys.pop(slug, None)
