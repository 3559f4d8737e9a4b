"""Results over TOM's file: from phones and desk, until TOM has them; conflicts, rewinds and re-pairings lose none."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.base.public_context import check_public, last_public_day
from pareo.app.commands.event import events, undo
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.tom import running, views
from pareo.core.model.entities import Status
from pareo.core.text.errors import NotFound, Refused
from pareo.core.tom.matches import SyncState, conflicts, results_set_aside, results_to_type, sync_state_of
from pareo.formats.tdf.follow import read_save, take_save
from pareo.formats.tdf.xml import XmlNode, leaf
from pareo.store import open_store
from support.files.tom import context_with_clock, follow_save, follow_saves, simple_save, tom_sync

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]
R2 = [(0, 1, 3, 1), (0, 5, 7, 2), (0, 2, 4, 3), (0, 6, 8, 4)]


def with_results(played: list[tuple[int, int, int, int]], codes: dict[int, int]) -> list[tuple[int, int, int, int]]:
    return [(codes.get(table, code), a, b, table) for code, a, b, table in played]


def follow_round_1(played: list[tuple[int, int, int, int]] | None = None) -> tuple[Context, str]:
    """Round 1 is paired and everybody sees it."""
    ctx, slug = follow_saves([simple_save(), simple_save(played or R1)])
    running.publish_now(ctx, slug)
    return ctx, slug


def both_report(ctx: Context, slug: str, table: int, number: int = 1, result: str = "1-0") -> None:
    _, _, match = ctx.open(slug).state.find_table(number, table)
    floor.claim(ctx, slug, no=match.a, round_no=number, result=result)
    floor.claim(ctx, slug, no=match.b, round_no=number, result={"1-0": "0-1", "0-1": "1-0"}.get(result, result))


def result_list(ctx: Context, slug: str) -> list[tuple[int, int, str]]:
    return [(row.round, row.table, row.result) for row in views.list_rows(ctx, slug)]


def standings(ctx: Context, slug: str, number: int = 1) -> dict[int, SyncState]:
    t = ctx.open(slug).state
    return {m.table: sync_state_of(t, number, m) for p in t.pods.values() for m in p.rounds[number].matches.values()}


@pytest.mark.req("BT-RES-1", "BT-RES-2", "BT-BACK-1")
def test_the_list_shrinks_line_by_line_and_nothing_is_there_twice() -> None:
    ctx, slug = follow_round_1()
    floor.claim(ctx, slug, no=ctx.open(slug).ids["1"], round_no=1, result="1-0")
    assert standings(ctx, slug)[1] is SyncState.ONE_SIDE
    floor.claim(ctx, slug, no=ctx.open(slug).ids["2"], round_no=1, result="0-1")
    results.report(ctx, slug, round_no=1, table=3, result="½-½")
    both_report(ctx, slug, 2, result="0-1")
    assert standings(ctx, slug) == {1: SyncState.AGREED, 2: SyncState.AGREED, 3: SyncState.WAITING, 4: SyncState.OPEN}
    assert result_list(ctx, slug) == [(1, 1, "1-0"), (1, 2, "0-1"), (1, 3, "½-½")]
    rows = views.list_rows(ctx, slug)
    assert [(row.a, row.b, row.winner) for row in rows[:2]] == [
        ("Nora1 Brasa", "Nora2 Brasa", "a"),
        ("Nora3 Brasa", "Nora4 Brasa", "b"),
    ]
    assert [row.table for row in views.list_rows(ctx, slug, newest=True)] == [2, 3, 1]
    follow_save(ctx, slug, simple_save(with_results(R1, {2: 2})))
    assert result_list(ctx, slug) == [(1, 1, "1-0"), (1, 3, "½-½")]
    assert standings(ctx, slug)[2] is SyncState.IN_TOM
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 1, 2: 2})))
    assert result_list(ctx, slug) == [(1, 3, "½-½")]
    fact = follow_save(ctx, slug, simple_save(with_results(R1, {1: 1, 2: 2, 3: 3, 4: 1})))
    assert result_list(ctx, slug) == []
    assert [c.table for c in fact.news if c.kind == "result"] == [3, 4]
    assert views.overview(ctx, slug).calm


@pytest.mark.req("BT-RES-1")
def test_a_report_is_in_the_journal_when_it_is_acknowledged(tmp_path: Path) -> None:
    ctx = Context(open_store(str(tmp_path / "events.db")), now=context_with_clock().now)
    ctx, slug = follow_saves([simple_save(), simple_save(R1)], ctx)
    running.publish_now(ctx, slug)
    both_report(ctx, slug, 1)
    other = Context(open_store(str(tmp_path / "events.db")))
    assert result_list(other, slug) == [(1, 1, "1-0")]
    assert other.open(slug).state == ctx.open(slug).state


@pytest.mark.req("BT-CON-1", "BT-CON-2")
@pytest.mark.parametrize("ours", [True, False])
def test_a_conflict_has_two_ways_out(ours: bool) -> None:
    ctx, slug = follow_round_1()
    results.report(ctx, slug, round_no=1, table=3, result="1-0")
    both_report(ctx, slug, 1)
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 2, 3: 2})))
    t = ctx.open(slug).state
    assert standings(ctx, slug)[1] is SyncState.CONFLICT
    assert [line.match.table for line in conflicts(t)] == [1, 3]  # both players agreed: first
    assert t.find_table(1, 1)[2].result is not None
    assert t.find_table(1, 1)[2].result.b.won  # TOM's stands
    assert result_list(ctx, slug) == []
    assert views.overview(ctx, slug).conflicts[0].tom_has == "0-1"
    running.settle(ctx, slug, round_no=1, table=1, ours=ours)
    assert [line.match.table for line in conflicts(ctx.open(slug).state)] == [3]
    if not ours:
        assert standings(ctx, slug)[1] is SyncState.IN_TOM
        assert (1, 1) not in ctx.open(slug).state.floor.claims  # the players see that it was withdrawn
        return
    row = views.list_rows(ctx, slug)[0]
    assert (row.table, row.result, row.tom_has) == (1, "1-0", "0-1")  # “correct table 1”
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 1, 3: 2})))
    assert result_list(ctx, slug) == []
    assert standings(ctx, slug)[1] is SyncState.IN_TOM
    with pytest.raises(NotFound):
        running.settle(ctx, slug, round_no=1, table=1, ours=True)


@pytest.mark.req("BT-CON-2")
def test_a_round_paired_while_a_conflict_is_open_is_not_shown_by_itself() -> None:
    ctx, slug = follow_round_1()
    both_report(ctx, slug, 1)
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 2, 2: 1, 3: 1, 4: 1})))
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 2, 2: 1, 3: 1, 4: 1}), R2))
    for _ in range(60):
        ctx.now()
    assert running.publish_due(ctx, slug) is None
    running.settle(ctx, slug, round_no=1, table=1, ours=False)
    assert running.publish_due(ctx, slug) is not None


@pytest.mark.req("B-31")
@pytest.mark.parametrize(("said", "code"), [("2-0", 1), ("2-1", 1), ("0-2", 2), ("1-0F", 1), ("1-1", 3), ("0-0", 10)])
def test_results_that_mean_the_same_are_no_conflict(said: str, code: int) -> None:
    """Ours has games, or a forfeit; TOM only says who won."""
    ctx, slug = follow_round_1()
    results.report(ctx, slug, round_no=1, table=1, result=said)
    follow_save(ctx, slug, simple_save(with_results(DONE, {1: code})))
    assert standings(ctx, slug)[1] is SyncState.IN_TOM
    assert (conflicts(ctx.open(slug).state), result_list(ctx, slug)) == ([], [])
    follow_save(ctx, slug, simple_save(with_results(DONE, {1: code}), R2))
    for _ in range(60):
        ctx.now()
    assert running.publish_due(ctx, slug) is not None, "the next round is shown"


@pytest.mark.req("B-31")
def test_another_winner_is_a_conflict_whatever_the_games() -> None:
    ctx, slug = follow_round_1()
    results.report(ctx, slug, round_no=1, table=1, result="2-1")
    follow_save(ctx, slug, simple_save(with_results(DONE, {1: 2})))
    assert standings(ctx, slug)[1] is SyncState.CONFLICT
    assert [(line.match.table, line.corrects) for line in conflicts(ctx.open(slug).state)] == [(1, False)]
    running.settle(ctx, slug, round_no=1, table=1, ours=True)
    assert [line.corrects for line in results_to_type(ctx.open(slug).state)] == [True]
    follow_save(ctx, slug, simple_save(with_results(DONE, {1: 1})))  # corrected in TOM, which has no games
    assert results_to_type(ctx.open(slug).state) == []


@pytest.mark.req("BT-CON-3")
def test_a_cleared_result_is_open_again_and_ours_is_back_on_the_list() -> None:
    ctx, slug = follow_round_1()
    both_report(ctx, slug, 1)
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 1, 2: 1})))
    fact = follow_save(ctx, slug, simple_save(with_results(R1, {2: 1})))
    assert fact.kind == "corrects"
    assert result_list(ctx, slug) == [(1, 1, "1-0")]
    fact = follow_save(ctx, slug, simple_save(R1))
    assert standings(ctx, slug)[2] is SyncState.OPEN  # TOM's own, taken back on purpose


@pytest.mark.req("BT-DIFF-4", "BT-DIFF-5", "BT-LOSS-1")
def test_a_rewind_sets_results_aside_and_they_come_back_with_the_pair() -> None:
    ctx, slug = follow_round_1()
    follow_save(ctx, slug, simple_save(DONE))
    follow_save(ctx, slug, simple_save(DONE, R2))
    running.publish_now(ctx, slug)
    both_report(ctx, slug, 2, number=2)
    follow_save(ctx, slug, simple_save(DONE, with_results(R2, {1: 1})))
    fact = follow_save(ctx, slug, simple_save(DONE))
    assert fact.kind == "rewinds"
    t = ctx.open(slug).state
    assert list(t.pods["masters"].rounds) == [1]
    assert len(results_set_aside(t)) == 2
    assert result_list(ctx, slug) == []
    assert [row.round for row in views.overview(ctx, slug).aside] == [2, 2]
    other = [(0, 1, 3, 3), (0, 5, 2, 2), (0, 7, 4, 1), (0, 6, 8, 4)]  # one pair of the two again, at another table
    follow_save(ctx, slug, simple_save(DONE, other))
    assert result_list(ctx, slug) == [(2, 3, "1-0")]
    assert views.list_rows(ctx, slug)[0].from_tom
    assert len(results_set_aside(ctx.open(slug).state)) == 1
    follow_save(ctx, slug, simple_save(DONE, R2))
    assert result_list(ctx, slug) == [(2, 1, "1-0"), (2, 2, "1-0")]


@pytest.mark.req("BT-LOSS-1")
def test_after_a_crash_of_tom_the_list_has_every_result_of_the_round() -> None:
    ctx, slug = follow_round_1()
    both_report(ctx, slug, 4, result="0-1")
    follow_save(ctx, slug, simple_save(with_results(R1, {1: 1, 2: 2, 3: 3})))
    fact = follow_save(ctx, slug, simple_save(R1))  # the round is started again from its backup
    assert fact.kind == "rewinds"
    assert result_list(ctx, slug) == [(1, 1, "1-0"), (1, 2, "0-1"), (1, 3, "½-½"), (1, 4, "0-1")]


@pytest.mark.req("BT-PUB-1", "BT-PUB-2", "BT-CON-4", "BT-DIFF-4")
def test_a_round_paired_again_before_and_after_it_was_published() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(R1)])
    t = ctx.open(slug).state
    assert t.pods["masters"].rounds[1].status is Status.DRAFTED
    again = [(0, 1, 3, 1), (0, 2, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
    assert follow_save(ctx, slug, simple_save(again)).kind == "re-pairs"
    assert tom_sync(ctx, slug).changed == {}  # nobody outside saw it
    running.publish_now(ctx, slug)
    both_report(ctx, slug, 1)
    both_report(ctx, slug, 3)
    assert follow_save(ctx, slug, simple_save(R1)).kind == "re-pairs"
    assert tom_sync(ctx, slug).changed == {("masters", 1): (1, 2)}
    assert views.overview(ctx, slug).rounds[0].changed == (1, 2)
    assert [(key.number, key.low, key.high) for key in results_set_aside(ctx.open(slug).state)] == [(1, 1, 3)]
    assert result_list(ctx, slug) == [(1, 3, "1-0")]
    assert ctx.open(slug).state.floor.claims.keys() == {(1, 3)}  # the new pair at table 1 has said nothing
    follow_save(ctx, slug, simple_save(again))
    assert ctx.open(slug).state.floor.claims.keys() == {(1, 1), (1, 3)}


@pytest.mark.req("BT-ID-4")
def test_a_pair_at_another_table_is_the_same_match() -> None:
    ctx, slug = follow_round_1()
    both_report(ctx, slug, 1)
    floor.extend(ctx, slug, round_no=1, table=1, minutes=3)
    moved = [(0, 2, 1, 9), *R1[1:]]  # and the other way round
    fact = follow_save(ctx, slug, simple_save(moved))
    assert [(c.kind, c.table) for c in fact.news] == [("moved", 9)]
    assert fact.kind == "continues"
    assert result_list(ctx, slug) == [(1, 9, "0-1")]
    assert ctx.open(slug).state.floor.extensions[1, 9].minutes == 3


@pytest.mark.req("BT-PUB-1")
def test_a_round_is_published_after_its_time_held_or_by_hand() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(R1)])
    assert running.publish_due(ctx, slug) is None
    row = views.overview(ctx, slug).rounds[0]
    assert row.waits
    assert row.seconds is not None
    assert 0 < row.seconds <= 15
    running.hold(ctx, slug)
    for _ in range(30):
        ctx.now()
    assert running.publish_due(ctx, slug) is None
    running.hold(ctx, slug, held=False)
    done = running.publish_due(ctx, slug)
    assert done is not None
    assert ctx.open(slug).state.pods["masters"].rounds[1].status is Status.STARTED
    with pytest.raises(Refused):
        running.hold(ctx, slug)
    events.change_settings(ctx, slug, {"publish_after": "hand"})
    follow_save(ctx, slug, simple_save(DONE, R2))
    for _ in range(30):
        ctx.now()
    assert running.publish_due(ctx, slug) is None
    events.change_settings(ctx, slug, {"publish_after": "0"})
    assert running.publish_due(ctx, slug) is not None


@pytest.mark.req("BT-PUB-3")
def test_a_strange_round_is_told_before_it_is_published() -> None:
    byes = [(5, 1, 0, 0), (0, 2, 3, 1), (0, 4, 5, 2), (0, 6, 7, 3)]
    done = [(code or 1, a, b, table) for code, a, b, table in byes]
    ctx, slug = follow_saves([simple_save(players_=7), simple_save(done, players_=7)])
    follow_save(ctx, slug, simple_save(done, byes, players_=7))
    told = [note.code for note in round_problems(ctx, slug)]
    assert told == ["tom-rematch"] * 3 + ["tom-second-bye"]
    dropped = {2: [dropped_node(1)]}
    follow_save(ctx, slug, simple_save(done, byes, players_=7, more=dropped))
    assert "tom-gone-paired" in [note.code for note in round_problems(ctx, slug)]


def round_problems(ctx: Context, slug: str) -> list[object]:
    return list(views.overview(ctx, slug).rounds[0].problems)


def dropped_node(after: int, status: int = 1) -> XmlNode:
    return XmlNode("dropped", None, "", [leaf("status", status), leaf("round", after), leaf("timestamp", "")])


@pytest.mark.req("BT-OWN-1", "BT-OWN-2")
def test_what_is_toms_is_refused_here_and_becomes_a_note() -> None:
    ctx, slug = follow_round_1()
    seq = ctx.open(slug).state.seq
    for work in (
        lambda: leaving.drop(ctx, slug, "1"),
        lambda: players.enter(ctx, slug, [players.NewPlayer(first="Eva", last="Roca")], confirmed=True),
        lambda: players.edit(ctx, slug, "1", {"byes": "1"}),
        lambda: rounds.finish(ctx, slug),
    ):
        with pytest.raises(Refused):
            work()
    for table in range(1, 5):
        results.report(ctx, slug, round_no=1, table=table, result="1-0")
    with pytest.raises(Refused) as refusal:
        rounds.finish(ctx, slug)
    assert refusal.value.code == "tom-runs"
    assert "do it there" in str(refusal.value)
    assert ctx.open(slug).state.seq == seq + 4
    running.leave_note(ctx, slug, "table 4: Nora B. drops")
    running.note_drop_request(ctx, slug, 3)
    notes = views.overview(ctx, slug).notes
    assert [note.text for note in notes] == ["table 4: Nora B. drops", "Nora3 Brasa drops"]
    running.tick_note(ctx, slug, notes[0].seq)
    assert len(views.overview(ctx, slug).notes) == 1
    floor.penalise(ctx, slug, "1", round_no=1, kind="warning", reason="")  # ours
    players.edit(ctx, slug, "1", {"club": "Torre Norte"})


@pytest.mark.req("BT-OWN-3")
def test_following_ends_and_the_event_goes_on_here() -> None:
    ctx, slug = follow_round_1()
    both_report(ctx, slug, 1)
    follow_save(ctx, slug, simple_save(with_results(R1, {2: 1})))
    running.stop(ctx, slug)
    for table in (3, 4):
        results.report(ctx, slug, round_no=1, table=table, result="0-1")
    rounds.finish(ctx, slug)
    rounds.pair(ctx, slug, not_here="pair")
    assert list(ctx.open(slug).state.pods["masters"].rounds) == [1, 2]


@pytest.mark.req("BT-DIFF-7")
def test_undo_takes_back_ours_never_toms() -> None:
    ctx, slug = follow_round_1()
    results.report(ctx, slug, round_no=1, table=1, result="1-0")
    follow_save(ctx, slug, simple_save(with_results(R1, {2: 1})))
    undo.undo(ctx, slug)
    assert result_list(ctx, slug) == []
    assert standings(ctx, slug)[2] is SyncState.IN_TOM
    with pytest.raises(Refused) as refusal:
        undo.undo(ctx, slug)
    assert refusal.value.code == "undo-tom"


@pytest.mark.req("BT-LOSS-1")
def test_no_order_of_saves_and_reports_loses_a_result() -> None:
    """Every order of a report, a rewind, a re-pairing and the way back: who sit together again have their result."""
    steps = (
        simple_save(R1),
        simple_save(with_results(R1, {4: 1})),
        simple_save([(0, 1, 3, 1), (0, 2, 4, 2), *R1[2:]]),
        simple_save([]),
    )
    for order in itertools.permutations(range(4)):
        ctx, slug = follow_round_1()
        both_report(ctx, slug, 1)
        for i in order:
            save = steps[i] if i != 3 else simple_save()
            take_save(ctx, slug, read_save(save), confirmed=True)
        take_save(ctx, slug, read_save(simple_save(R1)), confirmed=True)
        assert (1, 1, "1-0") in result_list(ctx, slug), order
        assert Context(ctx.store).open(slug).state == ctx.open(slug).state
    assert results_to_type(ctx.open(slug).state)


@pytest.mark.req("B-35")
def test_public_pages_end_by_the_last_save_and_a_date_far_away_is_told() -> None:
    ctx, slug = follow_round_1()
    days = ("10/04/2026", "09/04/2026", "09/01/2026", "10/04/2025", "12/24/2026")
    for day, warned in zip(days, (False, False, True, True, True), strict=True):
        follow_save(ctx, slug, simple_save(with_results(R1, {1: 1})).replace(b"02/14/2026", day.encode()))
        assert last_public_day(ctx.open(slug).state) == "2026-11-03", "30 days after the last save"
        check_public(ctx, slug)
        assert bool(views.overview(ctx, slug).date_warning) is warned
    assert views.overview(ctx, slug).date_warning == (
        "The date of the event in TOM is 2026-12-24, but TOM saved it on 2026-10-04: correct the date in TOM if it is "
        "wrong."
    )
    events.change_settings(ctx, slug, {"public_days": "7"})
    assert last_public_day(ctx.open(slug).state) == "2026-10-11"
