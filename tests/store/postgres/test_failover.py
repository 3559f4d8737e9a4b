"""A primary that is gone, and a standby that does not answer: nothing acknowledged is lost, nothing doubtful is
acknowledged. Many more such nights: `make soak`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from failover import NOON, Pair, fail_over
from pareo.core.text.errors import PareoError
from pareo.store.postgres.store import PostgresStore
from pareo.store.protocol import NewEntry
from support.execution import wait_until
from support.postgres import folder_for_clusters


@pytest.fixture
def folder() -> Iterator[Path]:
    with folder_for_clusters() as folder:
        yield folder


@pytest.mark.slow
def test_what_was_acknowledged_survives_the_primary(folder: Path) -> None:
    night = fail_over(folder, before=80, after=40)
    assert (night.lost, night.twice) == ([], [])
    assert night.before_kill >= 80
    assert night.entries >= len(night.acknowledged)
    assert set(night.refused) <= {"journal-moved"}, "all came back by themselves"


@pytest.mark.slow
def test_without_a_synchronous_standby_something_is_lost(folder: Path) -> None:
    """The control: if this loses nothing, the test above proves nothing."""
    night = fail_over(folder, synchronous=False, before=80, after=10)
    assert len(night.lost) > 0


@pytest.mark.slow
def test_a_cancelled_commit_is_never_acknowledged(folder: Path) -> None:
    pair = Pair(folder)
    store = PostgresStore(pair.address, patience=5.0)
    try:
        store.create("cup", NewEntry(NOON, "x", "created", b"{}"), name="x", ruleset="x", secret="x")
        pair.standby.stop()
        said: list[str] = []

        def append() -> None:
            try:
                store.append("cup", NewEntry(NOON, "x", "noted", b"{}", client="tap-1"), expected=1)
                said.append("acknowledged")
            except PareoError as problem:
                said.append(problem.code)

        def invite() -> None:
            try:
                store.accounts().add_account(name="Ada", folded="ada", password=None, grants=[], now=1.0)
                said.append("acknowledged")
            except PareoError as problem:
                said.append(problem.code)

        writers = [threading.Thread(target=work) for work in (append, invite)]
        for writer in writers:
            writer.start()
        waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'pareo_app'"
        wait_until(lambda: len(pair.primary.sql(waiting)) == 2)
        cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        assert pair.primary.sql(cancel) == [(True,)] * 2
        for writer in writers:
            writer.join()
        assert said == ["store-unconfirmed"] * 2, "a single statement, and a transaction"
        assert pair.primary.sql("SELECT head FROM tournament", pair.name) == [(2,)], "it is there, on one machine"
        pair.standby.start()
        wait_until(lambda: pair.primary.sql("SELECT state FROM pg_stat_replication") == [("streaming",)])
        said.clear()
        wait_until(lambda: append() is None and said[-1] == "acknowledged")
        assert store.verify("cup") == 2
        assert [entry.client for entry in store.read("cup")] == [None, "tap-1"]
    finally:
        store.close()
        pair.stop()
