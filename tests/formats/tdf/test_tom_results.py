"""Results over TOM's file: from phones and desk, until TOM has them; conflicts, rewinds and re-pairings lose none."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from pareo.app.beside import running, views
from pareo.app.desk import Desk
from pareo.app.event import events, undo
from pareo.app.floor import floor
from pareo.app.people import leaving, players
from pareo.app.results import report as results
from pareo.app.rounds import rounds
from pareo.core.beside.matches import Standing, conflicts, set_aside, standing, to_type
from pareo.core.state.model import Status
from pareo.core.words.errors import NotFound, Refused
from pareo.formats.tdf.follow import read_save, take
from pareo.formats.tdf.xml import Node, leaf
from pareo.store import open_store
from tom_saves import beside, clock, follow_on, followed, simple

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]
R2 = [(0, 1, 3, 1), (0, 5, 7, 2), (0, 2, 4, 3), (0, 6, 8, 4)]


def with_results(played: list[tuple[int, int, int, int]], codes: dict[int, int]) -> list[tuple[int, int, int, int]]:
    return [(codes.get(table, code), a, b, table) for code, a, b, table in played]


def begun(played: list[tuple[int, int, int, int]] | None = None) -> tuple[Desk, str]:
    """Round 1 is paired and everybody sees it."""
    desk, slug = followed([simple(), simple(played or R1)])
    running.publish_now(desk, slug)
    return desk, slug


def both_report(desk: Desk, slug: str, table: int, number: int = 1, result: str = "1-0") -> None:
    _, _, match = desk.open(slug).state.find_table(number, table)
    floor.claim(desk, slug, no=match.a, round_no=number, result=result)
    floor.claim(desk, slug, no=match.b, round_no=number, result={"1-0": "0-1", "0-1": "1-0"}.get(result, result))


def listed(desk: Desk, slug: str) -> list[tuple[int, int, str]]:
    return [(row.round, row.table, row.result) for row in views.list_rows(desk, slug)]


def standings(desk: Desk, slug: str, number: int = 1) -> dict[int, Standing]:
    t = desk.open(slug).state
    return {m.table: standing(t, number, m) for p in t.pods.values() for m in p.rounds[number].matches.values()}


@pytest.mark.req("BT-RES-1", "BT-RES-2", "BT-BACK-1")
def test_the_list_shrinks_line_by_line_and_nothing_is_there_twice() -> None:
    desk, slug = begun()
    floor.claim(desk, slug, no=desk.open(slug).ids["1"], round_no=1, result="1-0")
    assert standings(desk, slug)[1] is Standing.ONE_SIDE
    floor.claim(desk, slug, no=desk.open(slug).ids["2"], round_no=1, result="0-1")
    results.report(desk, slug, round_no=1, table=3, result="½-½")
    both_report(desk, slug, 2, result="0-1")
    assert standings(desk, slug) == {1: Standing.AGREED, 2: Standing.AGREED, 3: Standing.WAITING, 4: Standing.OPEN}
    assert listed(desk, slug) == [(1, 1, "1-0"), (1, 2, "0-1"), (1, 3, "½-½")]
    rows = views.list_rows(desk, slug)
    assert [(row.a, row.b, row.winner) for row in rows[:2]] == [("Nora1 Brasa", "Nora2 Brasa", "a"),
                                                                 ("Nora3 Brasa", "Nora4 Brasa", "b")]
    assert [row.table for row in views.list_rows(desk, slug, newest=True)] == [2, 3, 1]
    follow_on(desk, slug, simple(with_results(R1, {2: 2})))
    assert listed(desk, slug) == [(1, 1, "1-0"), (1, 3, "½-½")]
    assert standings(desk, slug)[2] is Standing.IN_TOM
    follow_on(desk, slug, simple(with_results(R1, {1: 1, 2: 2})))
    assert listed(desk, slug) == [(1, 3, "½-½")]
    fact = follow_on(desk, slug, simple(with_results(R1, {1: 1, 2: 2, 3: 3, 4: 1})))
    assert listed(desk, slug) == []
    assert [c.table for c in fact.news if c.kind == "result"] == [3, 4]
    assert views.overview(desk, slug).calm


@pytest.mark.req("BT-RES-1")
def test_a_report_is_in_the_journal_when_it_is_acknowledged(tmp_path: Path) -> None:
    desk = Desk(open_store(str(tmp_path / "events.db")), now=clock().now)
    desk, slug = followed([simple(), simple(R1)], desk)
    running.publish_now(desk, slug)
    both_report(desk, slug, 1)
    other = Desk(open_store(str(tmp_path / "events.db")))
    assert listed(other, slug) == [(1, 1, "1-0")]
    assert other.open(slug).state == desk.open(slug).state


@pytest.mark.req("BT-CON-1", "BT-CON-2")
@pytest.mark.parametrize("ours", [True, False])
def test_a_conflict_has_two_ways_out(ours: bool) -> None:
    desk, slug = begun()
    results.report(desk, slug, round_no=1, table=3, result="1-0")
    both_report(desk, slug, 1)
    follow_on(desk, slug, simple(with_results(R1, {1: 2, 3: 2})))
    t = desk.open(slug).state
    assert standings(desk, slug)[1] is Standing.CONFLICT
    assert [line.match.table for line in conflicts(t)] == [1, 3]  # both players agreed: first
    assert t.find_table(1, 1)[2].result is not None
    assert t.find_table(1, 1)[2].result.b.won  # TOM's stands
    assert listed(desk, slug) == []
    assert views.overview(desk, slug).conflicts[0].tom_has == "0-1"
    running.settle(desk, slug, round_no=1, table=1, ours=ours)
    assert [line.match.table for line in conflicts(desk.open(slug).state)] == [3]
    if not ours:
        assert standings(desk, slug)[1] is Standing.IN_TOM
        assert (1, 1) not in desk.open(slug).state.floor.claims  # the players see that it was withdrawn
        return
    row = views.list_rows(desk, slug)[0]
    assert (row.table, row.result, row.tom_has) == (1, "1-0", "0-1")  # “correct table 1”
    follow_on(desk, slug, simple(with_results(R1, {1: 1, 3: 2})))
    assert listed(desk, slug) == []
    assert standings(desk, slug)[1] is Standing.IN_TOM
    with pytest.raises(NotFound):
        running.settle(desk, slug, round_no=1, table=1, ours=True)


@pytest.mark.req("BT-CON-2")
def test_a_round_paired_while_a_conflict_is_open_is_not_shown_by_itself() -> None:
    desk, slug = begun()
    both_report(desk, slug, 1)
    follow_on(desk, slug, simple(with_results(R1, {1: 2, 2: 1, 3: 1, 4: 1})))
    follow_on(desk, slug, simple(with_results(R1, {1: 2, 2: 1, 3: 1, 4: 1}), R2))
    for _ in range(60):
        desk.now()
    assert running.publish_due(desk, slug) is None
    running.settle(desk, slug, round_no=1, table=1, ours=False)
    assert running.publish_due(desk, slug) is not None


@pytest.mark.req("BT-CON-3")
def test_a_cleared_result_is_open_again_and_ours_is_back_on_the_list() -> None:
    desk, slug = begun()
    both_report(desk, slug, 1)
    follow_on(desk, slug, simple(with_results(R1, {1: 1, 2: 1})))
    fact = follow_on(desk, slug, simple(with_results(R1, {2: 1})))
    assert fact.kind == "corrects"
    assert listed(desk, slug) == [(1, 1, "1-0")]
    fact = follow_on(desk, slug, simple(R1))
    assert standings(desk, slug)[2] is Standing.OPEN  # TOM's own, taken back on purpose


@pytest.mark.req("BT-DIFF-4", "BT-DIFF-5", "BT-LOSS-1")
def test_a_rewind_sets_results_aside_and_they_come_back_with_the_pair() -> None:
    desk, slug = begun()
    follow_on(desk, slug, simple(DONE))
    follow_on(desk, slug, simple(DONE, R2))
    running.publish_now(desk, slug)
    both_report(desk, slug, 2, number=2)
    follow_on(desk, slug, simple(DONE, with_results(R2, {1: 1})))
    fact = follow_on(desk, slug, simple(DONE))
    assert fact.kind == "rewinds"
    t = desk.open(slug).state
    assert list(t.pods["masters"].rounds) == [1]
    assert len(set_aside(t)) == 2
    assert listed(desk, slug) == []
    assert [row.round for row in views.overview(desk, slug).aside] == [2, 2]
    other = [(0, 1, 3, 3), (0, 5, 2, 2), (0, 7, 4, 1), (0, 6, 8, 4)]  # one pair of the two again, at another table
    follow_on(desk, slug, simple(DONE, other))
    assert listed(desk, slug) == [(2, 3, "1-0")]
    assert views.list_rows(desk, slug)[0].from_tom
    assert len(set_aside(desk.open(slug).state)) == 1
    follow_on(desk, slug, simple(DONE, R2))
    assert listed(desk, slug) == [(2, 1, "1-0"), (2, 2, "1-0")]


@pytest.mark.req("BT-LOSS-1")
def test_after_a_crash_of_tom_the_list_has_every_result_of_the_round() -> None:
    desk, slug = begun()
    both_report(desk, slug, 4, result="0-1")
    follow_on(desk, slug, simple(with_results(R1, {1: 1, 2: 2, 3: 3})))
    fact = follow_on(desk, slug, simple(R1))  # the round is started again from its backup
    assert fact.kind == "rewinds"
    assert listed(desk, slug) == [(1, 1, "1-0"), (1, 2, "0-1"), (1, 3, "½-½"), (1, 4, "0-1")]


@pytest.mark.req("BT-PUB-1", "BT-PUB-2", "BT-CON-4", "BT-DIFF-4")
def test_a_round_paired_again_before_and_after_it_was_published() -> None:
    desk, slug = followed([simple(), simple(R1)])
    t = desk.open(slug).state
    assert t.pods["masters"].rounds[1].status is Status.DRAFTED
    again = [(0, 1, 3, 1), (0, 2, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
    assert follow_on(desk, slug, simple(again)).kind == "re-pairs"
    assert beside(desk, slug).changed == {}  # nobody outside saw it
    running.publish_now(desk, slug)
    both_report(desk, slug, 1)
    both_report(desk, slug, 3)
    assert follow_on(desk, slug, simple(R1)).kind == "re-pairs"
    assert beside(desk, slug).changed == {("masters", 1): (1, 2)}
    assert views.overview(desk, slug).rounds[0].changed == (1, 2)
    assert [(key.number, key.low, key.high) for key in set_aside(desk.open(slug).state)] == [(1, 1, 3)]
    assert listed(desk, slug) == [(1, 3, "1-0")]
    assert desk.open(slug).state.floor.claims.keys() == {(1, 3)}  # the new pair at table 1 has said nothing
    follow_on(desk, slug, simple(again))
    assert desk.open(slug).state.floor.claims.keys() == {(1, 1), (1, 3)}


@pytest.mark.req("BT-ID-4")
def test_a_pair_at_another_table_is_the_same_match() -> None:
    desk, slug = begun()
    both_report(desk, slug, 1)
    floor.extend(desk, slug, round_no=1, table=1, minutes=3)
    moved = [(0, 2, 1, 9), *R1[1:]]  # and the other way round
    fact = follow_on(desk, slug, simple(moved))
    assert [(c.kind, c.table) for c in fact.news] == [("moved", 9)]
    assert fact.kind == "continues"
    assert listed(desk, slug) == [(1, 9, "0-1")]
    assert desk.open(slug).state.floor.extensions[1, 9].minutes == 3


@pytest.mark.req("BT-PUB-1")
def test_a_round_is_published_after_its_time_held_or_by_hand() -> None:
    desk, slug = followed([simple(), simple(R1)])
    assert running.publish_due(desk, slug) is None
    row = views.overview(desk, slug).rounds[0]
    assert row.waits
    assert row.seconds is not None
    assert 0 < row.seconds <= 15
    running.hold(desk, slug)
    for _ in range(30):
        desk.now()
    assert running.publish_due(desk, slug) is None
    running.hold(desk, slug, held=False)
    done = running.publish_due(desk, slug)
    assert done is not None
    assert desk.open(slug).state.pods["masters"].rounds[1].status is Status.STARTED
    with pytest.raises(Refused):
        running.hold(desk, slug)
    events.change_settings(desk, slug, {"publish_after": "hand"})
    follow_on(desk, slug, simple(DONE, R2))
    for _ in range(30):
        desk.now()
    assert running.publish_due(desk, slug) is None
    events.change_settings(desk, slug, {"publish_after": "0"})
    assert running.publish_due(desk, slug) is not None


@pytest.mark.req("BT-PUB-3")
def test_a_strange_round_is_told_before_it_is_published() -> None:
    byes = [(5, 1, 0, 0), (0, 2, 3, 1), (0, 4, 5, 2), (0, 6, 7, 3)]
    done = [(code or 1, a, b, table) for code, a, b, table in byes]
    desk, slug = followed([simple(players_=7), simple(done, players_=7)])
    follow_on(desk, slug, simple(done, byes, players_=7))
    told = [note.code for note in desk_problems(desk, slug)]
    assert told == ["tom-rematch"] * 3 + ["tom-second-bye"]
    dropped = {2: [gone(1)]}
    follow_on(desk, slug, simple(done, byes, players_=7, more=dropped))
    assert "tom-gone-paired" in [note.code for note in desk_problems(desk, slug)]


def desk_problems(desk: Desk, slug: str) -> list[object]:
    return list(views.overview(desk, slug).rounds[0].problems)


def gone(after: int, status: int = 1) -> Node:
    return Node("dropped", None, "", [leaf("status", status), leaf("round", after), leaf("timestamp", "")])


@pytest.mark.req("BT-OWN-1", "BT-OWN-2")
def test_what_is_toms_is_refused_here_and_becomes_a_note() -> None:
    desk, slug = begun()
    seq = desk.open(slug).state.seq
    for work in (
        lambda: leaving.drop(desk, slug, "1"),
        lambda: players.enter(desk, slug, [players.NewPlayer(first="Eva", last="Roca")], confirmed=True),
        lambda: players.edit(desk, slug, "1", {"byes": "1"}),
        lambda: rounds.finish(desk, slug),
    ):
        with pytest.raises(Refused):
            work()
    for table in range(1, 5):
        results.report(desk, slug, round_no=1, table=table, result="1-0")
    with pytest.raises(Refused) as refusal:
        rounds.finish(desk, slug)
    assert refusal.value.code == "tom-runs"
    assert "do it there" in str(refusal.value)
    assert desk.open(slug).state.seq == seq + 4
    running.leave_note(desk, slug, "table 4: Nora B. drops")
    running.wants_to_drop(desk, slug, 3)
    notes = views.overview(desk, slug).notes
    assert [note.text for note in notes] == ["table 4: Nora B. drops", "Nora3 Brasa drops"]
    running.tick_note(desk, slug, notes[0].seq)
    assert len(views.overview(desk, slug).notes) == 1
    floor.penalise(desk, slug, "1", round_no=1, kind="warning", reason="")  # ours
    players.edit(desk, slug, "1", {"club": "Torre Norte"})


@pytest.mark.req("BT-OWN-3")
def test_following_ends_and_the_event_goes_on_here() -> None:
    desk, slug = begun()
    both_report(desk, slug, 1)
    follow_on(desk, slug, simple(with_results(R1, {2: 1})))
    running.stop(desk, slug)
    for table in (3, 4):
        results.report(desk, slug, round_no=1, table=table, result="0-1")
    rounds.finish(desk, slug)
    rounds.pair(desk, slug, not_here="pair")
    assert list(desk.open(slug).state.pods["masters"].rounds) == [1, 2]


@pytest.mark.req("BT-DIFF-7")
def test_undo_takes_back_ours_never_toms() -> None:
    desk, slug = begun()
    results.report(desk, slug, round_no=1, table=1, result="1-0")
    follow_on(desk, slug, simple(with_results(R1, {2: 1})))
    undo.undo(desk, slug)
    assert listed(desk, slug) == []
    assert standings(desk, slug)[2] is Standing.IN_TOM
    with pytest.raises(Refused) as refusal:
        undo.undo(desk, slug)
    assert refusal.value.code == "undo-tom"


@pytest.mark.req("BT-LOSS-1")
def test_no_order_of_saves_and_reports_loses_a_result() -> None:
    """Every order of a report, a rewind, a re-pairing and the way back: who sits together again has his result."""
    steps = (simple(R1), simple(with_results(R1, {4: 1})), simple([(0, 1, 3, 1), (0, 2, 4, 2), *R1[2:]]), simple([]))
    for order in itertools.permutations(range(4)):
        desk, slug = begun()
        both_report(desk, slug, 1)
        for i in order:
            save = steps[i] if i != 3 else simple()
            take(desk, slug, read_save(save), confirmed=True)
        take(desk, slug, read_save(simple(R1)), confirmed=True)
        assert (1, 1, "1-0") in listed(desk, slug), order
        assert Desk(desk.store).open(slug).state == desk.open(slug).state
    assert to_type(desk.open(slug).state)
