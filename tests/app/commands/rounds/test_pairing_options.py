"""Options of pairing as settings and player fields: barred pairs, forfeits, bonus, byes with a value, stays, games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.queries.pages.event_tables import pairing_rows, player_rows, standing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.app.rows.tables import MatchRecordRow
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.tournament.drafting import pairing_input
from pareo.formats import event_json
from pareo.formats.exchange import rebuild
from pareo.formats.tables.csv_files import read_players
from pareo.formats.tables.csv_writer import write_players
from pareo.formats.trf import read as trf
from pareo.formats.trf import write as trf_write
from support.events.stage import Stage, lower_number_wins, make_players

METHODS = ("random", "fise", "dutch", "uscf", "king")


def rated(count: int, **fields: object) -> list[NewPlayer]:
    return [replace(p, rating=2200 - 40 * i, **fields) for i, p in enumerate(make_players(count))]  # type: ignore[arg-type]


def open_event(folder: Path, people: list[NewPlayer], ruleset: str = "swiss", **settings: str) -> Stage:
    stage = Stage(folder, ruleset, **{"rounds": "5", **settings})
    stage.enter(people)
    return stage


def points(stage: Stage, who: str) -> float:
    return next(float(r.points) for r in standing_rows(stage.ctx, stage.slug) if r.player == who)


# --- barred -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-4")
@pytest.mark.parametrize("method", METHODS)
def test_club_mates_are_kept_apart_in_the_rounds_chosen(tmp_path: Path, method: str) -> None:
    """By number 1-5, 2-6 … would meet, and all of these are club mates."""
    people = [replace(p, club=f"c{i % 4}") for i, p in enumerate(rated(8))]
    stage = open_event(tmp_path, people, "chess-club", method=method, barred="club:1-2")
    stage.play(2, "=")
    clubs = {no: e.club for no, e in stage.t.entrants.items()}
    for number in (1, 2):
        assert all(len({clubs[no] for no in pair}) == 2 for pair in stage.pairs(number))
    assert all(row.ok for row in verify(stage.ctx, stage.slug))
    given = pairing_input(stage.t, stage.pod(), 3, "s")
    assert not given.forbidden, "over after round 2"


@pytest.mark.req("SP-4")
@pytest.mark.parametrize("method", METHODS)
def test_where_it_cannot_be_helped_as_few_as_possible_meet_and_it_is_told(tmp_path: Path, method: str) -> None:
    people = [replace(p, club="Torre" if i < 6 else "Roque") for i, p in enumerate(rated(8))]
    stage = open_event(tmp_path, people, "chess-club", method=method, barred="club:1")
    done = rounds.pair(stage.ctx, stage.slug)
    assert any("2 barred pairings" in note for note in done.notes)
    assert stage.pod().rounds[1].cost["forbidden"] == 2
    with pytest.raises(NeedsConfirmation):
        rounds.publish(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    assert all(row.ok for row in verify(stage.ctx, stage.slug))


@pytest.mark.req("SP-4")
def test_federations_can_be_barred_too_and_a_pod_can_have_its_own(tmp_path: Path) -> None:
    people = [replace(p, federation="ESP" if i % 2 else "POR", club="x") for i, p in enumerate(rated(6))]
    stage = open_event(tmp_path, people, barred="club:1")
    stage.open_round(to=Status.DRAFTED)
    assert len(pairing_input(stage.t, stage.pod(), 1, "s").forbidden) == 15
    events.change_settings(stage.ctx, stage.slug, {"barred": "federation:1-3"}, pod="main")
    assert len(pairing_input(stage.t, stage.pod(), 1, "s").forbidden) == 6
    for wrong in ("town:1", "club:0-2", "club:3-2", "club:x", "club:1-2-3", "club:"):
        with pytest.raises(BadInput):
            events.change_settings(stage.ctx, stage.slug, {"barred": wrong})
    events.change_settings(stage.ctx, stage.slug, {"barred": "none"}, pod="main")
    assert not pairing_input(stage.t, stage.pod(), 1, "s").forbidden


@pytest.mark.req("SP-4")
@pytest.mark.parametrize(("value", "again"), [("yes", True), ("no", False)])
def test_a_forfeited_pair_meets_again_if_the_event_says_so(tmp_path: Path, value: str, *, again: bool) -> None:
    stage = open_event(tmp_path, rated(4), meet_again_after_forfeit=value)
    stage.play(1, "1-0F")
    met = pairing_input(stage.t, stage.pod(), 2, "s").met
    assert all(bool(rows) is not again for rows in met.values())


# --- points for pairing -----------------------------------------------------------------------------------------------


@pytest.mark.req("SP-5", "SP-3")
@pytest.mark.parametrize("method", METHODS)
def test_bonus_and_acceleration_count_for_pairing_in_every_system(tmp_path: Path, method: str) -> None:
    stage = open_event(tmp_path, rated(8), "chess-club", method=method, acceleration="1-2:1:2")
    for who in ("p7", "p8"):
        players.edit(stage.ctx, stage.slug, who, {"bonus": "1"})
    stage.open_round(to=Status.DRAFTED)
    low = {3, 4, 5, 6}
    assert all(pair <= low or not pair & low for pair in stage.pairs(1)), "the upper group plays in itself"
    given = pairing_input(stage.t, stage.pod(), 1, "s")
    assert {c.no: c.virtual for c in given.candidates} == {1: 2, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0, 7: 2, 8: 2}
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    stage.report_all("=")
    rounds.finish(stage.ctx, stage.slug)
    assert points(stage, "p7") == points(stage, "p3") == 0.5, "nobody scores by it"
    assert all(row.ok for row in verify(stage.ctx, stage.slug))


# --- byes with a value, stays -----------------------------------------------------------------------------------------


@pytest.mark.req("SP-5", "SP-10")
def test_a_bye_asked_for_has_the_value_that_was_agreed(tmp_path: Path) -> None:
    people = rated(6)
    people[0] = replace(people[0], absent=frozenset({1, 2, 3}), absent_values=((2, "1"), (3, "0")))
    stage = open_event(tmp_path, people, "chess-club")
    stage.play(3, "=")
    told = [r for number in (1, 2, 3) for r in pairing_rows(stage.ctx, stage.slug, round_no=number) if r.a == "p1"]
    assert [(r.kind, r.points_a) for r in told] == [("requested-bye", 0.5), ("requested-bye", 1), ("requested-bye", 0)]
    assert points(stage, "p1") == 1.5
    players.edit(stage.ctx, stage.slug, "p2", {"absent": "4:½ 5"})
    row = player_rows(stage.ctx, stage.slug)[1]
    assert (row.absent, row.absent_points) == ([4, 5], {"4": 0.5})
    for wrong, code in (
        ("4:2.75", "bye-points"),
        ("4:x", "rounds-off-unreadable"),
        ("0", "round-out-of-range"),
        ("4:-1", "rounds-off-unreadable"),
        ("400:1", "round-out-of-range"),
    ):
        with pytest.raises(BadInput) as bad:
            players.edit(stage.ctx, stage.slug, "p2", {"absent": wrong})
        assert bad.value.code == code
    assert stage.t.entrants[2].bye_points == ((4, 1),), "Nothing was changed"


@pytest.mark.req("SP-5")
def test_valued_byes_are_the_letters_of_a_report_and_come_back(tmp_path: Path) -> None:
    people = rated(6)
    worth = ((1, "1"), (2, "0"), (4, "1"), (5, "½"))
    people[0] = replace(people[0], absent=frozenset({1, 2, 4, 5}), absent_values=worth)
    stage = open_event(tmp_path, people, "chess-uscf")
    stage.play(2, "=")
    text = trf_write.export(stage.ctx, stage.slug).data.decode()
    line = next(x for x in text.splitlines() if x.startswith("001    1"))
    assert "0000 - F" in line
    assert "0000 - Z" in line
    assert "240 F 004    1" in text
    assert "240 H 005    1" in text
    read = trf.read(text.encode()).event
    slug = rebuild.rebuild(stage.ctx, read)
    back = stage.ctx.open(slug).state
    assert [s.points for r in back.pods["main"].rounds.values() for s in r.sitting if s.no == 1] == [2, 0]
    assert dict(back.entrants[1].bye_points) == {4: 2}, "half a point is what these rules give"
    assert [r.points for r in standing_rows(stage.ctx, slug) if r.player == stage.ctx.open(slug).id(1)] == [1]


@pytest.mark.req("SP-5", "SP-15")
def test_an_event_file_keeps_methods_values_and_stays(tmp_path: Path) -> None:
    people = rated(5)
    people[0] = replace(people[0], absent=frozenset({1}), absent_values=((1, "1"),), until=2)
    stage = open_event(tmp_path, people, games="2")
    rounds.pair(stage.ctx, stage.slug, method="uscf", first_move="bottom")
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    stage.report_all("1½-½")
    rounds.finish(stage.ctx, stage.slug)
    read = event_json.read(event_json.export(stage.ctx, stage.slug))
    back = stage.ctx.open(rebuild.rebuild(stage.ctx, read.event)).state
    first = back.pods["main"].rounds[1]
    assert (first.system, first.top_starts) == ("uscf", False)
    assert first.sitting[0].points == 2
    assert back.entrants[1].until == 2
    assert next(iter(first.matches.values())).result == next(iter(stage.pod().rounds[1].matches.values())).result


@pytest.mark.req("SP-5", "SP-8")
def test_the_player_list_is_written_and_read_with_values_and_stays(tmp_path: Path) -> None:
    data = b'name,rating,absent,late_from,until,bonus\nAna Ruiz,2000,"3:\xc2\xbd,5:1,6",2,7,1.5\nLeo Paz,1900,,,,\n'
    stage = open_event(tmp_path, read_players(data))
    e = stage.t.entrants[1]
    assert (sorted(e.absent), e.bye_points, e.late_from, e.until, e.bonus) == ([3, 5, 6], ((3, 1), (5, 2)), 2, 7, 3)
    again = read_players(write_players(player_rows(stage.ctx, stage.slug)))
    other = Stage(tmp_path, "swiss", seed="other")
    other.enter([replace(p, id="") for p in again])
    back = other.t.entrants[1]
    assert (back.absent, back.bye_points, back.until, back.bonus) == (e.absent, e.bye_points, e.until, e.bonus)


@pytest.mark.req("SP-5", "S-6")
@pytest.mark.parametrize("method", METHODS)
def test_nobody_is_paired_before_he_comes_or_after_he_leaves(tmp_path: Path, method: str) -> None:
    people = rated(8)
    people[0] = replace(people[0], late_from=3)
    people[1] = replace(people[1], until=2)
    stage = open_event(tmp_path, people, "chess-club", method=method)
    stage.play(4, lower_number_wins)
    there = {
        no: [
            n
            for n, r in stage.pod().rounds.items()
            if r.match_of(no) is not None or any(s.no == no and s.outcome is Outcome.BYE for s in r.sitting)
        ]
        for no in (1, 2)
    }
    assert there == {1: [3, 4], 2: [1, 2]}
    late = [s.outcome for n in (1, 2) for s in stage.pod().rounds[n].sitting if s.no == 1]
    assert late == [Outcome.ABSENT, Outcome.ABSENT], "in chess a round before a late entry is no loss (C.04.2, 2.4)"
    assert all(row.ok for row in verify(stage.ctx, stage.slug))
    assert any(r.player == "p2" for r in standing_rows(stage.ctx, stage.slug)), "the player stays in the table"


# --- several games ----------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-10", "SP-22")
def test_every_game_of_a_round_counts(tmp_path: Path) -> None:
    stage = open_event(tmp_path, rated(5), "swiss", games="3")
    stage.open_round()
    resting = stage.pod().rounds[1].sitting[0].no
    one, two = sorted(stage.pod().rounds[1].matches)
    first, second = (stage.pod().rounds[1].matches[table] for table in (one, two))
    results.report(stage.ctx, stage.slug, round_no=1, table=one, result="2½-½")
    results.report(stage.ctx, stage.slug, round_no=1, table=two, result="=")
    rounds.finish(stage.ctx, stage.slug)
    assert points(stage, f"p{first.a}") == 2.5
    assert points(stage, f"p{first.b}") == 0.5
    assert points(stage, f"p{second.a}") == points(stage, f"p{second.b}") == 1.5
    assert points(stage, f"p{resting}") == 3, "a bye is worth all games of the round"
    row = next(r for r in pairing_rows(stage.ctx, stage.slug, round_no=1) if r.table == one)
    assert (row.result, row.points_a, row.points_b) == ("2½-½", 2.5, 0.5)
    record = next(r.record for r in standing_rows(stage.ctx, stage.slug) if r.player == f"p{first.a}")
    assert record == MatchRecordRow(1, 0, 0), "the match goes to who has more games"
    assert not pairing_input(stage.t, stage.pod(), 2, "s", method="dutch").balance_starts
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=2, table=min(stage.pod().rounds[2].matches), result="1-0F")
    lost = stage.pod().rounds[2].matches[min(stage.pod().rounds[2].matches)]
    for table in list(stage.pod().rounds[2].matches)[1:]:
        results.report(stage.ctx, stage.slug, round_no=2, table=table, result="1.5-1.5")
    rounds.finish(stage.ctx, stage.slug)
    gained = next(r for r in pairing_rows(stage.ctx, stage.slug, round_no=2) if r.a == f"p{lost.a}")
    assert (gained.points_a, gained.points_b) == (3, 0), "a forfeit is for the whole match"


@pytest.mark.req("SP-10")
@pytest.mark.parametrize("text", ["1-0", "2-1", "3-0", "1½-1½", "2", "½-½", "2-0 300-200", "-1-3", "1.25-0.75"])
def test_a_score_that_is_not_the_games_of_the_round_is_refused(tmp_path: Path, text: str) -> None:
    stage = open_event(tmp_path, rated(2), "swiss", games="2")
    stage.open_round()
    with pytest.raises(BadInput) as caught:
        results.report(stage.ctx, stage.slug, round_no=1, table=1, result=text)
    assert caught.value.code == "result-unreadable"
    assert "2 together" in str(caught.value)


@pytest.mark.req("SP-10")
def test_scores_of_several_games_can_stand_with_the_games(tmp_path: Path) -> None:
    stage = open_event(tmp_path, rated(2), "scrabble-fise", games="2")
    stage.open_round()
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="1½-½ 812-790")
    rounds.finish(stage.ctx, stage.slug)
    row = pairing_rows(stage.ctx, stage.slug)[0]
    assert row.result == "1½-½ 812-790"
    told = {r.player: r.tiebreaks["secondary"].value for r in standing_rows(stage.ctx, stage.slug)}
    assert sorted(told.values()) == [790, 812]


@pytest.mark.req("SP-10")
def test_players_report_the_games_and_the_journal_replays(tmp_path: Path) -> None:
    stage = open_event(tmp_path, rated(2), "swiss", games="2")
    stage.open_round()
    match = stage.pod().rounds[1].matches[1]
    floor.claim(stage.ctx, stage.slug, no=match.a, round_no=1, result="1½-½")
    floor.claim(stage.ctx, stage.slug, no=match.b, round_no=1, result="½-1½")
    assert stage.pod().rounds[1].matches[1].result is not None
    rounds.finish(stage.ctx, stage.slug)
    stage.ctx.invalidate(stage.slug)
    assert points(stage, f"p{match.a}") == 1.5


@pytest.mark.req("SP-10")
def test_games_need_rules_in_which_a_draw_is_half_a_win(tmp_path: Path) -> None:
    for ruleset in ("pokemon-tcg-2019-07", "xwing-epic-duel"):
        stage = Stage(tmp_path, ruleset)
        with pytest.raises(Refused) as caught:
            events.change_settings(stage.ctx, stage.slug, {"games": "2"})
        assert caught.value.code == "games-ruleset"
    stage = open_event(tmp_path, rated(4))
    for text in ("0", "10", "two"):
        with pytest.raises(BadInput):
            events.change_settings(stage.ctx, stage.slug, {"games": text})
    events.change_settings(stage.ctx, stage.slug, {"games": "2"})
    events.change_settings(stage.ctx, stage.slug, {"games": "3"})
    assert stage.t.ruleset.points[Outcome.WIN] == 6
    events.change_settings(stage.ctx, stage.slug, {"games": ""})
    assert stage.t.ruleset.points[Outcome.WIN] == 2


# --- numbers and colours ----------------------------------------------------------------------------------------------


@pytest.mark.req("SP-10")
@pytest.mark.parametrize("ruleset", ["chess-club", "swiss"])
def test_the_list_begins_with_the_number_that_was_set(tmp_path: Path, ruleset: str) -> None:
    stage = open_event(tmp_path, rated(4), ruleset, first_number="101", acceleration="101-102:1:1")
    stage.open_round(to=Status.DRAFTED)
    assert sorted(e.start_no for e in stage.t.entrants.values()) == [101, 102, 103, 104]
    assert stage.pairs(1) == {frozenset((1, 2)), frozenset((3, 4))}, "groups speak of the same numbers"


@pytest.mark.req("SP-22", "S-5")
def test_colours_can_be_ignored_or_tracked(tmp_path: Path) -> None:
    stage = open_event(tmp_path, rated(6), "chess-club")
    stage.play(1, "=")

    def tracked(method: str) -> bool:
        return pairing_input(stage.t, stage.pod(), 2, "s", method=method).balance_starts

    assert tracked("dutch")
    events.change_settings(stage.ctx, stage.slug, {"colours": "ignored"})
    assert not any(tracked(method) for method in METHODS)
    stage.play(2, "=")
    assert len(stage.pod().rounds) == 3
    other = open_event(tmp_path, rated(6), "swiss", colours="tracked")
    other.open_round(to=Status.DRAFTED)
    assert pairing_input(other.t, other.pod(), 1, "s").balance_starts
    with pytest.raises(BadInput):
        events.change_settings(stage.ctx, stage.slug, {"colours": "red"})


@pytest.mark.req("SP-2")
def test_a_swap_keeps_the_value_of_a_bye(tmp_path: Path) -> None:
    people = rated(5)
    people[0] = replace(people[0], absent=frozenset({1}), absent_values=((1, "1"),))
    stage = open_event(tmp_path, people, "chess-club")
    stage.open_round(to=Status.DRAFTED)
    first, second = stage.pod().rounds[1].matches.values()
    manual_changes.swap(stage.ctx, stage.slug, f"p{first.b}", f"p{second.b}")
    assert stage.pod().rounds[1].sitting[0].points == 2
