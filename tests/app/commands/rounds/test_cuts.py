"""The cut of each division: what is set and announced for it, and the limits on every way into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.rounds import advance, dry_run
from pareo.app.queries.event.advice import review_settings
from pareo.app.queries.event.overview import next_phases, overview
from pareo.app.queries.pages import event_tables, public_view
from pareo.app.queries.pages.announcement import announce
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, OutsideRules, Refused
from pareo.core.tournament.tables import division_tables
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, players_of_ages

JULY = "pokemon-tcg-2019-07"
OLD = "pokemon-2009"


def shared(folder: Path, juniors: int = 5, seniors: int = 11, **settings: str) -> Stage:
    stage = Stage(folder, JULY, **{"style": "swiss+cut", "rounds": "1", **settings})
    stage.enter(players_of_ages(juniors, seniors))
    return stage


def brackets(stage: Stage) -> dict[str, int]:
    return {p.id: len(p.members) for p in stage.t.pods.values() if p.id.endswith("-cut")}


def cut_warnings(stage: Stage) -> list[str]:
    return [note for note in map(str, review_settings(stage.ctx.open(stage.slug))) if "play-off" in note]


# --- a cut belongs to a division --------------------------------------------------------------------------------------


@pytest.mark.req("A-1")
def test_each_division_of_a_shared_pod_has_the_cut_of_its_own_row(tmp_path: Path) -> None:
    stage = shared(tmp_path)
    assert cut_warnings(stage) == []
    sheet = announce(stage.ctx, stage.slug)
    assert "Juniors: no elimination." in sheet
    assert "Seniors: the top 4 advance" in sheet
    stage.play(1, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert brackets(stage) == {"senior-cut": 4}


@pytest.mark.req("A-1", "A-2")
def test_one_cut_for_all_is_held_against_each_division(tmp_path: Path) -> None:
    """`set cut=4`: right for the Seniors, not for five Juniors, though the pod's largest division has a top 4."""
    stage = shared(tmp_path)
    done = events.change_settings(stage.ctx, stage.slug, {"cut": "4"})
    said = [note for note in done.notes if "play-off" in note]
    assert said == ["juniors: A play-off of 4; the document gives none for 5 players."] == cut_warnings(stage)
    stage.play(1, lower_number_wins)
    with raises_code(
        NeedsConfirmation,
        "cut-confirm",
        says="juniors: a play-off of 4 for 5 players; by the document's table: none; announced: 4",
    ):
        advance.advance(stage.ctx, stage.slug, to="cut")
    assert brackets(stage) == {}
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    assert brackets(stage) == {"junior-cut": 4, "senior-cut": 4}


@pytest.mark.req("A-1")
@pytest.mark.parametrize("name", ["juniors", "junior"])
def test_a_cut_is_set_for_one_division(tmp_path: Path, name: str) -> None:
    stage = shared(tmp_path, 9, 5, cut="4")
    assert cut_warnings(stage) == ["seniors: A play-off of 4; the document gives none for 5 players."]
    events.change_settings(stage.ctx, stage.slug, {"cut": "none"}, pod="senior")
    assert cut_warnings(stage) == []
    events.change_settings(stage.ctx, stage.slug, {"cut": "2", "third_place": "yes"}, pod=name)
    assert cut_warnings(stage) == ["juniors: A play-off of 2; the document gives 4 for 9 players."]
    sheet = announce(stage.ctx, stage.slug)
    assert "Juniors: the top 2 advance" in sheet
    assert "Seniors: no elimination." in sheet
    pod = overview(stage.ctx.open(stage.slug)).pods[0]
    assert {cut.division: cut.size for cut in pod.cuts} == {"junior": 2, "senior": 0}
    stage.play(1, lower_number_wins)
    joint = public_view.public_tables(stage.ctx.open(stage.slug))[0]
    parts = division_tables(stage.t, joint)
    assert {part.division: public_view.cut_size(stage.t, part) for part in parts} == {"junior": 2, "senior": 0}
    advance.advance(stage.ctx, stage.slug, to="cut")  # announced and not above the table: nothing to ask
    assert brackets(stage) == {"junior-cut": 2}
    assert stage.pod("junior-cut").third_place
    events.change_settings(stage.ctx, stage.slug, {"cut": ""}, pod=name, override="told at noon")
    assert cut_warnings(stage) == []


@pytest.mark.req("P-AGE-7")
def test_about_the_same_share_of_each_division_should_go_on(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut")
    stage.enter(players_of_ages(24, 24))
    uneven = (
        "The play-off takes 33% of seniors but 8% of juniors; about the same share of each division should advance."
    )
    assert uneven not in cut_warnings(stage)
    events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="juniors")
    assert uneven in cut_warnings(stage)
    events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="seniors")
    assert uneven not in cut_warnings(stage)


@pytest.mark.req("A-1")
def test_what_a_division_has_not_of_its_own_is_not_set_for_it(tmp_path: Path) -> None:
    stage = shared(tmp_path)
    with raises_code(BadInput, "setting-not-per-division", key="rounds", division="seniors"):
        events.change_settings(stage.ctx, stage.slug, {"rounds": "3"}, pod="seniors")
    with raises_code(NotFound, "no-pod", says=r"no group “elders” \(groups: juniors, juniors\+seniors, seniors\)"):
        events.change_settings(stage.ctx, stage.slug, {"cut": "2"}, pod="elders")


@pytest.mark.req("A-1")
def test_2009_a_quarter_of_each_division(tmp_path: Path) -> None:
    stage = Stage(tmp_path, OLD, style="swiss+cut", rounds="1", cut="4")
    stage.enter(players_of_ages(5, 17, born=(1998, 1994, 1980)))
    assert cut_warnings(stage) == ["juniors: A play-off of 4 is more than 25% of the 5 players of the division."]
    stage.play(1, lower_number_wins)
    with raises_code(OutsideRules, "cut-above-share", says="juniors: A play-off of 4 is more than 25%"):
        advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    events.change_settings(stage.ctx, stage.slug, {"cut": "none"}, pod="juniors", override="told at noon")
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert brackets(stage) == {"senior-cut": 4}


# --- the limits on every way ------------------------------------------------------------------------------------------


@pytest.mark.req("A-2", "B-1")
def test_another_cut_than_the_announced_one_is_outside_the_rules(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="1")
    stage.enter(22)
    stage.play(1, lower_number_wins)
    for size in (16, 4):
        with raises_code(
            OutsideRules,
            "cut-not-as-announced",
            says=rf"masters: a play-off of {size}; announced: 8; .*table: 8 for 22 players",
        ):
            advance.advance(stage.ctx, stage.slug, to="cut", size=size, confirmed=True)
    _, notes = dry_run.next_phase(stage.ctx, stage.slug, to="cut", pod=None, size=16)
    assert "announced: 8" in notes[0]  # the page shows it before it asks
    done = advance.advance(stage.ctx, stage.slug, to="cut", size=16, override="the league asked for it")
    assert "announced: 8" in done.notes[0]
    assert done.fact.override == "the league asked for it"
    assert brackets(stage) == {"masters-cut": 16}


@pytest.mark.req("A-2")
def test_a_premier_event_never_cuts_to_more_than_the_table(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="1", championship_points="yes")
    stage.enter(22)
    stage.play(1, lower_number_wins)
    with raises_code(OutsideRules, "cut-above-maximum", says="more than the maximum of 8 for 22 players"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=16, confirmed=True)
    with raises_code(OutsideRules, "cut-not-as-announced", says="announced: 8"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=4)
    done = advance.advance(stage.ctx, stage.slug, to="cut", size=16, override="granted")
    assert any("maximum of 8" in note for note in done.notes)
    assert done.fact.override == "granted"


@pytest.mark.req("A-2")
def test_an_exception_that_was_granted_is_no_override(tmp_path: Path) -> None:
    stage = Stage(
        tmp_path,
        JULY,
        style="swiss+cut",
        rounds="1",
        championship_points="yes",
        cut="16",
        exception="World Championship",
    )
    stage.enter(22)
    stage.play(1, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert brackets(stage) == {"masters-cut": 16}


@pytest.mark.req("A-2")
def test_2009_a_quarter_is_the_limit_however_one_comes_into_the_cut(tmp_path: Path) -> None:
    stage = Stage(tmp_path, OLD, style="swiss+cut", rounds="1", cut="16")
    stage.enter(22)
    stage.play(1, lower_number_wins)
    for size in (None, 16, 8):
        with raises_code(OutsideRules, "cut-above-share", says="more than 25% of the 22 players"):
            advance.advance(stage.ctx, stage.slug, to="cut", size=size, confirmed=True)
    with raises_code(OutsideRules, "cut-not-as-announced", says="announced: 16"):
        advance.advance(stage.ctx, stage.slug, to="cut", size=4, confirmed=True)  # the table's, and yet another value
    advance.advance(stage.ctx, stage.slug, to="cut", size=4, override="16 was a mistake")
    assert brackets(stage) == {"masters-cut": 4}


@pytest.mark.req("A-2")
def test_nobody_loses_a_bracket_silently(tmp_path: Path) -> None:
    stage = shared(tmp_path, 9, 5)
    stage.play(1, lower_number_wins)
    with raises_code(
        Refused, "cut-division", says=r"seniors: A play-off of 8 is more than the 5 players\. Give this division"
    ):
        advance.advance(stage.ctx, stage.slug, to="cut", size=8, confirmed=True)
    with raises_code(
        OutsideRules, "cut-not-as-announced", says=r"^juniors: a play-off of 8; announced: 4; .*table: 4 "
    ):
        advance.advance(stage.ctx, stage.slug, to="cut", pod="juniors", size=8, confirmed=True)
    advance.advance(stage.ctx, stage.slug, to="cut", pod="juniors", size=8, override="the league asked for it")
    assert brackets(stage) == {"junior-cut": 8}


@pytest.mark.req("A-2")
def test_all_pods_are_asked_about_at_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="1", cut="4")
    stage.enter(players_of_ages(6, 7, 10))
    stage.play(1, lower_number_wins)
    with pytest.raises(NeedsConfirmation) as caught:
        advance.advance(stage.ctx, stage.slug, to="cut")
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == ["juniors", "seniors"]
    assert brackets(stage) == {}


# --- the second day ---------------------------------------------------------------------------------------------------


@pytest.mark.req("A-3")
def test_the_second_day_comes_before_the_cut(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", table="two-day", rounds="1")
    stage.enter(227)
    stage.play(1, lower_number_wins)
    assert next_phases(stage.t, stage.pod()) == ("day2",)
    with raises_code(OutsideRules, "cut-before-day2", pod="masters", rounds=5):
        advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    advance.advance(stage.ctx, stage.slug, to="day2")
    events.change_settings(stage.ctx, stage.slug, {"day2_rounds": "1"}, override="told at noon")
    stage.play(1, lower_number_wins)
    assert next_phases(stage.t, stage.pod("masters-day2")) == ("cut",)
    advance.advance(stage.ctx, stage.slug, to="cut")
    assert brackets(stage) == {"masters-cut": 8}


@pytest.mark.req("A-3")
def test_without_the_second_day_only_against_the_rules(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="1", day2_rounds="2")
    stage.enter(12)
    stage.play(1, lower_number_wins)
    _, notes = dry_run.next_phase(stage.ctx, stage.slug, to="cut", pod=None, size=None)
    assert any("second day" in note for note in notes)
    done = advance.advance(stage.ctx, stage.slug, to="cut", override="the hall closes")
    assert any("a second day of 2 rounds" in note for note in done.notes)


@pytest.mark.req("A-15")
def test_record_and_points_of_a_second_day_cover_the_same_rounds(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, style="swiss+cut", rounds="3", day2_rounds="2")
    stage.enter(13)
    stage.play(3, lambda a, b: "½-½" if (a + b) % 7 == 0 else lower_number_wins(a, b))
    advance.advance(stage.ctx, stage.slug, to="day2", size=7)
    stage.play(2, lower_number_wins)
    rows = event_tables.standing_tables(stage.ctx, stage.slug)[0].rows
    assert all(row.points == 3 * row.wins + row.ties for row in rows)
    assert {row.wins + row.losses + row.ties for row in rows[:7]} == {5}
