"""How far each journal was known to reach, noted outside the database: a small file beside it, `NAME-heads`.

SQLite takes a log that was cut or lost for one that ended there, and the journal of the day before still has a sound
chain. So the number of the last acknowledged entry is written here too, without waiting for the disk: after a power cut
it may be behind, and is never ahead. Who copies the database alone loses nothing but this.
"""

from __future__ import annotations

import contextlib
import os
import struct
import threading
from pathlib import Path

_RECORD = struct.Struct(">16sQ")  # the tournament's random id, the last entry; at the tournament's key


class HighWaterMark:
    """The notes about one database. Nothing here ever fails: it is a second look, not the journal."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-heads")
        self._file: int | None = None
        self._told: dict[int, tuple[bytes, int]] = {}
        self._lock = threading.Lock()

    def record(self, key: int, tournament_id: str, seq: int) -> None:
        """Entry `seq` is in the journal. A note that says more stays: it is what was lost."""
        with self._lock, contextlib.suppress(OSError, ValueError, struct.error):
            known = bytes.fromhex(tournament_id)
            before = self._told.get(key) or self._noted(key)
            if before[0] == known and before[1] >= seq:
                return
            self._write(key, known, seq)

    def drop(self, key: int) -> None:
        """The tournament was deleted: it may come back from an older copy."""
        with self._lock, contextlib.suppress(OSError, struct.error):
            if self._noted(key) != (b"", 0):
                self._write(key, b"", 0)

    def _write(self, key: int, known: bytes, seq: int) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        self._told[key] = (known, seq)
        os.lseek(self._file, key * _RECORD.size, os.SEEK_SET)
        os.write(self._file, _RECORD.pack(known, seq))

    def last(self, key: int, tournament_id: str) -> int:
        """The last entry noted for this tournament; 0 where nothing is."""
        with contextlib.suppress(OSError, ValueError, struct.error):
            known, seq = self._noted(key)
            return seq if known == bytes.fromhex(tournament_id) else 0
        return 0

    def _noted(self, key: int) -> tuple[bytes, int]:
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            file.seek(key * _RECORD.size)
            content = file.read(_RECORD.size)
            if len(content) == _RECORD.size:
                found: tuple[bytes, int] = _RECORD.unpack(content)
                return found
        return b"", 0

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._told.clear()
