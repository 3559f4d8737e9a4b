"""Several processes, and processes that are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from pareo.store import Entry, NewEntry, SqliteStore, Store
from support.execution import let_go, start_child

WRITER = """
import sys
from pareo.core.text.errors import Conflict
from pareo.store import NewEntry, open_store

store = open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for head in range(1, int(sys.argv[2]) + 1):
    try:
        entry = store.append("cup", NewEntry("2019-07-17T12:00:00Z", sys.argv[3], "reported", b"{}"), expected=head)
        print("won", entry.seq, flush=True)
    except Conflict as conflict:
        print(conflict.code, head + 1, flush=True)
"""

CREATOR = """
import sys
from pareo.store import NewEntry, open_store

store = open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
store.create(sys.argv[2], NewEntry("2019-07-17T12:00:00Z", "x", "x", b"{}"), name="x", ruleset="x", secret="x")
"""


ANSWERER = """
import os, signal, sys
from pareo.store import NewEntry, open_store

store = open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
said = NewEntry("2019-07-17T12:00:00Z", "x", "results", b"{}", "tap-1", asked="1-0 at 7", notes=b'["same"]')
store.remember_answer("cup", said, seq=1)
written = NewEntry("2019-07-17T12:00:00Z", "x", "reported", b"{}", "tap-2", asked="0-1 at 8", notes=b"[]")
store.append("cup", written, expected=1)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def store(database: Store) -> Store:
    return database


def test_every_acknowledged_entry_survives_a_kill(where: str, store: Store, new: Callable[..., Entry]) -> None:
    new()
    process = start_child(WRITER, where, "1000000", "ada")
    let_go(process)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline() for _ in range(200)]
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=120)
    # The last line may have been cut off by the kill.
    acknowledged += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    assert process.returncode == -signal.SIGKILL
    told = [int(line.split()[1]) for line in acknowledged]
    assert told == list(range(2, len(told) + 2))
    head = store.verify("cup")
    assert head >= told[-1]
    assert head <= told[-1] + 2  # at most what was written but not yet told, or cut off
    assert store.head("cup") == head


@pytest.mark.req("B-39")
def test_what_was_asked_and_answered_survives_a_kill(where: str, store: Store, new: Callable[..., Entry]) -> None:
    new()
    process = start_child(ANSWERER, where)
    let_go(process)
    process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL
    answers = [store.find_answer("cup", client) for client in ("tap-1", "tap-2")]
    assert [(one.asked, one.notes, bool(one.entry.hash)) for one in answers if one is not None] == [
        ("1-0 at 7", b'["same"]', False),
        ("0-1 at 8", b"[]", True),
    ]


def test_of_two_processes_with_the_same_head_one_wins(where: str, store: Store, new: Callable[..., Entry]) -> None:
    new()
    processes = [start_child(WRITER, where, "60", name) for name in ("ada", "bob")]
    for process in processes:
        let_go(process)
    lines = [line for process in processes for line in process.communicate(timeout=120)[0].splitlines()]
    assert sorted(int(line.split()[1]) for line in lines if line.startswith("won")) == list(range(2, 62))
    assert sorted(int(line.split()[1]) for line in lines if line.startswith("journal-moved")) == list(range(2, 62))
    assert store.verify("cup") == 61


def test_two_processes_may_be_the_first(where: str, store: Store) -> None:
    processes = [start_child(CREATOR, where, slug) for slug in ("cup", "open")]
    for process in processes:
        let_go(process)
    for process in processes:
        process.communicate(timeout=120)
    assert [process.returncode for process in processes] == [0, 0]
    assert {told.slug for told in store.tournaments()} == {"cup", "open"}


def test_a_second_process_that_closes_does_not_take_our_log_away(tmp_path):
    """Closing any handle of ours on the file would drop our locks; the other's close would then remove the log."""
    db = tmp_path / "hall.db"
    ours = SqliteStore(db)
    create = {"name": "N", "ruleset": "swiss", "secret": "s"}
    entry = NewEntry("2026-11-15T12:00:00.000000Z", "a", "created", b"{}")
    ours.create("first", entry, **create)
    threads = [threading.Thread(target=ours.tournaments) for _ in range(3)]  # each opens a connection of its own
    for thread in threads:
        thread.start()
        thread.join()
    code = (
        "import sys; from pareo.store import NewEntry, SqliteStore; s = SqliteStore(sys.argv[1]); "
        f"s.create(sys.argv[2], NewEntry({entry.time!r}, 'a', 'created', b'{{}}'), **{create!r}); s.close()"
    )
    for slug in ("second", "third"):
        subprocess.run([sys.executable, "-c", code, str(db), slug], check=True)
        ours.create(f"after-{slug}", entry, **create)
    names = {"first", "second", "after-second", "third", "after-third"}
    assert {s.slug for s in ours.tournaments()} == names
    fresh = SqliteStore(db)  # what the file holds, without what our process remembers
    assert {s.slug for s in fresh.tournaments()} == names
