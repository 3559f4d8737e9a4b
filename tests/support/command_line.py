"""A command line in the test's own process, and the few steps that every event repeats."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pareo.cli.main import main

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str
    raw: bytes


class CommandLine:
    """Runs commands, each on its own, on the same database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "test.db"

    def __call__(self, *arguments: str, code: int | None = 0, stdin: bytes = b"") -> CommandOutput:
        """Runs one command; any exit code is right where `code` is None."""
        out, err = io.BytesIO(), io.BytesIO()
        before = sys.stdout, sys.stderr, sys.stdin
        terminal = [io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (out, err)]
        sys.stdout, sys.stderr = terminal
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        try:
            got = main(["--db", str(self.db), "--actor", "tester", *arguments])
        finally:
            sys.stdout, sys.stderr, sys.stdin = before
        errors = err.getvalue().decode()
        answer = CommandOutput(got, out.getvalue().decode("utf-8", "replace"), errors, out.getvalue())
        assert code in (None, got), f"pareo {' '.join(arguments)} ended with {got}: {errors}{answer.out[:500]}"
        return answer

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json").out)

    def refusal(self, *arguments: str, code: int = 1) -> tuple[str, str]:
        """Error code and message of a command that must fail and say so in JSON, and one sentence without."""
        plain = self(*arguments, code=code)
        assert plain.out == ""
        assert len(plain.err.strip().splitlines()) == 1
        error = json.loads(self(*arguments, "--json", code=code).err)
        assert set(error) == {"error", "message"}
        assert "Traceback" not in plain.err
        return error["error"], error["message"]

    def head(self, slug: str) -> int:
        """The number of the journal's last entry."""
        return int(self.json("journal", slug)[-1]["seq"])

    def file(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def pairings(self, slug: str, *more: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.json("pairings", slug, *more)
        return rows

    def open_round(self, slug: str, *pod: str) -> None:
        """Pairs, publishes and starts the next round."""
        for step in ("pair", "publish"):
            self(step, slug, *pod)
        self("start", slug, *pod, "--yes")

    def play(self, slug: str, result: Callable[[Row], str], *, finish: bool = True) -> list[dict[str, Any]]:
        """Reports every open table of the started rounds from one file; the rows as they were played."""
        rows = [r for r in self.pairings(slug) if r["kind"] == "match" and r["status"] == "started"]
        lines = [f"{r['table']},{result(r)}" for r in rows if r["result"] is None]
        if lines:
            path = self.file("results.csv", "table,result\n" + "\n".join(lines) + "\n")
            self("results", "import", slug, path, "--round", str(rows[0]["round"]))
        if finish:
            self("finish", slug)
        return rows

    def play_round(self, slug: str, result: Callable[[Row], str]) -> list[dict[str, Any]]:
        self.open_round(slug)
        return self.play(slug, result)


def lower_wins(row: Row) -> str:
    """The player who was entered first wins."""
    return "1-0" if int(row["a"]) < int(row["b"]) else "0-1"


FIRSTS = (
    "Iria Teo Gala Nuno Bel Oto Vera Dario Lia Saul Mina Hugo Nadia Clara Bruno Irene Pau Marta Aida Leo Rita Ivo Noa"
)


def players_csv(
    count: int, *, born: Callable[[int], int] = lambda _: 1990, more: Callable[[int], str] | None = None
) -> str:
    """A file of invented players with ids 1, 2 …"""
    firsts = FIRSTS.split()
    extra = ",rating" if more else ""
    lines = [f"id,first,last,birth_year{extra}"]
    for i in range(1, count + 1):
        rating = f",{more(i)}" if more else ""
        lines.append(f"{i},{firsts[(i - 1) % len(firsts)]},Prado{i:02d},{born(i)}{rating}")
    return "\n".join(lines) + "\n"
