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
class FailoverReport:
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
) -> FailoverReport:
    """Writers on their own events, two of them on one; `before` acknowledged entries, a kill, `after` more."""
    pair = Pair(folder, synchronous=synchronous)
    try:
        return _run_failover(pair, writers, before, after, synchronous=synchronous)
    finally:
        pair.stop()


def _run_failover(pair: Pair, writers: int, before: int, after: int, *, synchronous: bool) -> FailoverReport:
    store = PostgresStore(pair.address)
    report, enough = FailoverReport(), threading.Event()
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
                    summary = store.summary(slug)
                    store.append(
                        slug,
                        NewEntry(NOON, str(no), "noted", b"{}", client=client),
                        expected=summary.head,
                        before=summary.hash,
                    )
                except (Conflict, Refused) as problem:
                    with lock:
                        report.refused[problem.code] += 1
                    continue
                with lock:
                    report.acknowledged.append((slug, client))
                    if no in away:
                        away.discard(no)
                        report.back = time.monotonic() - promoted[0]
                break

    threads = [threading.Thread(target=write, args=(no,)) for no in range(writers)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(report.acknowledged) >= before)
    report.before_kill = len(report.acknowledged)
    pair.fail_over()
    with lock:
        promoted[0] = time.monotonic()
        away.update(range(writers))
        reached = len(report.acknowledged)
    wait_until(lambda: len(report.acknowledged) >= reached + after and not away)
    enough.set()
    for thread in threads:
        thread.join()
    _count(store, report, set(slugs))
    store.close()
    return report


def _count(store: PostgresStore, report: FailoverReport, slugs: set[str]) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for slug in slugs:
        whole = store.dump(slug)
        verify_chain(whole.summary.id, whole.entries)
        counts.update((slug, entry.client) for entry in whole.entries if entry.client is not None)
        report.entries += len(whole.entries)
    report.lost = [one for one in report.acknowledged if not counts[one]]
    report.twice = [client for (_, client), times in counts.items() if times > 1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    bad = 0
    for turn in range(times):
        report = _fail_over_in_temporary_folder(synchronous=True)
        bad += bool(report.lost or report.twice or report.back > BACK_SECONDS)
        print(f"{turn + 1}: {_report_text(report)}", flush=True)
    control = _fail_over_in_temporary_folder(synchronous=False)
    bad += not control.lost  # then the others prove nothing
    print(f"control, the standby hears nothing: {_report_text(control)}", flush=True)
    return 1 if bad else 0


def _fail_over_in_temporary_folder(*, synchronous: bool) -> FailoverReport:
    with tempfile.TemporaryDirectory(prefix="pareo-pg-") as folder:
        Path(folder).chmod(0o755)
        return fail_over(Path(folder), synchronous=synchronous, before=1000, after=500)


def _report_text(report: FailoverReport) -> str:
    return (
        f"{len(report.acknowledged)} acknowledged ({report.before_kill} before the kill), {len(report.lost)} lost, "
        f"{len(report.twice)} twice; all back in {report.back:.2f} s (at most {BACK_SECONDS:.0f}); "
        f"refused meanwhile: {dict(report.refused)}"
    )


if __name__ == "__main__":
    sys.exit(main())
