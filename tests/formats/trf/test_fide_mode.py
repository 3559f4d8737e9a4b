"""What FIDE mode has to say in a report: Baku by numbers, pairs kept apart by rounds, remarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.fide_warnings import leave
from pareo.app.commands.event.forbidden import forbid
from pareo.app.commands.people.players import NewPlayer
from pareo.formats.trf.write import export
from support.events.stage import Stage, lower_number_wins


@pytest.mark.req("F-5", "F-44", "F-51", "F-54")
def test_a_report_tells_baku_forbidden_pairs_and_leaving(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="5", acceleration="baku")
    stage.enter([NewPlayer(first="A", last=f"P{i}", id=f"p{i}", rating=2000 - i) for i in range(8)])
    forbid(stage.ctx, stage.slug, "p0", "p5", rounds="1-3")
    stage.play(1, lower_number_wins)
    leave(stage.ctx, stage.slug, reason="rapid finals", confirmed=True, word="LEAVE")
    lines = export(stage.ctx, stage.slug).data.decode().splitlines()
    assert [line for line in lines if line.startswith("250")] == [
        "250      01.0 001 002    1    4",
        "250      00.5 003 003    1    4",
    ]
    assert "192 FIDE_DUTCH_BAKU" in lines
    assert "260 001 003    1    6" in lines
    assert "### Left FIDE mode @ Round 1: rapid finals" in lines
