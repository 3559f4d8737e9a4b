"""A result is one path, whoever enters it; its answer costs the same at the end of a round as at its beginning."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event.undo import undo
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import typed_results as scoring
from pareo.app.screens.round_tables import one_row
from pareo.core.text.errors import Conflict, PareoError, Refused
from support.errors import raises_code
from support.events.stage import Stage


class CountingStore:
    """A store that counts what it is asked, and how many rows it gives."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        real = getattr(self.store, name)
        if not callable(real):
            return real

        def counted(*given: Any, **more: Any) -> Any:
            found = real(*given, **more)
            self.asked[name] += 1
            self.asked["rows"] += len(found) if isinstance(found, list | dict) else 1
            return found

        return counted


def open_event(folder: Path, count: int = 24) -> Stage:
    stage = Stage(folder, "pokemon-tcg-2019-07")
    stage.enter(count)
    stage.open_round()
    return stage


def any_table(_table: int) -> bool:
    return True


def tables(stage: Stage) -> list[int]:
    return sorted(stage.t.pods["masters"].rounds[1].matches)


@pytest.mark.req("R-14")
def test_the_answer_to_a_result_reads_as_much_at_the_end_of_a_round(tmp_path: Path) -> None:
    stage = open_event(tmp_path)
    store = CountingStore(stage.ctx.store)
    ctx = Context(store, "keeper")  # type: ignore[arg-type]
    one_row(ctx.open(stage.slug), 1, 1)
    costs: list[Counter[str]] = []
    for table in tables(stage):
        store.asked.clear()
        scoring.enter(ctx, stage.slug, round_no=1, table=table, typed="1", may=any_table)
        row = one_row(ctx.open(stage.slug), 1, table)
        assert row.reported is not None
        assert row.reported.actor == "keeper"
        costs.append(Counter(store.asked))
    assert costs[0] == costs[-1]
    assert len({tuple(sorted(cost.items())) for cost in costs}) == 1
    assert costs[0]["read"] == 0, "who reported stands in the state"


@pytest.mark.req("R-14")
def test_a_conflict_names_who_entered_it_without_reading_the_journal(tmp_path: Path) -> None:
    stage = open_event(tmp_path, 8)
    stage.ctx.actor = "Berta"
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    store = CountingStore(stage.ctx.store)
    ctx = Context(store, "Carlo")  # type: ignore[arg-type]
    ctx.open(stage.slug)
    store.asked.clear()
    with raises_code(Conflict, "result-meanwhile", who="Berta"):
        scoring.enter(ctx, stage.slug, round_no=1, table=1, typed="2", may=any_table)
    assert store.asked["read"] == 0


def test_who_reported_is_the_same_in_a_state_read_anew(tmp_path: Path) -> None:
    stage = open_event(tmp_path, 8)
    ctx, slug = stage.ctx, stage.slug
    ctx.actor = "Berta"
    scoring.enter(ctx, slug, round_no=1, table=1, typed="1", may=any_table)
    scoring.enter(ctx, slug, round_no=1, table=2, typed=scoring.AGREED, may=any_table)
    match = stage.t.find_table(1, 3)[2]
    for no, said in ((match.a, "1-0"), (match.b, "0-1")):
        ctx.actor = f"player {no}"
        floor.claim(ctx, slug, no=no, round_no=1, result=said)
    ctx.actor = "Carlo"
    results.take_back(ctx, slug, round_no=1, table=1)
    told = dict(stage.t.floor.reported)
    assert [(told[1, t].actor, told[1, t].by_players, told[1, t].agreed) for t in (1, 2, 3)] == [
        ("Berta", False, False),
        ("Berta", False, True),
        (f"player {match.b}", True, False),
    ]
    ctx.invalidate(slug)
    assert ctx.open(slug).state.floor.reported == told


def test_an_undone_result_has_no_reporter(tmp_path: Path) -> None:
    stage = open_event(tmp_path, 8)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    undo(stage.ctx, stage.slug)
    assert stage.ctx.open(stage.slug).state.floor.reported == {}


@pytest.mark.parametrize(("typed", "text"), [("1", "1-0"), ("=", "="), ("00f", "0-0F"), ("-", None)])
def test_keyboard_program_and_file_write_the_same_fact(tmp_path: Path, typed: str, text: str | None) -> None:
    facts = []
    for name in ("keyboard", "program", "file"):
        (tmp_path / name).mkdir()
        stage = open_event(tmp_path / name, 8)
        ctx, slug = stage.ctx, stage.slug
        if text is None:
            results.report(ctx, slug, round_no=1, table=2, result="0-1")
        if name == "keyboard":
            done = scoring.enter(ctx, slug, round_no=1, table=2, typed=typed, may=any_table)
        elif name == "file" or text is None:
            done = results.import_results(ctx, slug, [results.ResultRow(text, 2)], round_no=1)
        else:
            done = results.report(ctx, slug, round_no=1, table=2, result=text)
        facts.append(done.fact)
    assert facts[0] == facts[1] == facts[2]


def test_every_way_refuses_the_same(tmp_path: Path) -> None:
    stage = open_event(tmp_path, 8)
    ctx, slug = stage.ctx, stage.slug
    row = results.ResultRow("9-9-9", 2, where="line 4")
    ways: list[Any] = [
        lambda: results.report(ctx, slug, round_no=1, table=2, result="9-9-9"),
        lambda: scoring.enter(ctx, slug, round_no=1, table=2, typed="9-9-9", may=any_table),
        lambda: scoring.enter_many(ctx, slug, [row], round_no=1, may=any_table),
    ]
    codes = set()
    for way in ways:
        with pytest.raises(PareoError) as caught:
            way()
        codes.add(caught.value.code)
    assert len(codes) == 1
    with pytest.raises(Refused) as refused:
        scoring.enter_many(ctx, slug, [results.ResultRow("1-0", 2, where="line 4")], round_no=1, may=lambda _: False)
    assert refused.value.code == "line-not-yours"
    with pytest.raises(Refused) as refused:
        scoring.enter(ctx, slug, round_no=1, table=2, typed="1", may=lambda _: False)
    assert refused.value.code == "table-not-yours"
    assert stage.t.floor.reported == {}
