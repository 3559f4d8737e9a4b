"""Players who arrive late, and players who leave."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, manual_changes, next_round, rounds
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.ratings import ratings_view
from pareo.app.rows.people import Left
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, NeedsConfirmation, OutsideRules, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins

JULY = "pokemon-tcg-2019-07"
APRIL = "pokemon-tcg-2019-04"
E09 = "pokemon-2009"
NEW = NewPlayer(first="Tadeo", last="Tarde", id="late", birth_year=1990)


def lines(stage: Stage, who: str) -> dict[int, str]:
    """Round → what happened to the player."""
    no = stage.no(who)
    found: dict[int, str] = {}
    for p in stage.t.pods.values():
        for r in p.rounds.values():
            for s in r.sitting:
                if s.no == no:
                    found[r.number] = s.outcome.value
            if any(no in (m.a, m.b) for m in r.matches.values()):
                found[r.number] = "match"
    return found


@pytest.mark.req("P-LATE-1", "P-LATE-3", "P-LATE-4")
@pytest.mark.parametrize("ruleset", [JULY, APRIL, E09])
def test_a_loss_for_every_round_that_has_started(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5")
    stage.enter(8, birth_year=1980)
    stage.play(2, lower_number_wins)
    stage.open_round()  # round 3 has started
    head = stage.t.seq
    with pytest.raises(NeedsConfirmation) as caught:
        late.enter_late(stage.ctx, stage.slug, NEW)
    assert "3 losses" in str(caught.value)
    assert "ranks below" in str(caught.value)
    assert stage.t.seq == head, "nothing is written before it is confirmed"
    done = late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True)
    assert "with 3 losses" in done.notes[0]
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    assert lines(stage, "late") == {1: "late-loss", 2: "late-loss", 3: "late-loss"}
    stage.open_round()
    assert lines(stage, "late")[4] in ("match", "bye")


@pytest.mark.req("P-LATE-3", "P-TB-1")
@pytest.mark.parametrize("ruleset", [JULY, APRIL, E09])
def test_a_late_player_ranks_below_the_same_record(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="4")
    stage.enter(6)
    stage.open_round()
    late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    no = stage.no("late")
    stage.play(2, lambda a, b: ("1-0" if a == no else "0-1") if no in (a, b) else lower_number_wins(a, b))
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    points = {row.player: row.points for row in rows}
    same = [row.player for row in rows if row.points == points["late"]]
    assert len(same) > 1, "somebody on time has the same record"
    assert same[-1] == "late"
    below = next(row for row in rows if row.player == "late")
    assert below.decided_by in ("on-time", "late")


@pytest.mark.req("P-LATE-2")
@pytest.mark.parametrize("status", [Status.DRAFTED, Status.PUBLISHED])
def test_before_the_start_the_organiser_decides(tmp_path: Path, status: Status) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(7)
    stage.open_round(to=status)
    before = stage.pairs(1)
    late.enter_late(stage.ctx, stage.slug, NEW, this_round=True, confirmed=True)
    assert stage.t.entrants[stage.no("late")].late_from == 0, "the player is on time"
    assert lines(stage, "late") == {1: "match"}
    assert before < stage.pairs(1), "the player without an opponent gets one; the other pairs stay"
    assert stage.pod().rounds[1].status is status
    other = NewPlayer(first="Otra", last="Tarde", id="late2")
    late.enter_late(stage.ctx, stage.slug, other, confirmed=True)
    assert lines(stage, "late2") == {1: "late-loss"}
    assert stage.t.entrants[stage.no("late2")].late_from == 2


@pytest.mark.req("A-5", "P-LATE-1", "P-LATE-2")
@pytest.mark.parametrize("ruleset", [JULY, APRIL, E09])
def test_after_the_start_nobody_joins_the_round_and_its_loss_is_taken(tmp_path: Path, ruleset: str) -> None:
    """2009, 3.1.4: after the start the organiser decides whether to admit the player at all, with that round's loss."""
    stage = Stage(tmp_path, ruleset, rounds="3")
    stage.enter(7)
    stage.open_round()
    before = stage.pairs(1)
    with raises_code(Refused, "late-this-round"):
        late.enter_late(stage.ctx, stage.slug, NEW, this_round=True, confirmed=True)
    offer = late.late_offer(stage.ctx, stage.slug, NEW)
    assert (offer.terms.losses, offer.terms.first_round) == ((1,), 2)
    assert "with 1 loss, and ranks below" in str(offer.terms.sentence)
    done = late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True)
    assert (done.fact.joining, done.fact.round) == (offer.fact.joining, offer.fact.round), "as it was offered"
    assert stage.pairs(1) == before
    assert lines(stage, "late") == {1: "late-loss"}
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    last = event_tables.standing_rows(stage.ctx, stage.slug)[-1]
    assert (last.player, last.decided_by) == ("late", "on-time")
    stage.open_round()
    assert lines(stage, "late")[2] == "match"


@pytest.mark.req("A-5")
@pytest.mark.parametrize("this_round", [False, True])
@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("ruleset", [JULY, E09])
def test_what_is_offered_to_a_late_player_is_what_is_done(
    tmp_path: Path, ruleset: str, status: Status, this_round: bool
) -> None:
    stage = Stage(tmp_path, ruleset, rounds="4")
    stage.enter(7)
    stage.play(1, lower_number_wins)
    if status is not Status.FINISHED:
        stage.open_round(to=status)
    if this_round and status in (Status.STARTED, Status.FINISHED):
        for call in (late.late_offer, late.enter_late):
            with raises_code(Refused, "late-this-round"):
                call(stage.ctx, stage.slug, NEW, this_round=True)
        return
    offer = late.late_offer(stage.ctx, stage.slug, NEW, this_round=this_round)
    late.enter_late(stage.ctx, stage.slug, NEW, this_round=this_round, confirmed=True)
    if status is Status.DRAFTED:
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
    if status in (Status.DRAFTED, Status.PUBLISHED):
        rounds.start(stage.ctx, stage.slug)
    if status is not Status.FINISHED:
        stage.report_all(lower_number_wins)
        rounds.finish(stage.ctx, stage.slug)
    stage.play(1, lower_number_wins)
    lost = tuple(number for number, what in lines(stage, "late").items() if what == "late-loss")
    assert lost == offer.terms.losses
    assert min(n for n, what in lines(stage, "late").items() if what != "late-loss") == offer.terms.first_round


@pytest.mark.req("A-5", "P-LATE-5")
def test_no_terms_are_offered_that_are_refused_afterwards(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4", championship_points="yes")
    stage.enter(8)
    stage.play(2)
    with raises_code(Refused, "late-too-late"):
        late.late_offer(stage.ctx, stage.slug, NEW)


@pytest.mark.req("P-LATE-5")
def test_championship_points_close_the_door_after_round_2(tmp_path: Path) -> None:
    for ruleset in (JULY, APRIL):
        (tmp_path / ruleset).mkdir()
        stage = Stage(tmp_path / ruleset, ruleset, rounds="5", championship_points="yes")
        stage.enter(8)
        stage.play(1)
        stage.open_round()
        during = NewPlayer(first="Dina", last="Durante", id="during")
        late.enter_late(stage.ctx, stage.slug, during, confirmed=True)
        stage.report_all()
        rounds.finish(stage.ctx, stage.slug)
        kind, code = (Refused, "late-too-late") if ruleset == JULY else (OutsideRules, "late-should-not")
        with raises_code(kind, code, limit=2):
            late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True)
        if ruleset == APRIL:
            late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True, override="head judge agreed")
            assert event_tables.journal_rows(stage.ctx, stage.slug)[-1].data["override"] == "head judge agreed"
        else:
            with pytest.raises(Refused):
                late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True, override="please")


@pytest.mark.req("P-LATE-5")
def test_a_casual_event_takes_players_in_any_round_but_not_after_the_last(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(6)
    stage.play(3)
    late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True)
    stage.open_round()
    with raises_code(Refused, "late-nothing-left"):
        late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Muy", last="Tarde"), confirmed=True)


def test_a_late_player_of_a_division_without_a_pod_joins_the_neighbours(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(9, birth_year=1985)
    stage.open_round()
    junior = NewPlayer(first="Nino", last="Menor", id="kid", birth_year=2011)
    late.enter_late(stage.ctx, stage.slug, junior, confirmed=True)
    assert stage.t.pod_of[stage.no("kid")] == "masters"
    assert stage.pod().divisions == ("junior", "master")
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    stage.play(2)
    assert event_tables.standing_rows(stage.ctx, stage.slug, division="junior")[0].player == "kid"
    advance.advance(stage.ctx, stage.slug, to="cut", pod="masters", size=4)
    assert sum(len(x.rows) for x in event_tables.standing_tables(stage.ctx, stage.slug)) == 10


def test_somebody_marked_absent_before_round_1_comes_back_late(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(7)
    leaving.drop(stage.ctx, stage.slug, "p3", kind="no-show")
    stage.open_round()
    done = leaving.undrop(stage.ctx, stage.slug, "p3")
    assert "with 1 loss" in done.notes[0]
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()
    assert lines(stage, "p3")[1] == "late-loss"
    assert 2 in lines(stage, "p3")


# --- entering after the draft, leaving -----------------------------------------------------------------------------


@pytest.mark.req("P-RUN-1")
def test_a_draft_without_somebody_cannot_be_published(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8)
    stage.open_round(to=Status.DRAFTED)
    with raises_code(NeedsConfirmation, "action-confirm", says="must be paired again"):
        players.enter(stage.ctx, stage.slug, [NEW])
    players.enter(stage.ctx, stage.slug, [NEW], confirmed=True)
    with raises_code(Refused, "draft-stale", says=r"Tadeo Tarde is not in it.*Pair it again"):
        rounds.publish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, again=True)
    rounds.publish(stage.ctx, stage.slug)
    rounds.start(stage.ctx, stage.slug)
    with raises_code(Refused, "action-impossible", says="enter the player as late"):
        players.enter(stage.ctx, stage.slug, [NewPlayer(first="Tarde", last="Ya")], confirmed=True)


@pytest.mark.req("P-SEC-1")
def test_a_draft_in_sections_notices_a_new_player_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, sections="2")
    stage.enter(64)
    stage.open_round(to=Status.DRAFTED)
    players.enter(stage.ctx, stage.slug, [NEW], confirmed=True)
    with raises_code(Refused, "draft-stale", says="is not in it"):
        rounds.publish(stage.ctx, stage.slug)


@pytest.mark.req("P-SW-8", "P-RUN-3")
def test_a_drop_in_a_draft_is_repaired_with_few_changes(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(12)
    stage.play(1, lower_number_wins)
    stage.open_round(to=Status.DRAFTED)
    before = stage.pairs(2)
    leaving.drop(stage.ctx, stage.slug, "p1")
    with raises_code(Refused, "draft-stale", says="dropped"):
        rounds.publish(stage.ctx, stage.slug)
    manual_changes.repair(stage.ctx, stage.slug)
    after = stage.pairs(2)
    assert len(before - after) <= 2
    assert all(stage.no("p1") not in pair for pair in after)
    rounds.publish(stage.ctx, stage.slug)
    with raises_code(Refused, "repair-nothing"):
        manual_changes.repair(stage.ctx, stage.slug)


@pytest.mark.req("P-SW-8")
def test_a_round_asked_off_after_the_draft_makes_it_stale(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter(8)
    stage.play(1)
    stage.open_round(to=Status.DRAFTED)
    players.edit(stage.ctx, stage.slug, "p2", {"absent": "2"})
    with raises_code(Refused, "draft-stale", says="does not play in this round"):
        rounds.publish(stage.ctx, stage.slug)
    manual_changes.repair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug)
    assert lines(stage, "p2")[2] == "requested-bye"


@pytest.mark.req("S-11", "S-6", "S-1")
@pytest.mark.parametrize("status", [Status.PUBLISHED, Status.STARTED])
def test_who_withdraws_after_being_paired_gives_the_opponent_the_point_unrated(tmp_path: Path, status: Status) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter(6, rating=1500)
    stage.open_round(to=status)
    match = next(m for m in stage.pod().rounds[1].matches.values() if stage.no("p2") in (m.a, m.b))
    other = stage.ctx.open(stage.slug).id(match.b if match.a == stage.no("p2") else match.a)
    done = leaving.drop(stage.ctx, stage.slug, "p2")
    assert "by forfeit" in done.notes[0]
    if status is Status.PUBLISHED:
        rounds.start(stage.ctx, stage.slug)
    stage.report_all("400-300")
    rounds.finish(stage.ctx, stage.slug)
    rows = {row.player: row for row in event_tables.standing_rows(stage.ctx, stage.slug)}
    assert rows[other].points == 1
    assert rows["p2"].points == 0
    assert rows["p2"].status == "dropped"
    rated = {row.player: row for row in ratings_view(stage.ctx, stage.slug)}
    assert rated[other].games == 0
    assert rated["p2"].games == 0
    assert sum(row.games for row in rated.values()) == 4


@pytest.mark.req("P-SW-8", "P-TB-10")
def test_who_drops_is_not_paired_again_and_can_come_back(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4")
    stage.enter(8)
    stage.play(1, lower_number_wins)
    leaving.drop(stage.ctx, stage.slug, "p5")
    stage.play(1, lower_number_wins)
    assert 2 not in lines(stage, "p5")
    standing = event_tables.standing_rows(stage.ctx, stage.slug)
    assert "p5" in [row.player for row in standing], "the player stays in the standings"
    leaving.undrop(stage.ctx, stage.slug, "p5")
    assert lines(stage, "p5")[2] == "absent"
    stage.open_round()
    assert 3 in lines(stage, "p5")
    with raises_code(Refused, "not-dropped"):
        leaving.undrop(stage.ctx, stage.slug, "p5")


def test_a_forfeit_of_a_match_not_begun_is_taken_back_with_the_drop(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="2")
    stage.enter(4)
    stage.open_round(to=Status.PUBLISHED)
    leaving.drop(stage.ctx, stage.slug, "p1")
    assert sum(m.result is not None for m in stage.pod().rounds[1].matches.values()) == 1
    leaving.undrop(stage.ctx, stage.slug, "p1")
    assert stage.pod().rounds[1].open_tables == list(stage.pod().rounds[1].matches)


@pytest.mark.req("X-27")
def test_sent_away_with_the_reason_on_record(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-duel", rounds="2")
    stage.enter(4)
    stage.open_round()
    leaving.drop(stage.ctx, stage.slug, "p1", kind="expelled", reason="miniatura  alterada")
    leaving.drop(stage.ctx, stage.slug, "p2")
    leaving.drop(stage.ctx, stage.slug, "p2", kind="disqualified", reason="conducta")
    rows = {row.id: row for row in event_tables.player_rows(stage.ctx, stage.slug)}
    assert rows["p1"].drop == Left(1, "expelled", "miniatura alterada")
    assert rows["p2"].status == "disqualified"
    journal = [row.data for row in event_tables.journal_rows(stage.ctx, stage.slug) if row.action == "dropped"]
    assert [data["reason"] for data in journal] == ["miniatura alterada", "", "conducta"]
    with raises_code(BadInput, "drop-kind"):
        leaving.drop(stage.ctx, stage.slug, "p3", kind="vaporised")
    with raises_code(Refused, "already-dropped"):
        leaving.drop(stage.ctx, stage.slug, "p2", kind="expelled")


def test_when_everybody_or_all_but_one_leave_there_is_nothing_to_pair(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(4)
    stage.play(1)
    for who in ("p1", "p2", "p3"):
        leaving.drop(stage.ctx, stage.slug, who)
    with raises_code(Refused, "too-few-left-to-go-on", key="rounds", played=1):
        rounds.pair(stage.ctx, stage.slug)
    leaving.drop(stage.ctx, stage.slug, "p4")
    with raises_code(Refused, "too-few-left-to-go-on"):
        rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"rounds": "1"})
    assert len(event_tables.standing_rows(stage.ctx, stage.slug)) == 4


def test_one_empty_pod_does_not_stop_the_others(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(6, birth_year=2005)
    stage.enter([NewPlayer(first="M", last=f"Mayor {i}", id=f"m{i}", birth_year=1980) for i in range(6)])
    stage.play(1)
    for i in range(1, 7):
        leaving.drop(stage.ctx, stage.slug, f"p{i}")
    done = rounds.pair(stage.ctx, stage.slug)
    assert [row.pod for row in done.fact.rounds] == ["masters"]
    assert any("seniors" in note for note in done.notes)


def test_the_bye_goes_round_and_a_second_one_is_told(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(3)
    stage.play(3, lower_number_wins)
    byes = [s.no for r in stage.pod().rounds.values() for s in r.sitting if s.outcome is Outcome.BYE]
    assert sorted(byes) == [1, 2, 3], "nobody gets it twice while somebody has had none"
    done = rounds.pair(stage.ctx, stage.slug)
    assert any("rematch" in note for note in done.notes)
    with raises_code(NeedsConfirmation, "publish-warnings", says="second bye"):
        rounds.publish(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)


# --- Championship Points: nobody is added once round 2 is over (B-10) -------------------------------------------------


SEASONS = [JULY, "pokemon-tcg-2025", "pokemon-tcg-2027", "pokemon-vgc-2026"]


@pytest.mark.req("B-10", "P-LATE-5")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_who_is_entered_beforehand_begins_in_round_3_at_the_latest(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5", championship_points="yes")
    stage.enter(8, birth_year=1980)
    for late_from in (4, 5):
        with raises_code(Refused, "late-planned-too-late", first=late_from, limit=2):
            players.enter(stage.ctx, stage.slug, [replace(NEW, late_from=late_from)], override="a guest")
        with raises_code(Refused, "late-planned-too-late"):
            players.edit(stage.ctx, stage.slug, "p8", {"late_from": str(late_from)}, override="a guest")
    players.enter(stage.ctx, stage.slug, [replace(NEW, late_from=3)])
    assert stage.t.entrants[stage.no("late")].late_from == 3


@pytest.mark.req("B-10", "P-LATE-5")
def test_april_2019_only_should_not_and_takes_a_reason(tmp_path: Path) -> None:
    stage = Stage(tmp_path, APRIL, rounds="5", championship_points="yes")
    stage.enter(8, birth_year=1980)
    with raises_code(OutsideRules, "late-planned-should-not"):
        players.enter(stage.ctx, stage.slug, [replace(NEW, late_from=4)])
    done = players.enter(stage.ctx, stage.slug, [replace(NEW, late_from=4)], override="agreed with the league")
    assert done.fact.override == "agreed with the league"


@pytest.mark.req("B-10")
def test_without_championship_points_any_round_will_do(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5")
    stage.enter(8, birth_year=1980)
    players.enter(stage.ctx, stage.slug, [replace(NEW, late_from=5)])


@pytest.mark.req("B-10")
@pytest.mark.parametrize("ruleset", SEASONS)
def test_nobody_is_added_once_round_2_is_over(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5", championship_points="yes")
    stage.enter(8, birth_year=1980)
    stage.play(2, lower_number_wins)
    with raises_code(Refused, "late-too-late"):
        late.enter_late(stage.ctx, stage.slug, NEW, confirmed=True, override="a guest")
    with raises_code(Refused, "action-impossible"):
        players.enter(stage.ctx, stage.slug, [NEW], confirmed=True)


@pytest.mark.req("B-10", "B-2")
@pytest.mark.parametrize("ruleset", [JULY, "pokemon-tcg-2027"])
def test_a_registered_player_who_first_comes_then_needs_a_reason(tmp_path: Path, ruleset: str) -> None:
    stage = Stage(tmp_path, ruleset, rounds="5", championship_points="yes")
    stage.enter(9, birth_year=1980)
    players.edit(stage.ctx, stage.slug, "p9", {"absent": "1,2"})
    stage.play(2, lower_number_wins)
    for command in (rounds.pair, next_round.next_round):
        with raises_code(OutsideRules, "late-registered-points", limit=2):
            command(stage.ctx, stage.slug, confirmed=True)
    next_round.next_round(stage.ctx, stage.slug, confirmed=True, override="the train stood still")
    assert lines(stage, "p9") == {1: "late-loss", 2: "late-loss", 3: lines(stage, "p9")[3]}


@pytest.mark.req("B-10")
def test_who_was_dropped_before_round_1_comes_back_after_round_2_with_a_reason(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="5", championship_points="yes")
    stage.enter(9, birth_year=1980)
    leaving.drop(stage.ctx, stage.slug, "p9", kind="no-show")
    stage.play(2, lower_number_wins)
    with raises_code(OutsideRules, "late-registered-points"):
        leaving.undrop(stage.ctx, stage.slug, "p9")
    leaving.undrop(stage.ctx, stage.slug, "p9", override="the train stood still")
    assert lines(stage, "p9") == {1: "late-loss", 2: "late-loss"}
