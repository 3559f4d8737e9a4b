"""Pairings by name on paper: the rule under the titles stands under them, at every size and on both papers."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from pareo.core.model.entities import Status
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from pareo.print.typesetting import typeset
from support.events.papers import PaperStage, require_package


def heights(pdf: bytes) -> tuple[list[float], list[float]]:
    """Where the title “Table” stands on the first page, and its rules: points above the foot."""
    require_package("pypdf")
    from pypdf import PdfReader  # noqa: PLC0415

    titles: list[float] = []
    rules: list[float] = []

    def text(said: str, cm: list[float], tm: list[float], _font: Any, _size: float) -> None:
        if "Table" in said:
            titles.append(cm[3] * tm[5] + cm[5])

    def drawn(operator: bytes, operands: list[Any], cm: list[float], _tm: list[float]) -> None:
        if operator == b"l":
            rules.append(cm[3] * float(operands[1]) + cm[5])

    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=text, visitor_operand_before=drawn)
    return titles, rules


@pytest.mark.req("A-62")
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", [12, 34, 100, 240])  # one for each size of letters
def test_no_rule_goes_through_the_titles(tmp_path: Path, paper: str, count: int) -> None:
    stage = PaperStage(tmp_path, "swiss", rounds="3")
    stage.enter(count)
    stage.open_round(to=Status.PUBLISHED)
    document = gather("pairings-names", stage.ctx, stage.slug, PrintOptions(lang="en", paper=paper))
    size = document.data()["parts"][0]["size"]
    titles, rules = heights(typeset(document))
    assert titles
    for title in titles:
        below = [rule for rule in rules if rule < title + size]
        assert max(below) < title - 1, "the nearest rule is under the letters"
        assert title - max(below) < size, "and near them"
