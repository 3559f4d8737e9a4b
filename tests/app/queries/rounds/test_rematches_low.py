"""B-13 in an event: every random Swiss ruleset pairs under it, says so, and past events stay as they were."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.queries.rounds.pairing_inputs import drawn_from
from pareo.app.queries.rounds.verify import verify
from pareo.app.receipts.receipt import matches_redraw, receipt, write_receipt
from pareo.core.pairing.reasons import REASONS, REMATCH_LOW
from pareo.core.pairing.registry import METHODS, reason_sentences
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.locale.texts import texts
from pareo.rulesets import available, load
from support.events.receipts import load_script
from support.events.stage import Stage, lower_number_wins, make_players

check = load_script()


def play_again(folder: Path) -> Stage:
    """Four players and four rounds: in the last one they meet again."""
    stage = Stage(folder, "swiss", rounds="4", seed="low")
    stage.enter(4)
    stage.play(4, lower_number_wins)
    return stage


@pytest.mark.req("B-13")
def test_an_event_with_a_rematch_is_verified_and_its_receipt_convinces_the_script(tmp_path: Path) -> None:
    stage = play_again(tmp_path)
    last = stage.pod().rounds[4]
    assert last.objective == 2
    assert all(match.reasons[-2:] == ("rematch", REMATCH_LOW) for match in last.matches.values())
    assert all(row.ok and row.proved for row in verify(stage.ctx, stage.slug))
    paper = write_receipt(receipt(stage.ctx, stage.slug, round_no=4))
    said = json.loads(paper)
    assert sum(said["cost"]["rematch_groups"]) == said["cost"]["rematches"] == 2
    assert any("no round costs less" in line for line in check.check_receipt(paper))
    assert matches_redraw(paper)


@pytest.mark.req("B-13")
def test_an_event_of_before_verifies_and_its_receipts_are_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setitem(METHODS, "random", replace(METHODS["random"], objectives=(1,)))
        stage = play_again(tmp_path)
        papers = [write_receipt(receipt(stage.ctx, stage.slug, round_no=number)) for number in (1, 2, 3, 4)]
    said = json.loads(papers[-1])
    assert (said["version"], "objective" in said, "rematch_groups" in said["cost"]) == (1, False, False)
    assert [write_receipt(receipt(stage.ctx, stage.slug, round_no=number)) for number in (1, 2, 3, 4)] == papers
    copy = import_bundle(stage.ctx.store, export_bundle(stage.ctx.store, stage.slug), slug="copy")
    for slug in (stage.slug, copy):
        assert all(row.ok and row.proved for row in verify(stage.ctx, slug))
        assert stage.ctx.open(slug).state.pods[stage.pod().id].rounds[4].objective == 1
    for paper in papers:
        assert any("no round costs less" in line for line in check.check_receipt(paper))
        assert matches_redraw(paper)


@pytest.mark.req("B-13")
@pytest.mark.parametrize("ruleset", [one.id for one in available() if load(one.id).swiss.system == "random"])
def test_every_ruleset_with_random_pairings_pairs_under_it(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, **({"style": "swiss"} if ruleset == "pokemon-go" else {}))
    team = ruleset.endswith("-team")
    new = make_players(8, birth_year=1990)
    stage.enter([replace(one, team=f"Team {i // 2}", captain=i % 2 == 0) if team else one for i, one in enumerate(new)])
    assert drawn_from(stage.ctx, stage.slug).objective == 2


@pytest.mark.req("B-13")
def test_the_reason_is_said_in_four_languages() -> None:
    text = reason_sentences()[REMATCH_LOW]
    assert text == REASONS[REMATCH_LOW]
    said = {texts(lang).gettext(text) for lang in ("en", "es", "pt", "it")}
    assert len(said) == 4
