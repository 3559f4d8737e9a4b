"""Nothing brings an event back into FIDE mode: no file, no copy; and none comes into it against its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pareo.app.base.fide_warnings import leave
from pareo.app.commands.event.forbidden import forbid
from pareo.app.commands.people import players
from pareo.app.queries.event.fide_remarks import remarks
from pareo.core.text.errors import NeedsConfirmation
from pareo.formats import event_json
from pareo.formats.bundle import export_bundle
from pareo.formats.registry import import_file
from pareo.formats.trf.write import export
from support.errors import raises_code
from support.events.stage import chess_event, lower_number_wins


def change_event(data: bytes, **event: Any) -> bytes:
    told = msgspec.json.decode(data)
    told["event"] |= event
    return msgspec.json.encode(told)


@pytest.mark.req("F-4")
def test_a_copy_from_before_is_outside_fide_mode_once_the_event_has_left_it(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    ctx, slug = stage.ctx, stage.slug
    before = {"bundle": export_bundle(ctx.store, slug), "json": event_json.export(ctx, slug)}
    for data in before.values():
        assert ctx.open(import_file(ctx, data).slug).state.fide_mode, "a copy of what has not left"
    leave(ctx, slug, reason="two games a round", confirmed=True, word="LEAVE")
    after = {"bundle": export_bundle(ctx.store, slug), "json": event_json.export(ctx, slug)}
    forged = change_event(after["json"], left_fide="", remarks=[])
    for data in (*before.values(), *after.values(), forged):
        done = import_file(ctx, data)
        copy = ctx.open(done.slug).state
        assert not copy.fide_mode
        assert copy.left_fide is not None
        assert copy.left_fide.reason == "two games a round"
        assert remarks(copy) == ["### Left FIDE mode @ Round 1: two games a round"]
    assert any("outside FIDE mode: two games a round" in told for told in import_file(ctx, forged).notes)


@pytest.mark.req("F-4", "F-17", "F-16", "F-56")
@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"settings": {"colours": "ignored"}}, "colours=ignored"),
        ({"settings": {"games": 2}}, "games=2"),
        ({"settings": {"method": "random"}}, "method"),
        ({"settings": {"acceleration": "1-2:1:2"}}, "own-acceleration"),
        ({"pod_settings": {"main": {"method": "random"}}}, "method"),
    ],
)
def test_an_event_against_the_rules_comes_in_outside_fide_mode(
    tmp_path: Path, broken: dict[str, Any], why: str
) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    data = event_json.export(stage.ctx, stage.slug)
    done = import_file(stage.ctx, change_event(data, seed=None, **broken))
    copy = stage.ctx.open(done.slug).state
    assert copy.left_fide is not None
    assert copy.left_fide.reason == why
    assert any(why in told for told in done.notes)
    assert stage.ctx.open(import_file(stage.ctx, change_event(data, seed=None)).slug).state.fide_mode


@pytest.mark.req("F-4", "F-16", "F-17")
def test_rounds_and_points_that_fide_mode_does_not_know_keep_an_event_out(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    data = msgspec.json.decode(event_json.export(stage.ctx, stage.slug))
    data["event"]["seed"] = None
    data["event"]["pods"][0]["rounds"][0]["system"] = "random"
    data["event"]["players"][0]["bonus"] = 2
    copy = stage.ctx.open(import_file(stage.ctx, msgspec.json.encode(data)).slug).state
    assert copy.left_fide is not None
    assert copy.left_fide.reason == "bonus, round 1 by random"


@pytest.mark.req("F-83", "F-44")
def test_remarks_and_pairs_kept_apart_come_back_with_the_events_own_file(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    forbid(stage.ctx, stage.slug, "p1", "p6", rounds="1-3")
    players.edit(stage.ctx, stage.slug, "p2", {"absent": "2:1"})
    told = remarks(stage.t)
    assert told == ["### Full-point bye @ Round 2: 2"]
    copy = import_file(stage.ctx, event_json.export(stage.ctx, stage.slug)).slug
    assert remarks(stage.ctx.open(copy).state) == told
    assert stage.ctx.open(copy).state.settings["forbidden"] == [[1, 6, 1, 3]]


@pytest.mark.req("F-87")
def test_a_report_that_is_not_consistent_asks_before_it_comes_in(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(2, lower_number_wins)
    ctx = stage.ctx
    right = export(ctx, stage.slug).data
    assert ctx.open(import_file(ctx, right, name="a.trf").slug).state.fide_mode
    wrong = right.replace(b" 2.0", b" 1.5", 1)
    there = len(ctx.store.tournaments())
    with raises_code(NeedsConfirmation, "fide-confirm", says="points: 1"):
        import_file(ctx, wrong, name="a.trf")
    assert len(ctx.store.tournaments()) == there, "nothing is stored"
    made = import_file(ctx, wrong, name="a.trf", confirmed=True)
    t = ctx.open(made.slug).state
    assert [(one.rule, one.level, one.actor) for one in t.warned] == [("import-differs", 3, "organiser")]
    assert "### Import @ Round 2: points: 1" in export(ctx, made.slug).data.decode().splitlines()
    outside = wrong.replace(b"192 FIDE_DUTCH", b"192 CUSTOM_SWISS")
    assert not ctx.open(import_file(ctx, outside, name="a.trf").slug).state.fide_mode, "outside it is told only"
