"""Chance, drawn from a hash: the same seed gives the same draws on every machine and Python version.

Numbers come from SHAKE-256 of (seed, label). Nothing here depends on the `random` module, whose algorithms may change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 128  # 64-bit numbers fetched at a time


def round_seed(secret: str, pod: str, round_no: int, draft: int) -> str:
    """The seed of one drafted round: SHA-256 of the tournament's secret seed, the pod, the round and the draft."""
    text = "\x1f".join((secret, pod, str(round_no), str(draft)))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class SeededRandom:
    """A stream of fair numbers from one seed and one label."""

    __slots__ = ("_buffer", "_count", "_prefix")

    def __init__(self, seed: str, label: str = "") -> None:
        self._prefix = f"{seed}\x1f{label}\x1f".encode()
        self._count = 0
        self._buffer: list[int] = []

    def words(self, how_many: int) -> tuple[int, ...]:
        """So many independent 64-bit numbers."""
        block = hashlib.shake_256(self._prefix + str(self._count).encode()).digest(8 * how_many)
        self._count += 1
        return unpack(f"<{how_many}Q", block)

    def below(self, n: int) -> int:
        """A fair whole number 0 … n-1 (n up to 2^63)."""
        limit = (1 << 64) - (1 << 64) % n
        while True:
            if not self._buffer:
                self._buffer = list(self.words(_BLOCK))
            word = self._buffer.pop()
            if word < limit:
                return word % n

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates), in linear time.

        A 64-bit word taken modulo a small number is off fair by less than one part in 2^47: nobody could ever see it.
        """
        mixed = list(items)
        last = len(mixed) - 1
        for i, word in zip(range(last, 0, -1), self.words(last) if last > 0 else (), strict=True):
            j = word % (i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed
