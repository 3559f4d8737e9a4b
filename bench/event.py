"""A whole 4,000-player event through the app layer, every result appended durably, against bare SQLite inserts."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import typed_results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.screens.round_tables import one_row
from pareo.core.model.entities import Status
from pareo.core.model.random_source import SeededRandom
from pareo.formats.bundle import export_bundle
from pareo.store import open_store

PLAYERS = 4000
DAY1, DAY2, CUT = 9, 6, 8


def _open_tables(ctx: Context, slug: str) -> list[tuple[int, int]]:
    return [
        (r.number, table)
        for p in ctx.open(slug).state.pods.values()
        for r in p.rounds.values()
        if r.status is Status.STARTED
        for table in sorted(r.open_tables)
    ]


def _play_round(ctx: Context, slug: str, chance: SeededRandom, *, draws: bool, clock: list[float]) -> int:
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug)
    texts = ["1-0", "0-1", "="] if draws else ["1-0", "0-1"]
    todo = [(number, table, chance.pick(texts)) for number, table in _open_tables(ctx, slug)]
    start = time.process_time()
    for number, table, text in todo:
        results.report(ctx, slug, round_no=number, table=table, result=text)
    clock.append(time.process_time() - start)
    rounds.finish(ctx, slug)
    return len(todo)


def whole_event(path: Path) -> tuple[int, float, float]:
    """(results, CPU seconds in reporting them, wall seconds of everything)."""
    began = time.perf_counter()
    ctx = Context(open_store(str(path)))
    settings = {"table": "two-day"}
    slug = events.create(
        ctx, events.NewEvent("Regional", "pokemon-tcg-2019-07", slug="regional", seed="bench", settings=settings)
    )
    everybody = [players.NewPlayer(first="Player", last=str(i), division="master") for i in range(PLAYERS)]
    players.enter(ctx, slug, everybody)
    chance = SeededRandom("bench", "event")
    clock: list[float] = []
    count = sum(_play_round(ctx, slug, chance, draws=True, clock=clock) for _ in range(DAY1))
    advance.advance(ctx, slug, to="day2")
    count += sum(_play_round(ctx, slug, chance, draws=True, clock=clock) for _ in range(DAY2))
    advance.advance(ctx, slug, to="cut", size=CUT)
    count += sum(_play_round(ctx, slug, chance, draws=False, clock=clock) for _ in range(3))
    ctx.store.close()
    return count, sum(clock), time.perf_counter() - began


def answers(path: Path) -> tuple[float, float]:
    """CPU seconds of a result and the row it is answered with, as the console does: at the beginning and at the end of
    one round."""
    ctx = Context(open_store(str(path)))
    slug = events.create(ctx, events.NewEvent("Regional", "pokemon-tcg-2019-07", slug="regional", seed="bench"))
    players.enter(
        ctx, slug, [players.NewPlayer(first="Player", last=str(i), division="master") for i in range(PLAYERS)]
    )
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    rounds.start(ctx, slug)
    spent = []
    for number, table in _open_tables(ctx, slug):
        start = time.process_time()
        typed_results.enter(ctx, slug, round_no=number, table=table, typed="1", may=lambda _: True)
        one_row(ctx.open(slug), number, table)
        spent.append(time.process_time() - start)
    ctx.store.close()
    return statistics.median(spent[:200]), statistics.median(spent[-200:])


def bare_inserts(path: Path, like: Path, count: int) -> float:
    """CPU seconds of inserting the same journal rows one by one at the same durability, nothing else."""
    source = sqlite3.connect(like)
    table = _journal_table(source)
    entries = source.execute(f"SELECT * FROM {table} WHERE action = 'results' LIMIT {count}").fetchall()
    columns = len(entries[0])
    bare = sqlite3.connect(path, isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    names = ", ".join(f"c{i}" for i in range(columns))
    bare.execute(f"CREATE TABLE journal ({names}, PRIMARY KEY (c0, c1))")
    insert = f"INSERT INTO journal VALUES ({', '.join('?' * columns)})"
    start = time.process_time()
    for row in entries:
        bare.execute("BEGIN IMMEDIATE")
        bare.execute(insert, row)
        bare.execute("COMMIT")
    return (time.process_time() - start) * count / len(entries)


def _journal_table(source: sqlite3.Connection) -> str:
    for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
        if "action" in {row[1] for row in source.execute(f"PRAGMA table_info({name})")}:
            return str(name)
    raise LookupError("no table with entries")


def _cold_standings(path: Path) -> float:
    command = [sys.executable, "-m", "pareo", "--db", str(path), "standings", "regional", "--json"]
    # As installed: Python keeps its compiled modules, whatever this shell says.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(path.parent / "compiled")
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


def _opening_times(path: Path) -> tuple[float, float]:
    """CPU seconds to open the event anew, and to read and decode the same rows with nothing else."""

    def ours() -> None:
        ctx = Context(open_store(str(path)))
        ctx.open("regional")
        ctx.store.close()

    def bare() -> None:
        with contextlib.closing(sqlite3.connect(path)) as db:
            for row in db.execute(f"SELECT * FROM {_journal_table(db)}").fetchall():
                json.loads(row[6])

    return _cpu(ours), _cpu(bare)


def _export_times(path: Path) -> tuple[float, float]:
    """CPU seconds to write the event as a bundle, and to pack the same bytes with nothing else."""
    ctx = Context(open_store(str(path)))
    ours = _cpu(lambda: export_bundle(ctx.store, "regional"))
    with zipfile.ZipFile(io.BytesIO(export_bundle(ctx.store, "regional"))) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    ctx.store.close()
    return ours, _cpu(lambda: zlib.compress(content))


def _cpu(work: Callable[[], object]) -> float:
    def once() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(3))


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.db"
        count, cpu, wall = whole_event(path)
        bare = bare_inserts(Path(folder) / "bare.db", path, count)
        first, last = answers(Path(folder) / "answers.db")
        cold = min(_cold_standings(path) for _ in range(3))
        (opened, decoded), (exported, packed) = _opening_times(path), _export_times(path)
    ours, peer = cpu / count * 1e6, bare / count * 1e6
    return [
        (
            f"R-14: the answer to a result at the end of a round of {PLAYERS:,} players, CPU",
            f"{last * 1e3:.2f} ms",
            f"{first * 1e3:.2f} ms at its beginning",
            f"{last / first:.2f} (about 1)",
        ),
        (
            f"reporting one result, CPU ({count:,} results of a {PLAYERS:,}-player event)",
            f"{ours:.0f} µs",
            f"{peer:.0f} µs bare insert",
            f"+{ours - peer:.0f} µs (at most 150)",
        ),
        (f"the whole event, {DAY1} + {DAY2} rounds and top {CUT}", f"{wall:.1f} s", "–", "–"),
        (
            "cold `pareo standings --json` of it, journal refolded from disk",
            f"{cold * 1000:.0f} ms",
            "–",
            "well under 1 s",
        ),
        (
            "opening it cold, CPU (peer: its rows read and decoded)",
            f"{opened * 1000:.0f} ms",
            f"{decoded * 1000:.0f} ms",
            f"{opened / decoded:.1f} × (at most 5)",
        ),
        (
            "exporting it as a bundle, CPU (peer: zlib packs the same bytes)",
            f"{exported * 1000:.0f} ms",
            f"{packed * 1000:.0f} ms",
            f"{exported / packed:.2f} × (at most 2)",
        ),
    ]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
