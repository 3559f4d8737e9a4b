"""What was announced before the start stays, and a setting that changes nothing says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.commands.event import events
from pareo.app.commands.rounds import advance
from pareo.app.queries.pages import event_tables
from pareo.core.text.errors import OutsideRules
from support.errors import raises_code
from support.events.stage import Stage

SETTLED = {
    "chess-fide": ("rounds",),
    "pokemon-2009": ("rounds", "cut"),
    "pokemon-tcg-2019-04": ("rounds", "cut"),
    "pokemon-tcg-2019-07": ("rounds", "cut"),
    "pokemon-vgc-2019-07": ("rounds", "cut"),
    "scrabble-fise": ("rounds",),
    "swiss": (),
    "xwing-epic-duel": ("rounds", "cut", "round-length"),
    "xwing-epic-team": ("rounds", "cut", "round-length"),
}


def start_event(folder: Path, ruleset: str = "xwing-epic-duel", count: int = 8, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, **settings)
    stage.enter(count)
    stage.open_round()
    return stage


def change(stage: Stage, override: str | None = None, **changes: str) -> tuple[str, ...]:
    done = events.change_settings(stage.ctx, stage.slug, changes, override=override)
    return tuple(map(str, done.notes))


@pytest.mark.req("A-51")
@pytest.mark.parametrize("ruleset", SETTLED)
def test_which_documents_want_what_announced(ruleset: str) -> None:
    rules = rulesets.load(ruleset)
    assert rules.settled == SETTLED[ruleset]
    assert set(rules.settled) <= {*rules.announce, *(["cut"] if "elimination" in rules.announce else [])}


@pytest.mark.req("A-51", "X-1", "X-2")
@pytest.mark.parametrize(("key", "value"), [("rounds", "4"), ("cut", "2"), ("cut", "none"), ("round_minutes", "150")])
def test_what_was_announced_changes_only_with_a_reason(tmp_path: Path, key: str, value: str) -> None:
    stage = start_event(tmp_path, rounds="3", cut="4")
    head = stage.ctx.store.head(stage.slug)
    with raises_code(OutsideRules, "announced-before-the-start"):
        change(stage, **{key: value})
    assert stage.ctx.store.head(stage.slug) == head
    change(stage, "the hall closes early", **{key: value})
    assert event_tables.journal_rows(stage.ctx, stage.slug)[-1].data["override"] == "the hall closes early"


@pytest.mark.req("A-51")
def test_what_is_so_already_is_no_change(tmp_path: Path) -> None:
    stage = start_event(tmp_path, rounds="3", cut="4")
    change(stage, rounds="3", cut="4", round_minutes="180")
    change(stage, round_minutes="")
    change(stage, judge="Marta Neira")


@pytest.mark.req("A-51", "S-3")
def test_fise_settles_the_rounds_and_a_plain_swiss_nothing(tmp_path: Path) -> None:
    for name, rules in (("fise", "scrabble-fise"), ("plain", "swiss")):
        (tmp_path / name).mkdir()
        stage = start_event(tmp_path / name, rules, rounds="3")
        change(stage, round_minutes="40")
        if rules == "swiss":
            change(stage, rounds="4")
            continue
        with raises_code(OutsideRules, "announced-before-the-start", says="The number of rounds"):
            change(stage, rounds="4")


@pytest.mark.req("A-51", "P-ANN-1")
def test_before_the_start_everything_can_change(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    stage.enter(8, birth_year=1990)
    change(stage, rounds="4", cut="4")


@pytest.mark.req("A-51", "X-2")
def test_another_cut_when_advancing_needs_a_reason_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2", cut="4")
    stage.enter(8)
    stage.play(2, "100-50 destroyed")
    with raises_code(OutsideRules, "announced-before-the-start", says="The elimination"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=2)
    advance.advance(stage.ctx, stage.slug, to="cut", size=4)
    assert len(stage.pod("main-cut").members) == 4


@pytest.mark.req("A-51")
def test_a_setting_without_effect_says_so(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="3", style="swiss")
    stage.enter(4)
    (told,) = (one for one in change(stage, third_place="yes") if "third_place" in one)
    assert "no effect in this format" in told
    (told,) = (one for one in change(stage, day2_rounds="2", third_place="") if "day2_rounds" in one)
    assert "no effect under these rules" in told
    assert told in events.show_event(stage.ctx, stage.slug).warnings
    assert not [one for one in change(stage, day2_rounds="", cut="2", third_place="yes") if "no effect" in one]
