"""What an entry looks like in the store is known in `core/journal` alone: everybody else handles typed facts.

The type checker refuses a key or a number where a fact stands. What it cannot see is code that decodes an entry by
itself, or borrows the functions that make stored rows: that is looked for here, in the source.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.paths import ROOT

SOURCE = ROOT / "src" / "pareo"
ROWS = SOURCE / "core" / "journal" / "codecs.py"
# Who handles whole entries without asking what they say: bytes in, bytes out, hashes, the listing of stored data,
# every word that somebody typed taken out.
HANDLE_ENTRIES = {
    "app/base/context.py",
    "app/queries/pages/event_tables.py",
    "formats/bundle.py",
    "formats/anonymous.py",
}
DECODERS = {"decode_data", "encode", "decode"}
ENTRIES = {"entry", "fact", "told", "done", "last", "first"}


def _row_functions() -> set[str]:
    """The functions and shapes of `rows`: they know what is stored. Its classes are values for everybody."""
    body = ast.parse(ROWS.read_text(encoding="utf-8")).body
    shapes = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    return {node.name for node in body if isinstance(node, ast.FunctionDef)} | {
        target.id for target in shapes if isinstance(target, ast.Name) and target.id.isupper()
    }


def faults(source: str) -> Iterator[str]:
    """Where a module looks into stored data: line and what it does."""
    shapes = _row_functions()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            if node.module == "pareo.core.journal.codecs":
                yield from (f"{node.lineno}: {name} of rows" for name in sorted(names & shapes))
            elif node.module in ("pareo.core.journal.facts", "pareo.store.chain", "pareo.store"):
                yield from (f"{node.lineno}: {name}" for name in sorted(names & DECODERS))
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "to_row":
                yield f"{node.lineno}: to_row()"
            if any(_is_data(given) for given in node.args):
                yield f"{node.lineno}: an entry's data given away"
            if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and _is_data(node.func.value):
                yield f"{node.lineno}: get of data"
        elif isinstance(node, ast.Subscript) and _is_data(node.value):
            yield f"{node.lineno}: key of data"


def _is_data(node: ast.expr) -> bool:
    """Is it `entry.data`, `decode_fact(…).data` and the like?"""
    if not isinstance(node, ast.Attribute) or node.attr != "data":
        return False
    base = node.value
    if isinstance(base, ast.Call):
        return isinstance(base.func, ast.Name) and base.func.id == "decode_fact"
    return isinstance(base, ast.Name) and base.id in ENTRIES


def _modules() -> list[Path]:
    inside = ("core/journal", "core/replay", "store")
    found = sorted(SOURCE.rglob("*.py"))
    return [
        p
        for p in found
        if not p.relative_to(SOURCE).as_posix().startswith(inside)
        and p.relative_to(SOURCE).as_posix() not in HANDLE_ENTRIES
    ]


@pytest.mark.parametrize("module", _modules(), ids=lambda p: p.relative_to(SOURCE).as_posix())
def test_no_module_looks_into_stored_data(module: Path) -> None:
    assert not list(faults(module.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        "from pareo.core.journal.codecs import RoundFact, result_row",
        "from pareo.core.journal.codecs import RESULTS, ResultAt",
        "from pareo.core.journal.facts import decode",
        "from pareo.store.chain import Entry, decode_data",
        "no = decode_fact(entry).data['no']",
        "rows = entry.data['rounds']",
        "rows = fact.data.get('rounds', ())",
        "table = json.loads(entry.data)['results'][0][2]",
        "row = fact.to_row()['matches'][0]",
    ],
)
def test_the_look_finds_each_way_in(source: str) -> None:
    assert list(faults(source))


def test_values_are_for_everybody() -> None:
    assert not list(faults("from pareo.core.journal.codecs import ResultAt, RoundFact\nmade.data['x']\nbody(data[0])"))
