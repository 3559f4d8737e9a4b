"""Every example in a docstring of the package holds."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest

from support.paths import ROOT

SOURCE = ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
)


def test_there_are_examples() -> None:
    assert "pareo.verification" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0
