"""Entries about lists and checks that no release of ours wrote (a bundle from anybody): refused, or harmless."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo.app.commands.lists import list_checks
from pareo.app.commands.lists import submit as lists
from pareo.app.queries.lists import views as list_views
from pareo.core.journal.facts import decode
from pareo.core.text.errors import BadInput
from support.events.stage import Stage

ROW = {"person": 0, "number": 1, "kind": "text", "sha256": "0" * 64, "attachment": "a1"}
LIST = {"no": 1, "at": "2026-11-15T09:00:00.000000Z", "by": "Elsa", "lists": [ROW]}
CHECK = {"no": 1, "round": 1, "cause": "other", "outcome": "clean", "by": "Elsa"}


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, "pokemon-tcg-2019-07")
    made.enter(2)
    return made


def record(stage: Stage, action: str, data: dict[str, Any]) -> None:
    event = stage.ctx.open(stage.slug)
    stage.ctx.record(event, decode(event.state.seq + 1, action, data))


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("list", {**LIST, "at": 5}),
        ("list", {**LIST, "no": 99}),
        ("list", {**LIST, "lists": [{**ROW, "person": 1}]}),
        ("list", {**LIST, "lists": [{**ROW, "person": -1}]}),
        ("list", {**LIST, "lists": [{**ROW, "kind": "scroll"}]}),
        ("list-withdrawn", {"no": 1, "person": 0}),
        ("inspected", {**CHECK, "outcome": "flogging"}),
        ("inspected", {**CHECK, "cause": "spite"}),
    ],
)
def test_what_does_not_fit_is_refused(stage: Stage, action: str, data: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        record(stage, action, data)
    assert caught.value.code == "journal-unreadable"


@pytest.mark.parametrize("at", [LIST["at"], "soon", "2026-02-31T09:00:00Z"])
def test_what_fits_is_shown(stage: Stage, at: str) -> None:
    record(stage, "list", {**LIST, "at": at})
    record(stage, "inspected", CHECK)
    assert list_views.list_shown(stage.ctx, stage.slug, 1).erased, "nobody has its content"
    assert [row.outcome for row in list_checks.checks_view(stage.ctx, stage.slug)] == ["clean"]


def test_a_deadline_that_cannot_be_read_is_none(stage: Stage) -> None:
    record(stage, "set", {"changes": {"lists_deadline": "soon"}})
    assert list_views.own_lists(stage.ctx, stage.slug, 1).open
    lists.hand_in(stage.ctx, stage.slug, 1, "my favourite cards", by_player=True)
