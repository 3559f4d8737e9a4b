"""Beside TOM: from a save of a large event to the page that phones are given, and whether memory stays flat.

No peer: TOM itself saves every ten seconds at the most.
"""

from __future__ import annotations

import re
import resource
import tempfile
import time
from pathlib import Path

from pareo.app.accounts import Accounts
from pareo.app.beside import running
from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.people import players
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.formats.tdf.tom import export_tdf
from pareo.store import open_store
from pareo.store.memory import MemoryStore
from pareo.web.public.pages import render_page
from pareo.web.shared import Hall

PLAYERS, ROUNDS, AT_ONCE, TIMES = 2000, 9, 300, 4


def saves() -> list[bytes]:
    """The last round as TOM saves it: paired, then with so many results more each time, over and over."""
    desk = Desk(MemoryStore())
    slug = events.create(desk, events.NewEvent("Large", "pokemon-tom", seed="bench", settings={
        "rounds": str(ROUNDS), "date": desk.now()[:10], "number": "26-00-000001"}))
    people = [players.NewPlayer(first="P", last=str(i), birth_year=1990, id=str(1_000_000 + i)) for i in range(PLAYERS)]
    players.enter(desk, slug, people)
    for number in range(1, ROUNDS + 1):
        rounds.pair(desk, slug, not_here="pair")
        rounds.publish(desk, slug, confirmed=True)
        rounds.start(desk, slug, confirmed=True)
        if number < ROUNDS:
            tables = next(iter(desk.open(slug).state.pods.values())).rounds[number].matches
            told = [results.ResultRow("1-0" if table % 2 else "0-1", table=table) for table in tables]
            results.import_results(desk, slug, told, round_no=number)
            rounds.finish(desk, slug)
    made = [export_tdf(desk, slug)]
    while (left := made[-1].count(b'outcome="0"')) > AT_ONCE:
        made.append(re.sub(rb'outcome="0"', b'outcome="1"', made[-1], count=min(AT_ONCE, left - 1)))
    return made


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    told = saves()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.tdf"
        file.write_bytes(told[0])
        store = open_store(str(Path(folder) / "x.db"))
        hall = Hall(store, Accounts(store.accounts()))
        slug = hall.following.follow(hall.desk, str(file))
        running.publish_now(hall.desk, slug)
        took, memory = [], []
        for data in (told[1:] + told[:1]) * TIMES:
            took.append(_shown(hall, slug, file, data))
            memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        store.close()
    grown = memory[-1] - memory[len(told)]
    what = f"a save of TOM, {PLAYERS:,} players, {ROUNDS} rounds, {AT_ONCE} results more: to the page of all tables"
    seconds, work = ([pair[i] for pair in took] for i in (0, 1))
    told_ = f"{max(seconds):.1f} s at worst, {sorted(seconds)[len(took) // 2]:.1f} s mostly, {max(work):.1f} s of CPU"
    return [(what, told_, "–", "at most 5 s"),
            (f"… {len(took)} of them: memory grows by", f"{grown:.0f} MB of {memory[-1]:.0f}", "–", "flat")]


def _shown(hall: Hall, slug: str, file: Path, data: bytes) -> tuple[float, float]:
    """Seconds from the save to the ready page, looks at the file included, and how many of them were work."""
    seen = hall.desk.open(slug).state.seq
    begun, worked = time.perf_counter(), time.process_time()
    file.write_bytes(data)
    while hall.desk.open(slug).state.seq == seen:
        hall.follow_tom()
        time.sleep(0.05)
    render_page(hall, slug, "tables", "en", {})
    return time.perf_counter() - begun, time.process_time() - worked


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
