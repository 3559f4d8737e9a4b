"""Runs every benchmark, prints one table and keeps it in bench/README.md."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from bench import (
    chess,
    directory,
    event,
    files,
    forecast,
    pairing,
    postgres,
    printing,
    standings,
    startup,
    tom_follow,
    web,
)

HEAD = """# Benchmarks

`make bench` runs them, each beside a peer in the same run, and writes this page. Times are the best of several runs;
what counts are the ratios. No test depends on them.

- Pairing: `pair(input)` with its reasons, round 8 of a random Swiss with drops, against the PyPI package `swisspair`
  (C++; it knows no divisions).
- Chess: a Dutch round with boards, reasons and cost, in CPU time, against bare gacrux on a ready-made event, import
  excluded.
- Standings: points, OWP, OOWP, head to head and lots, exact ranks; against bare numpy for OWP and OOWP alone.
- PostgreSQL: durable appends with a synchronous standby on the same machine, against pgbench's small transaction; a
  command, opening an event and two servers on the same pair.
- Event: every result through the app layer, each durable before it is acknowledged, against bare SQLite inserts.

"""


def main() -> None:
    """Prints the table and keeps it."""
    parts = (startup, pairing, chess, standings, event, files, tom_follow, directory, postgres, printing, forecast, web)
    rows = [row for part in parts for row in part.rows()]
    head = ("what", "ours", "peer", "ratio")
    lines = ["| " + " | ".join(row) + " |" for row in (head, ("---",) * 4, *rows)]
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    table = "\n".join([f"Last run: {machine}.", "", *lines]) + "\n"
    print(table)
    Path(__file__).with_name("README.md").write_text(HEAD + table, encoding="utf-8")


if __name__ == "__main__":
    main()
