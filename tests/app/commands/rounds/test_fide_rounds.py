"""Rounds of chess events: by hand beside the engine's, adjourned games, numbers, Baku, pairs kept apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.event.forbidden import forbid
from pareo.app.commands.people import late, players
from pareo.app.commands.people.renumber import renumber
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results.fide_results import correct_rating
from pareo.app.commands.rounds import hand_phase, manual_changes, next_round, rounds
from pareo.app.queries.event.fide_remarks import remarks
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.pages.ratings import ratings_view
from pareo.app.queries.results.missing_results import missing
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Mark, Outcome
from pareo.core.pairing.acceleration import baku
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord, Refused
from pareo.core.tournament.drafting import pairing_input
from pareo.core.tournament.pairing_history import accelerations_of, forbidden_pairs
from pareo.formats.trf.write import export
from support.errors import raises_code
from support.events.stage import Stage, chess_event, lower_number_wins


def report(stage: Stage, number: int, table: int, result: str, **more: bool) -> results.JournalResult[results.Results]:
    return results.report(stage.ctx, stage.slug, round_no=number, table=table, result=result, **more)


def numbers(stage: Stage) -> dict[str, int]:
    event = stage.ctx.open(stage.slug)
    return {event.id(no): e.start_no for no, e in stage.t.entrants.items()}


# --- by hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("F-35", "F-36", "F-37")
def test_a_round_by_hand_is_held_against_the_engines_when_it_ends(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    rounds.pair(stage.ctx, stage.slug)
    hand_phase.begin(stage.ctx, stage.slug)
    assert stage.t.by_hand == {("main", 1): True}
    hand_phase.end(stage.ctx, stage.slug)
    assert stage.t.by_hand == {("main", 1): False}, "nothing differs, nothing is asked"
    manual_changes.swap(stage.ctx, stage.slug, "p1", "p2")
    assert stage.t.by_hand == {("main", 1): True}, "a change opens the phase again"
    event = stage.ctx.open(stage.slug)
    differing = [board for board in hand_phase.boards(event, stage.pod(), 1) if not board.same]
    assert len(differing) == 2
    with pytest.raises(NeedsConfirmation):
        hand_phase.end(stage.ctx, stage.slug)
    with pytest.raises(NeedsTypedWord):
        hand_phase.end(stage.ctx, stage.slug, confirmed=True)
    with pytest.raises(NeedsTypedWord):
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
    with pytest.raises(NeedsTypedWord):
        next_round.next_round(stage.ctx, stage.slug, confirmed=True)
    assert any("instead of" in doubt for doubt in next_round.look(stage.ctx, stage.slug).doubts)
    hand_phase.end(stage.ctx, stage.slug, confirmed=True, word="HAND")
    (line,) = remarks(stage.t)
    assert line.startswith("### MPA @ Round 1: ")
    assert " instead of " in line
    rounds.publish(stage.ctx, stage.slug)
    (told,) = verify(stage.ctx, stage.slug)
    assert told.verdict == "differs (by hand)"


@pytest.mark.req("F-35")
def test_pairing_again_clears_the_mark(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    rounds.pair(stage.ctx, stage.slug)
    manual_changes.swap(stage.ctx, stage.slug, "p1", "p2")
    rounds.pair(stage.ctx, stage.slug, again=True)
    assert stage.t.by_hand == {}
    rounds.publish(stage.ctx, stage.slug)


@pytest.mark.req("F-38", "F-39")
def test_pairs_by_hand_against_the_rules_are_asked_about(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 7)
    stage.play(1, lower_number_wins)
    before = stage.pod().rounds[1]
    first = before.matches[1]
    rounds.pair(stage.ctx, stage.slug)
    with raises_code(NeedsConfirmation, "fide-confirm", says="have met"):
        manual_changes.put_together(stage.ctx, stage.slug, f"p{first.a}", f"p{first.b}")
    rested = next(s.no for s in before.sitting if s.outcome is Outcome.BYE)
    with raises_code(NeedsConfirmation, "fide-confirm", says="has had a bye"):
        manual_changes.put_together(stage.ctx, stage.slug, f"p{rested}")
    leader = next(no for no in (first.a, first.b) if no == min(first.a, first.b))
    with raises_code(NeedsConfirmation, "fide-confirm", says="more points"):
        manual_changes.put_together(stage.ctx, stage.slug, f"p{leader}")
    whites = [m.a for m in before.matches.values()]
    blacks = [m.b for m in before.matches.values()]
    pair = next((a, b) for a in whites for b in blacks if before.matches[1 + whites.index(a)].b != b)
    done = manual_changes.put_together(stage.ctx, stage.slug, f"p{pair[0]}", f"p{pair[1]}", confirmed=True)
    assert any("both get the colour against their preference" in note for note in done.notes)
    assert [one.rule for one in stage.t.warned if one.rule == "hand-colours"]


@pytest.mark.req("F-40")
def test_a_published_pairing_is_changed_for_a_reason_of_the_rules(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round(to=Status.PUBLISHED)
    with pytest.raises(NeedsConfirmation) as caught:
        manual_changes.swap(stage.ctx, stage.slug, "p1", "p2")
    assert [choice.value for choice in caught.value.choices] == [
        "rules",
        "late-entry",
        "unpaired",
        "result",
        "interest",
    ]
    with pytest.raises(NeedsConfirmation):
        manual_changes.swap(stage.ctx, stage.slug, "p1", "p2", reason="late-entry")
    manual_changes.swap(stage.ctx, stage.slug, "p1", "p2", reason="late-entry", confirmed=True)
    assert any(
        line.startswith("### Published pairing changed @ Round 1: A player arrived late") for line in remarks(stage.t)
    )
    with raises_code(Refused, "hand-open"):
        rounds.start(stage.ctx, stage.slug)
    hand_phase.end(stage.ctx, stage.slug, confirmed=True, word="HAND")
    rounds.start(stage.ctx, stage.slug)


@pytest.mark.req("F-48")
def test_a_changed_round_robin_is_checked_for_who_meets_whom(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 4, "chess-round-robin", rounds="")
    rounds.pair(stage.ctx, stage.slug)
    a, b = list(stage.pod().rounds[1].matches.values())
    with raises_code(NeedsConfirmation, "fide-confirm", says="would meet 2 times"):
        manual_changes.swap(stage.ctx, stage.slug, f"p{a.b}", f"p{b.b}")


# --- adjourned --------------------------------------------------------------------------------------------------------


@pytest.mark.req("F-41", "F-42", "F-45")
def test_missing_results_are_adjourned_by_pairing_and_end_later(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    report(stage, 1, 1, "1-0")
    done = rounds.pair(stage.ctx, stage.slug)
    assert any("adjourned" in note and "2, 3" in note for note in done.notes)
    assert len(done.fact.rounds) == 1
    first = stage.pod().rounds[1]
    assert first.status is Status.FINISHED
    assert {m.result.mark for m in first.matches.values() if m.result} == {None, Mark.ADJOURNED}
    assert sorted(row.points for row in standing_rows(stage.ctx, stage.slug)) == [0, 0.5, 0.5, 0.5, 0.5, 1]
    assert missing(stage.t) == 2
    report(stage, 1, 2, "=")
    with pytest.raises(NeedsConfirmation):
        report(stage, 1, 3, "0-1")
    report(stage, 1, 3, "0-1", confirmed=True)
    third = first.matches[3]
    expected = f"### Adjournment @ Round 1: {numbers(stage)[f'p{third.a}']}-{numbers(stage)[f'p{third.b}']} 0-1"
    assert remarks(stage.t) == [expected]
    assert [row.verdict for row in verify(stage.ctx, stage.slug)] == ["as the engine pairs"] * 2


@pytest.mark.req("F-41")
def test_adjourned_can_be_typed_and_is_no_other_value(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    report(stage, 1, 1, "adjourned")
    (told,) = [m.result for m in stage.pod().rounds[1].matches.values() if m.result]
    assert (told.a, told.b, told.mark) == (Outcome.DRAW, Outcome.DRAW, Mark.ADJOURNED)
    other = chess_event(tmp_path / "x" if not (tmp_path / "x").mkdir() else tmp_path, ruleset="swiss")
    other.open_round()
    with pytest.raises(BadInput):
        report(other, 1, 1, "adjourned")


@pytest.mark.req("F-45")
def test_games_that_stay_adjourned_are_told_when_the_next_round_is_paired(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    report(stage, 1, 1, "adjourned")
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    assert not any("still adjourned" in note for note in rounds.pair(stage.ctx, stage.slug).notes)
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    assert any("Round 1, table 1: the game is still adjourned." in n for n in rounds.pair(stage.ctx, stage.slug).notes)


@pytest.mark.req("F-20")
def test_older_results_are_corrected_for_the_rating_only(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(2, lower_number_wins)
    report(stage, 2, 1, "=")
    with raises_code(Refused, "fide-refused", says="correct it for rating"):
        report(stage, 1, 1, "=")
    points = [row.points for row in standing_rows(stage.ctx, stage.slug)]
    before = {row.player: row.score for row in ratings_view(stage.ctx, stage.slug)}
    with pytest.raises(NeedsConfirmation):
        correct_rating(stage.ctx, stage.slug, round_no=1, table=1, result="=")
    correct_rating(stage.ctx, stage.slug, round_no=1, table=1, result="=", confirmed=True)
    assert [row.points for row in standing_rows(stage.ctx, stage.slug)] == points
    assert {row.player: row.score for row in ratings_view(stage.ctx, stage.slug)} != before
    (line,) = remarks(stage.t)
    assert line.startswith("### Rating correction @ Round 1: ")
    assert line.endswith((" ½-½ instead of 1-0", " ½-½ instead of 0-1"))


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("F-67", "F-68", "F-69", "F-70")
def test_results_of_one_game_of_chess(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.open_round()
    for impossible in ("1-1", "1-½", "½-1", "2-0", "2-1", "½F-½", "1-½U"):
        with pytest.raises(BadInput):
            report(stage, 1, 1, impossible)
    report(stage, 1, 1, "½-0")
    report(stage, 1, 2, "1-0U")
    report(stage, 1, 3, "0-1F")
    written = [row.result for row in pairing_rows(stage.ctx, stage.slug) if row.table]
    assert written == ["½-0", "1-0U", "0-1F"]
    rounds.finish(stage.ctx, stage.slug)
    assert sorted(row.points for row in standing_rows(stage.ctx, stage.slug)) == [0, 0, 0, 0.5, 1, 1]
    assert sum(row.games for row in ratings_view(stage.ctx, stage.slug)) == 2, "only ½-0 is rated"


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("F-26")
def test_numbers_go_by_rating_then_title_then_name(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="3")
    titles = ["", "WCM", "CM", "WFM", "FM", "WIM", "IM", "WGM", "GM", "Expert"]
    stage.enter(
        [
            players.NewPlayer(first="X", last=f"{chr(90 - i)}", id=f"{t or 'none'}", rating=2300, title=t)
            for i, t in enumerate(titles)
        ]
    )
    rounds.pair(stage.ctx, stage.slug)
    order = sorted(numbers(stage), key=numbers(stage).__getitem__)
    assert order == ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "Expert", "none"]


@pytest.mark.req("F-28")
@pytest.mark.parametrize(
    ("which", "order"),
    [
        ("FIDE", "abcd"),
        ("NRO", "dcba"),
        ("FIDON", "abcd"),
        ("HBFN", "dabc"),
        ("LBFN", "dcba"),
        ("NIDOF", "dcba"),
    ],
)
def test_the_rating_of_the_event_is_chosen(tmp_path: Path, which: str, order: str) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="3", tournament_rating=which)
    ratings = {"a": (2400, 1500), "b": (2300, 1600), "c": (2200, 1700), "d": (2100, 2500)}
    stage.enter([players.NewPlayer(first="X", last=k, id=k, rating=r, rating2=r2) for k, (r, r2) in ratings.items()])
    rounds.pair(stage.ctx, stage.slug)
    assert "".join(sorted(numbers(stage), key=numbers(stage).__getitem__)) == order


@pytest.mark.req("F-29", "F-30")
def test_numbers_change_only_by_renumbering_and_the_map_is_kept(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(1, lower_number_wins)
    players.edit(stage.ctx, stage.slug, "p6", {"rating": "2500"})
    assert numbers(stage)["p6"] == 6
    with pytest.raises(NeedsConfirmation):
        renumber(stage.ctx, stage.slug)
    with pytest.raises(NeedsTypedWord):
        renumber(stage.ctx, stage.slug, confirmed=True)
    renumber(stage.ctx, stage.slug, confirmed=True, word="RENUMBER")
    assert numbers(stage) == {"p6": 1, "p1": 2, "p2": 3, "p3": 4, "p4": 5, "p5": 6}
    assert stage.t.numbers_in(1) == {no: no for no in range(1, 7)}
    assert stage.t.numbers_in(2)[6] == 1
    assert remarks(stage.t) == ["### Exchange @ Round 1: 1→2 2→3 3→4 4→5 5→6 6→1"]
    renumber(stage.ctx, stage.slug, swap=("p1", "p2"), confirmed=True, word="RENUMBER")
    assert numbers(stage)["p1"] == 3
    stage.play(2, lower_number_wins)
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}
    rounds.pair(stage.ctx, stage.slug)
    with raises_code(Refused, "fide-refused"):
        renumber(stage.ctx, stage.slug, swap=("p1", "p2"), confirmed=True, word="RENUMBER")


@pytest.mark.req("F-62", "F-63")
def test_a_late_entrant_gets_the_number_of_his_place_and_zero_point_byes(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    stage.play(2, lower_number_wins)
    new = players.NewPlayer(first="Nil", last="Tarde", id="late", rating=2190)
    with raises_code(NeedsConfirmation, "late-confirm", says="2 zero-point byes"):
        late.enter_late(stage.ctx, stage.slug, new)
    late.enter_late(stage.ctx, stage.slug, new, confirmed=True)
    assert numbers(stage) == {"p1": 1, "late": 2, "p2": 3, "p3": 4, "p4": 5, "p5": 6, "p6": 7}
    assert remarks(stage.t) == ["### Late entry @ Round 2: 0→2 2→3 3→4 4→5 5→6 6→7"]
    (row,) = [row for row in standing_rows(stage.ctx, stage.slug) if row.player == "late"]
    assert (row.points, row.record.losses) == (0, 0)
    stage.play(1, lower_number_wins)
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}


# --- acceleration and pairs kept apart --------------------------------------------------------------------------------


@pytest.mark.req("F-51", "F-54")
def test_baku_gives_a_win_and_then_a_draw_to_the_first_half() -> None:
    groups = baku(list(range(1, 162)), None, 9, 2, 1)
    assert [(g.low, g.high, g.points, g.first_round, g.last_round) for g in groups] == [
        (1, 82, 2, 1, 3),
        (1, 82, 1, 4, 5),
    ]
    assert [g.high for g in baku([1, 2, 3, 4, 5], None, 5, 2, 1)] == [4, 4]


@pytest.mark.req("F-51", "F-52", "F-53")
def test_baku_counts_those_paired_in_round_1_and_keeps_its_last_player(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 9, acceleration="baku")
    players.edit(stage.ctx, stage.slug, "p1", {"absent": "1:0"})
    stage.open_round()
    assert {g.high for g in accelerations_of(stage.t, stage.pod())} == {5}, "eight are paired: the first four of them"
    assert all((m.a <= 5) == (m.b <= 5) for m in stage.pod().rounds[1].matches.values())
    late.enter_late(
        stage.ctx, stage.slug, players.NewPlayer(first="N", last="T", id="late", rating=2300), confirmed=True
    )
    assert {g.high for g in accelerations_of(stage.t, stage.pod())} == {6}, "the same person, with another number"
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(2, lower_number_wins)
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}
    other = Stage(tmp_path / "o" if not (tmp_path / "o").mkdir() else tmp_path, "chess-fide", scoring="3-1-0")
    with raises_code(Refused, "baku-scoring"):
        events.change_settings(other.ctx, other.slug, {"acceleration": "baku"})


@pytest.mark.req("F-56")
def test_another_acceleration_needs_its_rules_as_a_text(tmp_path: Path) -> None:
    stage = chess_event(tmp_path)
    with raises_code(Refused, "fide-refused", says="acceleration_rules"):
        events.change_settings(stage.ctx, stage.slug, {"acceleration": "1-3:1:2"})
    events.change_settings(stage.ctx, stage.slug, {"acceleration": "1-3:1:2", "acceleration_rules": "One point."})
    rounds.pair(stage.ctx, stage.slug)
    assert [g.high for g in accelerations_of(stage.t, stage.pod())] == [3]
    assert "The first rounds are accelerated: One point." in announce(stage.ctx, stage.slug, "en")


@pytest.mark.req("F-55")
def test_any_player_has_any_virtual_points_in_any_round_rising_ones_too(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 8, acceleration_rules="Number 8 catches up.")
    events.change_settings(stage.ctx, stage.slug, {"acceleration": "8-8:0.5:1 8-8:1:2-2 8-8:2:3-3 1-1:1:3-3"})
    stage.play(3, lower_number_wins)
    virtual = [
        {c.no: c.virtual for c in pairing_input(stage.t, stage.pod(), number, "").candidates if c.virtual}
        for number in (1, 2, 3)
    ]
    assert virtual == [{8: 1}, {8: 2}, {1: 2, 8: 4}]
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}
    lines = export(stage.ctx, stage.slug).data.decode().splitlines()
    assert [line for line in lines if line.startswith("250")] == [
        "250      01.0 003 003    1    1",
        "250      00.5 001 001    8    8",
        "250      01.0 002 002    8    8",
        "250      02.0 003 003    8    8",
    ]


@pytest.mark.req("F-44", "F-14")
def test_two_players_are_kept_apart_in_some_rounds(tmp_path: Path) -> None:
    stage = chess_event(tmp_path, 4, rounds="3")
    forbid(stage.ctx, stage.slug, "p1", "p3", rounds="1-2")
    with pytest.raises(BadInput):
        forbid(stage.ctx, stage.slug, "p1", "p2", rounds="3-1")
    stage.play(1, lower_number_wins)
    assert frozenset((1, 3)) not in stage.pairs(1)
    assert forbidden_pairs(stage.t, stage.pod(), 2, [1, 2, 3, 4]) == {(1, 3)}
    assert forbidden_pairs(stage.t, stage.pod(), 3, [1, 2, 3, 4]) == frozenset()
    stage.play(2, lower_number_wins)
    assert frozenset((1, 3)) in stage.pairs(3)
    assert {row.verdict for row in verify(stage.ctx, stage.slug)} == {"as the engine pairs"}
    with raises_code(Refused, "fide-refused"):
        forbid(stage.ctx, stage.slug, "p1", "p2")
