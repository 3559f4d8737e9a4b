"""A double elimination as an event: every game, drops, games of the last matches, pages, papers, files (PN-GO)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.event import events, undo
from pareo.app.people import leaving
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.app.rounds import verify as verifying
from pareo.app.views import event_rows
from pareo.app.views.announcement import announce
from pareo.app.views.public import shown_brackets
from pareo.core.state.progress import is_over
from pareo.core.words.errors import BadInput, Refused
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.print.document import Wish
from pareo.print.papers import gather
from pareo.web.pictures import drawn_brackets
from stage import Stage, named

GO = "pokemon-go"


def begun(folder: Path, size: int, ruleset: str = GO, **settings: str) -> Stage:
    stage = Stage(folder, ruleset, style="double-elimination", **settings)
    stage.enter(size)
    return stage


def win(a: int, b: int) -> str:
    return "2-0" if a < b else "0-2"


@pytest.mark.req("PN-GO-1")
def test_an_event_from_the_first_round_to_the_second_final(tmp_path: Path) -> None:
    stage = begun(tmp_path, 6)
    assert "at most 7 rounds" in announce(stage.desk, stage.slug)
    assert "who loses twice is out" in announce(stage.desk, stage.slug)
    stage.play(4, win)
    pod = stage.pod()
    assert pod.double
    assert pod.planned == 7
    stage.open_round()
    with pytest.raises(BadInput, match="3-2"):
        results.report(stage.desk, stage.slug, round_no=5, table=1, result="4-0")
    stage.report_all(lambda a, b: "3-0" if a < b else "0-3")
    rounds.finish(stage.desk, stage.slug)
    stage.play(1, lambda a, b: "2-3" if a < b else "3-2")  # the best player loses the first final
    assert not is_over(stage.pod()), "the losers' side won the first final"
    stage.open_round()
    stage.report_all(lambda a, b: "3-1" if a < b else "1-3")
    rounds.finish(stage.desk, stage.slug)
    assert is_over(stage.pod())
    with pytest.raises(Refused):
        rounds.pair(stage.desk, stage.slug)
    rows = event_rows.standing_rows(stage.desk, stage.slug)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 5]
    assert rows[0].player == "p1"
    assert all(verdict.ok for verdict in verifying.verify(stage.desk, stage.slug))
    event = stage.desk.open(stage.slug)
    assert [b.part for b in shown_brackets(event)] == ["winners", "losers", "final", "second-final"]
    pictures = drawn_brackets(shown_brackets(event))
    assert [bool(p.picture.champion) for p in pictures] == [False, False, False, True]
    assert {line.score for p in pictures[2:] for box in p.picture.boxes for line in box.lines} == {"3", "2", "1"}
    headings = [part["heading"] for part in gather("bracket", stage.desk, stage.slug, Wish()).parts]
    assert [h.rpartition(" · ")[2] for h in headings] == [
        "Winners' bracket", "Losers' bracket", "Final", "Second final"]


@pytest.mark.req("PN-GO-1")
def test_without_a_second_final_it_is_over_after_the_first(tmp_path: Path) -> None:
    stage = begun(tmp_path, 4, "chess-club")
    stage.play(4, lambda a, b: "1-0" if a < b else "0-1")
    assert is_over(stage.pod())
    assert [row.rank for row in event_rows.standing_rows(stage.desk, stage.slug)] == [1, 2, 3, 4]
    undo.undo(stage.desk, stage.slug)
    assert not stage.pod().rounds[4].open_tables
    assert all(verdict.ok for verdict in verifying.verify(stage.desk, stage.slug))


@pytest.mark.req("PN-GO-1", "PN-GO-3")
def test_who_leaves_loses_twice_and_a_file_brings_it_back(tmp_path: Path) -> None:
    stage = begun(tmp_path, 5, "swiss")
    stage.open_round()
    pair = next(iter(stage.pod().rounds[1].matches.values()))
    leaving.drop(stage.desk, stage.slug, f"p{pair.a}")
    rounds.finish(stage.desk, stage.slug)
    while not is_over(stage.pod()):
        stage.open_round()
        stage.report_all(lambda a, b: "1-0" if a < b else "0-1")
        rounds.finish(stage.desk, stage.slug)
    lost = sum(m.result is not None and pair.a in (m.a, m.b) for r in stage.pod().rounds.values()
               for m in r.matches.values())
    assert lost == 2
    with pytest.raises(Refused, match="already"):
        leaving.drop(stage.desk, stage.slug, f"p{pair.a}")
    data = export_bundle(stage.desk.store, stage.slug)
    events.remove(stage.desk, stage.slug)
    again = import_bundle(stage.desk.store, data)
    assert stage.desk.open(again).state.pods["main"].double


def test_fewer_than_four_are_refused_and_the_style_can_be_changed_before_the_start(tmp_path: Path) -> None:
    stage = begun(tmp_path, 3)
    with pytest.raises(BadInput, match="at least 4 players"):
        rounds.pair(stage.desk, stage.slug)
    stage.enter(named(4)[3:])
    rounds.pair(stage.desk, stage.slug)
    events.change_settings(stage.desk, stage.slug, {"style": "elimination"})
    with pytest.raises(Refused, match="before style"):
        rounds.publish(stage.desk, stage.slug)


@pytest.mark.req("PN-GO-2")
def test_go_as_tom_plays_it_is_swiss_in_one_pod(tmp_path: Path) -> None:
    stage = Stage(tmp_path, GO, style="swiss", date="2026-11-15")
    stage.enter(8)
    stage.play(3, win)
    assert [p.divisions for p in stage.t.pods.values()] == [()]
    assert is_over(stage.pod())
    assert stage.pod().planned == 3
