"""Swiss events from the first to the last round: byes, records, rematches, the same seed, sections, two days."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.rounds import verify as verifying
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players

JULY = "pokemon-tcg-2019-07"
E09 = "pokemon-2009"


def byes(stage: Stage) -> list[int]:
    return [s.no for r in stage.pod().rounds.values() for s in r.sitting if s.outcome is Outcome.BYE]


@pytest.mark.req("P-SW-2")
@pytest.mark.parametrize(("ruleset", "win", "tie"), [(JULY, 3, 1), ("pokemon-tcg-2019-04", 3, 1), (E09, 1, None)])
def test_points_and_the_bye_is_a_win(tmp_path: Path, ruleset: str, win: int, tie: int | None) -> None:
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(5)
    stage.open_round()
    first, second = sorted(stage.pod().rounds[1].matches)
    results.report(stage.ctx, stage.slug, round_no=1, table=first, result="1-0")
    if tie is None:
        with pytest.raises(BadInput):
            results.report(stage.ctx, stage.slug, round_no=1, table=second, result="=")
        results.report(stage.ctx, stage.slug, round_no=1, table=second, result="0-1")
    else:
        results.report(stage.ctx, stage.slug, round_no=1, table=second, result="=")
    rounds.finish(stage.ctx, stage.slug)
    points = Counter(row.points for row in event_tables.standing_rows(stage.ctx, stage.slug))
    assert points == ({win: 2, tie: 2, 0: 1} if tie else {win: 3, 0: 2})


@pytest.mark.req("P-SW-3")
def test_one_bye_a_round_in_the_lowest_group_never_twice(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(9)
    for number in range(1, 6):
        stage.open_round()
        points = {row.player: row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)}
        got = byes(stage)
        assert len(got) == number, "exactly one bye a round"
        assert len(set(got)) == number, "never, if a round without rematches exists"
        can = [points[f"p{no}"] for no in range(1, 10) if no not in got[:-1]]
        assert points[f"p{got[-1]}"] == min(can), "the lowest record of those who have had none"
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)


@pytest.mark.req("P-SW-6", "X-4", "S-2")
@pytest.mark.parametrize("ruleset", [JULY, "xwing-epic-duel", "scrabble-fise"])
def test_nobody_meets_twice(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5")
    stage.enter(10)
    stage.play(5, lower_number_wins)
    met = Counter(pair for number in range(1, 6) for pair in stage.pairs(number))
    assert max(met.values()) == 1
    assert all(row.ok for row in verifying.verify(stage.ctx, stage.slug))


@pytest.mark.req("P-SW-6")
def test_where_a_rematch_cannot_be_helped_it_is_told_before_publishing(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(2)
    stage.play(1)
    done = rounds.pair(stage.ctx, stage.slug)
    assert any("rematch" in note for note in done.notes)
    with raises_code(NeedsConfirmation, "publish-warnings", says="rematch"):
        rounds.publish(stage.ctx, stage.slug)
    assert stage.pod().rounds[2].status is Status.DRAFTED
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    assert stage.pod().rounds[2].status is Status.PUBLISHED


def test_one_player_is_no_event(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY)
    stage.enter(1)
    with raises_code(Refused, "too-few", count=1):
        rounds.pair(stage.ctx, stage.slug)


@pytest.mark.req("P-SW-7")
def test_after_the_last_round_the_top_of_the_standings_has_won(tmp_path: Path) -> None:
    stage = Stage(tmp_path, E09, rounds="3")
    stage.enter(8)
    stage.play(2, lower_number_wins)
    assert event_tables.count_undefeated(stage.ctx, stage.slug) == {"masters": 2}
    stage.play(1, lower_number_wins)
    assert event_tables.count_undefeated(stage.ctx, stage.slug) == {"masters": 1}
    with raises_code(Refused, "rounds-over"):
        rounds.pair(stage.ctx, stage.slug)
    assert event_tables.standing_rows(stage.ctx, stage.slug)[0].player == "p1"


@pytest.mark.req("P-SW-7", "P-SW-8")
def test_with_drops_the_winner_may_have_losses(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(4)
    stage.play(2, lower_number_wins)
    for who in ("p1",):
        leaving.drop(stage.ctx, stage.slug, who)
    stage.play(1, lambda a, b: "0-1" if a < b else "1-0")
    rows = [row for row in event_tables.standing_rows(stage.ctx, stage.slug) if row.status == "active"]
    assert rows[0].record.losses > 0


def _whole_event(folder: Path, seed: str) -> list[set[frozenset[int]]]:
    folder.mkdir()
    stage = Stage(folder, JULY, seed=seed, rounds="4")
    stage.enter(11)
    stage.play(4, lower_number_wins)
    return [stage.pairs(n) for n in range(1, 5)]


@pytest.mark.req("P-SW-9")
def test_the_same_seed_and_results_give_the_same_pairings_in_another_database(tmp_path: Path) -> None:
    one = _whole_event(tmp_path / "a", "la misma semilla")
    assert one == _whole_event(tmp_path / "b", "la misma semilla")
    assert one != _whole_event(tmp_path / "c", "otra semilla")


@pytest.mark.req("P-SW-9")
def test_the_seed_is_told_when_the_round_is_published_and_a_new_draft_has_another(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(12)
    rounds.pair(stage.ctx, stage.slug)
    assert stage.pod().rounds[1].seed == ""
    first = stage.pairs(1)
    rounds.pair(stage.ctx, stage.slug, again=True)
    assert stage.pod().rounds[1].draft == 2
    assert stage.pairs(1) != first
    rounds.publish(stage.ctx, stage.slug)
    assert len(stage.pod().rounds[1].seed) == 64
    kept = [
        row.data["rounds"][0]["draft"]
        for row in event_tables.journal_rows(stage.ctx, stage.slug)
        if row.action in ("paired", "redrawn")
    ]
    assert kept == [1, 2], "the discarded draft stays in the journal"


def test_pods_drawn_again_together_never_share_a_table(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(
        [
            *make_players(7, birth_year=2005),
            *(NewPlayer(first="M", last=f"Mayor {i}", id=f"m{i}", birth_year=1980) for i in range(7)),
        ]
    )
    stage.play(1)
    for who in ("p1", "p2", "m1", "m2"):
        leaving.drop(stage.ctx, stage.slug, who)
    rounds.pair(stage.ctx, stage.slug)
    for who in ("p1", "p2", "m1", "m2"):
        leaving.undrop(stage.ctx, stage.slug, who)
    rounds.pair(stage.ctx, stage.slug, again=True)
    tables = [row.table for row in event_tables.pairing_rows(stage.ctx, stage.slug) if row.table]
    assert len(tables) == len(set(tables)) == 6


def test_the_first_table_of_the_event_moves_all_pods_one_after_the_other(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", first_table="11")
    stage.enter(
        [
            *make_players(6, birth_year=2005),
            *(NewPlayer(first="M", last=f"Mayor {i}", id=f"m{i}", birth_year=1980) for i in range(6)),
        ]
    )
    stage.play(1)
    assert [list(p.rounds[1].matches) for p in stage.t.pods.values()] == [[11, 12, 13], [14, 15, 16]]
    events.change_settings(stage.ctx, stage.slug, {"first_table": "101"})
    events.change_settings(stage.ctx, stage.slug, {"blocked_tables": "105"})
    rounds.pair(stage.ctx, stage.slug, pod="masters")
    rounds.pair(stage.ctx, stage.slug, pod="seniors")
    assert [list(p.rounds[2].matches) for p in stage.t.pods.values()] == [[101, 102, 103], [104, 106, 107]]
    events.change_settings(stage.ctx, stage.slug, {"first_table": "201"}, pod="masters")
    rounds.pair(stage.ctx, stage.slug, pod="masters", again=True)
    assert list(stage.pod("masters").rounds[2].matches) == [201, 202, 203]


# --- running the round -------------------------------------------------------------------------------------------


@pytest.mark.req("P-RUN-1")
def test_before_the_start_pairings_can_be_changed_after_it_they_cannot(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8)
    rounds.pair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    one, two = list(stage.pod().rounds[1].matches.values())[:2]
    manual_changes.swap(stage.ctx, stage.slug, f"p{one.a}", f"p{two.a}")
    assert frozenset((one.b, two.a)) in stage.pairs(1)
    assert stage.pod().rounds[1].status is Status.PUBLISHED
    rounds.start(stage.ctx, stage.slug)
    locked = stage.pairs(1)
    for change in (
        lambda: manual_changes.swap(stage.ctx, stage.slug, f"p{one.a}", f"p{two.a}"),
        lambda: rounds.pair(stage.ctx, stage.slug, again=True, confirmed=True),
        lambda: manual_changes.repair(stage.ctx, stage.slug),
        lambda: manual_changes.import_pairings(
            stage.ctx, stage.slug, [manual_changes.HandPairing("p1", "p2")], round_no=1
        ),
    ):
        with pytest.raises(Refused):
            change()
    assert stage.pairs(1) == locked


def test_swapping_keeps_to_those_who_play_and_tells_a_second_bye(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(9)
    players.edit(stage.ctx, stage.slug, "p9", {"absent": "1,2"})
    players.edit(stage.ctx, stage.slug, "p8", {"absent": "1"})
    stage.play(1)
    had = byes(stage)[0]
    rounds.pair(stage.ctx, stage.slug, arrivals="off")
    with raises_code(Refused, "swap-resting", round=2):
        manual_changes.swap(stage.ctx, stage.slug, "p1", "p9")
    assert byes(stage) == [had], "eight play, nobody rests"
    leaving.drop(stage.ctx, stage.slug, "p8")
    rounds.pair(stage.ctx, stage.slug, again=True)
    now = byes(stage)[1]
    assert now != had
    with raises_code(NeedsConfirmation, "swap-costs", says="second bye"):
        manual_changes.swap(stage.ctx, stage.slug, f"p{had}", f"p{now}")
    with raises_code(Refused, "swap-left"):
        manual_changes.swap(stage.ctx, stage.slug, "p8", f"p{now}")


@pytest.mark.req("P-RUN-3")
def test_a_wrong_record_is_fixed_and_the_draft_repaired(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(16)
    stage.play(2, lower_number_wins)
    stage.open_round(to=Status.PUBLISHED)
    before = stage.pairs(3)
    m = stage.pod().rounds[2].matches[3]
    turned = "0-1" if m.a < m.b else "1-0"
    done = results.report(stage.ctx, stage.slug, round_no=2, table=3, result=turned)
    assert "Repair it before it starts, or start it" in done.notes[0], "both ways are offered"
    manual_changes.repair(stage.ctx, stage.slug)
    after = stage.pairs(3)
    assert 0 < len(before - after) < 8, "few pairs are broken up"
    rounds.start(stage.ctx, stage.slug)
    row = next(r for r in verifying.verify(stage.ctx, stage.slug) if r.round == 3)
    assert row.ok


@pytest.mark.req("P-RUN-3")
def test_or_the_round_is_started_and_the_next_one_is_right(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(8)
    stage.play(1, lower_number_wins)
    stage.open_round()
    m = stage.pod().rounds[1].matches[1]
    loser = max(m.a, m.b)
    done = results.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1" if m.a < m.b else "1-0")
    assert "the next round will be right" in done.notes[0]
    stage.report_all("0-0")
    rounds.finish(stage.ctx, stage.slug)
    points = {row.player: row.points for row in event_tables.standing_rows(stage.ctx, stage.slug)}
    assert points[f"p{loser}"] == 3


def _reverse_first_result(stage: Stage, number: int, pod: str = "masters") -> str:
    """The other result at the first table of a round, and what is told of it."""
    m = next(iter(stage.pod(pod).rounds[number].matches.values()))
    turned = "0-1" if m.result is not None and m.result.a.won else "1-0"
    done = results.report(stage.ctx, stage.slug, round_no=number, table=m.table, result=turned)
    return " ".join(map(str, done.notes))


@pytest.mark.req("A-11", "P-RUN-3")
def test_a_correction_says_what_is_still_to_come(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", cut="2")
    stage.enter(8)
    stage.play(1, lower_number_wins)
    stage.open_round()
    assert "the next round will be right" in _reverse_first_result(stage, 1)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    assert "or start it as it is; it is the last round" in _reverse_first_result(stage, 2)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug)
    assert "it is the last round, and the standings will be right" in _reverse_first_result(stage, 2)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    assert _reverse_first_result(stage, 3) == ""
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    assert "advance again before it starts" in _reverse_first_result(stage, 3)
    stage.open_round()
    told = _reverse_first_result(stage, 3)
    assert "its players and their seeds stay as they are" in told
    assert "next round" not in told


@pytest.mark.req("A-11")
def test_a_pod_that_waits_is_not_over_because_another_is(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="2")
    stage.enter(6, birth_year=2005)
    stage.enter([NewPlayer(first="M", last=f"Mayor {i}", id=f"m{i}", birth_year=1980) for i in range(6)])
    stage.play(1, lower_number_wins)
    stage.open_round(pod="seniors")
    stage.report_all(lower_number_wins, pod="seniors")
    rounds.finish(stage.ctx, stage.slug, pod="seniors")
    rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "action-impossible", says="Round 2 of masters: the round is a draft already"):
        rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "rounds-over", pods="seniors"):
        rounds.pair(stage.ctx, stage.slug, pod="seniors")


@pytest.mark.req("A-11")
def test_how_to_end_a_pod_early_is_said_so_that_it_works(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(6, birth_year=2005)
    stage.enter([NewPlayer(first="M", last=f"Mayor {i}", id=f"m{i}", birth_year=1980) for i in range(6)])
    stage.play(1, lower_number_wins)
    for i in range(2, 7):
        leaving.drop(stage.ctx, stage.slug, f"p{i}")
    rounds.pair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "too-few-left-to-go-on", key="rounds", played=1, pod="seniors"):
        rounds.pair(stage.ctx, stage.slug, pod="seniors")
    with raises_code(Refused, "advance-early", key="rounds", played=1, pod="seniors"):
        advance.advance(stage.ctx, stage.slug, to="cut", pod="seniors")
    with raises_code(Refused, "rounds-played", pod="masters", played=2):
        events.change_settings(stage.ctx, stage.slug, {"rounds": "1"})
    events.change_settings(stage.ctx, stage.slug, {"rounds": "1"}, pod="seniors")
    with raises_code(Refused, "rounds-over", pods="seniors"):
        rounds.pair(stage.ctx, stage.slug, pod="seniors")


@pytest.mark.req("P-RUN-4", "P-RUN-6")
@pytest.mark.parametrize("ruleset", [JULY, "pokemon-tcg-2019-04", E09])
def test_round_1_can_be_corrected_until_round_3_is_paired(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5")
    stage.enter(8)
    stage.play(2)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1")
    rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "correction-too-late", round=1, made=3):
        results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1-0")
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="0-1")  # no change: nothing to refuse
    results.report(stage.ctx, stage.slug, round_no=2, table=1, result="0-1")


@pytest.mark.req("P-RUN-4", "P-CUT-1")
def test_the_last_swiss_round_can_be_corrected_into_the_cut_and_the_cut_formed_again(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", cut="4")
    stage.enter(8)
    stage.play(3, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    rounds.pair(stage.ctx, stage.slug)
    seeds = stage.pod("masters-cut").members
    for table, m in stage.pod("masters").rounds[3].matches.items():
        if seeds[0] in (m.a, m.b):
            turned = "0-1" if m.a == seeds[0] else "1-0"
            done = results.report(stage.ctx, stage.slug, round_no=3, table=table, result=turned)
    assert "advance again" in done.notes[0]
    with raises_code(Refused, "pod-closed"):
        advance.advance(stage.ctx, stage.slug, to="cut", pod="masters")
    advance.advance(stage.ctx, stage.slug, to="cut", again=True, confirmed=True)
    assert stage.pod("masters-cut").members != seeds
    assert not stage.pod("masters-cut").rounds, "its draft is gone"
    stage.open_round()
    with raises_code(Refused, "advance-not-again"):
        advance.advance(stage.ctx, stage.slug, to="cut", again=True, confirmed=True)
    assert all(row.ok for row in verifying.verify(stage.ctx, stage.slug))
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "correction-too-late"):
        results.report(stage.ctx, stage.slug, round_no=3, table=1, result="0-0")


@pytest.mark.req("P-REC-1")
def test_standings_pairings_and_results_of_every_round_are_kept(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(6)
    seen = []
    for number in range(1, 4):
        stage.play(1, lower_number_wins)
        seen.append(event_tables.standing_rows(stage.ctx, stage.slug, after=number))
    assert [event_tables.standing_rows(stage.ctx, stage.slug, after=n) for n in range(1, 4)] == seen
    for number in range(1, 4):
        rows = event_tables.pairing_rows(stage.ctx, stage.slug, round_no=number)
        assert len(rows) == 3
        assert all(row.result for row in rows)
        (page,) = gather("slips", stage.ctx, stage.slug, PrintOptions(round_no=number)).parts[0]["pages"]
        assert len(page) == 3
    with raises_code(BadInput, "after-unfinished", after=4):
        event_tables.standing_rows(stage.ctx, stage.slug, after=4)
