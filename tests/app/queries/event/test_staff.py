"""Who of the staff may play (X-21), by tier, whatever comes last; a premier event without a judge (P-PREM-3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import late, leaving, members, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event.advice import review_settings
from pareo.app.queries.event.staff import tier_of
from pareo.core.model.staff_rules import is_named
from pareo.core.text.errors import Refused
from support.errors import raises_code
from support.events.stage import Stage, make_players

DUEL = "xwing-epic-duel"
RULE = "Participación de los organizadores"


def event(folder: Path, **settings: str) -> Stage:
    stage = Stage(folder, DUEL, rounds="3", **settings)
    stage.enter(make_players(5))
    return stage


def enter(stage: Stage, first: str, last: str) -> None:
    players.enter(stage.ctx, stage.slug, [NewPlayer(first=first, last=last)], confirmed=True)


def warnings(stage: Stage) -> str:
    return " ".join(review_settings(stage.ctx.open(stage.slug)))


def test_names_are_the_same_but_for_capitals_spaces_and_order() -> None:
    assert is_named("Ana  RUIZ", ["ana ruiz"])
    assert is_named("Ana Ruiz", ["Ruiz, Ana"])
    assert is_named("Ruiz, Ana", ["Ana Ruiz"])
    assert not is_named("Ana Ruiz", ["Ana Ruíz", "Ana María Ruiz", "Ruiz Ana"])


@pytest.mark.req("X-21")
@pytest.mark.req("X-30")
@pytest.mark.parametrize("typed", ["Nuria Vidal", "  nuria VIDAL ", "Vidal, Nuria"])
@pytest.mark.parametrize("role", ["organiser", "second_organiser", "judge"])
def test_in_a_premier_event_staff_cannot_be_entered(tmp_path: Path, typed: str, role: str) -> None:
    stage = event(tmp_path, tier="premier", **{role: typed})
    with raises_code(Refused, "staff-plays", says=RULE):
        enter(stage, "Nuria", "Vidal")
    assert len(stage.t.entrants) == 5
    enter(stage, "Nuria", "Vidales")


@pytest.mark.req("X-21")
def test_the_refusal_of_a_file_names_its_line_and_enters_nobody(tmp_path: Path) -> None:
    stage = event(tmp_path, tier="premier", judge="Leo Paz; Nuria Vidal")
    with raises_code(Refused, "staff-plays", says=r"line 3: Nuria Vidal is a judge"):
        players.enter(
            stage.ctx,
            stage.slug,
            [
                NewPlayer(first="Otto", last="Rey", where="line 2"),
                NewPlayer(first="Nuria", last="Vidal", where="line 3"),
            ],
        )
    assert len(stage.t.entrants) == 5


@pytest.mark.req("X-21")
@pytest.mark.parametrize("changes", [{"organiser": "Ana Abril"}, {"judge": "Abril, Ana"}])
def test_settings_that_come_last_are_refused_as_well(tmp_path: Path, changes: dict[str, str]) -> None:
    stage = event(tmp_path, tier="premier")
    with raises_code(Refused, "staff-plays", says=RULE):
        events.change_settings(stage.ctx, stage.slug, changes)
    leaving.drop(stage.ctx, stage.slug, "p1")
    events.change_settings(stage.ctx, stage.slug, changes)


@pytest.mark.req("X-21")
def test_the_tier_that_comes_last_is_refused(tmp_path: Path) -> None:
    stage = event(tmp_path, tier="competitive", judge="Ana Abril")
    with raises_code(Refused, "staff-plays"):
        events.change_settings(stage.ctx, stage.slug, {"tier": "premier"})
    assert stage.t.settings["tier"] == "competitive"
    events.change_settings(stage.ctx, stage.slug, {"tier": "premier", "judge": "Otto Rey"})


@pytest.mark.req("X-21")
def test_a_new_name_is_refused_too(tmp_path: Path) -> None:
    stage = event(tmp_path, tier="premier", organiser="Nuria Vidal")
    with raises_code(Refused, "staff-plays", says=RULE):
        players.edit(stage.ctx, stage.slug, "p1", {"first": "Nuria", "last": "Vidal"})
    players.edit(stage.ctx, stage.slug, "p1", {"club": "Torre"})


@pytest.mark.req("X-21")
def test_members_of_a_team_are_players(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "xwing-epic-team", tier="premier", organiser="Nuria Vidal")
    pair = [
        NewPlayer(first="Otto", last="Rey", team="Alba", captain=True),
        NewPlayer(first="Eva", last="Sol", team="Alba"),
    ]
    stage.enter(pair)
    with raises_code(Refused, "staff-plays", says=RULE):
        members.edit_member(stage.ctx, stage.slug, "Alba", 1, {"first": "Nuria", "last": "Vidal"})
    with raises_code(Refused, "staff-plays", says=RULE):
        players.enter(stage.ctx, stage.slug, [NewPlayer(first="Nuria", last="Vidal", team="Bruma")])


@pytest.mark.req("X-21")
@pytest.mark.parametrize("tier", ["casual", "competitive", ""])
def test_an_organiser_who_plays_needs_a_second_one_before_round_1(tmp_path: Path, tier: str) -> None:
    stage = event(tmp_path, organiser="Nuria Vidal", **({"tier": tier} if tier else {}))
    enter(stage, "Nuria", "Vidal")
    assert "name a second organiser" in warnings(stage)
    with raises_code(Refused, "organiser-alone"):
        rounds.pair(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"second_organiser": "Otto Rey"})
    assert "second organiser" not in warnings(stage)
    rounds.pair(stage.ctx, stage.slug)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    events.change_settings(stage.ctx, stage.slug, {"second_organiser": ""})
    with raises_code(Refused, "organiser-alone", says=RULE):
        rounds.start(stage.ctx, stage.slug)
    events.change_settings(stage.ctx, stage.slug, {"second_organiser": "Otto Rey"})
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    with raises_code(Refused, "organiser-alone"):
        events.change_settings(stage.ctx, stage.slug, {"second_organiser": ""})


@pytest.mark.req("X-21")
def test_judges_may_play_below_premier(tmp_path: Path) -> None:
    stage = event(tmp_path, tier="competitive", judge="Nuria Vidal")
    enter(stage, "Nuria", "Vidal")
    stage.play(1, "100-0 destroyed")


@pytest.mark.req("X-21")
def test_an_organiser_who_comes_late_needs_the_second_one_too(tmp_path: Path) -> None:
    stage = event(tmp_path, organiser="Nuria Vidal")
    stage.open_round()
    with raises_code(Refused, "organiser-alone"):
        late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Nuria", last="Vidal"), confirmed=True)


@pytest.mark.req("X-21")
def test_who_works_here_since_he_left_does_not_come_back_to_play(tmp_path: Path) -> None:
    stage = event(tmp_path, tier="premier")
    leaving.drop(stage.ctx, stage.slug, "p2")
    events.change_settings(stage.ctx, stage.slug, {"judge": "Bruno Abril"})
    with raises_code(Refused, "staff-plays", says=RULE):
        leaving.undrop(stage.ctx, stage.slug, "p2")
    assert stage.t.entrants[2].drop is not None
    events.change_settings(stage.ctx, stage.slug, {"judge": "Otto Rey"})
    leaving.undrop(stage.ctx, stage.slug, "p2")
    assert stage.t.entrants[2].drop is None


def test_both_organisers_playing_is_told(tmp_path: Path) -> None:
    stage = event(tmp_path, organiser="Ana Abril", second_organiser="Bruno Abril")
    assert "Both organisers are playing" in warnings(stage)
    stage.play(1, "100-0 destroyed")


@pytest.mark.req("P-PREM-3")
def test_a_premier_event_without_a_judge_warns(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-vgc-2019-07")
    stage.enter(6)
    assert "judge" not in warnings(stage)
    notes = events.change_settings(stage.ctx, stage.slug, {"championship_points": "yes"}).notes
    assert any("should have a judge" in n for n in notes)
    assert not any("judge" in n for n in events.change_settings(stage.ctx, stage.slug, {"judge": "Otto Rey"}).notes)
    stage.play(1)


def test_the_tier_that_counts() -> None:
    from pareo.rulesets import load  # noqa: PLC0415

    xwing, pokemon = load(DUEL).staff, load("pokemon-tcg-2019-07").staff
    assert tier_of(xwing, {}) == "casual"
    assert tier_of(xwing, {"tier": "premier"}) == "premier"
    assert tier_of(pokemon, {}) == ""
    assert tier_of(pokemon, {"championship_points": True}) == "premier"
