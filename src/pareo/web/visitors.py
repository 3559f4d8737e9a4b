"""How many phones are here: proof that they can get in. Counted in memory; nothing of them is kept anywhere.

A phone is known by a keyed hash of its address and browser; the key is made anew with each start. One that has not been
seen for `HERE_SECONDS` (a page that is open says so every few seconds) is gone.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

HERE_SECONDS = 120.0
MOST = 8_192


class VisitorCount(NamedTuple):
    """How many are here, and how long ago the last one was seen; None: nobody yet."""

    number: int
    ago: int | None


@dataclass(slots=True)
class Visitors:
    """Used on the event loop, read from anywhere."""

    now: Callable[[], float] = time.monotonic
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    _seen: OrderedDict[bytes, float] = field(default_factory=OrderedDict)

    def record(self, address: str, browser: bytes) -> None:
        """A public page was asked for, or is still open, on this phone."""
        mark = hashlib.blake2b(address.encode() + b"\n" + browser[:300], key=self._key, digest_size=8).digest()
        self._seen[mark] = self.now()
        self._seen.move_to_end(mark)
        while len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def count(self) -> VisitorCount:
        now = self.now()
        for mark in list(self._seen):
            if now - self._seen.get(mark, now) <= HERE_SECONDS:
                break
            self._seen.pop(mark, None)
        last = max(list(self._seen.values()), default=None)
        return VisitorCount(len(self._seen), None if last is None else int(now - last))

    def clear(self) -> None:
        self._seen.clear()
