"""A double elimination as an event: every game, drops, games of the last matches, pages, papers, files (PN-GO)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events, undo
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.public_view import shown_brackets
from pareo.app.queries.rounds import verify as verifying
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.progress import is_over
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.pages.bracket_layout import draw_brackets
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, make_players

GO = "pokemon-go"


def start_event(folder: Path, size: int, ruleset: str = GO, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, style="double-elimination", **settings)
    stage.enter(size)
    return stage


def win(a: int, b: int) -> str:
    return "2-0" if a < b else "0-2"


@pytest.mark.req("PN-GO-1")
def test_an_event_from_the_first_round_to_the_second_final(tmp_path: Path) -> None:
    stage = start_event(tmp_path, 6)
    assert "at most 7 rounds" in announce(stage.ctx, stage.slug)
    assert "2 losses and you are out" in announce(stage.ctx, stage.slug)
    stage.play(4, win)
    pod = stage.pod()
    assert pod.double
    assert pod.planned == 7
    stage.open_round()
    with raises_code(BadInput, "result-unreadable", says="3-2"):
        results.report(stage.ctx, stage.slug, round_no=5, table=1, result="4-0")
    stage.report_all(lambda a, b: "3-0" if a < b else "0-3")
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1, lambda a, b: "2-3" if a < b else "3-2")  # the best player loses the first final
    assert not is_over(stage.pod()), "the losers' side won the first final"
    stage.open_round()
    stage.report_all(lambda a, b: "3-1" if a < b else "1-3")
    rounds.finish(stage.ctx, stage.slug)
    assert is_over(stage.pod())
    with pytest.raises(Refused):
        rounds.pair(stage.ctx, stage.slug)
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 5]
    assert rows[0].player == "p1"
    assert all(verdict.ok for verdict in verifying.verify(stage.ctx, stage.slug))
    event = stage.ctx.open(stage.slug)
    assert [b.part for b in shown_brackets(event)] == ["winners", "losers", "final", "second-final"]
    pictures = draw_brackets(shown_brackets(event))
    assert [bool(p.picture.champion) for p in pictures] == [False, False, False, True]
    assert {line.score for p in pictures[2:] for box in p.picture.boxes for line in box.lines} == {"3", "2", "1"}
    headings = [part["heading"] for part in gather("bracket", stage.ctx, stage.slug, PrintOptions()).parts]
    assert [h.rpartition(" · ")[2] for h in headings] == [
        "Winners' bracket",
        "Losers' bracket",
        "Final",
        "Second final",
    ]


@pytest.mark.req("PN-GO-1")
def test_without_a_second_final_it_is_over_after_the_first(tmp_path: Path) -> None:
    stage = start_event(tmp_path, 4, "chess-club")
    stage.play(4, lambda a, b: "1-0" if a < b else "0-1")
    assert is_over(stage.pod())
    assert [row.rank for row in event_tables.standing_rows(stage.ctx, stage.slug)] == [1, 2, 3, 4]
    undo.undo(stage.ctx, stage.slug)
    assert not stage.pod().rounds[4].open_tables
    assert all(verdict.ok for verdict in verifying.verify(stage.ctx, stage.slug))


@pytest.mark.req("PN-GO-1", "PN-GO-3")
def test_who_leaves_loses_twice_and_a_file_brings_it_back(tmp_path: Path) -> None:
    stage = start_event(tmp_path, 5, "swiss")
    stage.open_round()
    pair = next(iter(stage.pod().rounds[1].matches.values()))
    leaving.drop(stage.ctx, stage.slug, f"p{pair.a}")
    rounds.finish(stage.ctx, stage.slug)
    while not is_over(stage.pod()):
        stage.open_round()
        stage.report_all(lambda a, b: "1-0" if a < b else "0-1")
        rounds.finish(stage.ctx, stage.slug)
    lost = sum(
        m.result is not None and pair.a in (m.a, m.b) for r in stage.pod().rounds.values() for m in r.matches.values()
    )
    assert lost == 2
    with raises_code(Refused, "already-dropped"):
        leaving.drop(stage.ctx, stage.slug, f"p{pair.a}")
    data = export_bundle(stage.ctx.store, stage.slug)
    events.remove(stage.ctx, stage.slug)
    again = import_bundle(stage.ctx.store, data)
    assert stage.ctx.open(again).state.pods["main"].double


def test_fewer_than_four_are_refused_and_the_style_can_be_changed_before_the_start(tmp_path: Path) -> None:
    stage = start_event(tmp_path, 3)
    with raises_code(BadInput, "double-size", least=4):
        rounds.pair(stage.ctx, stage.slug)
    stage.enter(make_players(4)[3:])
    rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"style": "elimination"})
    with raises_code(Refused, "pods-stale"):
        rounds.publish(stage.ctx, stage.slug)


@pytest.mark.req("PN-GO-2")
def test_go_as_tom_plays_it_is_swiss_in_one_pod(tmp_path: Path) -> None:
    stage = Stage(tmp_path, GO, style="swiss", date="2026-11-15")
    stage.enter(8)
    stage.play(3, win)
    assert [p.divisions for p in stage.t.pods.values()] == [()]
    assert is_over(stage.pod())
    assert stage.pod().planned == 3
