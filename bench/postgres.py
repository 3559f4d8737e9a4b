"""PostgreSQL with a synchronous standby: durable appends against pgbench's own small transaction on the same pair; a
command among 10,000 tournaments; opening an event; how soon a second server's listeners hear.

Ours and the peer's in turn, medians: trust the ratios. What must hold: an append at least 0.9 × `pgbench -N -M
prepared`; with notices at least 0.75 × without; CPU at most 1.3 × the file's; a command among 10,000 tournaments at
most 1.2 × among ten; opening at most 1.5 × from a file; listeners on another server within 0.3 s in 95 of 100 cases,
0.7 s where the database tells nobody.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Identity
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.store import NewEntry, SqliteStore, Store, open_store
from pareo.store.protocol import Notices
from pareo.web.app_state import NOTIFY_EVERY, AppState

ROOT = Path(__file__).resolve().parent.parent
SECONDS, ROUNDS = 1.0, 5
NOON = "2026-11-16T12:00:00.000000Z"
DATA = b'{"pod":"main","results":[[1,12,"1-0"]],"round":3}'
MANY, FEW = 10_000, 10
OPENED = (1000, 6)  # players, rounds
CHANGES = 40
_OTHERS = """WITH made AS (
    INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)
    SELECT 'old-' || n, md5(n::text), 'Old', t.ruleset, t.created, 'x', t.head, t.hash
    FROM tournament t, generate_series(1, %s) n WHERE t.slug = 'copa' RETURNING key)
INSERT INTO entry SELECT made.key, e.seq, e.version, e.time, e.actor, e.action, e.data, NULL, e.hash
    FROM made, entry e JOIN tournament t ON t.key = e.tournament WHERE t.slug = 'copa' AND e.seq < 9"""
_DEAF = """
from pareo.store.postgres.connection import BoundedConnection
usual = BoundedConnection.run
BoundedConnection.run = lambda self, statement, *values, **options: usual(
    self, "SELECT 1" if statement.startswith("LISTEN") else statement, *values, **options)
"""
Row = tuple[str, str, str, str]


def rows() -> list[Row]:
    """Lines of the table; one that says why, where PostgreSQL is not installed."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]
    from failover import Pair  # noqa: PLC0415
    from support.postgres import find_programs  # noqa: PLC0415

    if find_programs() is None:
        return [("PostgreSQL: not installed", "", "", "")]
    with tempfile.TemporaryDirectory(prefix="pareo-pg-") as folder:
        Path(folder).chmod(0o755)
        pair = Pair(Path(folder), settings={"fsync": "on", "autovacuum": "on"})
        try:
            return [*_appends(pair), *_commands(pair), *_opening(pair), *_stream_rows(pair)]
        finally:
            pair.stop()


# --- appends ----------------------------------------------------------------------------------------------------------


def _appends(pair: Any) -> Iterator[Row]:
    cluster = pair.primary
    cluster.sql("CREATE DATABASE bench")
    tool = [str(cluster.bin / "pgbench"), "-h", str(cluster.folder), "-U", "admin"]
    subprocess.run([*tool, "-i", "-s", "10", "bench"], check=True, capture_output=True)
    with contextlib.closing(open_store(pair.address)) as store:
        for connections in (8, 32):
            ours, peer, with_notices = [], [], []
            for turn in range(ROUNDS):
                ours.append(_rate(store, connections, f"a{connections}-{turn}"))
                peer.append(_pgbench(tool, connections))
                notices = store.notices(lambda _: None)
                with_notices.append(_rate(store, connections, f"n{connections}-{turn}", notices))
                if notices is not None:
                    notices.close()
            a, p, n = map(statistics.median, (ours, peer, with_notices))
            yield (
                f"PostgreSQL, synchronous: appends/s on {connections} connections (pgbench -N)",
                f"{a:.0f}",
                f"{p:.0f}",
                f"{a / p:.2f} (at least 0.9)",
            )
            yield (
                f"… with notices (without), {connections} connections",
                f"{n:.0f}",
                f"{a:.0f}",
                f"{n / a:.2f} (at least 0.75)",
            )
        with tempfile.TemporaryDirectory() as folder, contextlib.closing(SqliteStore(Path(folder) / "x.db")) as file:
            cpu = [_cpu(one, f"c{turn}") for turn in range(4 * ROUNDS) for one in (store, file)]
    ours_cpu, file_cpu = statistics.median(cpu[::2]), statistics.median(cpu[1::2])
    yield (
        "CPU of an append on PostgreSQL (on a file)",
        f"{ours_cpu * 1e6:.0f} µs",
        f"{file_cpu * 1e6:.0f} µs",
        f"{ours_cpu / file_cpu:.2f} (at most 1.3)",
    )


def _new(store: Store, slug: str) -> str:
    return store.create(slug, NewEntry(NOON, "x", "created", b"{}"), name=slug, ruleset="x", secret="x").hash


def _rate(store: Store, connections: int, mark: str, notices: Notices | None = None) -> float:
    slugs = [f"{mark}-{no}" for no in range(connections)]
    heads = [_new(store, slug) for slug in slugs]
    done = [0] * connections
    start, end = threading.Barrier(connections + 1), threading.Event()

    def write(no: int) -> None:
        head = heads[no]
        start.wait()
        while not end.is_set():
            head = store.append(
                slugs[no],
                NewEntry(NOON, "ada", "results", DATA, client=f"{no}-{done[no]}"),
                expected=done[no] + 1,
                before=head,
            ).hash
            done[no] += 1
            if notices is not None:
                notices.notify([slugs[no]])

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
    output = subprocess.run(
        [*tool, "-n", "-N", "-M", "prepared", "-c", str(connections), "-j", "2", "-T", "1", "bench"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return float(next(line for line in output.splitlines() if line.startswith("tps")).split()[2])


def _cpu(store: Store, slug: str, count: int = 100) -> float:
    head = _new(store, slug)
    began = time.process_time()
    for no in range(count):
        head = store.append(
            slug,
            NewEntry(NOON, "ada", "results", DATA, client=str(no)),
            expected=no + 1,
            before=head,
        ).hash
    return (time.process_time() - began) / count


# --- events -----------------------------------------------------------------------------------------------------------


def _commands(pair: Any) -> Iterator[Row]:
    """A result entered at a server, in a database of ten tournaments and in one of ten thousand, in turn."""
    from support.web import server  # noqa: PLC0415

    ada = Identity("Ada", (), "")
    seconds: dict[int, list[float]] = {}
    app_states: dict[int, AppState] = {}
    for count in (FEW, MANY):
        name = pair.primary.new_database()
        address = pair.address.replace(pair.name, name)
        server.start_event(address, 32)
        pair.primary.sql(_OTHERS, name, (count - 1,))
        pair.primary.sql("ANALYZE", name)
        store = open_store(address)
        app_states[count] = AppState(store, Accounts(store.accounts()))
    for turn in range(2 * ROUNDS):
        for count, app_state in app_states.items():
            for no in range(40):
                began = time.perf_counter()
                with app_state.open_context(ada) as ctx:
                    results.report(ctx, server.SLUG, round_no=1, table=no % 16 + 1, result=("1-0", "0-1")[no // 16 % 2])
                if turn:  # the first is warming up
                    seconds.setdefault(count, []).append(time.perf_counter() - began)
    few, many = (statistics.median(seconds[count]) for count in (FEW, MANY))
    for app_state in app_states.values():
        app_state.public_workers.close()
        app_state.accounts.close()
        app_state.store.close()
    yield (
        f"a command among {MANY:,} tournaments (among {FEW})",
        f"{many * 1e3:.2f} ms",
        f"{few * 1e3:.2f} ms",
        f"{many / few:.2f} (at most 1.2)",
    )


def _opening(pair: Any) -> Iterator[Row]:
    """The journal of a large event, read and replayed by a context that has never seen it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(SqliteStore(Path(folder) / "x.db")) as file:
        _play_event(Context(file), *OPENED)
        with contextlib.closing(open_store(pair.address)) as store:
            store.restore(file.dump("regional"))
            seconds: dict[str, list[float]] = {"ours": [], "file": []}
            for _ in range(ROUNDS):
                for name, one in (("ours", store), ("file", file)):
                    began = time.perf_counter()
                    head = Context(one).open("regional").state.seq
                    seconds[name].append(time.perf_counter() - began)
    ours, peer = (statistics.median(seconds[name]) for name in ("ours", "file"))
    yield (
        f"opening an event of {OPENED[0]:,} players, {head:,} entries, from PostgreSQL (from a file)",
        f"{ours * 1e3:.0f} ms",
        f"{peer * 1e3:.0f} ms",
        f"{ours / peer:.2f} (at most 1.5)",
    )


def _play_event(ctx: Context, count: int, number: int) -> None:
    slug = events.create(ctx, events.NewEvent("Regional", "pokemon-tcg-2019-07", slug="regional", seed="bench"))
    players.enter(
        ctx, slug, [players.NewPlayer(first="Player", last=str(no), division="master") for no in range(count)]
    )
    for round_no in range(1, number + 1):
        rounds.pair(ctx, slug)
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug)
        for table in range(1, count // 2 + 1):
            results.report(ctx, slug, round_no=round_no, table=table, result=("1-0", "0-1")[table % 2])
        rounds.finish(ctx, slug)


# --- two servers ------------------------------------------------------------------------------------------------------


def _stream_rows(pair: Any) -> Iterator[Row]:
    """From the answer to a result at one server to the line on a stream of the other. A stream is told at most once a
    second, so changes are further apart."""
    from support.web import server  # noqa: PLC0415

    name = pair.primary.new_database()
    address = pair.address.replace(pair.name, name)
    token, session = server.start_event(address, 32)
    for what, prelude, limit in (("", "", 0.3), (" where the database tells nobody", _DEAF, 0.7)):
        with (
            server.serve_database(address, token, session, prelude=prelude) as one,
            server.serve_database(address, token, session, prelude=prelude) as two,
        ):
            waits = sorted(_waits(one, two))
        late = waits[int(len(waits) * 0.95) - 1]
        yield (
            f"a result at one server is on a stream of another{what}",
            f"median {statistics.median(waits):.2f} s, 95 % within {late:.2f} s",
            "–",
            f"at most {limit} s",
        )


def _waits(one: Any, two: Any) -> Iterator[float]:
    arrivals: list[float] = []
    connection = http.client.HTTPConnection("127.0.0.1", two.port, timeout=60)
    connection.request("GET", "/e/copa/live")
    answer = connection.getresponse()

    def listen() -> None:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            while text := answer.readline():
                if text.startswith(b"data: "):
                    arrivals.append(time.monotonic())

    threading.Thread(target=listen, daemon=True).start()
    _until(lambda: len(arrivals) == 1)
    for turn in range(CHANGES):
        time.sleep(NOTIFY_EVERY + 0.2 + turn % 7 / 10)
        before = len(arrivals)
        status, text = one.report(turn % 16 + 1, ("1-0", "0-1")[turn // 16 % 2])
        assert status == 200, json.loads(text)
        answered = time.monotonic()
        _until(lambda before=before: len(arrivals) > before)  # type: ignore[misc]
        yield max(0.0, arrivals[-1] - answered)
    connection.close()


def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.005)


if __name__ == "__main__":
    for line in rows():
        print("| " + " | ".join(line) + " |", flush=True)
