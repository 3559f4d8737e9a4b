"""Another program's opinion on the same file: bbpPairings of the user, run as `PROGRAM --dutch FILE -c` (F-98)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from pareo.core.text.errors import BadInput

_SECONDS = 600


def opinion_of(program: Path, file: Path) -> tuple[str, frozenset[int]]:
    """What another program says of a file: its report, and the rounds in which it pairs otherwise."""
    try:
        done = subprocess.run(
            [str(program), "--dutch", str(file), "-c"], capture_output=True, text=True, timeout=_SECONDS, check=False,
            errors="replace",
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise BadInput(
            "engine-failed", "{program} could not be run: {problem}.", program=str(program), problem=str(problem)
        ) from None
    if done.returncode:
        raise BadInput(
            "engine-failed",
            "{program} could not be run: {problem}.",
            program=str(program),
            problem=(done.stderr or done.stdout).strip()[:200] or f"it ended with {done.returncode}",
        )
    return done.stdout, _differing(done.stdout)


def _differing(report: str) -> frozenset[int]:
    """Rounds of its report under which pairings stand: “Round #3”, then a table of both sides."""
    rounds, number = set(), 0
    for line in report.splitlines():
        head = re.search(r"Round #(\d+)", line)
        if head:
            number = int(head[1])
        elif number and re.match(r"\s*\d+\s*-\s*\d+", line):
            rounds.add(number)
    return frozenset(rounds)


def comparison_lines(program: Path, report: str, theirs: frozenset[int], ours: frozenset[int]) -> tuple[str, ...]:
    """The other program's opinion as lines to print: that both agree, or both, where they do not."""
    name = program.name
    if theirs == ours:
        return (f"{name}: agrees",)
    rounds = ", ".join(map(str, sorted(theirs))) or "none"
    mine = ", ".join(map(str, sorted(ours))) or "none"
    return (
        f"{name}: disagrees (rounds that differ: {rounds}; here: {mine})",
        *(f"  {line}".rstrip() for line in report.splitlines() if line.strip()),
    )
