"""Lists on paper: who is missing, the check-in list, the judges' sheet, the checks in the final report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.lists import list_checks
from pareo.app.commands.lists import submit as lists
from pareo.print.papers import render
from support.events.papers import PaperStage, PrintedText, pdf_text


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[PaperStage]:
    stage = PaperStage(tmp_path, "pokemon-tcg-2019-07", lists="required", names="initial")
    stage.enter(8, division="master")
    for who in ("1", "2", "3", "4", "5", "6"):
        lists.hand_in(stage.ctx, stage.slug, who, "60 Lightning Energy\n", override="test")
    yield stage
    stage.ctx.store.close()


def print_text(stage: PaperStage, kind: str, lang: str = "en") -> PrintedText:
    return pdf_text(render(kind, stage.ctx, stage.slug, lang=lang))


@pytest.mark.req("P-PREM-1")
def test_missing_lists_on_paper(cup: PaperStage) -> None:
    text = print_text(cup, "missing-lists")
    assert "Gala Abril" in text
    assert "Hugo Abril" in text
    assert "Ana Abril" not in text
    lists.hand_in(cup.ctx, cup.slug, "7", "60 Lightning Energy\n", override="test")
    lists.hand_in(cup.ctx, cup.slug, "8", "60 Lightning Energy\n", override="test")
    assert "All lists are in." in print_text(cup, "missing-lists")


@pytest.mark.req("P-PREM-1")
def test_the_check_in_list_says_whose_list_is_missing(cup: PaperStage) -> None:
    text = print_text(cup, "check-in", "es")
    assert text.count("falta") == 2
    assert "Lista" in text


@pytest.mark.req("P-PREM-2")
def test_checks_for_judges_and_in_the_report(cup: PaperStage) -> None:
    cup.open_round()
    assert "No checks" in print_text(cup, "checks")
    list_checks.draw_checks(cup.ctx, cup.slug, count=1, tables=True)
    list_checks.record_check(cup.ctx, cup.slug, "1", outcome="match-loss", notes="never on paper")
    sheet = print_text(cup, "checks")
    assert "To do" in sheet
    assert "match loss" in sheet
    assert "never on paper" not in sheet
    report = print_text(cup, "report")
    assert "List checks" in report
    assert "match loss" in report
    assert "Ana Abril" not in report, "names as in public"
    assert "never on paper" not in report
