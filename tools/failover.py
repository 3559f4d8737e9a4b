"""Kills the primary of a PostgreSQL pair while many write, promotes the standby, and looks for anything lost.

`fail_over` is one such night; the suite has one, and the control without a synchronous standby, which must lose
something; `make soak` has many (`python tools/failover.py --times 20`), with the seconds until every writer was
back, and the control after them. The suite counts only: it has no clock.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from pareo.core.text.errors import Conflict, Refused  # noqa: E402
from pareo.store.chain import verify_chain  # noqa: E402
from pareo.store.postgres.store import PostgresStore  # noqa: E402
from pareo.store.protocol import NewEntry  # noqa: E402
from support.execution import wait_until  # noqa: E402
from support.postgres import Cluster  # noqa: E402

NOON = "2026-11-16T12:00:00.000000Z"
WAIT_FOR_STANDBY = {"synchronous_standby_names": "'ANY 1 (b)'", "synchronous_commit": "on"}
BACK_SECONDS = 5.0  # from the promotion until each writer has had something acknowledged


@dataclass(slots=True)
class Night:
    """What was acknowledged, and what was found afterwards."""

    acknowledged: list[tuple[str, str]] = field(default_factory=list)  # slug and client's id
    refused: Counter[str] = field(default_factory=Counter)
    lost: list[tuple[str, str]] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    entries: int = 0
    before_kill: int = 0
    back: float = 0.0  # seconds from the promotion until the last writer was back


class Pair:
    """A primary and its standby, and one address for both."""

    def __init__(self, folder: Path, *, synchronous: bool = True, settings: dict[str, str] | None = None) -> None:
        self.primary = Cluster(folder / "a", settings=settings).make().start()
        self.name = self.primary.new_database()
        self.standby = self.primary.standby(folder / "b", "b")
        if synchronous:
            self.primary.reload(**WAIT_FOR_STANDBY)
            wait_until(lambda: self.primary.sql("SHOW synchronous_standby_names") == [("ANY 1 (b)",)])
        wait_until(lambda: self.primary.sql("SELECT state FROM pg_stat_replication") == [("streaming",)])

    @property
    def address(self) -> str:
        hosts = f"{self.primary.folder},{self.standby.folder}"
        return f"postgresql:///{self.name}?host={hosts}&user=pareo_app"

    def fail_over(self) -> None:
        """The primary is gone at once; the standby takes its place."""
        self.primary.kill()
        self.standby.configure(synchronous_standby_names="''")  # it has no standby of its own yet
        self.standby.promote()
        wait_until(lambda: self.standby.is_ready() and self.standby.sql("SELECT pg_is_in_recovery()") == [(False,)])

    def stop(self) -> None:
        for one in (self.primary, self.standby):
            one.stop()


def fail_over(
    folder: Path, *, synchronous: bool = True, writers: int = 8, before: int = 200, after: int = 200
) -> Night:
    """Writers on their own events, two of them on one; `before` acknowledged entries, a kill, `after` more."""
    pair = Pair(folder, synchronous=synchronous)
    try:
        return _night(pair, writers, before, after, synchronous=synchronous)
    finally:
        pair.stop()


def _night(pair: Pair, writers: int, before: int, after: int, *, synchronous: bool) -> Night:
    store = PostgresStore(pair.address)
    night, enough = Night(), threading.Event()
    slugs = [f"cup{max(no, 1)}" for no in range(writers)]  # the first two share one
    for slug in sorted(set(slugs)):
        store.create(slug, NewEntry(NOON, "x", "created", b"{}"), name=slug, ruleset="x", secret="none")  # noqa: S106
    if not synchronous:  # the standby hears nothing more: what is acknowledged from now on is on one machine
        pair.standby.configure(primary_conninfo="'host=/nowhere'")
        pair.standby.reload()
        wait_until(lambda: pair.primary.sql("SELECT state FROM pg_stat_replication") == [])
    lock = threading.Lock()
    away: set[int] = set()  # writers who have not been answered since the promotion
    promoted = [0.0]

    def write(no: int) -> None:
        slug = slugs[no]
        for turn in count():
            if enough.is_set():
                return
            client = f"{no}-{turn}"
            while not enough.is_set():
                try:
                    told = store.summary(slug)
                    store.append(
                        slug,
                        NewEntry(NOON, str(no), "noted", b"{}", client=client),
                        expected=told.head,
                        before=told.hash,
                    )
                except (Conflict, Refused) as problem:
                    with lock:
                        night.refused[problem.code] += 1
                    continue
                with lock:
                    night.acknowledged.append((slug, client))
                    if no in away:
                        away.discard(no)
                        night.back = time.monotonic() - promoted[0]
                break

    threads = [threading.Thread(target=write, args=(no,)) for no in range(writers)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(night.acknowledged) >= before)
    night.before_kill = len(night.acknowledged)
    pair.fail_over()
    with lock:
        promoted[0] = time.monotonic()
        away.update(range(writers))
        reached = len(night.acknowledged)
    wait_until(lambda: len(night.acknowledged) >= reached + after and not away)
    enough.set()
    for thread in threads:
        thread.join()
    _count(store, night, set(slugs))
    store.close()
    return night


def _count(store: PostgresStore, night: Night, slugs: set[str]) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for slug in slugs:
        whole = store.whole(slug)
        verify_chain(whole.summary.id, whole.entries)
        found.update((slug, entry.client) for entry in whole.entries if entry.client is not None)
        night.entries += len(whole.entries)
    night.lost = [one for one in night.acknowledged if not found[one]]
    night.twice = [client for (_, client), times in found.items() if times > 1]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=5)
    times = asked.parse_args().times
    bad = 0
    for turn in range(times):
        night = _in_a_folder_of_its_own(synchronous=True)
        bad += bool(night.lost or night.twice or night.back > BACK_SECONDS)
        print(f"{turn + 1}: {_told(night)}", flush=True)
    control = _in_a_folder_of_its_own(synchronous=False)
    bad += not control.lost  # then the others prove nothing
    print(f"control, the standby hears nothing: {_told(control)}", flush=True)
    return 1 if bad else 0


def _in_a_folder_of_its_own(*, synchronous: bool) -> Night:
    with tempfile.TemporaryDirectory(prefix="pareo-pg-") as folder:
        Path(folder).chmod(0o755)
        return fail_over(Path(folder), synchronous=synchronous, before=1000, after=500)


def _told(night: Night) -> str:
    return (
        f"{len(night.acknowledged)} acknowledged ({night.before_kill} before the kill), {len(night.lost)} lost, "
        f"{len(night.twice)} twice; all back in {night.back:.2f} s (at most {BACK_SECONDS:.0f}); "
        f"refused meanwhile: {dict(night.refused)}"
    )


if __name__ == "__main__":
    sys.exit(main())
