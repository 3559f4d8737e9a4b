"""`verify` on rounds made by hand, drafts that are not whole, forbidden pairs that had to meet; repairs that hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.rounds import pairing_methods
from pareo.app.queries.rounds.verify import verify
from pareo.app.rows.events import RoundCheckRow
from pareo.core.model.entities import Status
from pareo.core.pairing.registry import METHODS
from pareo.core.text.errors import Refused
from pareo.formats.registry import import_file
from pareo.formats.trf import write as trf_write
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, make_players


def check_round(stage: Stage, number: int) -> RoundCheckRow:
    return verify(stage.ctx, stage.slug, round_no=number)[0]


@pytest.mark.req("SP-2")
def test_a_draft_by_hand_is_not_complete_yet_and_no_fault(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3")
    stage.enter(4)
    rounds.pair(stage.ctx, stage.slug, method="manual")
    manual_changes.put_together(stage.ctx, stage.slug, "p1", "p2")
    found = check_round(stage, 1)
    assert (found.ok, found.violations) == (True, [])
    assert found.warnings == ["The draft is not complete yet: 2 players have no opponent."]
    manual_changes.put_together(stage.ctx, stage.slug, "p3", "p4")
    assert "not complete" not in str(check_round(stage, 1))


@pytest.mark.req("SP-2", "P-SW-3")
def test_a_second_bye_and_several_byes_by_hand_are_told_not_faulted(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="4")
    stage.enter(5)
    stage.play()
    rested = next(s.no for s in stage.pod().rounds[1].sitting)
    stage.open_round(to=Status.DRAFTED)
    event = stage.ctx.open(stage.slug)
    resting = next(s.no for s in stage.pod().rounds[2].sitting)
    manual_changes.swap(stage.ctx, stage.slug, event.id(rested), event.id(resting), confirmed=True)
    found = check_round(stage, 2)
    assert found.ok, found
    assert "has already had a bye" in str(found.warnings)
    rows = [manual_changes.HandPairing("p1", "p2"), manual_changes.HandPairing("p3"), manual_changes.HandPairing("p4")]
    manual_changes.import_pairings(stage.ctx, stage.slug, rows, round_no=2)
    found = check_round(stage, 2)
    assert found.ok, found
    assert str(found.warnings).count("made by hand") == 2  # a further bye, and p5 who is not in the file


@pytest.mark.req("SP-4")
def test_forbidden_pairs_of_a_dutch_round_are_named(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3", barred="club")
    stage.enter(4, club="Faro")
    rounds.pair(stage.ctx, stage.slug)
    found = check_round(stage, 1)
    assert found.ok
    assert str(found.warnings).count("must not meet, and do") == 2


@pytest.mark.req("SP-5", "P-RUN-3")
def test_who_leaves_while_resting_is_taken_out_by_a_repair(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3")
    stage.enter([*make_players(4), NewPlayer(first="Noa", last="Pausa", id="off", absent=frozenset({1}))])
    stage.open_round(to=Status.DRAFTED)
    leaving.drop(stage.ctx, stage.slug, "off")
    with raises_code(Refused, "draft-stale", says="dropped"):
        rounds.publish(stage.ctx, stage.slug)
    manual_changes.repair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    assert not stage.pod().rounds[1].sitting


@pytest.mark.req("SP-1", "P-RUN-3")
def test_a_repaired_round_robin_keeps_the_forfeits_of_who_has_left(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-round-robin")
    stage.enter(6)
    stage.open_round(to=Status.DRAFTED)
    leaving.drop(stage.ctx, stage.slug, "p6")
    tables = [m for m in stage.pod().rounds[1].matches.values() if m.result is None]
    event = stage.ctx.open(stage.slug)
    manual_changes.swap(stage.ctx, stage.slug, event.id(tables[0].a), event.id(tables[1].a), confirmed=True)
    manual_changes.repair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    assert sum(m.result is not None for m in stage.pod().rounds[1].matches.values()) == 1
    assert check_round(stage, 1).ok


@pytest.mark.req("SP-2", "P-SW-8")
def test_a_round_changed_by_hand_beside_a_forfeit_is_right(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3")
    stage.enter(6)
    stage.open_round(to=Status.DRAFTED)
    rounds.publish(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p6")
    tables = [m for m in stage.pod().rounds[1].matches.values() if m.result is None]
    event = stage.ctx.open(stage.slug)
    manual_changes.swap(stage.ctx, stage.slug, event.id(tables[0].a), event.id(tables[1].a), confirmed=True)
    rounds.start(stage.ctx, stage.slug)
    assert not check_round(stage, 1).violations


@pytest.mark.req("SP-2", "SP-19")
def test_only_a_large_dutch_round_may_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3")
    stage.enter(6)
    assert not pairing_methods.takes_long(stage.ctx, stage.slug)
    monkeypatch.setitem(METHODS, "dutch", replace(METHODS["dutch"], slow_from=5))
    assert pairing_methods.takes_long(stage.ctx, stage.slug)
    assert not pairing_methods.takes_long(stage.ctx, stage.slug, "king")


@pytest.mark.req("SP-22", "P-RUN-2")
def test_slips_say_white_and_black_where_colours_are_kept(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="3")
    stage.enter(4)
    stage.open_round(to=Status.DRAFTED)
    asked = PrintOptions(round_no=1)
    ((slip, _),) = gather("slips", stage.ctx, stage.slug, asked).parts[0]["pages"]
    assert slip["beside"] == ["White", "Black"]
    events.change_settings(stage.ctx, stage.slug, {"colours": "ignored"})
    ((slip, _),) = gather("slips", stage.ctx, stage.slug, asked).parts[0]["pages"]
    assert slip["beside"] == ["", ""]


@pytest.mark.req("SP-5", "F-89")
def test_a_chess_event_with_byes_and_forfeits_goes_through_trf_and_still_verifies(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="4")
    off = NewPlayer(first="Noa", last="Pausa", id="off", absent=frozenset({1, 2}), absent_values=((1, "½"), (2, "0")))
    stage.enter([*make_players(6), off])
    stage.play(1, "1-0F")
    stage.open_round(withdrawn="stay")
    stage.report_all("=")
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1, "=")
    written = trf_write.export(stage.ctx, stage.slug).data
    copy = import_file(stage.ctx, written, slug="copy").slug
    again = trf_write.export(stage.ctx, copy).data
    assert written == again
    assert not [row for row in verify(stage.ctx, copy) if row.violations]


@pytest.mark.req("S-19", "SP-3")
@pytest.mark.parametrize("method", ["dutch", "uscf", "king", "fise", "random"])
def test_two_categories_by_acceleration_do_not_meet_in_round_1(tmp_path: Path, method: str) -> None:
    stage = Stage(tmp_path, "chess-club", rounds="5", acceleration="1-10:2:2")
    stage.enter([NewPlayer(first=f"Ana{i}", last="Faro", id=f"p{i}", rating=2500 - 10 * i) for i in range(1, 21)])
    rounds.pair(stage.ctx, stage.slug, method=method)
    for match in stage.pod().rounds[1].matches.values():
        assert (match.a <= 10) == (match.b <= 10)
    assert check_round(stage, 1).ok
