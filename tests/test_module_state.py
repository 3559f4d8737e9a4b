"""Modules hold no caches: what is computed from a database lives on its context (`app.base.lru_cache.Caches`).

A container at the top of a module that a function changes is shared by every database of the process and never ends.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pareo

SOURCE = Path(pareo.__file__).parent
CONTAINERS = {
    "LruCache", "Caches", "dict", "list", "set", "deque", "defaultdict", "OrderedDict", "Counter", "WeakKeyDictionary",
    "WeakValueDictionary", "WeakSet",
}  # fmt: skip
CHANGES = {
    "add", "append", "appendleft", "clear", "discard", "extend", "get_or_create", "insert", "move_to_end", "pop",
    "popitem", "popleft", "put", "remove", "setdefault", "update",
}  # fmt: skip
ALLOWED = {
    "app/operations/backups.py:_parts": "files that this process is writing: whatever database they are copies of",
    "cli/options.py:_GROUPS": "the command line's groups, filled while its modules are read",
    "core/journal/fact.py:_FIELD_CACHE": "the fields of our own classes, read from them once",
    "store/sqlite/file.py:_alone": "files that this process opened without shared memory, until it ends",
}


def _container(value: ast.expr | None) -> bool:
    """Is it something that can be filled: a display, a comprehension, or a call of a container's class?"""
    if isinstance(value, ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp):
        return True
    called = value.func if isinstance(value, ast.Call) else None
    called = called.value if isinstance(called, ast.Subscript) else called
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in CONTAINERS


def _containers(tree: ast.Module) -> set[str]:
    targets = [
        target
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and _container(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _changed(function: ast.AST) -> Iterator[str]:
    """Names whose values a function changes in place."""
    for node in ast.walk(function):
        places: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            places = [t.value for t in node.targets if isinstance(t, ast.Subscript)]
        elif isinstance(node, ast.AugAssign):
            places = [node.target.value if isinstance(node.target, ast.Subscript) else node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            places = [node.func.value]
        yield from (place.id for place in places if isinstance(place, ast.Name))


def _bound(function: ast.AST) -> set[str]:
    """Names that a function binds for itself: they hide the module's."""
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    shared = {name for n in ast.walk(function) if isinstance(n, ast.Global) for name in n.names}
    return (stored | {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}) - shared


def changed_containers(text: str) -> set[str]:
    """Containers at the top of a module that its functions change."""
    tree = ast.parse(text)
    known = _containers(tree)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    return {name for f in functions for name in _changed(f) if name in known and name not in _bound(f)}


def test_no_module_holds_what_belongs_to_a_database() -> None:
    found = {
        f"{path.relative_to(SOURCE).as_posix()}:{name}"
        for path in SOURCE.rglob("*.py")
        for name in changed_containers(path.read_text(encoding="utf-8"))
    }
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("_tables: LruCache[str, int] = LruCache(16)\ndef f(k): return _tables.get_or_create(k, int)", {"_tables"}),
        ("_kept = {}\ndef f(k): _kept[k] = 1", {"_kept"}),
        ("_kept = {}\nclass C:\n    async def f(self, k): del _kept[k]", {"_kept"}),
        ("_seen: set[str] = set()\nf = lambda k: _seen.add(k)", {"_seen"}),
        ("_found = []\ndef f(k):\n    global _found\n    _found += [k]", {"_found"}),
        ("_kept = LruCache[str, int](8)\ndef f(k): _kept.put(k, 1)", {"_kept"}),
        ("WORDS = {}\nWORDS['a'] = 1\ndef f(k): return WORDS[k]", set()),
        ("found = []\ndef f(k):\n    found = []\n    found.append(k)", set()),
        ("def f(k):\n    found = []\n    found.append(k)", set()),
    ],
)
def test_what_counts_as_one(text: str, found: set[str]) -> None:
    assert changed_containers(text) == found
