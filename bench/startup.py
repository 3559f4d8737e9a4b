"""How long `pareo --version` takes against `python -c pass`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.standings import best


def rows() -> list[tuple[str, str, str, str]]:
    """The table's rows: what, ours, peer, ratio."""
    program = str(Path(sys.executable).parent / "pareo")
    bare = best(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 20)
    ours = best(lambda: subprocess.run([program, "--version"], check=True, capture_output=True), 20)
    return [
        (
            "`pareo --version` (peer: `python -c pass`)",
            f"{ours * 1000:.0f} ms",
            f"{bare * 1000:.0f} ms",
            f"{ours / bare:.1f} × (at most 8)",
        )
    ]


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
