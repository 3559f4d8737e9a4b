"""R-15: no test measures time. What must be quick is counted (`work.calls`); how quick it is, `make bench` says."""

from __future__ import annotations

import ast

import pytest
from hypothesis import settings

from support.paths import ROOT

CLOCKS = {
    "perf_counter",
    "perf_counter_ns",
    "monotonic",
    "monotonic_ns",
    "process_time",
    "process_time_ns",
    "thread_time",
    "time",
    "time_ns",
    "timeit",
    "default_timer",
}
WAITS = "tests/support/execution.py"  # waits for other processes; measures nothing


def clocks_read(source: str) -> list[str]:
    """The clocks that a module reads, by line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module in {"time", "timeit"}:
            found += [f"{node.lineno}: {name.name}" for name in node.names if name.name in CLOCKS]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in CLOCKS:
            found += [f"{node.lineno}: {node.attr}"] if node.value.id in {"time", "timeit"} else []
    return found


@pytest.mark.req("R-15")
def test_no_test_reads_a_clock() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path != ROOT / WAITS]
    assert len(tests) > 150
    read = {str(path.relative_to(ROOT)): clocks_read(path.read_text(encoding="utf-8")) for path in tests}
    assert {path: lines for path, lines in read.items() if lines} == {}


def test_a_clock_would_be_seen() -> None:
    assert clocks_read("import time\nbegun = time.process_time()") == ["2: process_time"]
    assert clocks_read("from time import perf_counter, sleep") == ["1: perf_counter"]
    assert clocks_read("import time\ntime.sleep(1)") == []


@pytest.mark.req("R-15")
def test_property_tests_have_no_deadline() -> None:
    assert settings().deadline is None
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "deadline":
                assert isinstance(node.value, ast.Constant), path
                assert node.value.value is None, path
