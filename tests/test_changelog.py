"""CHANGELOG.md is one that people read: for each version a date, the lines that matter, then its parts in one order."""

from __future__ import annotations

import re

import pytest

from support.paths import ROOT

PARTS = ["Added", "Changed", "Fixed", "For programmers"]
VERSIONS = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]


@pytest.mark.req("U-18")
def test_every_released_version_has_its_date() -> None:
    heads = [version.partition("\n")[0] for version in VERSIONS]
    assert heads[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", head) for head in heads[1:])
    dates = [head[-11:-1] for head in heads[1:]]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.req("U-18")
def test_the_lines_that_matter_come_first_then_the_parts_in_their_order() -> None:
    for version in VERSIONS:
        first = version.partition("\n### ")[0]
        assert 1 <= len(re.findall(r"^- ", first, re.MULTILINE)) <= 11, first.partition("\n")[0]
        parts = re.findall(r"^### (.*)$", version, re.MULTILINE)
        assert parts == [part for part in PARTS if part in parts]
