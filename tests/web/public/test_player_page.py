"""A player's own page, and reporting from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.floor.claims import disputed_tables
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import public_tables
from pareo.core.model.entities import Match, Status
from support.web.public import PublicStage, make_players, visible_text

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    made = PublicStage(tmp_path)
    made.enter(make_players(8))
    yield made
    made.store.close()


def _match(stage: PublicStage, table: int = 1) -> Match:
    pod = next(iter(stage.ctx.open("copa").state.pods.values()))
    last = pod.last_round
    assert last is not None
    return last.matches[table]


def _flat_tags(text: str) -> str:
    return " ".join(text.split())


def test_the_page_shows_table_opponent_and_place(stage: PublicStage) -> None:
    stage.play(1)
    stage.open(Status.PUBLISHED)
    match = _match(stage, 2)
    text = stage.visitor().get(stage.own_address(match.a))
    assert visible_text(text).count("Table 2 against") == 1
    assert public_name(stage.ctx.open("copa"), match.b) in text
    assert "of 8" in text
    assert 'name="result"' not in text  # nothing to report before the start


def test_only_the_right_link_opens_it(stage: PublicStage) -> None:
    stage.open()
    good = stage.own_address(1)
    stage.visitor().get(good[:-1] + ("A" if good[-1] != "A" else "B"), 303)
    stage.visitor().get(good.replace("/me/1-", "/me/2-"), 303)
    stage.accounts.renew_player_link("copa", 1)
    stage.visitor().get(good, 303)
    stage.visitor().get(stage.own_address(1))


def test_two_equal_reports_are_the_result(stage: PublicStage) -> None:
    stage.open()
    match = _match(stage)
    first, second = stage.visitor(), stage.visitor()
    mine, theirs = stage.own_address(match.a), stage.own_address(match.b)
    first.get(mine)
    first.post(mine + "/report", 303, result="1-0", round="1")  # one touch
    assert _match(stage).result is None
    assert "You reported: I won" in visible_text(first.get(mine))
    assert 'class="picked "' in first.get(mine)
    assert "has reported. Your turn." in second.get(theirs)
    second.post(theirs + "/report", 303, result="0-1", round="1")
    result = _match(stage).result
    assert result is not None
    assert result.a.won
    assert "Confirmed: you lost." in visible_text(second.get(theirs))


@pytest.mark.req("A-65")
def test_different_reports_are_one_clear_message_for_both(stage: PublicStage) -> None:
    stage.open()
    match = _match(stage)
    phones = {no: stage.visitor() for no in (match.a, match.b)}
    for no, phone in phones.items():
        phone.post(stage.own_address(no) + "/report", 303, result="1-0", round="1")
    assert _match(stage).result is None
    for no, phone in phones.items():
        text = phone.get(stage.own_address(no))
        assert "You both reported a win. Please stay at the table: a judge is on the way." in visible_text(text)
        live = text[: text.index("/me/forget")]
        assert live.count('class="note') == 1  # one message, and it is the colour of a problem
        assert '<div class="note bad" role="alert">' in text
    assert disputed_tables(stage.ctx.open("copa")) == [(1, 1)]
    phones[match.b].post(stage.own_address(match.b) + "/report", 303, result="0-1", round="1")  # put right
    assert "Confirmed: you won." in visible_text(phones[match.a].get(stage.own_address(match.a)))


@pytest.mark.req("A-65")
@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("0-1", "0-1", "You both reported a loss."),
        ("1-0", "½-½", "You reported: I won. Oto Q. reported: Tie. Please stay at the table: a judge is on the way."),
    ],
)
def test_what_differs_is_said_in_words(stage: PublicStage, first: str, second: str, said: str) -> None:
    stage.open()
    match = _match(stage)
    for no, result in ((match.a, first), (match.b, second)):
        stage.visitor().post(stage.own_address(no) + "/report", 303, result=result, round="1")
    assert said in visible_text(stage.visitor().get(stage.own_address(match.a)))


def test_reporting_can_be_switched_off(stage: PublicStage) -> None:
    events.change_settings(stage.ctx, "copa", {"player_reports": "no"})
    stage.open()
    no = _match(stage).a
    text = stage.visitor().get(stage.own_address(no))
    assert 'name="result"' not in text
    assert "report results to the scorekeeper" in text
    stage.visitor().post(stage.own_address(no) + "/report", 422, result="1-0", round="1")
    assert not stage.ctx.open("copa").state.floor.claims


@pytest.mark.parametrize(
    "form",
    [
        {"result": "1-0F", "round": "1"},
        {"result": "1-0", "round": "2"},
        {"result": "", "round": "1"},
        {"mine": "2", "theirs": "1", "round": "1"},
        {"result": "<b>", "round": "1"},
    ],
)
def test_what_the_buttons_do_not_say_is_refused(stage: PublicStage, form: dict[str, str]) -> None:
    stage.open()
    address = stage.own_address(_match(stage).a)
    stage.visitor().post(address + "/report", 422, **form)
    assert not stage.ctx.open("copa").state.floor.claims


def test_nothing_can_be_reported_twice_over(stage: PublicStage) -> None:
    stage.open()
    match = _match(stage)
    results.report(stage.ctx, "copa", round_no=1, table=1, result="1-0")
    late = stage.visitor().post(stage.own_address(match.b) + "/report", 422, result="1-0", round="1")
    assert "Your report came too late: another result is already in." in late
    assert "Confirmed: you lost." in visible_text(late)
    result = _match(stage).result
    assert result is not None
    assert result.a.won


def test_a_touch_that_comes_twice_is_no_mistake(stage: PublicStage) -> None:
    """The answer was lost on the way, or the finger was quick: what counts is what was said."""
    stage.open()
    match = _match(stage)
    results.report(stage.ctx, "copa", round_no=1, table=1, result="1-0")
    stage.visitor().post(stage.own_address(match.b) + "/report", 303, result="0-1", round="1")
    assert "a different round" in stage.visitor().post(
        stage.own_address(match.b) + "/report", 422, result="0-1", round="7"
    )


def test_who_does_not_play_now_is_not_before_round_1(stage: PublicStage) -> None:
    stage.play(1)
    leaving.drop(stage.ctx, "copa", "MEMBER0000")
    stage.open()
    text = visible_text(stage.visitor().get(stage.own_address(1)))
    assert ("before round 1" in text, "You're not playing this round." in text) == (False, True)


def test_a_forfeit_is_said_in_words_alone(stage: PublicStage) -> None:
    stage.open()
    match = _match(stage)
    leaving.drop(stage.ctx, "copa", f"MEMBER{match.a - 1:04d}")
    text = visible_text(stage.visitor().get(stage.own_address(match.b)))
    assert ("Confirmed: you won by forfeit." in text, "1–0 F" in text) == (True, False)


@pytest.mark.req("S-13")
def test_scores_from_the_players_side(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "scrabble-fise")
    stage.enter(make_players(4))
    stage.open()
    match = _match(stage)
    address = stage.own_address(match.b)
    text = stage.visitor().get(address)
    assert "Your opponent starts" in text
    back = stage.visitor().post(address + "/report", 422, mine="412", theirs="many", round="1")
    assert 'value="412"' in back  # what was typed is still there
    assert 'value="many"' in back
    stage.visitor().post(address + "/report", 303, mine="412", theirs="380", round="1")
    assert re.findall(r'name="(?:mine|theirs)"[^>]*value="(\d*)"', stage.visitor().get(address)) == ["412", "380"]
    stage.visitor().post(stage.own_address(match.a) + "/report", 303, mine="380", theirs="412", round="1")
    result = _match(stage).result
    assert result is not None
    assert (result.score_a, result.score_b) == (380, 412)
    stage.store.close()


@pytest.mark.req("X-11")
def test_points_destroyed_and_how_it_ended(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "xwing-epic-duel")
    stage.enter(make_players(4))
    stage.open()
    match = _match(stage)
    sent = {"round": "1"}
    stage.visitor().post(stage.own_address(match.b) + "/report", 422, mine="153", theirs="124", ended="luck", **sent)
    mine = {"mine": "153", "theirs": "124", "ended": "conceded-b"}
    stage.visitor().post(stage.own_address(match.b) + "/report", 303, **mine, **sent)
    again = _flat_tags(stage.visitor().get(stage.own_address(match.b)))  # to be put right, not typed again
    assert '<option value="conceded-b" selected>' in again
    theirs = {"mine": "124", "theirs": "153", "ended": "conceded-a"}
    stage.visitor().post(stage.own_address(match.a) + "/report", 303, **theirs, **sent)
    result = _match(stage).result
    assert result is not None
    assert result.b.won
    stage.store.close()


@pytest.mark.req("A-65")
def test_the_same_points_and_another_end_are_told_so(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, "xwing-epic-duel")
    stage.enter(make_players(4))
    stage.open()
    match = _match(stage)
    for no, mine, theirs, ended in ((match.a, "124", "153", "time"), (match.b, "153", "124", "destroyed")):
        stage.visitor().post(stage.own_address(no) + "/report", 303, mine=mine, theirs=theirs, ended=ended, round="1")
    differ = visible_text(stage.visitor().get(stage.own_address(match.a)))
    assert "You both reported 124–153, but the details differ: compare what you entered." in differ
    stage.store.close()


@pytest.mark.req("P-CUT-4")
def test_inside_outside_and_after_the_cut(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, rounds="3", cut="4")
    stage.enter(make_players(8))
    stage.play(3)
    order = [row.no for row in public_tables(stage.ctx.open("copa"))[0].rows]
    visitor = stage.visitor()
    inside = visible_text(visitor.get(stage.own_address(order[3])))
    assert "You made the top 4! Your table appears here as soon as it is published." in inside
    assert "· over" not in inside
    assert "· over" in visible_text(visitor.get(stage.own_address(order[4])))
    assert "Out for now: the top 4 advance." in visitor.get(stage.own_address(order[4]))
    advance.advance(stage.ctx, "copa", to="cut", size=4, override="small")
    stage.open()
    assert "You made the top cut!" in visitor.get(stage.own_address(order[3]))
    assert 'value="½-½"' not in visitor.get(stage.own_address(order[3]))  # somebody must go on
    assert "Out for now" not in visitor.get(stage.own_address(order[4]))  # who goes on is known
    stage.report()
    rounds.finish(stage.ctx, "copa")
    stage.open()
    final = _last_pair(stage)
    beaten = next(no for no in order[:4] if no not in final)
    assert "You're not playing this round." in visitor.get(stage.own_address(beaten))
    stage.store.close()


def _last_pair(stage: PublicStage) -> tuple[int, int]:
    pod = list(stage.ctx.open("copa").state.pods.values())[-1]
    last = pod.last_round
    assert last is not None
    match = next(iter(last.matches.values()))
    return match.a, match.b
