"""The server starts on a full disk: everything can be read, what cannot be written is said in one sentence (R-12)."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.store import SqliteStore
from support.browser.server import require
from support.web.server import SLUG, EventServer, serve_database, start_event

# No file can grow any more in that process: what a full disk does, without one.
_NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"


def check_reading(hosted: EventServer) -> None:
    assert "Everything can be read, but nothing entered" in hosted.process.wait_for(r"(?s)(.*)Pareo is ready")
    for _ in range(12):  # in every thread
        assert hosted.ask("GET", f"/console/{SLUG}/rounds/1")[0] == 200
        assert hosted.ask("GET", f"/e/{SLUG}/tables", staff=False)[0] == 200
    status, text = hosted.report(1)
    assert (status, "disk of" in text) == (422, True)
    assert hosted.results() == {}
    hosted.process.type_line()
    assert hosted.ask("GET", "/console")[0] == 200
    assert "Traceback" not in hosted.process.text


@pytest.mark.slow
@pytest.mark.req("R-12")
def test_where_no_file_can_grow_everything_can_be_read(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    token, session = start_event(db)
    with serve_database(db, token, session, prelude=_NO_ROOM) as hosted:
        check_reading(hosted)
    with serve_database(db, token, session) as hosted:  # with room again
        assert hosted.report(1)[0] == 200


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    made = (
        os.geteuid() == 0
        and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False, capture_output=True
        ).returncode
        == 0
    )
    require(made, "no small disk can be made here: that takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
@pytest.mark.req("R-12")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="a small disk takes root")
def test_on_a_disk_that_is_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        db = disk / "hall.db"
        token, session = start_event(db)
        fill(disk / "fill")
        with serve_database(db, token, session) as hosted:
            check_reading(hosted)
            (disk / "fill").unlink()
            assert hosted.report(1)[0] == 200, "with room again results come in, without a new start"
        with serve_database(db, token, session) as hosted:
            assert set(hosted.results()) == {1}
        assert SqliteStore(db).verify(SLUG) == 6


def fill(path: Path) -> None:
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(65536)):
            pass
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        while file.write(bytes(512)):
            pass
