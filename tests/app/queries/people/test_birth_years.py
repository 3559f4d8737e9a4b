"""The birth years an event goes by, and players who have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.rules.birth_years import divisions_in_force, season_of
from support.events.stage import Stage, make_players

E09, APRIL, JULY = "pokemon-2009", "pokemon-tcg-2019-04", "pokemon-tcg-2019-07"


def first_years(ruleset: str, date: str) -> tuple[int | None, int | None]:
    divisions = rulesets.load(ruleset).divisions
    assert divisions is not None
    junior, senior, master = divisions_in_force(divisions, date=date).divisions
    assert senior.born_to == (junior.born_from or 0) - 1
    assert master.born_to == (senior.born_from or 0) - 1
    return junior.born_from, senior.born_from


@pytest.mark.req("A-13")
@pytest.mark.parametrize(
    ("date", "season", "junior"),
    [
        ("2026-11-15", 2027, 2015),
        ("2026-08-31", 2026, 2014),
        ("2026-09-01", 2027, 2015),
        ("2025-07-05", 2026, 2014),
        ("2025-06-30", 2025, 2013),
        ("2020-02-01", 2020, 2009),
        ("2020-07-01", 2021, 2009),
        ("2019-09-01", 2020, 2009),
    ],
)
@pytest.mark.parametrize("ruleset", [APRIL, JULY, "pokemon-vgc-2019-04", "pokemon-vgc-2019-07", E09])
def test_later_dates_take_the_years_of_their_season(ruleset: str, date: str, season: int, junior: int) -> None:
    assert season_of(date) == season
    assert first_years(ruleset, date) == (junior, junior - 4)


@pytest.mark.req("A-13")
def test_the_documents_years_hold_for_its_season_and_without_a_date() -> None:
    for date in ("", "2019-08-31", "2019-07-15", "2018-12-01", "some day"):
        assert first_years(JULY, date) == (2008, 2004)
    for date in ("", "2010-08-31", "2009-10-01"):
        assert first_years(E09, date) == (1997, 1993)
    assert first_years(E09, "2010-09-01")[0] != 1997


@pytest.mark.req("A-13")
def test_players_follow_the_date_of_the_event(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, date="2026-11-15")
    stage.enter(
        [
            NewPlayer(first="Nil", id="n", birth_year=2012),
            NewPlayer(first="Ada", id="a", birth_year=2015),
            NewPlayer(first="Con", last="Palabra", id="w", birth_year=2015, division="master"),
        ]
    )

    def divisions() -> dict[str, str]:
        return {who: stage.t.entrants[stage.no(who)].division for who in ("n", "a", "w")}

    assert divisions() == {"n": "senior", "a": "junior", "w": "master"}
    assert events.show_event(stage.ctx, stage.slug).birth_years == (
        "Juniors: 2015 or later · Seniors: 2011 to 2014 · Masters: 2010 or earlier"
    )
    events.change_settings(stage.ctx, stage.slug, {"date": "2019-05-01"})
    assert divisions() == {"n": "junior", "a": "junior", "w": "master"}
    events.change_settings(stage.ctx, stage.slug, {"birth_years": "junior=2016;senior=2013"})
    assert divisions() == {"n": "master", "a": "senior", "w": "master"}
    events.change_settings(stage.ctx, stage.slug, {"date": "2026-11-15"})
    assert divisions() == {"n": "master", "a": "senior", "w": "master"}, "what is set wins over the date"
    again = events.create(
        stage.ctx,
        events.NewEvent(
            "Otra", "", like=stage.slug, with_players=True, settings={"date": "2027-10-01", "birth_years": ""}
        ),
    )
    copied = stage.ctx.open(again)
    assert copied.state.settings["birth_years"] == "junior=2016;senior=2013"
    assert [e.division for e in copied.state.entrants.values()] == ["master", "senior", "master"]


@pytest.mark.req("A-13")
def test_the_next_seasons_event_moves_the_players_it_copies(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, date="2026-08-01")
    stage.enter([NewPlayer(first="Nil", id="n", birth_year=2014), NewPlayer(first="Ada", id="a", birth_year=2010)])
    assert [e.division for e in stage.t.entrants.values()] == ["junior", "senior"]
    new = events.NewEvent("Otra", "", like=stage.slug, with_players=True, settings={"date": "2026-09-05"})
    copied = stage.ctx.open(events.create(stage.ctx, new)).state
    assert [e.division for e in copied.entrants.values()] == ["senior", "master"]


def test_years_are_said_in_words() -> None:
    divisions = rulesets.load(E09).divisions
    assert divisions is not None
    assert describe_years(divisions) == "Juniors: 1997 or later · Seniors: 1993 to 1996 · Masters: 1992 or earlier"


@pytest.mark.req("A-12")
def test_nobody_becomes_a_master_silently(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    known = make_players(6, birth_year=1990)
    done = players.enter(
        stage.ctx,
        stage.slug,
        [
            *known,
            NewPlayer(first="Sin", last="Año"),
            NewPlayer(first="Otro", last="Sin", birth_date="1999"),
            NewPlayer(first="Dicho", last="Ya", division="master"),
            NewPlayer(first="Tam", last="Poco"),
        ],
    )
    assert list(done.notes) == ["2 players without a birth year play with the Masters: Sin Año, Tam Poco."]
    assert not players.enter(stage.ctx, stage.slug, [NewPlayer(first="Con", birth_year=1980)]).notes
    drawn = rounds.pair(stage.ctx, stage.slug)
    assert [note for note in drawn.notes if "birth year" in note] == [
        "3 players without a birth year play with the Masters: Sin Año, Dicho Ya, Tam Poco."
    ]
