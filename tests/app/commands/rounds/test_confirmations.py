"""What is asked before a round is paired or started."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.lists import list_checks, submit
from pareo.app.commands.people import late, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.people.roster import missing
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.lists.views import own_lists
from pareo.app.queries.rounds.coming_rounds import coming_round_of
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NeedsConfirmation, OutsideRules, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, players_of_ages
from support.execution import count_calls

JULY = "pokemon-tcg-2019-07"


def start(stage: Stage, *, confirmed: bool = False) -> None:
    rounds.start(stage.ctx, stage.slug, confirmed=confirmed)


def premier(folder: Path, **settings: str) -> Stage:
    stage = Stage(folder, JULY, rounds="3", championship_points="yes", **settings)
    stage.enter(8, birth_year=1990)
    stage.open_round(to=Status.PUBLISHED)
    return stage


@pytest.mark.req("A-10", "P-PREM-1", "P-PREM-3")
def test_a_premier_event_without_a_judge_and_with_lists_missing_asks_before_round_1(tmp_path: Path) -> None:
    stage = premier(tmp_path)
    head = stage.t.seq
    with pytest.raises(NeedsConfirmation) as caught:
        start(stage)
    assert "should have a judge, and none is named" in str(caught.value)
    assert "8 lists that this premier event asks for are missing: Ana Abril, " in str(caught.value)
    assert stage.t.seq == head
    events.change_settings(stage.ctx, stage.slug, {"judge": "Noa Varela"})
    with pytest.raises(NeedsConfirmation) as caught:
        start(stage)
    assert "judge" not in str(caught.value)
    for i in range(1, 9):
        submit.hand_in(stage.ctx, stage.slug, f"p{i}", "4 Carta\n", kind="text", override="as it is")
    start(stage)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round(to=Status.PUBLISHED)
    start(stage)  # later rounds are not asked


@pytest.mark.req("A-10")
def test_other_events_are_not_asked_and_yes_is_enough(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    start(premier(tmp_path / "a"), confirmed=True)
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    stage.open_round(to=Status.PUBLISHED)
    start(stage)


@pytest.mark.req("A-10", "P-PREM-2")
def test_a_cut_with_checks_still_due_asks(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3", cut="2")
    stage.enter(8, birth_year=1990)
    submit.hand_in(stage.ctx, stage.slug, "p1", "4 Carta\n", kind="text", override="as it is")
    stage.play(3, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut", override="a small cut")
    stage.open_round(to=Status.PUBLISHED)
    with raises_code(
        NeedsConfirmation, "start-lacks", says="The lists of 2 players of the play-off are still to be checked: "
    ):
        start(stage)
    for no in stage.pod("masters-cut").members:
        list_checks.record_check(stage.ctx, stage.slug, no, outcome="clean")
    start(stage)


@pytest.mark.req("A-10")
def test_a_late_player_hands_in_a_list_until_his_first_match(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="4", lists_deadline="2020-01-01 10:00")
    stage.enter(7, birth_year=1990)
    stage.open_round()
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Tadeo", id="late", birth_year=1990), confirmed=True)

    def bring(who: str, *, by_player: bool = True) -> None:
        submit.hand_in(stage.ctx, stage.slug, who, "4 Carta\n", kind="text", by_player=by_player)

    assert own_lists(stage.ctx, stage.slug, stage.no("late")).open
    with raises_code(Refused, "list-locked"):
        bring("p1")
    bring("late")
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round(to=Status.PUBLISHED)
    bring("late", by_player=False)
    start(stage)
    assert own_lists(stage.ctx, stage.slug, stage.no("late")).locked
    with raises_code(Refused, "list-locked"):
        bring("late")
    with raises_code(OutsideRules, "list-locked-outside"):
        bring("late", by_player=False)


def event_with_checked_in(folder: Path, *here: str, style: str = "swiss") -> Stage:
    """Eight players, of whom these have checked in."""
    stage = Stage(folder, JULY, rounds="3", style=style)
    stage.enter(8, birth_year=1990)
    if here:
        floor.check_in(stage.ctx, stage.slug, here)
    return stage


HERE = tuple(f"p{i}" for i in range(1, 7))


@pytest.mark.req("A-14")
def test_pairing_asks_about_those_who_have_not_checked_in(tmp_path: Path) -> None:
    stage = event_with_checked_in(tmp_path, *HERE)
    head = stage.t.seq
    with raises_code(
        NeedsConfirmation, "not-checked-in", says="2 players have not checked in: Gala Abril, Hugo Abril"
    ) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert [(c.field, c.value) for c in caught.value.choices] == [
        ("not_here", "drop"),
        ("not_here", "out"),
        ("not_here", "pair"),
    ]
    with raises_code(BadInput, "not-here", word="shoot"):
        rounds.pair(stage.ctx, stage.slug, not_here="shoot")
    assert stage.t.seq == head


@pytest.mark.req("A-14")
@pytest.mark.parametrize(("not_here", "tables"), [("drop", 3), ("out", 3), ("pair", 4)])
def test_what_becomes_of_them(tmp_path: Path, not_here: str, tables: int) -> None:
    stage = event_with_checked_in(tmp_path, *HERE)
    done = rounds.pair(stage.ctx, stage.slug, not_here=not_here)
    assert len(stage.pod().rounds[1].matches) == tables
    gone = [stage.t.entrants[stage.no(who)] for who in ("p7", "p8")]
    assert [e.drop.kind if e.drop else "" for e in gone] == (["no-show"] * 2 if not_here == "drop" else ["", ""])
    assert [sorted(e.absent) for e in gone] == ([[1], [1]] if not_here == "out" else [[], []])
    said = {"drop": "2 players who have not checked in were dropped", "out": "2 players without check-in sit out"}
    assert any(said[not_here] in note for note in done.notes) if not_here != "pair" else not done.notes


@pytest.mark.req("A-14")
def test_nobody_is_asked_where_check_in_is_not_used(tmp_path: Path) -> None:
    stage = event_with_checked_in(tmp_path)
    stage.play(1, lower_number_wins)
    floor.check_in(stage.ctx, stage.slug, HERE)
    with raises_code(NeedsConfirmation, "not-checked-in", says="2 players have not checked in"):
        rounds.pair(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug, confirmed=True)  # yes: pair them all the same
    assert len(stage.pod().rounds[2].matches) == 4
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    start(stage)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    rounds.pair(stage.ctx, stage.slug)  # nobody has checked in for round 3


@pytest.mark.req("A-14")
def test_who_asked_the_round_off_or_waits_in_another_pod_is_not_missed(tmp_path: Path) -> None:
    stage = event_with_checked_in(tmp_path, *HERE)
    players.edit(stage.ctx, stage.slug, "p7", {"absent": "1"})
    floor.check_in(stage.ctx, stage.slug, ["p8"])
    rounds.pair(stage.ctx, stage.slug)
    assert len(stage.pod().rounds[1].matches) == 3


@pytest.mark.req("A-14")
def test_a_bracket_leaves_nobody_out(tmp_path: Path) -> None:
    stage = event_with_checked_in(tmp_path, *HERE, style="elimination")
    with pytest.raises(NeedsConfirmation) as caught:
        rounds.pair(stage.ctx, stage.slug)
    assert [c.value for c in caught.value.choices] == ["drop", "pair"]
    with raises_code(Refused, "out-bracket"):
        rounds.pair(stage.ctx, stage.slug, not_here="out")
    rounds.pair(stage.ctx, stage.slug, not_here="drop")
    assert len(stage.pod().members) == 6


@pytest.mark.req("A-14")
def test_who_was_left_out_is_asked_about_again_until_he_comes(tmp_path: Path) -> None:
    """Nobody is paired silently: check-in lasts for the day, and so does being away."""
    stage = event_with_checked_in(tmp_path, *HERE)
    rounds.pair(stage.ctx, stage.slug, not_here="out")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    start(stage)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    with raises_code(NeedsConfirmation, "not-checked-in", says="2 players have not checked in: Gala Abril, Hugo Abril"):
        rounds.pair(stage.ctx, stage.slug)
    floor.check_in(stage.ctx, stage.slug, ["p7"])  # p7 comes: the others need not be ticked again
    assert floor.present(stage.t) == {stage.no(f"p{i}") for i in range(1, 8)}
    with raises_code(NeedsConfirmation, "not-checked-in", says="1 player has not checked in: Hugo Abril"):
        rounds.pair(stage.ctx, stage.slug)
    floor.check_in(stage.ctx, stage.slug, ["p1"], here=False)
    with raises_code(NeedsConfirmation, "not-checked-in", says="2 players have not checked in: Ana Abril, Hugo Abril"):
        rounds.pair(stage.ctx, stage.slug)


@pytest.mark.req("A-14")
def test_who_played_all_the_same_is_here(tmp_path: Path) -> None:
    stage = event_with_checked_in(tmp_path, *HERE)
    rounds.pair(stage.ctx, stage.slug, not_here="pair")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    start(stage)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Tadeo", id="late", birth_year=1990), confirmed=True)
    assert len(floor.present(stage.t)) == 9
    rounds.pair(stage.ctx, stage.slug)


def test_whether_one_is_here_costs_the_same_however_many_there_are(tmp_path: Path) -> None:
    """Thousands of phones ask it at once, each of its own player."""
    work = []
    for players_ in (8, 80):
        stage = Stage(tmp_path / str(players_), "swiss", rounds="2")
        stage.enter(players_)
        floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, players_)])
        t = stage.t
        assert [no for no in t.entrants if floor.is_here(t, no)] == sorted(floor.present(t))
        work.append(count_calls(lambda t=t: floor.is_here(t, 1)))  # type: ignore[misc]
    assert work[0] == work[1]


@pytest.mark.req("A-14")
def test_pods_out_of_step_are_asked_each_for_their_own_round(tmp_path: Path) -> None:
    """A pod that is ahead made the others' missing people present, and left them out of the wrong round."""
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(players_of_ages(6, 0, 7))
    away = "p13"
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(1, 13)])
    rounds.pair(stage.ctx, stage.slug, not_here="out")
    for number in (1, 2):  # the juniors play two rounds, the masters one
        rounds.publish(stage.ctx, stage.slug, confirmed=True)
        start(stage)
        stage.report_all(lower_number_wins, pod="juniors")
        rounds.finish(stage.ctx, stage.slug, pod="juniors")
        rounds.pair(stage.ctx, stage.slug, pod="juniors")
        assert coming_round_of(stage.t)[stage.no(away)] == 2, number
    stage.report_all(lower_number_wins, pod="masters")
    rounds.finish(stage.ctx, stage.slug, pod="masters")
    with raises_code(NeedsConfirmation, "not-checked-in", says="1 player has not checked in"):
        rounds.pair(stage.ctx, stage.slug, pod="masters")
    rounds.pair(stage.ctx, stage.slug, pod="masters", not_here="out")
    assert stage.t.entrants[stage.no(away)].absent == {1, 2}
    assert len(stage.pod("masters").rounds[2].matches) == 3
    floor.check_in(stage.ctx, stage.slug, [away])
    assert stage.no(away) in floor.present(stage.t)
    floor.check_in(stage.ctx, stage.slug, [away], here=False)
    assert stage.no(away) not in floor.present(stage.t)


def test_who_has_played_everything_is_not_missed(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss")
    stage.enter(players_of_ages(6, 0, 7))
    events.change_settings(stage.ctx, stage.slug, {"rounds": "1"}, pod="juniors")
    events.change_settings(stage.ctx, stage.slug, {"rounds": "3"}, pod="masters")
    floor.check_in(stage.ctx, stage.slug, [f"p{i}" for i in range(2, 14)])
    rounds.pair(stage.ctx, stage.slug, not_here="out")
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    start(stage)
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    assert missing(stage.t) == []
    rounds.pair(stage.ctx, stage.slug)
