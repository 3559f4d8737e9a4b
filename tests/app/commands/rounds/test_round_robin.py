"""Round robins as events: everybody meets everybody, whatever the field, the table and the number of cycles."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.event.overview import overview
from pareo.app.queries.pages.cross_table import cross_table
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.app.rows.tables import MatchRecordRow
from pareo.core.model.entities import Phase, Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import Refused
from pareo.pages.exports import EXPORTS
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players

FILES = (
    "json",
    "event-json",
    "html",
    "xlsx",
    "tdf",
    "trf",
    "trf16",
    "tsh",
    "csv-pairings",
    "csv-standings",
    "csv-cross-table",
    "csv-cross-table-grid",
    "csv-information",
    "csv-cards",
)


def league(folder: Path, count: int, ruleset: str = "chess-round-robin", **settings: str) -> Stage:
    stage = Stage(folder, ruleset, **settings)
    stage.enter(
        [
            players.NewPlayer(first=p.first, last=p.last, id=p.id, rating=2000 - i)
            for i, p in enumerate(make_players(count))
        ]
    )
    return stage


def play_to_the_end(stage: Stage) -> None:
    stage.open_round()
    while True:
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)
        if len(stage.pod().rounds) == stage.pod().planned:
            return
        stage.open_round()


@pytest.mark.req("SP-1")
@pytest.mark.parametrize("schedule", ["berger", "rutsch"])
@pytest.mark.parametrize(("count", "cycles"), [(2, 1), (3, 2), (4, 1), (5, 1), (6, 2), (7, 2), (12, 1), (13, 1)])
def test_everybody_meets_everybody(tmp_path: Path, schedule: str, count: int, cycles: int) -> None:
    stage = league(tmp_path, count, schedule=schedule, cycles=str(cycles))
    play_to_the_end(stage)
    pod = stage.pod()
    assert pod.phase is Phase.ROUND_ROBIN
    assert pod.planned == cycles * (count - 1 + count % 2)
    met = Counter(pair for number in pod.rounds for pair in stage.pairs(number))
    assert met == Counter({frozenset(p): cycles for p in combinations(range(1, count + 1), 2)})
    rested = Counter(s.no for r in pod.rounds.values() for s in r.sitting)
    assert rested == Counter(dict.fromkeys(range(1, count + 1), cycles)) if count % 2 else not rested
    starts = Counter()
    for r in pod.rounds.values():
        for m in r.matches.values():
            starts[m.a] += 1
            starts[m.b] -= 1
    assert max(map(abs, starts.values()), default=0) <= (0 if cycles == 2 else 1), "the first move is balanced"
    table = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
    assert table == {f"p{no}": cycles * (count - no) for no in range(1, count + 1)}, "a rest gives no points"
    found = verify(stage.ctx, stage.slug)
    assert [(row.ok, row.proved, row.method) for row in found] == [(True, True, "table")] * pod.planned


@pytest.mark.req("SP-1")
@pytest.mark.parametrize("schedule", ["berger", "rutsch"])
@pytest.mark.parametrize("count", [31, 60])
def test_a_large_round_robin_by_its_drafts(tmp_path: Path, schedule: str, count: int) -> None:
    from pareo.core.tournament.drafting import draft  # noqa: PLC0415

    stage = league(tmp_path, count, schedule=schedule, cycles="2")
    stage.open_round(to=Status.DRAFTED)
    t, pod = stage.t, stage.pod()
    met = Counter(
        frozenset((a, b)) for number in range(1, pod.planned + 1) for a, b, _ in draft(t, pod, number, "s").pairs
    )
    assert met == Counter({frozenset(p): 2 for p in combinations(range(1, count + 1), 2)})


@pytest.mark.req("SP-1")
def test_any_ruleset_can_be_played_as_a_round_robin(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="round-robin")
    stage.enter(make_players(6, division="master"))
    assert overview(stage.ctx.open(stage.slug)).pods[0].rounds == 5
    assert any("unsanctioned" in note for note in events.show_event(stage.ctx, stage.slug).warnings)
    play_to_the_end(stage)
    assert len(stage.pod().rounds) == 5
    with raises_code(Refused, "robin-over"):
        rounds.pair(stage.ctx, stage.slug)


@pytest.mark.req("SP-1")
def test_the_rest_of_an_odd_field_is_a_bye_without_points(tmp_path: Path) -> None:
    stage = league(tmp_path, 5)
    stage.play(1, lower_number_wins)
    row = next(r for r in pairing_rows(stage.ctx, stage.slug) if r.kind != "match")
    assert (row.kind, row.points_a, row.b) == ("bye", 0, None)
    assert stage.pod().rounds[1].sitting[0].outcome is Outcome.REST
    record = next(r.record for r in standing_rows(stage.ctx, stage.slug) if r.player == row.a)
    assert record == MatchRecordRow(0, 0, 0)


@pytest.mark.req("SP-1", "S-6")
def test_nobody_joins_once_round_1_is_public(tmp_path: Path) -> None:
    stage = league(tmp_path, 4)
    stage.open_round(to=Status.PUBLISHED)
    with pytest.raises(Refused) as caught:
        late.enter_late(stage.ctx, stage.slug, players.NewPlayer(first="Zoe"), confirmed=True)
    assert caught.value.code == "late-robin-again"
    rounds.start(stage.ctx, stage.slug)
    with pytest.raises(Refused) as caught:
        late.enter_late(stage.ctx, stage.slug, players.NewPlayer(first="Zoe"), confirmed=True)
    assert caught.value.code == "late-robin"


@pytest.mark.req("SP-1", "S-11")
def test_who_leaves_loses_his_games_by_forfeit_and_may_come_back(tmp_path: Path) -> None:
    stage = league(tmp_path, 6)
    stage.play(1, lower_number_wins)
    stage.open_round(to=Status.DRAFTED)
    leaving.drop(stage.ctx, stage.slug, "p1")
    match = stage.pod().rounds[2].match_of(1)
    assert match is not None
    assert match.result is not None, "the table is not made anew"
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(1, lower_number_wins)
    third = stage.pod().rounds[3].match_of(1)
    assert third is not None
    assert third.result is not None
    assert Outcome.FORFEIT_WIN in (third.result.a, third.result.b)
    leaving.undrop(stage.ctx, stage.slug, "p1")
    play_to_the_end(stage)
    fourth = stage.pod().rounds[4].match_of(1)
    assert fourth is not None
    assert fourth.result is not None
    assert fourth.result.a.played
    assert all(row.ok for row in verify(stage.ctx, stage.slug))


@pytest.mark.req("SP-1", "SP-5")
def test_who_asked_off_a_round_or_leaves_early_forfeits_there(tmp_path: Path) -> None:
    stage = league(tmp_path, 4)
    players.edit(stage.ctx, stage.slug, "p1", {"absent": "2"})
    players.edit(stage.ctx, stage.slug, "p2", {"until": "2"})
    play_to_the_end(stage)
    lost = {
        (r.number, no)
        for r in stage.pod().rounds.values()
        for m in r.matches.values()
        for no, out in ((m.a, m.result.a if m.result else None), (m.b, m.result.b if m.result else None))
        if out is Outcome.FORFEIT_LOSS
    }
    assert lost == {(2, 1), (3, 2)}


@pytest.mark.req("SP-1", "SP-2")
def test_a_round_of_the_table_can_be_changed_by_hand_and_repaired(tmp_path: Path) -> None:
    stage = league(tmp_path, 6)
    stage.open_round(to=Status.DRAFTED)
    before = stage.pairs(1)
    first, second, *_ = stage.pod().rounds[1].matches.values()
    manual_changes.swap(stage.ctx, stage.slug, f"p{first.b}", f"p{second.b}", confirmed=True)
    assert stage.pairs(1) != before
    assert verify(stage.ctx, stage.slug)[0].warnings == ["The matches are not those of the table."]
    manual_changes.repair(stage.ctx, stage.slug)
    assert stage.pairs(1) == before
    with pytest.raises(Refused):
        manual_changes.repair(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, again=True, method="manual")
    manual_changes.put_together(stage.ctx, stage.slug, "p1", "p2", confirmed=True)
    manual_changes.put_together(stage.ctx, stage.slug, "p3", "p4", confirmed=True)
    manual_changes.put_together(stage.ctx, stage.slug, "p5", "p6", confirmed=True)
    rounds.publish(stage.ctx, stage.slug, confirmed=True, word="HAND")


@pytest.mark.req("SP-1")
def test_a_draft_made_before_the_table_was_changed_is_stale(tmp_path: Path) -> None:
    stage = league(tmp_path, 4)
    for changes in ({"cycles": "2"}, {"schedule": "rutsch"}, {"style": "swiss"}, {"style": ""}):
        stage.open_round(to=Status.DRAFTED) if not stage.t.pods else rounds.pair(stage.ctx, stage.slug, again=True)
        events.change_settings(stage.ctx, stage.slug, changes)
        with pytest.raises(Refused) as caught:
            rounds.publish(stage.ctx, stage.slug)
        assert caught.value.code == "pods-stale"
    rounds.pair(stage.ctx, stage.slug, again=True)
    rounds.publish(stage.ctx, stage.slug)
    assert (stage.pod().planned, stage.pod().rounds[1].system) == (6, "rutsch")


@pytest.mark.req("SP-1")
def test_a_field_too_large_is_refused(tmp_path: Path) -> None:
    stage = league(tmp_path, 201)
    with pytest.raises(Refused) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert caught.value.code == "robin-too-many"
    assert not stage.t.pods


@pytest.mark.req("SP-1", "SP-13")
@pytest.mark.parametrize("count", [4, 5])
def test_views_and_files_know_a_round_robin(tmp_path: Path, count: int) -> None:
    stage = league(tmp_path, count)
    stage.play(2, lower_number_wins)
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=3, table=1, result="1-0F")
    assert len(cross_table(stage.ctx, stage.slug, pod="main").rows) == count
    for name in FILES:
        assert EXPORTS[name].export(stage.ctx, stage.slug, "es", None).data
