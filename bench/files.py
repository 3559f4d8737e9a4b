"""Importing a large file of Play! Pokémon's program TOM, against parsing its XML with the standard library."""

from __future__ import annotations

import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

from bench.standings import best
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.formats.registry import import_file
from pareo.formats.tdf.tom import export_tdf
from pareo.store import open_store

PLAYERS, ROUNDS = 1000, 8


def large(ctx: Context) -> bytes:
    """The file of an event with so many Masters, all rounds played."""
    settings = {"rounds": str(ROUNDS)}
    slug = events.create(ctx, events.NewEvent("Large", "pokemon-tom", seed="bench", settings=settings))
    people = [players.NewPlayer(first="P", last=str(i), birth_year=1990, id=str(1_000_000 + i)) for i in range(PLAYERS)]
    players.enter(ctx, slug, people)
    for number in range(1, ROUNDS + 1):
        rounds.pair(ctx, slug)
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug)
        tables = next(iter(ctx.open(slug).state.pods.values())).rounds[number].matches
        texts = [results.ResultRow("1-0" if table % 2 else "0-1", table=table) for table in tables]
        results.import_results(ctx, slug, texts, round_no=number)
        rounds.finish(ctx, slug)
    return export_tdf(ctx, slug)


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        ctx = Context(open_store(str(Path(folder) / "x.db")))
        data = large(ctx)
        peer = best(lambda: ET.fromstring(data))
        ours = best(lambda: import_file(ctx, data), 3)
        ctx.store.close()
    what = f"importing a .tdf of {PLAYERS:,} players, {ROUNDS} rounds, stored (peer: ElementTree parses it)"
    return [(what, f"{ours * 1000:.0f} ms", f"{peer * 1000:.0f} ms", f"{ours / peer:.1f} × (at most 8)")]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
