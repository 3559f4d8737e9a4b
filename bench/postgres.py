"""Durable appends on PostgreSQL with a synchronous standby, against pgbench's own small transaction on the same pair.

Median of five rounds of a second each, ours and the peer's in turn: trust the ratios. What must hold: an append at
least 0.9 × `pgbench -N -M prepared`; with notices at least 0.75 × without; CPU at most 1.3 × the file's.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from pareo.store import SqliteStore, Store
from pareo.store.protocol import Notices

ROOT = Path(__file__).resolve().parent.parent
SECONDS, ROUNDS = 1.0, 5
NOON = "2026-11-16T12:00:00.000000Z"
DATA = b'{"pod":"main","results":[[1,12,"1-0"]],"round":3}'


def rows() -> list[tuple[str, str, str, str]]:
    """Lines of the table; one that says why, where PostgreSQL is not installed."""
    sys.path[:0] = [str(ROOT / "tests" / "stages"), str(ROOT / "tools")]
    failover: Any = import_module("failover")
    if import_module("clusters").programs() is None:
        return [("PostgreSQL: not installed", "", "", "")]
    with tempfile.TemporaryDirectory(prefix="pareo-pg-") as folder:
        Path(folder).chmod(0o755)
        pair = failover.Pair(Path(folder))
        try:
            return _measured(pair)
        finally:
            pair.stop()


def _measured(pair: Any) -> list[tuple[str, str, str, str]]:
    from pareo.store.postgres.store import PostgresStore  # noqa: PLC0415

    cluster = pair.primary
    cluster.sql("CREATE DATABASE bench")
    tool = [str(cluster.bin / "pgbench"), "-h", str(cluster.folder), "-U", "admin"]
    subprocess.run([*tool, "-i", "-s", "10", "bench"], check=True, capture_output=True)
    store = PostgresStore(pair.address)
    found = []
    for connections in (8, 32):
        ours, peer, told = [], [], []
        for turn in range(ROUNDS):
            ours.append(_rate(store, connections, f"a{connections}-{turn}"))
            peer.append(_pgbench(tool, connections))
            notices = store.notices(lambda _: None)
            told.append(_rate(store, connections, f"n{connections}-{turn}", notices))
            notices.close()
        a, p, n = map(statistics.median, (ours, peer, told))
        found.append((f"PostgreSQL, synchronous: appends/s on {connections} connections (pgbench -N)",
                      f"{a:.0f}", f"{p:.0f}", f"{a / p:.2f}"))
        found.append((f"… with notices (without), {connections} connections", f"{n:.0f}", f"{a:.0f}", f"{n / a:.2f}"))
    with tempfile.TemporaryDirectory() as folder:
        file = SqliteStore(Path(folder) / "x.db")
        cpu = [_cpu(one, f"c{turn}") for turn in range(3) for one in (store, file)]
        file.close()
    ours_cpu, file_cpu = min(cpu[::2]), min(cpu[1::2])
    found.append(("CPU of an append on PostgreSQL (on a file)", f"{ours_cpu * 1e6:.0f} µs", f"{file_cpu * 1e6:.0f} µs",
                  f"{ours_cpu / file_cpu:.2f}"))
    store.close()
    return found


def _new(store: Store, slug: str) -> str:
    return store.create(slug, name=slug, ruleset="x", secret="x", time=NOON, actor="x", action="created",
                        data=b"{}").hash


def _rate(store: Store, connections: int, mark: str, notices: Notices | None = None) -> float:
    slugs = [f"{mark}-{no}" for no in range(connections)]
    heads = [_new(store, slug) for slug in slugs]
    done = [0] * connections
    start, end = threading.Barrier(connections + 1), threading.Event()

    def write(no: int) -> None:
        head = heads[no]
        start.wait()
        while not end.is_set():
            head = store.append(slugs[no], expected=done[no] + 1, before=head, time=NOON, actor="ada",
                                action="results", data=DATA, client=f"{no}-{done[no]}").hash
            done[no] += 1
            if notices is not None:
                notices.tell([slugs[no]])

    threads = [threading.Thread(target=write, args=(no,)) for no in range(connections)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    time.sleep(SECONDS)
    end.set()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - began)


def _pgbench(tool: list[str], connections: int) -> float:
    said = subprocess.run([*tool, "-n", "-N", "-M", "prepared", "-c", str(connections), "-j", "2", "-T", "1", "bench"],
                          check=True, capture_output=True, text=True).stdout
    return float(next(line for line in said.splitlines() if line.startswith("tps")).split()[2])


def _cpu(store: Store, slug: str, count: int = 500) -> float:
    head = _new(store, slug)
    began = time.process_time()
    for no in range(count):
        head = store.append(slug, expected=no + 1, before=head, time=NOON, actor="ada", action="results", data=DATA,
                            client=str(no)).hash
    return (time.process_time() - began) / count
