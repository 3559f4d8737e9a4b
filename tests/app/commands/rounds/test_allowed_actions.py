"""The table of what may be done when, walked cell by cell through the app: what it says is what happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.core.rules.actions import TABLE, ActionVerdict, action_rule, allowed_actions, stage_of
from pareo.core.rules.actions import PodStage as At
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, PareoError, Refused
from support.events.stage import Stage

NEW = NewPlayer(first="Tadeo", last="Tarde", id="late")


def _swap(ctx: Context, slug: str, **options: Any) -> object:
    pods = ctx.open(slug).state.pods.values()
    last = next((p.last_round for p in pods), None)
    if last is None:
        return manual_changes.swap(ctx, slug, "p1", "p2", **options)
    one, two = list(last.matches.values())[:2]
    return manual_changes.swap(ctx, slug, f"p{one.a}", f"p{two.a}", **options)


def _undrop(ctx: Context, slug: str) -> object:
    return leaving.undrop(ctx, slug, "p8")


DO: dict[str, Callable[..., object]] = {
    "enter": lambda d, s, **k: players.enter(d, s, [NEW], **k),
    "late": lambda d, s, confirmed=True: late.enter_late(d, s, NEW, confirmed=True),
    "edit": lambda d, s, **k: players.edit(d, s, "p1", {"club": "Faro"}),
    "drop": lambda d, s, **k: leaving.drop(d, s, "p1"),
    "undrop": lambda d, s, **k: _undrop(d, s),
    "pair": rounds.pair,
    "pair-again": lambda d, s, **k: rounds.pair(d, s, again=True, **k),
    "swap": _swap,
    "publish": rounds.publish,
    "start": lambda d, s, **k: rounds.start(d, s),
    "report": lambda d, s, **k: results.report(d, s, round_no=1, table=1, result="0-1"),
    "finish": lambda d, s, **k: rounds.finish(d, s),
    "advance": lambda d, s, **k: advance.advance(d, s, to="cut", size=4, override="agreed before"),
}


def bring_to(stage: Stage, at: At, action: str) -> None:
    """The event at the stage, with what the action needs to make sense."""
    stage.enter(8)
    if action == "undrop" and at is At.REGISTRATION:
        leaving.drop(stage.ctx, stage.slug, "p8")
    if at is At.REGISTRATION:
        return
    rounds.pair(stage.ctx, stage.slug)
    if action == "undrop":
        leaving.drop(stage.ctx, stage.slug, "p8")
        manual_changes.repair(stage.ctx, stage.slug)
    if at is At.DRAFTED:
        return
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    if at is At.PUBLISHED:
        return
    rounds.start(stage.ctx, stage.slug)
    if at is At.FINISHED or action == "finish":
        stage.report_all()
    if at is At.FINISHED:
        rounds.finish(stage.ctx, stage.slug)


def current_stage(stage: Stage) -> At:
    pods = list(stage.t.pods.values())
    return stage_of(pods[0] if pods else None)


CELLS = [(action, at) for action in TABLE for at in At]


@pytest.mark.req("P-RUN-1", "P-LATE-2")
@pytest.mark.parametrize(("action", "at"), CELLS, ids=[f"{a}-{s.value}" for a, s in CELLS])
def test_what_the_table_says_is_what_happens(tmp_path: Path, action: str, at: At) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="1" if action == "advance" else "2")
    bring_to(stage, at, action)
    assert current_stage(stage) is at
    cell = action_rule(action, at)
    head = stage.t.seq
    do = DO[action]
    if cell.verdict is ActionVerdict.ALLOWED:
        do(stage.ctx, stage.slug)
        assert stage.t.seq == head + 1
        return
    kinds: dict[ActionVerdict, type[PareoError]] = {
        ActionVerdict.CONFIRM: NeedsConfirmation,
        ActionVerdict.OUTSIDE: OutsideRules,
        ActionVerdict.IMPOSSIBLE: Refused,
    }
    with pytest.raises(kinds[cell.verdict]) as caught:
        do(stage.ctx, stage.slug)
    assert cell.reason in str(caught.value)
    assert stage.t.seq == head
    if cell.verdict is ActionVerdict.CONFIRM:
        do(stage.ctx, stage.slug, confirmed=True)
        assert stage.t.seq == head + 1
    else:
        with pytest.raises(Refused):
            do(stage.ctx, stage.slug, **({"confirmed": True} if action != "advance" else {}))
        assert stage.t.seq == head


@pytest.mark.parametrize("at", At, ids=lambda at: at.value)
def test_the_actions_shown_are_those_that_are_not_impossible(tmp_path: Path, at: At) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="swiss+cut", rounds="2")
    bring_to(stage, at, "show")
    shown = events.show_event(stage.ctx, stage.slug)
    actions = shown.pods[0].actions if shown.pods else shown.actions
    assert actions == [name for name in TABLE if TABLE[name][at].verdict is not ActionVerdict.IMPOSSIBLE]


def test_every_action_of_the_table_is_tried() -> None:
    assert set(DO) == set(TABLE)
    assert allowed_actions(None) == [
        name for name in TABLE if TABLE[name][At.REGISTRATION].verdict is ActionVerdict.ALLOWED
    ]
