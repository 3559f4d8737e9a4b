"""A directory of 100,000 people: taken in from one file, searched, and searched again after somebody was edited."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from pareo.app.base.context import Context
from pareo.app.league import directory, directory_lists
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.formats.tables.directory_files import read_people
from pareo.store import open_store

PEOPLE = 100_000
QUERIES = ("marta", "ruiz", "100777", "marta club 17", "a", "nobody")


def people() -> bytes:
    """The file."""
    chance = random.Random(13)
    first = ("Ana", "Bruno", "Carla", "Davi", "Elena", "Fabio", "Gema", "Hugo", "Inés", "João", "Marta", "Nuno")
    last = ["".join(chance.choice("bcdfglmnprst") + chance.choice("aeiou") for _ in range(3)) for _ in range(8000)]
    rows = (
        f"{chance.choice(first)},{chance.choice(last)} {'Ruiz' if i % 50 == 0 else chance.choice(last)},"
        f"Club {i % 400},{100_000 + i},{chance.randint(800, 2400)}"
        for i in range(PEOPLE)
    )
    return "\n".join(("first,last,club,local_id,rating", *rows)).encode()


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        ctx = Context(open_store(str(Path(folder) / "x.db")))
        data = people()
        start = time.perf_counter()
        directory_lists.import_list(ctx, read_people(data))
        import_seconds = time.perf_counter() - start
        snapshot = load_directory(ctx)
        slowest = max(min(_search_time(snapshot, text) for _ in range(5)) for text in QUERIES)
        again = min(_search_time_after_edit(ctx, snapshot.order[number]) for number in (5, 50_000, 99_000))
        ctx.store.close()
    return [
        (
            f"R-13: a search in a directory of {PEOPLE:,} people, the slowest of {len(QUERIES)}, CPU",
            f"{slowest * 1e3:.0f} ms",
            "–",
            "at most 50 ms",
        ),
        ("R-13: a search just after somebody was edited, CPU", f"{again * 1e3:.0f} ms", "–", "at most 50 ms"),
        (f"R-13: importing them, one file of {len(data) / 1e6:.1f} MB", f"{import_seconds:.1f} s", "–", "–"),
    ]


def _search_time(snapshot: DirectorySnapshot, text: str) -> float:
    start = time.process_time()
    directory.search(snapshot, text)
    return time.process_time() - start


def _search_time_after_edit(ctx: Context, person: str) -> float:
    directory.edit(ctx, person, {"note": f"seen at {time.perf_counter()}"})
    start = time.process_time()
    directory.search(load_directory(ctx), "marta")
    return time.process_time() - start


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
