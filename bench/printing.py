"""Papers of a 4,000-player round: 2,000 match slips and the pairings by name, against WeasyPrint with the same table.

Both run in a child of their own; its start, its fonts and its memory count. Where WeasyPrint is not installed its
columns say so.
"""

from __future__ import annotations

import html
import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.rounds import rounds
from pareo.print.document import PrintDocument, PrintOptions
from pareo.print.papers import gather
from pareo.print.typesetting import typeset_measured
from pareo.store import open_store

PLAYERS = 4000
TIMES = 3
_PEER = """
import resource, sys
from weasyprint import HTML
pdf = HTML(string=sys.stdin.read()).write_pdf()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(pdf))
"""
_STYLE = (
    "@page{size:A4;margin:13mm}body{font:8pt 'DejaVu Sans'}"
    "table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ccc}"
)


def _event(path: Path) -> tuple[Context, str]:
    ctx = Context(open_store(str(path)))
    slug = events.create(ctx, events.NewEvent("Regional", "pokemon-tcg-2019-07", slug="regional", seed="bench"))
    people = [
        players.NewPlayer(first=f"Nombre {i}", last=f"Apellido{i * 7919 % PLAYERS}", division="master")
        for i in range(PLAYERS)
    ]
    players.enter(ctx, slug, people)
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    return ctx, slug


def _names_html(document: PrintDocument) -> str:
    rows = [row for page in document.parts[0]["pages"] for lines in page for row in lines if len(row) == 3]
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(s)}</td>" for s in row) + "</tr>" for row in rows)
    return f"<style>{_STYLE}body{{columns:2}}</style><table>{cells}</table>"


def _slips_html(document: PrintDocument) -> str:
    def slip(s: dict[str, Any]) -> str:
        sides = "".join(
            f"<td><b>{html.escape(side['name'])}</b><br>{side['number']} · {side['record']}<br>☐ wins<br>Signature</td>"
            for side in (s["a"], s["b"])
        )
        return f"<div class=s>Regional · {s['round']} · Table <b>{s['table']}</b><table><tr>{sides}</tr></table></div>"

    body = "".join(slip(s) for page in document.parts[0]["pages"] for s in page)
    return f"<style>{_STYLE}.s{{height:53mm;border-bottom:1px dashed #888;break-inside:avoid}}</style>{body}"


def _peer(page: str) -> tuple[float, float] | None:
    """Seconds and megabytes of WeasyPrint for this page."""
    if importlib.util.find_spec("weasyprint") is None:
        return None
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _PEER], input=page, capture_output=True, text=True, check=True, timeout=900
    )
    return time.perf_counter() - start, float(done.stdout.split()[0])


def _row(what: str, document: PrintDocument, page: str) -> tuple[str, str, str, str]:
    sheets = [typeset_measured(document) for _ in range(TIMES)]
    seconds, memory = min(s.seconds for s in sheets), max(s.megabytes for s in sheets)
    ours = f"{seconds:.2f} s, {memory:.0f} MB (under 300)"
    peer = _peer(page)
    if peer is None:
        return (what, ours, "WeasyPrint is not installed", "–")
    ratio = f"{peer[0] / seconds:.0f} × faster (at least 8)"
    return (what, ours, f"{peer[0]:.1f} s, {peer[1]:.0f} MB WeasyPrint", ratio)


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    with tempfile.TemporaryDirectory() as folder:
        ctx, slug = _event(Path(folder) / "event.db")
        names = gather("pairings-names", ctx, slug, PrintOptions())
        slips = gather("slips", ctx, slug, PrintOptions())
        ctx.store.close()
    return [
        _row(f"PDF: {PLAYERS // 2:,} match slips", slips, _slips_html(slips)),
        _row(f"PDF: pairings of {PLAYERS:,} players by name", names, _names_html(names)),
    ]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
