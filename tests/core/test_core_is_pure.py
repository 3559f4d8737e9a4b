"""The core makes values and messages; markup is made above it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pareo.core

CORE = Path(pareo.core.__file__).parent
MARKUP = re.compile(
    r"</|/>|<!|<(?:svg|path|rect|g|p|a|b|i|br|div|span|table|t[rdh]|li|ul|ol|img)\b[ >]|&(?:lt|gt|amp|nbsp);"
)


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: str(path.relative_to(CORE)))
def test_no_module_of_the_core_makes_markup(path: Path) -> None:
    assert not MARKUP.search(path.read_text(encoding="utf-8"))
