"""Giving results back to TOM, what a save can tell, standings as TOM ranks, the clock, kill -9, who is forgotten."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.tom import running, views
from pareo.core.model.entities import Phase, Status
from pareo.core.text.errors import NotFound, Refused
from pareo.core.tom.matches import results_to_type
from pareo.core.tom.slip_numbers import check_digit, slip_number
from pareo.core.tournament.tables import tables
from pareo.formats.tdf.compare import differences
from pareo.formats.tdf.follow import begin, read_save, take_save
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.tom import export
from pareo.formats.tdf.watch import follow
from pareo.formats.tdf.write_back import write_back
from pareo.formats.tdf.xml import XmlNode, leaf, write
from pareo.print.code128 import bars, symbols, widths
from pareo.print.document import PrintOptions
from pareo.print.slips import slips
from pareo.store import open_store
from support import paths
from support.errors import raises_code
from support.files.tdf import finished, two_brackets
from support.files.tom import context_with_clock, follow_save, follow_saves, simple_save, tom_sync

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]


def results_not_in_tom(tmp_path: Path) -> tuple[Context, str, Path]:
    """Round 1 is played: three results are here and not in TOM."""
    file = tmp_path / "copa.tdf"
    file.write_bytes(simple_save(R1))
    ctx = context_with_clock()
    slug = follow(ctx, str(file))
    running.publish_now(ctx, slug)
    for table, result in ((1, "1-0"), (2, "0-1"), (4, "½-½")):
        results.report(ctx, slug, round_no=1, table=table, result=result)
    return ctx, slug, file


# --- back to TOM ------------------------------------------------------------------------------------------------------


@pytest.mark.req("BT-BACK-3")
def test_three_results_change_exactly_six_lines(tmp_path: Path) -> None:
    ctx, slug, file = results_not_in_tom(tmp_path)
    with raises_code(Refused, "tom-write-off"):
        write_back(ctx, slug)
    events.change_settings(ctx, slug, {"tom_write": "copy"})
    made, _ = write_back(ctx, slug)
    assert made.name == "copa_pareo.tdf"
    assert file.read_bytes() == simple_save(R1)  # TOM's own is not touched
    before, after = simple_save(R1).splitlines(), made.read_bytes().splitlines()
    other = [(old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new]
    assert len(other) == 6
    assert [new for _, new in other[::2]] == [b'<match outcome="1">', b'<match outcome="2">', b'<match outcome="3">']
    assert all(new.startswith(b"<timestamp>10/04/2026 ") for _, new in other[1::2])
    read_save(made.read_bytes())


@pytest.mark.req("BT-BACK-4")
def test_tom_must_have_what_was_written_or_there_is_an_alarm(tmp_path: Path) -> None:
    ctx, slug, _ = results_not_in_tom(tmp_path)
    events.change_settings(ctx, slug, {"tom_write": "copy"})
    made, _ = write_back(ctx, slug)
    follow_save(ctx, slug, simple_save([*R1[:2], (1, 5, 6, 3), R1[3]]))  # TOM saved what it had in memory
    row = views.overview(ctx, slug)
    assert row.untaken == 3
    assert [(line.table, line.untaken) for line in row.to_type] == [(1, True), (2, True), (4, True)]
    follow_save(ctx, slug, made.read_bytes().replace(b'<match outcome="0">', b'<match outcome="1">'))
    row = views.overview(ctx, slug)
    assert (row.untaken, row.to_type) == (0, ())


@pytest.mark.req("BT-BACK-3")
def test_nothing_is_written_over_what_is_not_known(tmp_path: Path) -> None:
    ctx, slug, file = results_not_in_tom(tmp_path)
    events.change_settings(ctx, slug, {"tom_write": "in-place"})
    file.write_bytes(simple_save([*R1[:3], (1, 7, 8, 4)]))
    with raises_code(Refused, "tom-write-changed"):
        write_back(ctx, slug)
    follow_save(ctx, slug, file.read_bytes())  # and now TOM has another result than we have
    with raises_code(Refused, "tom-write-conflict"):
        write_back(ctx, slug)
    running.settle(ctx, slug, round_no=1, table=4, ours=False)
    made, _ = write_back(ctx, slug)
    assert made == file
    assert (tmp_path / "copa_pareo-before.tdf").read_bytes() == simple_save([*R1[:3], (1, 7, 8, 4)])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["copa.tdf", "copa_pareo-before.tdf"]
    follow_save(ctx, slug, file.read_bytes())
    assert results_to_type(ctx.open(slug).state) == []
    with pytest.raises(NotFound):
        write_back(ctx, slug)


@pytest.mark.req("BT-BACK-2")
def test_a_slip_number_and_its_bars() -> None:
    assert slip_number("2", 3, 7, 40, 1) == "23071" + str(check_digit("23071"))
    assert check_digit("23071") == (10 - (2 + 6 + 0 + 14 + 1) % 10) % 10
    assert slip_number("10", 1, 5, 1200, 3)[:-1] == "1010053"  # at most three digits for a table
    assert symbols("123456") == [105, 12, 34, 56, (105 + 12 + 2 * 34 + 3 * 56) % 103]
    assert symbols("1234567")[4:6] == [100, 23]  # the odd digit in the other set
    for number in ("1", "12", "12345"):
        assert sum(widths(number)) == 11 * len(symbols(number)) + 13
        drawn, width = bars(number)
        assert drawn[0][0] == 10
        assert drawn[-1][0] + drawn[-1][1] == width - 10


@pytest.mark.req("BT-PRN-1")
def test_slips_carry_the_address_and_toms_numbers(tmp_path: Path) -> None:
    ctx, slug, _ = results_not_in_tom(tmp_path)
    wish = PrintOptions(round_no=1, address="http://10.0.0.5:8000/e/copa")
    part = slips(ctx, slug, wish)[0]
    assert str(part["qr"]).startswith("<svg")
    pages: list[list[dict[str, object]]] = part["pages"]  # type: ignore[assignment]
    assert [slip["codes"] for slip in pages[0]] == [[]] * 4
    events.change_settings(ctx, slug, {"tom_scan": "yes"})
    part = slips(ctx, slug, PrintOptions(round_no=1, tables=(2, 4)))[0]
    pages = part["pages"]  # type: ignore[assignment]
    assert [(slip["table"], len(slip["codes"])) for slip in pages[0]] == [("2", 3), ("4", 3)]  # type: ignore[arg-type]


# --- what a save can tell ---------------------------------------------------------------------------------------------


def dropped_node(status: int, after: int) -> XmlNode:
    return XmlNode("dropped", None, "", [leaf("status", status), leaf("round", after), leaf("timestamp", "")])


@pytest.mark.req("BT-DIFF-2")
def test_each_fact_once_and_in_right_words() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(R1)])

    def told(data: bytes) -> list[str]:
        fact = follow_save(ctx, slug, data)
        assert views.describe_saved_fact(fact, ctx.open(slug))  # in words
        return [change.kind for change in fact.news]

    assert told(simple_save([(6, 1, 2, 1), (10, 3, 4, 2), *R1[2:]])) == ["started", "result", "result"]
    assert told(simple_save([(6, 1, 2, 1), (10, 3, 4, 2), (9, 5, 6, 3), R1[3]])) == ["deleted"]
    assert told(simple_save([(6, 1, 2, 1), (10, 3, 4, 2), *R1[2:]])) == ["re-paired"]
    assert told(simple_save([(6, 1, 2, 1), (0, 3, 4, 2), *R1[2:]])) == ["result-cleared"]
    assert told(simple_save([(6, 1, 2, 1), (1, 3, 4, 2), *R1[2:]], more={1: [dropped_node(1, 1)]})) == [
        "dropped",
        "result",
    ]
    assert told(simple_save([(6, 1, 2, 1), (1, 3, 4, 2), *R1[2:]])) == ["undropped"]
    assert told(simple_save([(6, 1, 2, 1), (1, 3, 4, 2), *R1[2:]], more={4: [dropped_node(2, 1)]})) == ["disqualified"]
    late = XmlNode(
        "late",
        None,
        "",
        [leaf("round", 1), leaf("timestamp", ""), leaf("forcedloss", "true"), leaf("usedforcedloss", "true")],
    )
    nine = [(6, 1, 2, 1), (1, 3, 4, 2), *R1[2:], (8, 9, 0, 0)]
    assert told(simple_save(nine, players_=9, more={4: [dropped_node(2, 1)], 9: [late]})) == ["late", "pods"]
    assert (
        told(
            simple_save(
                [(code or 1, a, b, table) for code, a, b, table in nine],
                players_=9,
                more={4: [dropped_node(2, 1)], 9: [late]},
            )
        )[0]
        == "finished"
    )


@pytest.mark.req("BT-DIFF-2", "BT-SCR-1")
def test_brackets_of_two_divisions_in_one_round_with_a_third_place() -> None:
    ctx = context_with_clock()
    slug = begin(ctx, read_save(write(two_brackets())))
    pods = ctx.open(slug).state.pods
    cuts = {name: p for name, p in pods.items() if p.phase is Phase.CUT}
    assert sorted(cuts) == ["junior-cut", "master-cut"]
    assert all(p.third_place and len(p.rounds) == 2 for p in cuts.values())


@pytest.mark.req("BT-STD-1", "BT-FIN-1")
@pytest.mark.parametrize(("order", "differ"), [((1, 2, 3, 4), 0), ((2, 1, 3, 4), 2)])
def test_at_the_end_toms_places_are_official_and_differences_are_told_to_staff(
    order: tuple[int, ...], differ: int
) -> None:
    data = write(finished(*order))
    ctx = context_with_clock()
    slug = begin(ctx, read_save(data))
    assert [tom_sync(ctx, slug).places[no] for no in order] == [1, 2, 3, 4]
    rows = differences(ctx, slug, in_file=tom_sync(ctx, slug).places)
    assert sum(row.place != row.tom_place for row in rows) == differ
    assert export(ctx, slug).data == data


@pytest.mark.req("BT-STD-1")
def test_standings_follow_each_finished_round_and_toms_order_of_the_list_decides() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(DONE, order=[8, 7, 6, 5, 4, 3, 2, 1])])
    rows = tables(ctx.open(slug).state)[0].rows
    ids = [ctx.open(slug).id(row.no) for row in rows]
    assert ids == ["7", "5", "3", "1", "8", "6", "4", "2"]


@pytest.mark.req("BT-STD-2")
def test_pairs_across_scores_are_told_to_staff_only() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(DONE)])
    follow_save(ctx, slug, simple_save(DONE, [(0, 1, 4, 1), (0, 3, 2, 2), (0, 5, 7, 3), (0, 6, 8, 4)]))
    quality = views.overview(ctx, slug).rounds[0].quality
    assert quality == "TOM paired 2 tables with unequal scores; the minimum was 0."
    follow_save(ctx, slug, simple_save(DONE, [(0, 1, 3, 1), (0, 2, 4, 2), (0, 5, 7, 3), (0, 6, 8, 4)]))
    assert not views.overview(ctx, slug).rounds[0].quality


@pytest.mark.req("BT-CLK-1")
def test_the_clock_is_ours_and_may_start_with_toms() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(R1)])
    t = ctx.open(slug).state
    assert (t.settings["round_minutes"], t.settings["cut_minutes"]) == (50, 75)
    running.publish_now(ctx, slug)
    follow_save(ctx, slug, simple_save([(1, 1, 2, 1), *R1[1:]], started=True))
    timed = sorted(tom_sync(ctx, slug).timed)
    assert timed == [("masters", 1)]
    assert running.clock_due(ctx, slug, timed) is None  # by one tap, unless it is set otherwise
    events.change_settings(ctx, slug, {"tom_clock": "tom"})
    assert running.clock_due(ctx, slug, timed) is not None
    assert ctx.open(slug).state.floor.clocks["masters", 1].minutes == 50
    assert running.clock_due(ctx, slug, timed) is None  # once
    floor.pause_clock(ctx, slug)
    take_save(ctx, slug, read_save(simple_save([(1, 1, 2, 1), (1, 3, 4, 2), *R1[2:]], started=True)))
    assert ctx.open(slug).state.floor.clocks["masters", 1].paused_at  # TOM's saves do not touch it


@pytest.mark.req("BT-HALL-1")
def test_nothing_beside_tom_asks_the_internet() -> None:
    pages = [
        paths.ROOT / "src/pareo/pages/templates/console" / name
        for name in ("beside.html", "beside_list.html", "beside_scan.html", "follow_tom.html")
    ]
    for page in pages:
        assert "http://" not in page.read_text(encoding="utf-8")
        assert "https://" not in page.read_text(encoding="utf-8")


# --- kept, forgotten, killed ------------------------------------------------------------------------------------------


@pytest.mark.req("BT-DIFF-3")
def test_a_forgotten_person_is_in_no_save_and_does_not_come_back(tmp_path: Path) -> None:
    ctx = Context(open_store(str(tmp_path / "events.db")), now=context_with_clock().now)
    ctx, slug = follow_saves([simple_save(), simple_save(R1)], ctx)
    leaving.forget(ctx, slug, "3")
    event = ctx.open(slug)
    for number in (1, 2):
        data = save_bytes(ctx, event, number)
        assert b"Nora3" not in data
        assert b"Nora4" in data
    follow_save(ctx, slug, simple_save([(1, 1, 2, 1), *R1[1:]]))
    assert ctx.open(slug).name(3) == "#3"
    assert len(ctx.open(slug).state.entrants) == 8
    assert b"Nora3" not in b"".join(p.read_bytes() for p in tmp_path.iterdir())


@pytest.mark.req("BT-LOSS-1")
def test_after_each_entry_a_fresh_process_sees_the_same(tmp_path: Path) -> None:
    """Reports, slow saves and a file for TOM: whatever was acknowledged is there for whoever opens the file next."""
    db = str(tmp_path / "events.db")
    ctx = Context(open_store(db), now=context_with_clock().now)
    ctx, slug = follow_saves([simple_save(), simple_save(R1)], ctx)
    running.publish_now(ctx, slug)
    events.change_settings(ctx, slug, {"publish_after": "0"})
    steps = [
        lambda: floor.claim(ctx, slug, no=1, round_no=1, result="1-0"),
        lambda: floor.claim(ctx, slug, no=2, round_no=1, result="0-1"),
        lambda: results.report(ctx, slug, round_no=1, table=2, result="0-1"),
        lambda: follow_save(ctx, slug, simple_save([(2, 1, 2, 1), *R1[1:]])),
        lambda: running.settle(ctx, slug, round_no=1, table=1, ours=True),
        lambda: follow_save(ctx, slug, simple_save(R1)),
        lambda: follow_save(ctx, slug, simple_save([(1, 1, 2, 1), (2, 3, 4, 2), *R1[2:]])),
    ]
    lists = []
    for step in steps:
        step()
        other = Context(open_store(db))
        assert other.open(slug).state == ctx.open(slug).state
        lists.append([(row.table, row.result) for row in views.list_rows(other, slug)])
        other.store.close()
    assert lists == [
        [],
        [(1, "1-0")],
        [(1, "1-0"), (2, "0-1")],
        [(2, "0-1")],
        [(1, "1-0"), (2, "0-1")],
        [(1, "1-0"), (2, "0-1")],
        [],
    ]
    assert ctx.store.verify(slug) == ctx.open(slug).state.seq


_CHILD = """
import sys
from pareo.app.tom import running
from pareo.app.base.context import Context
from pareo.app.commands.results import enter_result as report
from pareo.store import open_store
ctx = Context(open_store(sys.argv[1]))
for table in (1, 2, 3, 4) * 50:
    report.report(ctx, sys.argv[2], round_no=1, table=table, result="1-0" if table % 2 else "0-1")
    print(table, flush=True)
"""


@pytest.mark.req("BT-LOSS-1")
def test_kill_9_loses_no_acknowledged_result(tmp_path: Path) -> None:
    db = str(tmp_path / "events.db")
    ctx = Context(open_store(db))
    ctx, slug = follow_saves([simple_save(), simple_save(R1)], ctx)
    running.publish_now(ctx, slug)
    ctx.store.close()
    env = {**os.environ, "PYTHONPATH": str(paths.ROOT / "src")}
    with subprocess.Popen([sys.executable, "-c", _CHILD, db, slug], stdout=subprocess.PIPE, env=env) as child:
        assert child.stdout is not None
        told = {int(child.stdout.readline()) for _ in range(3)}
        child.send_signal(signal.SIGKILL)
    again = Context(open_store(db))
    assert told <= {row.table for row in views.list_rows(again, slug)}
    assert again.store.verify(slug) == again.open(slug).state.seq
    assert again.open(slug).state.pods["masters"].rounds[1].status is Status.STARTED
