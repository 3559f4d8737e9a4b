"""Before a database of an older version is changed, a copy of it as it was goes into `backups/` next to it.

Contract: nothing in the database changes unless the copy is on the disk, under a name of its own that is never used
twice. Its name says before which version it was made, and no tidying of backups deletes it: it is the way back. What
is being made under a temporary name (`.pareo-part-…`) is a copy already and needs none. At a terminal it is told.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

from pareo import __version__
from pareo.core.text.errors import Refused

_PAGES = 4096  # 16 MB, then a line of progress
_PART = ".pareo-part-"


def keep_copy(db: sqlite3.Connection, path: Path) -> Path | None:
    """The copy; None where the file is itself a copy in the making."""
    if path.name.startswith(_PART):
        return None
    folder = path.parent / "backups"
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    part = folder / f"{_PART}{os.getpid()}-0-upgrade.db"
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        sound = _copy(db, part)
        name = f"pareo-000000-{stamp}-before-{__version__}{'' if sound else '-damaged'}.db"
        part.replace(folder / name)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise Refused(
            "upgrade-copy",
            "{path} is of an older version. Before it is upgraded a copy is made, but the copy could not be "
            "written to {folder}: {problem}. Nothing was changed.",
            path=str(path),
            folder=str(folder),
            problem=error,
        ) from error
    _print_progress(f"\rThe database is of an older version. As it was, it is kept in {folder / name}\n")
    return folder / name


def _copy(db: sqlite3.Connection, part: Path) -> bool:
    """Copies, with progress, as one file without a log; is the copy sound?"""

    def progress(_status: int, left: int, total: int) -> None:
        _print_progress(
            f"\rThe database is of an older version: copying it first … {100 * (total - left) // max(total, 1)} %"
        )

    with contextlib.closing(sqlite3.connect(part)) as copy:
        db.backup(copy, pages=_PAGES, progress=progress)
        copy.execute("PRAGMA journal_mode=DELETE")
        verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    with part.open("rb") as file:
        os.fsync(file.fileno())
    return bool(verdict == "ok")


def _print_progress(text: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(text)
        sys.stderr.flush()
