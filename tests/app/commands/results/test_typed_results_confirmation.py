"""What looks like a slip of the finger is asked before it is a result; who means it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.results import typed_results
from pareo.core.text.errors import NeedsConfirmation
from support.errors import raises_code
from support.events.stage import Stage


def evening(folder: Path, ruleset: str = "scrabble-fise") -> Stage:
    stage = Stage(folder, ruleset, rounds="2")
    stage.enter(4)
    stage.open_round()
    return stage


def enter(stage: Stage, text: str, *, sure: bool = False) -> None:
    typed_results.enter(stage.ctx, stage.slug, round_no=1, table=1, typed=text, may=lambda _table: True, sure=sure)


@pytest.mark.req("A-63")
@pytest.mark.parametrize(
    ("text", "code", "params"), [("4120 317", "score-doubt", {"score": 4120}), ("1", "score-missing", {"table": 1})]
)
def test_a_score_nobody_makes_and_a_win_without_scores_are_asked(
    tmp_path: Path, text: str, code: str, params: dict[str, object]
) -> None:
    stage = evening(tmp_path)
    head = stage.t.seq
    with raises_code(NeedsConfirmation, code, says="", **params):
        enter(stage, text)
    assert stage.t.seq == head
    enter(stage, text, sure=True)
    assert stage.t.find_table(1, 1)[2].result is not None


@pytest.mark.req("A-63")
@pytest.mark.parametrize("text", ["412 317", "=", "1f", "999 0", "x"])
def test_what_is_plain_is_not_asked(tmp_path: Path, text: str) -> None:
    stage = evening(tmp_path)
    enter(stage, "400 380")
    typed_results.enter(
        stage.ctx, stage.slug, round_no=1, table=1, typed=text, may=lambda _table: True, sure=False, seen="400-380"
    )


def test_where_scores_do_not_count_a_win_is_a_win(tmp_path: Path) -> None:
    enter(evening(tmp_path, "swiss"), "1")
