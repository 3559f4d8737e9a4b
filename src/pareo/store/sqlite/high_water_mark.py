"""How far each journal was known to reach, noted outside the database: a small file next to it, `NAME-heads`.

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
        self._written: dict[int, tuple[bytes, int]] = {}
        self._lock = threading.Lock()

    def record(self, key: int, tournament_id: str, seq: int) -> None:
        """Entry `seq` is in the journal. A note that says more stays: it is what was lost."""
        with self._lock, contextlib.suppress(OSError, ValueError, struct.error):
            tournament = bytes.fromhex(tournament_id)
            before = self._written.get(key) or self._read(key)
            if before[0] == tournament and before[1] >= seq:
                return
            self._write(key, tournament, seq)

    def drop(self, key: int) -> None:
        """The tournament was deleted: it may come back from an older copy."""
        with self._lock, contextlib.suppress(OSError, struct.error):
            if self._read(key) != (b"", 0):
                self._write(key, b"", 0)

    def _write(self, key: int, tournament: bytes, seq: int) -> None:
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        self._written[key] = (tournament, seq)
        os.lseek(self._file, key * _RECORD.size, os.SEEK_SET)
        os.write(self._file, _RECORD.pack(tournament, seq))

    def last(self, key: int, tournament_id: str) -> int:
        """The last entry noted for this tournament; 0 where nothing is."""
        with contextlib.suppress(OSError, ValueError, struct.error):
            tournament, seq = self._read(key)
            return seq if tournament == bytes.fromhex(tournament_id) else 0
        return 0

    def _read(self, key: int) -> tuple[bytes, int]:
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            file.seek(key * _RECORD.size)
            content = file.read(_RECORD.size)
            if len(content) == _RECORD.size:
                record: tuple[bytes, int] = _RECORD.unpack(content)
                return record
        return b"", 0

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._written.clear()
