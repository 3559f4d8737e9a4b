"""A short run of `tools/soak.py`: a server that is killed while it works loses nothing that it has answered."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

import soak
from pareo.store import SqliteStore


@pytest.mark.slow
def test_what_was_answered_survives_every_kill(tmp_path: Path) -> None:
    tally = soak.soak(tmp_path, "suite", kills=2)
    assert tally.broken == []
    assert (tally.kills, tally.asked_again > 0) == (2, True)
    assert {"create", "enter", "pair", "publish", "result", "finish"} <= tally.by_kind.keys()
    _lose_one(tmp_path / "soak.db", tally.answered[-1])
    shared = soak.SharedState(soak.Server(tmp_path / "soak.db", tmp_path / "backups"), "", tally)
    soak.check(shared, set())
    assert any(tally.answered[-1].client in sentence for sentence in tally.broken), "it can see what it looks for"


def _lose_one(db: Path, one: soak.Acknowledged) -> None:
    store = SqliteStore(db)
    tournament = store.summary(one.slug).id
    store.close()
    with contextlib.closing(sqlite3.connect(db)) as file, file:
        file.execute(
            "DELETE FROM entry WHERE client = ? AND tournament = (SELECT key FROM tournament WHERE id = ?)",
            (one.client, tournament),
        )
