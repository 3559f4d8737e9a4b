"""Results of different tables never conflict, whoever else writes at the same moment (R-11)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import typed_results as scoring
from pareo.core.text.errors import Conflict
from pareo.store import open_store
from support.errors import raises_code
from support.events.stage import Stage
from support.web.server import EventServer, serve_database, serve_event

COUNT = 48


class RacedStore:
    """A store in front of which somebody else always writes first, so many times."""

    def __init__(self, store: Any, first: list[Callable[[], object]]) -> None:
        self.store, self.first, self.asked = store, first, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def append(self, *given: Any, **more: Any) -> Any:
        self.asked += 1
        if self.first:
            self.first.pop(0)()
        return self.store.append(*given, **more)


def raced_event(folder: Path, first: list[Callable[[Stage], object]]) -> tuple[Stage, Context, RacedStore]:
    stage = Stage(folder, "pokemon-tcg-2019-07")
    stage.enter(16)
    stage.open_round()
    others = Stage.__new__(Stage)  # another process: its own desk on the same file
    others.ctx, others.slug, others.path = Context(open_store(str(stage.path)), "Berta"), stage.slug, stage.path
    raced = RacedStore(stage.ctx.store, [lambda work=work: work(others) for work in first])
    return stage, Context(raced, "Carlo"), raced  # type: ignore[arg-type]


def report_first(table: int, result: str = "0-1") -> Callable[[Stage], object]:
    return lambda stage: results.report(stage.ctx, stage.slug, round_no=1, table=table, result=result)


@pytest.mark.req("R-11")
def test_an_append_that_lost_a_race_is_repeated(tmp_path: Path) -> None:
    stage, ctx, raced = raced_event(tmp_path, [report_first(2), report_first(3), report_first(4)])
    results.report(ctx, stage.slug, round_no=1, table=1, result="1-0")
    assert raced.asked == 4
    found = {m.table: m.result is not None for m in stage.pod().rounds[1].matches.values()}
    assert [found[table] for table in (1, 2, 3, 4, 5)] == [True, True, True, True, False]
    scoring.enter(ctx, stage.slug, round_no=1, table=5, typed="1", may=lambda _: True)
    assert raced.asked == 5, "without a race it is written at once"


@pytest.mark.req("R-11")
def test_players_own_reports_are_repeated_too(tmp_path: Path) -> None:
    stage, ctx, raced = raced_event(tmp_path, [report_first(2), report_first(3)])
    match = stage.t.find_table(1, 1)[2]
    floor.claim(ctx, stage.slug, no=match.a, round_no=1, result="1-0")
    floor.claim(ctx, stage.slug, no=match.b, round_no=1, result="0-1")
    assert raced.asked == 4
    assert stage.t.find_table(1, 1)[2].result is not None


@pytest.mark.req("R-11")
@pytest.mark.parametrize("way", ["program", "keyboard", "file"])
def test_the_same_table_is_still_a_conflict(tmp_path: Path, way: str) -> None:
    stage, ctx, _ = raced_event(tmp_path, [report_first(1)])
    ways: dict[str, Callable[[], object]] = {
        "program": lambda: results.report(ctx, stage.slug, round_no=1, table=1, result="1-0"),
        "keyboard": lambda: scoring.enter(ctx, stage.slug, round_no=1, table=1, typed="1", may=lambda _: True),
        "file": lambda: results.import_results(ctx, stage.slug, [results.ResultRow("1-0", 1)], round_no=1),
    }
    with raises_code(Conflict, "result-meanwhile", who="Berta") as caught:
        ways[way]()
    assert caught.value.code == "result-meanwhile"
    match = stage.t.find_table(1, 1)[2]
    assert match.result is not None
    assert match.result.b.won, "nothing was replaced unseen"


@pytest.mark.req("R-11")
def test_who_reports_the_same_as_somebody_else_does_not_quarrel(tmp_path: Path) -> None:
    stage, ctx, _ = raced_event(tmp_path, [report_first(1, "1-0")])
    results.report(ctx, stage.slug, round_no=1, table=1, result="1-0")
    match = stage.t.find_table(1, 1)[2]
    assert match.result is not None
    assert match.result.a.won


@pytest.mark.req("R-11")
def test_a_pairing_that_changed_meanwhile_is_a_conflict(tmp_path: Path) -> None:
    stage, ctx, _ = raced_event(tmp_path, [])
    event = ctx.open(stage.slug)
    before = event.state.find_table(1, 1)[2]
    found = [before]
    _, r, other = event.state.find_table(1, 2)
    planned = results._Planned(results.ResultRow("1-0", 1), stage.pod(), r, other, None)
    with raises_code(Conflict, "table-meanwhile", table=2):
        results._check_untouched(event, found, [planned])


@pytest.mark.slow
@pytest.mark.req("R-11")
def test_two_servers_on_one_database_take_results_of_all_tables_at_once(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    with serve_event(db, count=2 * COUNT) as one, serve_database(db, one.token, one.session) as two:

        def report(at: tuple[EventServer, int]) -> tuple[int, str]:
            return at[0].report(at[1])

        work = [((one, two)[table % 2], table) for table in range(1, COUNT + 1)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(report, work))
        assert [text for status, text in answers if status != 200] == []
        assert sorted(one.results()) == sorted(two.results()) == list(range(1, COUNT + 1))
