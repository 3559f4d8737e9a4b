"""Which row a short name stands for: remembered, so that an append need not ask; the database compares it again."""

from __future__ import annotations

import threading
from collections import OrderedDict

_SIZE = 10_000


class Known:
    """Key and random id by slug, the last used ones. Wrong at worst, never trusted alone."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, str]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, slug: str) -> tuple[int, str] | None:
        return self._kept.get(slug)

    def keep(self, slug: str, key: int, tournament_id: str) -> None:
        with self._lock:
            self._kept[slug] = (key, tournament_id)
            self._kept.move_to_end(slug)
            if len(self._kept) > _SIZE:
                self._kept.popitem(last=False)

    def forget(self, slug: str) -> None:
        with self._lock:
            self._kept.pop(slug, None)
