"""A class name stands for one class, so that a search, a tooltip and a traceback lead to the right one."""

from __future__ import annotations

import ast
from collections import Counter

from support.paths import ROOT

TWICE = {"Tournament"}  # the library's, which programs have known from the beginning, and the state's


def test_a_public_class_name_is_used_once() -> None:
    names = Counter(
        node.name
        for path in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == TWICE
