"""Events of a season of Play! Pokémon: the rules they take, two phases, shared pods, what is said before the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, rounds
from pareo.app.league import closing
from pareo.app.queries.event.advice import review_settings, unmet_notes
from pareo.app.queries.pages import event_tables
from pareo.app.queries.pages.announcement import announce
from pareo.core.model.entities import Phase
from pareo.core.text.errors import BadInput, Refused
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, make_players, players_of_ages

S26, S27 = "pokemon-tcg-2026", "pokemon-tcg-2027"
BORN = (2016, 2012, 1990)  # Junior, Senior and Master of November 2026


def begin_event(stage: Stage, game: str, **settings: str) -> closing.CreatedEvent:
    return closing.create_event(stage.ctx, events.NewEvent("Otra", "", settings=settings, game=game))


@pytest.mark.req("PN-RS-2", "PN-SEA-4")
def test_a_game_takes_the_rules_of_the_season_of_the_date_and_says_which(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S26, date="2026-01-10")
    for game, day, ruleset in (
        ("tcg", "2026-11-15", S27),
        ("vgc", "2026-01-15", "pokemon-vgc-2026"),
        ("go", "2026-11-15", "pokemon-go"),
    ):
        made = begin_event(stage, game, date=day)
        assert stage.ctx.open(made.slug).state.ruleset.id == ruleset
        assert any(ruleset in told for told in made.notes)
    made = begin_event(stage, "tcg")
    today = stage.ctx.now()[:10]
    assert stage.ctx.open(made.slug).state.settings["date"] == today
    assert any("No date given" in told and today in told for told in made.notes)
    assert stage.ctx.open(begin_event(stage, "tcg", season="2026").slug).state.ruleset.id == S26
    with raises_code(BadInput, "game-and-ruleset"):
        closing.create_event(stage.ctx, events.NewEvent("Otra", S27, game="tcg"))


@pytest.mark.req("PN-SEA-1", "PN-SEA-4")
def test_the_season_of_an_event_wins_over_its_date_and_its_own_years_over_both(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S27, date="2026-08-20")
    stage.enter([NewPlayer(first="Nil", id="n", birth_year=2014), NewPlayer(first="Sin", last="Edad", id="s")])

    def divisions() -> list[str]:
        return [stage.t.entrants[stage.no(who)].division for who in ("n", "s")]

    assert divisions() == ["junior", "master"], "season 2026; without a birth year a Master"
    events.change_settings(stage.ctx, stage.slug, {"season": "2027"})
    assert divisions() == ["senior", "master"]
    events.change_settings(stage.ctx, stage.slug, {"birth_years": "junior=2013;senior=2009"})
    assert divisions() == ["junior", "master"]


@pytest.mark.req("PN-AGE-1", "PN-AGE-2", "PN-AGE-3")
def test_a_shared_pod_plays_by_its_largest_division_and_masters_come_first(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S27, style="swiss+cut", date="2026-11-15", cut="2", pods="juniors+seniors+masters")
    stage.enter(players_of_ages(3, 4, 8, born=BORN))
    stage.open_round()
    assert [p.divisions for p in stage.t.pods.values()] == [("junior", "senior", "master")]
    pod = stage.pod()
    assert pod.planned == 3, "eight Masters"
    for i in range(2):
        late.enter_late(
            stage.ctx, stage.slug, NewPlayer(first=f"Tarde{i}", last="Lenta", birth_year=1990), confirmed=True
        )
    assert stage.pod().planned == 3, "ten of them later change nothing"
    stage.report_all(lower_number_wins)
    rounds.finish(stage.ctx, stage.slug)
    stage.play(2, lower_number_wins)
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    rounds.pair(stage.ctx, stage.slug)
    cuts = [p for p in stage.t.pods.values() if p.phase is Phase.CUT]
    assert [p.divisions for p in cuts] == [("master",), ("senior",), ("junior",)]
    tables = [min(p.rounds[4].matches) for p in cuts]
    assert tables == sorted(tables), "Masters' matches first, all in round 4"


@pytest.mark.req("PN-AGE-4")
def test_nobody_under_thirteen_plays_go(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-go", date="2026-11-15")
    with raises_code(BadInput, "too-young", least=13):
        players.enter(stage.ctx, stage.slug, [NewPlayer(first="Nil", birth_year=2014)])
    with raises_code(BadInput, "too-young", least=13):
        players.enter(stage.ctx, stage.slug, [NewPlayer(first="Nil", birth_date="2013-11-16")])
    players.enter(
        stage.ctx,
        stage.slug,
        [
            NewPlayer(first="Ada", birth_date="2013-11-15"),
            NewPlayer(first="Eva", birth_year=2013),
            NewPlayer(first="Sin"),
        ],
    )
    assert {e.division for e in stage.t.entrants.values()} == {""}


@pytest.mark.req("PN-TAB-1")
def test_what_a_sanctioned_event_has_at_least(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S27, style="swiss", date="2026-11-15", rounds="2")
    stage.enter(3)
    codes = [told.code for told in review_settings(stage.ctx.open(stage.slug))]
    said = " ".join(review_settings(stage.ctx.open(stage.slug)))
    assert codes, said
    assert "at least 4 players, not 3" in said
    assert "at least 3 rounds, not 2" in said
    events.change_settings(stage.ctx, stage.slug, {"rounds": "3"})
    stage.enter(make_players(8)[3:])
    players.enter(stage.ctx, stage.slug, [NewPlayer(first="Ana", last="Lejos", id="far", byes=3)])
    stage.play(3, lower_number_wins)
    assert [str(told) for told in unmet_notes(stage.ctx.open(stage.slug))] == [
        "Ana Lejos has not played an opponent in the first 3 rounds."
    ]


@pytest.mark.req("PN-TAB-6", "PN-TAB-7", "PN-MAT-3")
def test_the_event_may_set_each_part_of_a_row_and_the_announcement_names_them(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S26, style="swiss+cut", table="two-phase", date="2026-01-10")
    stage.enter(70)
    said = announce(stage.ctx, stage.slug)
    assert "7 Swiss rounds." in said
    assert "players with 13 points or more advance to 2 Swiss rounds." in said
    assert "The top 8 advance to single elimination." in said
    assert "Everyone tied on points with the last of them advances too, up to 16 players in total" in said
    assert "Rounds in all: 12 to 13." in said
    assert "A match is one game." in said
    assert "In the elimination a match is the best of 3 games." in said
    assert "Each round lasts 30 minutes." in said
    assert "Rounds of the elimination last 75 minutes." in said
    assert "1 more turn, within 10 minutes." in said
    events.change_settings(
        stage.ctx,
        stage.slug,
        {
            "rounds": "6",
            "day2_rounds": "3",
            "day2_points": "12",
            "cut": "6",
            "asymmetrical": "no",
            "best_of": "3",
            "round_minutes": "45",
            "top": "16",
        },
    )
    notes = " ".join(review_settings(stage.ctx.open(stage.slug)))
    assert "12 points for the second day; the document gives 13" in notes
    assert "3 rounds on the second day; the document gives 2" in notes
    assert "45 minutes are less than the 50 of a sanctioned event" in notes
    assert "A play-off of 6 is not 2, 4, 8" in notes
    said = announce(stage.ctx, stage.slug)
    assert "12 points or more, or the top 16 if that is more players, advance to 3 Swiss rounds" in said
    assert "A match is the best of 3 games." in said
    assert "tied on points with the last" not in said
    assert floor.clock_minutes(stage.t) == 45


def two_phases(folder: Path, size: int, *, played: int = 3, points: int = 6, **settings: str) -> Stage:
    stage = Stage(
        folder,
        S26,
        style="swiss+cut",
        table="two-phase",
        date="2026-01-10",
        rounds=str(played),
        day2_rounds="2",
        day2_points=str(points),
        **settings,
    )
    stage.enter(size)
    return stage


@pytest.mark.req("PN-PH2-1", "PN-PH2-2", "PN-PH2-3", "PN-DROP-1")
def test_who_has_the_points_goes_on_with_them_and_the_others_stay_below(tmp_path: Path) -> None:
    stage = two_phases(tmp_path, 13)
    stage.play(2, lower_number_wins)
    before = " ".join(review_settings(stage.ctx.open(stage.slug)))
    sure = sum(row.points >= 6 for row in event_tables.standing_rows(stage.ctx, stage.slug))
    assert f"before the last round, {sure} players already have the 6 points for the second day" in before
    stage.play(1, lower_number_wins)
    rows = event_tables.standing_rows(stage.ctx, stage.slug)
    enough = [stage.no(row.player) for row in rows if row.points >= 6]
    leaving.drop(stage.ctx, stage.slug, f"p{enough[0]}")
    advance.advance(stage.ctx, stage.slug, to="day2")
    day2 = stage.pod("masters-day2")
    assert set(day2.members) == set(enough[1:]), "dropped players not, and no top 32"
    met = {frozenset((m.a, m.b)) for r in stage.pod("masters").rounds.values() for m in r.matches.values()}
    rested = {s.no for r in stage.pod("masters").rounds.values() for s in r.sitting}
    stage.play(2, lower_number_wins)
    later = [r for number, r in sorted(stage.pod("masters-day2").rounds.items())]
    assert [r.number for r in later] == [4, 5], "round numbers go on"
    again = [frozenset((m.a, m.b)) for r in later for m in r.matches.values()]
    assert not met & set(again)
    assert len(set(again)) == len(again)
    byes = [s.no for r in later for s in r.sitting]
    assert len(set(byes)) == len(byes)
    assert not rested & set(byes)
    after = [stage.no(row.player) for row in event_tables.standing_rows(stage.ctx, stage.slug)]
    assert set(after[: len(day2.members)]) == set(day2.members)
    assert after[len(day2.members) :] == [
        no for no in map(stage.no, (row.player for row in rows)) if no not in day2.members
    ], "they keep their places, the dropped one too"


@pytest.mark.req("PN-PH2-1", "PN-PH2-4")
def test_two_three_or_nobody_on_the_second_day(tmp_path: Path) -> None:
    stage = two_phases(tmp_path, 8, points=9)
    stage.play(3, lower_number_wins)
    winners = [row for row in event_tables.standing_rows(stage.ctx, stage.slug) if row.points >= 9]
    assert len(winners) == 1
    with raises_code(Refused, "day2-too-few", count=1, players=8, points=9):
        advance.advance(stage.ctx, stage.slug, to="day2")
    events.change_settings(stage.ctx, stage.slug, {"top": "3"}, override="announced")
    advance.advance(stage.ctx, stage.slug, to="day2")
    assert len(stage.pod("masters-day2").members) == 3, "the setting brings the top back"
    stage.play(1, lower_number_wins)
    r = stage.pod("masters-day2").rounds[4]
    assert (len(r.matches), len(r.sitting)) == (1, 1), "the odd one has the bye"


@pytest.mark.req("PN-LATE-1")
def test_late_players_and_championship_points(tmp_path: Path) -> None:
    stage = Stage(tmp_path, S27, style="swiss", date="2026-11-15", championship_points="yes", rounds="4")
    stage.enter(8)
    stage.play(1, lower_number_wins)
    late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Tadeo", last="Tarde", id="t"), confirmed=True)
    row = next(r for r in event_tables.standing_rows(stage.ctx, stage.slug) if r.player == "t")
    assert (row.record.losses, row.points) == (1, 0)
    stage.play(2, lower_number_wins)
    with pytest.raises(Refused):
        late.enter_late(stage.ctx, stage.slug, NewPlayer(first="Otro", last="Tarde"), confirmed=True)
