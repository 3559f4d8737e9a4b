"""On to the next round in one step, one step back, and where the day stands meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import decode_entries
from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import autostart, next_round, rounds
from pareo.app.league import event_closing
from pareo.app.queries.rounds.coming_rounds import coming_rounds
from pareo.app.queries.rounds.verify import verify
from pareo.app.screens.day_progress import DayProgress, day_of
from pareo.app.screens.now_page import now_items, pod_tiles, staff_podiums
from pareo.core.journal.facts import Batch, parts_of
from pareo.core.replay.replay import replay
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, players_of_ages

JULY = "pokemon-tcg-2019-07"


def at(stage: Stage) -> str:
    return day(stage).stage.value


def day(stage: Stage) -> DayProgress:
    return day_of(stage.ctx.open(stage.slug), stage.ctx.now())


def go(stage: Stage, *, play: bool = True) -> None:
    next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    next_round.begin(stage.ctx, stage.slug, confirmed=True)
    if play:
        stage.report_all(lower_number_wins)


def test_a_cup_from_the_first_player_to_the_end(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", cut="4", style="swiss+cut")
    assert at(stage) == "empty"
    stage.enter(13, birth_year=1990)
    assert at(stage) == "check-in"
    assert [(s.kind, s.number) for s in day(stage).stops] == [
        ("check-in", 0),
        ("round", 1),
        ("round", 2),
        ("round", 3),
        ("top", 4),
        ("top", 2),
        ("over", 0),
    ]
    ahead = next_round.look(stage.ctx, stage.slug)
    assert [(r.pod, r.number, r.players, r.tables, len(r.byes)) for r in ahead.rounds] == [
        ("masters", 1, 13, (1, 2, 3, 4, 5, 6), 1)
    ]
    before = stage.t.seq
    done = next_round.next_round(stage.ctx, stage.slug)
    assert [part.action for part in parts_of(done.fact)] == ["paired", "published"]
    assert stage.t.seq == before + 1
    assert at(stage) == "published"
    next_round.begin(stage.ctx, stage.slug)
    assert at(stage) == "playing"
    assert day(stage).seconds is not None
    for number in (1, 2, 3):
        stage.report_all(lower_number_wins)
        assert (at(stage), day(stage).round_no) == ("all-in" if number < 3 else "next-phase", number)
        go(stage, play=False)
    assert day(stage).bracket
    assert [s.state for s in day(stage).stops] == ["was", "was", "was", "was", "is", "", ""]
    stage.report_all(lower_number_wins)
    go(stage)  # the final
    assert at(stage) == "over"
    podium = staff_podiums(stage.ctx, stage.slug)
    assert [p.rank for p in podium[0].rows] == [1, 2, 3]
    with raises_code(Refused, "next-over"):
        next_round.next_round(stage.ctx, stage.slug)
    event_closing.close_event(stage.ctx, stage.slug)
    assert at(stage) == "closed"
    event_closing.reopen_event(stage.ctx, stage.slug)
    assert at(stage) == "over"
    assert all(found.ok for found in verify(stage.ctx, stage.slug))


def test_one_step_back_takes_all_of_it_back(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    go(stage)
    before = stage.t
    seen = {p.id: dict(p.rounds) for p in before.pods.values()}
    done = next_round.next_round(stage.ctx, stage.slug)
    assert isinstance(done.fact, Batch)
    assert [part.action for part in done.fact.parts] == ["finished", "paired", "published"]
    step = undo.last_publishing(stage.ctx.open(stage.slug))
    assert step is not None
    undo.undo(stage.ctx, stage.slug, step.seq)
    assert {p.id: dict(p.rounds) for p in stage.t.pods.values()} == seen
    assert at(stage) == "all-in"
    again = next_round.next_round(stage.ctx, stage.slug)
    assert replay(decode_entries(stage.ctx.store.read(stage.slug))).pods == stage.t.pods  # read anew, it is the same
    next_round.begin(stage.ctx, stage.slug)
    assert undo.last_publishing(stage.ctx.open(stage.slug)) is None
    with pytest.raises(OutsideRules):  # the clock runs: the usual rules hold
        undo.undo(stage.ctx, stage.slug)
    assert again.seq < stage.t.seq


def test_what_is_tried_on_a_copy_leaves_the_event_as_it_was(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="2")
    stage.enter(8, birth_year=1990)
    go(stage, play=False)
    enter_result.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    seen = dict(stage.t.floor.reported)
    tried = begin_batch(stage.ctx, stage.slug)
    assert tried.draft.state.floor.reported == seen
    enter_result.report(tried, stage.slug, round_no=1, table=2, result="1-0")
    floor.claim(tried, stage.slug, no=stage.t.find_table(1, 3)[2].a, round_no=1, result="1-0")
    assert len(tried.draft.state.floor.reported) == 2
    assert stage.t.floor.reported == seen
    assert not stage.t.floor.claims
    assert stage.t.find_table(1, 2)[2].result is None


def test_nothing_is_written_when_something_is_refused(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="2")
    stage.enter(8, birth_year=1990)
    go(stage, play=False)
    head = stage.t.seq
    with raises_code(Refused, "next-playing"):
        next_round.next_round(stage.ctx, stage.slug)
    assert stage.t.seq == head
    assert at(stage) == "playing"


@pytest.mark.req("A-14")
def test_who_is_not_here_is_asked_once_with_three_answers(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, 8)])
    assert (day(stage).here, len(day(stage).away)) == (7, 1)
    with pytest.raises(NeedsConfirmation) as caught:
        next_round.next_round(stage.ctx, stage.slug)
    assert [c.value for c in caught.value.choices] == ["drop", "out", "pair"]
    head = stage.t.seq
    next_round.next_round(stage.ctx, stage.slug, not_here="out")
    assert stage.t.seq == head + 1  # leaving out is part of the same entry
    assert len(stage.t.pods["masters"].rounds[1].matches) == 3
    undo.undo(stage.ctx, stage.slug)
    assert not stage.t.pods
    assert not stage.t.entrants[stage.no("p8")].absent


@pytest.mark.req("A-10")
def test_what_a_premier_event_lacks_is_a_line_of_the_same_question(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", championship_points="yes")
    stage.enter(8, birth_year=1990)
    ahead = next_round.look(stage.ctx, stage.slug)
    assert ahead.asks
    assert any("judge" in str(note) for note in ahead.lacks)
    with raises_code(NeedsConfirmation, "next-confirm", says="judge"):
        next_round.next_round(stage.ctx, stage.slug)
    next_round.next_round(stage.ctx, stage.slug, confirmed=True)


def test_a_pod_that_is_over_leaves_the_tables_and_the_others_go_on(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss")
    stage.enter(players_of_ages(6, 0, 12))
    events.change_settings(stage.ctx, stage.slug, {"rounds": "1"}, pod="juniors")
    events.change_settings(stage.ctx, stage.slug, {"rounds": "2"}, pod="masters")
    go(stage)
    assert at(stage) == "all-in"
    assert [p.id for p in day(stage).over] == ["juniors"]
    ahead = next_round.look(stage.ctx, stage.slug)
    assert (ahead.over, [r.pod for r in ahead.rounds]) == (("juniors",), ["masters"])
    go(stage, play=False)
    seen = day(stage)
    assert ([p.id for p in seen.pods], [p.id for p in seen.over]) == (["masters"], ["juniors"])
    assert [p.name for p in staff_podiums(stage.ctx, stage.slug)] == ["juniors"]
    assert [tiles.now.id for tiles in pod_tiles(stage.ctx.open(stage.slug), seen)] == ["masters"]


def test_tiles_say_what_is_known_of_a_table(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(9, birth_year=1990)
    go(stage, play=False)
    matches = sorted(stage.t.pods["masters"].rounds[1].matches.values(), key=lambda m: m.table)
    floor.claim(stage.ctx, stage.slug, no=matches[0].a, round_no=1, result="1-0")
    for no in (matches[1].a, matches[1].b):
        floor.claim(stage.ctx, stage.slug, no=no, round_no=1, result="1-0")
    for no, result in ((matches[2].a, "1-0"), (matches[2].b, "0-1")):
        floor.claim(stage.ctx, stage.slug, no=no, round_no=1, result=result)
    event = stage.ctx.open(stage.slug)
    (pod,) = pod_tiles(event, day(stage))
    assert [tile.state for tile in pod.tiles] == ["half", "clash", "in", "", "bye"]
    (need,) = now_items(event)
    assert (need.kind, need.table) == ("dispute", matches[1].table)


def test_a_round_starts_by_itself_when_it_is_due_and_never_long_after(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", autostart="4")
    stage.enter(8, birth_year=1990)
    stage.ctx.now = lambda: "2026-11-15T10:00:00.000000Z"
    next_round.next_round(stage.ctx, stage.slug)
    for now, left in (("10:00:10", 230), ("10:03:59", 1), ("10:04:00", 0), ("10:30:00", None)):
        event = stage.ctx.open(stage.slug)
        assert autostart.seconds_until(event, f"2026-11-15T{now}.000000Z") == left
    stage.ctx.now = lambda: "2026-11-15T10:03:59.000000Z"
    assert autostart.start_due(stage.ctx, stage.slug) is None
    stage.ctx.now = lambda: "2026-11-15T10:04:01.000000Z"
    assert autostart.start_due(stage.ctx, stage.slug) is not None
    assert at(stage) == "playing"
    autostart.off(stage.ctx, stage.slug)
    stage.report_all(lower_number_wins)
    next_round.next_round(stage.ctx, stage.slug)
    assert autostart.seconds_until(stage.ctx.open(stage.slug), stage.ctx.now()) is None


def test_only_the_day_of_the_event_starts_by_itself_without_a_word(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="3", date="2026-11-15", round_minutes="50")
    event = stage.ctx.open(stage.slug)
    assert autostart.usual_minutes(event.state, "2026-11-15T10:00:00.000000Z") == autostart.USUAL
    assert autostart.usual_minutes(event.state, "2026-11-16T10:00:00.000000Z") == 0


def test_the_clock_of_one_pod_is_not_the_others(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss", rounds="2", autostart="0")
    stage.enter(players_of_ages(6, 0, 12))
    stage.ctx.now = lambda: "2026-11-15T10:00:00.000000Z"
    next_round.next_round(stage.ctx, stage.slug)
    next_round.begin(stage.ctx, stage.slug, pod="juniors")
    stage.ctx.now = lambda: "2026-11-15T10:05:00.000000Z"
    next_round.begin(stage.ctx, stage.slug, pod="masters")
    clocks = dict(stage.t.floor.clocks)
    assert clocks["juniors", 1] != clocks["masters", 1]
    assert clocks["juniors", 1] == replace(clocks["masters", 1], started="2026-11-15T10:00:00.000000Z")
    seen = day(stage)
    assert [p.seconds for p in seen.pods] == [2700, 3000]
    assert (seen.seconds, seen.clocks_differ) == (2700, True)  # the first to end
    stage.ctx.now = lambda: "2026-11-15T10:06:00.000000Z"
    floor.pause_clock(stage.ctx, stage.slug)
    stage.ctx.now = lambda: "2026-11-15T10:16:00.000000Z"
    floor.pause_clock(stage.ctx, stage.slug)
    assert [p.seconds for p in day(stage).pods] == [2640, 2940], "each goes on where it stood"
    floor.lengthen_clock(stage.ctx, stage.slug, 1)
    assert [p.seconds for p in day(stage).pods] == [2700, 3000]
    undo.undo(stage.ctx, stage.slug)
    assert [p.seconds for p in day(stage).pods] == [2640, 2940], "one step for both"


def test_a_draft_of_one_pod_leaves_the_others_at_play(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss", rounds="3", autostart="0")
    stage.enter(players_of_ages(6, 0, 12))
    go(stage, play=False)
    stage.report_all(lower_number_wins, pod="juniors")
    rounds.finish(stage.ctx, stage.slug, pod="juniors")
    assert at(stage) == "playing"
    rounds.pair(stage.ctx, stage.slug, pod="juniors")
    for stands in ("draft", "published"):
        seen = day(stage)
        assert (seen.stage.value, seen.round_no, seen.meanwhile) == (stands, 2, True)
        assert [(s.number, s.state) for s in seen.stops if s.state == "is"] == [(2, "is")]
        assert ([p.id for p in seen.about], [p.id for p in seen.playing]) == (["juniors"], ["masters"])
        assert (seen.tables_done, seen.tables) == (0, 6)
        if stands == "draft":
            rounds.publish(stage.ctx, stage.slug, confirmed=True)
    next_round.begin(stage.ctx, stage.slug)
    assert (at(stage), day(stage).meanwhile, day(stage).tables) == ("playing", False, 9)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    assert coming_rounds(stage.t) == [2, 3]
    next_round.next_round(stage.ctx, stage.slug, pod="juniors")
    next_round.begin(stage.ctx, stage.slug)
    stage.report_all(lower_number_wins)
    assert coming_rounds(stage.t) == [2], "the juniors have no round left"


def test_a_draft_that_is_looked_at_first_is_taken_back_whole(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, 8)])
    go(stage)
    before, steps = at(stage), stage.t.seq
    next_round.draft(stage.ctx, stage.slug, not_here="out")
    event = stage.ctx.open(stage.slug)
    assert (at(stage), stage.t.seq, undo.last_publishing(event)) == ("draft", steps + 1, None)
    drawn = undo.last_drawing(event)
    assert drawn is not None
    undo.undo(stage.ctx, stage.slug, drawn.seq)
    assert (at(stage), stage.t.entrants[stage.no("p8")].absent) == (before, frozenset())
