"""docs/fide-mode.md is made from the table, and the console shows the same table (F-22)."""

from __future__ import annotations

import importlib.util

import pytest

from pareo.core.tournament.fide_mode import RULES
from support.paths import ROOT


@pytest.mark.req("F-22")
def test_the_page_is_made_from_the_table() -> None:
    spec = importlib.util.spec_from_file_location("pareo_fide_mode_page", ROOT / "tools" / "fide_mode_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = (ROOT / "docs" / "fide-mode.md").read_text(encoding="utf-8")
    assert written == module.page(), "run python tools/fide_mode_page.py --write"
    assert all(rule.says in written for rule in RULES)
