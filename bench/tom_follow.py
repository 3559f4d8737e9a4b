"""Following TOM: from a save of a large event to the page that a phone is given by `pareo tom`, and whether the
server's memory stays flat.

No peer: TOM itself saves every ten seconds at the most.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.error import HTTPError

from bench.web_server import Row, end, free_port, get, wait
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.tom import running
from pareo.formats.tdf.tom import export_tdf
from pareo.formats.tdf.watch import follow
from pareo.store import SqliteStore
from pareo.store.memory import MemoryStore

PLAYERS, ROUNDS, AT_ONCE, TIMES = 2000, 9, 300, 4
WON = b'class="won"'  # a match that is decided, on the page of all tables


def saves() -> list[bytes]:
    """The last round as TOM saves it: paired, then with so many results more each time, over and over."""
    ctx = Context(MemoryStore())
    slug = events.create(
        ctx,
        events.NewEvent(
            "Large",
            "pokemon-tom",
            seed="bench",
            settings={"rounds": str(ROUNDS), "date": ctx.now()[:10], "number": "26-00-000001"},
        ),
    )
    people = [players.NewPlayer(first="P", last=str(i), birth_year=1990, id=str(1_000_000 + i)) for i in range(PLAYERS)]
    players.enter(ctx, slug, people)
    for number in range(1, ROUNDS + 1):
        rounds.pair(ctx, slug, not_here="pair")
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug, confirmed=True)
        if number < ROUNDS:
            tables = next(iter(ctx.open(slug).state.pods.values())).rounds[number].matches
            result_rows = [results.ResultRow("1-0" if table % 2 else "0-1", table=table) for table in tables]
            results.import_results(ctx, slug, result_rows, round_no=number)
            rounds.finish(ctx, slug)
    files = [export_tdf(ctx, slug)]
    while (left := files[-1].count(b'outcome="0"')) > AT_ONCE:
        files.append(re.sub(rb'outcome="0"', b'outcome="1"', files[-1], count=min(AT_ONCE, left - 1)))
    return files


def rows() -> list[Row]:
    """The table's rows: what, ours, peer, ratio."""
    files = saves()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.tdf"
        file.write_bytes(files[0])
        ctx = Context(SqliteStore(Path(folder) / "x.db"))
        slug = follow(ctx, str(file))
        running.publish_now(ctx, slug)
        with _server(Path(folder) / "x.db", file) as (process, url):
            page = f"{url}/e/{slug}/tables"
            _until(page, files[0])
            measurements = [_measure_save(process.pid, file, page, data) for data in (files[1:] + files[:1]) * TIMES]
    seconds, work, memory = zip(*measurements, strict=True)
    what = f"a save of TOM, {PLAYERS:,} players, {ROUNDS} rounds, {AT_ONCE} results more: to the page of all tables"
    ours = f"{max(seconds):.1f} s at worst, {median(seconds):.1f} s mostly, {median(work):.2f} s of CPU"
    grown = memory[-1] - memory[len(files)]
    return [
        (what, ours, "–", "at most 5 s"),
        (f"… {len(measurements)} of them: memory grows by", f"{grown:.0f} MB of {memory[-1]:.0f}", "–", "flat"),
    ]


@contextmanager
def _server(db: Path, file: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`pareo tom FILE`, as an organiser starts it."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "pareo", "--db", str(db), "beside", str(file), "--no-open", "--port", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait(f"http://127.0.0.1:{port}/healthz")
        yield process, f"http://127.0.0.1:{port}"
    finally:
        end(process)


def _measure_save(pid: int, file: Path, page: str, data: bytes) -> tuple[float, float, float]:
    """Seconds from the save until a phone is given the page, looks at the file included; how many of them the server
    worked; and its megabytes afterwards."""
    cpu_before, start = _cpu_seconds(pid), time.perf_counter()
    file.write_bytes(data)
    _until(page, data)
    return time.perf_counter() - start, _cpu_seconds(pid) - cpu_before, _memory(pid)


def _until(page: str, data: bytes) -> None:
    """Until the page has as many decided matches as the last round of the save."""
    decided, tag = data[data.rindex(b"<round ") :].count(b'outcome="1"'), ""
    for _ in range(2000):
        try:
            body, headers = get(page, if_none_match=tag)
        except HTTPError:  # as it was
            time.sleep(0.05)
            continue
        tag = headers.get("etag", "")
        if body.count(WON) == decided:
            return
    raise TimeoutError(page)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
