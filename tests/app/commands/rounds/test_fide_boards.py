"""Chess rounds: when none is possible the way goes by hand; boards in the Handbook's order; what the program says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import __version__
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import hand_phase, manual_changes, rounds
from pareo.core.model.editions import EDITIONS, ENGINE
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import NeedsConfirmation, NeedsTypedWord, Refused
from pareo.formats.trf.write import export
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players


def chess(folder: Path, count: int, fixed: int = 0, **settings: str) -> Stage:
    stage = Stage(folder, "chess-fide", **settings)
    stage.enter(
        [
            NewPlayer(
                first=p.first,
                last=p.last,
                id=p.id,
                rating=2200 - 40 * i,
                fixed_table=9 if p.id == f"p{fixed}" else None,
            )
            for i, p in enumerate(make_players(count))
        ]
    )
    return stage


@pytest.mark.req("F-19", "F-35")
def test_where_no_round_is_possible_it_says_why_and_the_way_by_hand_is_open(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4, rounds="4")
    stage.play(3, lower_number_wins)
    with pytest.raises(Refused) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert caught.value.code == "no-legal-round"
    assert "too many of these players have met" in str(caught.value)
    assert "by hand (method manual)" in str(caught.value)
    assert 4 not in stage.pod().rounds, "nothing was paired"
    rounds.pair(stage.ctx, stage.slug, method="manual")
    for a, b in (("p1", "p2"), ("p3", "p4")):
        with raises_code(NeedsConfirmation, "fide-confirm", says="have met"):
            manual_changes.put_together(stage.ctx, stage.slug, a, b)
        manual_changes.put_together(stage.ctx, stage.slug, a, b, confirmed=True)
    with pytest.raises(NeedsTypedWord):
        hand_phase.end(stage.ctx, stage.slug, confirmed=True)
    hand_phase.end(stage.ctx, stage.slug, confirmed=True, word="HAND")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug)


@pytest.mark.req("F-34")
def test_boards_go_by_score_sum_and_number_with_virtual_points_and_fixed_tables_stay(tmp_path: Path) -> None:
    stage = chess(tmp_path, 16, fixed=3, rounds="7", acceleration="baku")
    for number in (1, 2, 3):
        rounds.pair(stage.ctx, stage.slug)
        t = stage.t
        won = dict.fromkeys(t.entrants, 0)
        for earlier in range(1, number):
            for m in stage.pod().rounds[earlier].matches.values():
                won[min(m.a, m.b)] += t.ruleset.points[Outcome.WIN]
        half = number == 3  # ACC 1: 7 rounds, 4 of them accelerated, a win in the first two, a draw then
        virtual = t.ruleset.points[Outcome.DRAW] if half else t.ruleset.points[Outcome.WIN]
        score = {no: won[no] + (virtual if no <= 8 else 0) for no in won}
        keys = []
        tables = stage.pod().rounds[number].matches
        assert {3} & {tables[9].a, tables[9].b}, "a player with a fixed table sits there"
        for table in sorted(tables):
            if table != 9:
                higher, lower = sorted((tables[table].a, tables[table].b), key=lambda no: (-score[no], no))
                keys.append((-score[higher], -score[higher] - score[lower], higher))
        assert keys == sorted(keys), number
        rounds.publish(stage.ctx, stage.slug)
        rounds.start(stage.ctx, stage.slug)
        for table, m in tables.items():
            results.report(stage.ctx, stage.slug, round_no=number, table=table, result=lower_number_wins(m.a, m.b))
        rounds.finish(stage.ctx, stage.slug)
    assert stage.pod().rounds[3].status is Status.FINISHED


@pytest.mark.req("F-23")
def test_the_report_names_program_engine_and_editions(tmp_path: Path) -> None:
    stage = chess(tmp_path, 4, rounds="3")
    stage.play(1, lower_number_wins)
    lines = export(stage.ctx, stage.slug).data.decode().splitlines()
    assert f"182 Pareo {__version__}; {ENGINE}; {EDITIONS}" in lines
    assert all(edition in EDITIONS for edition in ("C.04.3", "C.07"))
