"""`make audit` never takes “nobody could be asked” for “nothing is known”."""

from __future__ import annotations

from typing import Any

import pytest

from audit import judge_audit

SOUND: dict[str, Any] = {"name": "click", "version": "8.5.1", "vulns": []}
SKIPPED: dict[str, Any] = {"name": "typst", "skip_reason": "not found on PyPI"}
HOLE: dict[str, Any] = {"name": "jinja2", "version": "3.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1"]}]}


@pytest.mark.parametrize(
    ("rows", "code", "says"),
    [
        ([SOUND], 0, "No hole is known in any of the 1."),
        (None, 2, "NOT ASKED"),
        ([SOUND, SKIPPED], 2, "1 of 2: typst"),
        ([SOUND, SKIPPED, HOLE], 1, "HOLE jinja2 3.0: PYSEC-1, mended in 3.1"),
    ],
)
def test_what_it_says(rows: list[dict[str, Any]] | None, code: int, says: str) -> None:
    found, told = judge_audit(rows)
    assert found == code
    assert says in "\n".join(told)
