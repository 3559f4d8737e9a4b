"""B-23 in an event: today's FISE rounds have the best gaps, and past ones are judged by what they were paired with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.queries.rounds.pairing_inputs import inputs_drawn
from pareo.app.queries.rounds.verify import verify
from pareo.app.receipts.receipt import receipt, write_receipt
from pareo.core.pairing.registry import METHODS
from pareo.core.verify.round import verify_round
from pareo.locale.texts import texts
from pareo.rulesets import load
from support.events.receipts import load_script
from support.events.stage import Stage

check = load_script()
SEED = 3  # of results with which one round of the former choice has not the best gaps


def play(folder: Path, seed: int) -> Stage:
    """Eight players, six rounds: in the last ones rules 1 and 2 leave somebody over."""
    stage = Stage(folder, "scrabble-fise", rounds="6", seed="gaps")
    stage.enter(8)
    stage.play(6, lambda a, b: "400-300" if (a * 7 + b * 13 + seed) % 5 < 3 else "300-400")
    return stage


def gaps(stage: Stage, version: int) -> list[bool]:
    """Round by round: would `verify` accept it under this version?"""
    inputs = inputs_drawn(stage.ctx, stage.slug)
    pod = stage.pod()
    return [
        verify_round(
            replace(inputs[pod.id, number], objective=version), [(m.a, m.b) for m in r.matches.values()], None
        ).ok
        for number, r in pod.rounds.items()
    ]


@pytest.mark.req("B-23")
def test_rounds_of_before_are_judged_by_what_they_were_paired_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setitem(METHODS, "fise", replace(METHODS["fise"], objectives=(1,)))
        (tmp_path / "old").mkdir()
        old = play(tmp_path / "old", SEED)
        papers = [write_receipt(receipt(old.ctx, old.slug, round_no=number)) for number in range(1, 7)]
    assert all(row.ok and not row.warnings for row in verify(old.ctx, old.slug))
    assert [write_receipt(receipt(old.ctx, old.slug, round_no=number)) for number in range(1, 7)] == papers
    assert not all(gaps(old, 2)), "one of them has not the best gaps"
    new = play(tmp_path, SEED)
    assert {r.objective for r in new.pod().rounds.values()} == {2}
    assert all(row.ok and not row.warnings for row in verify(new.ctx, new.slug))
    assert all(gaps(new, 2))
    paper = write_receipt(receipt(new.ctx, new.slug, round_no=6))
    said = json.loads(paper)
    assert (said["version"], said["objective"], said["input"]) == (2, 2, None)
    assert "no legal round has smaller differences in points" in said["claim"]
    assert any("no legal round has smaller differences" in line for line in check.check_receipt(paper))
    assert "procedure, not a cost" in json.loads(papers[-1])["claim"]


@pytest.mark.req("B-23")
def test_the_ruleset_tells_the_choice_in_four_languages() -> None:
    (told,) = [note for note in load("scrabble-fise").notes if "rules 1 and 2" in note]
    assert "smallest differences in points" in told
    assert "first legal pairing" not in told
    assert len({texts(lang).gettext(told) for lang in ("en", "es", "pt", "it")}) == 4
