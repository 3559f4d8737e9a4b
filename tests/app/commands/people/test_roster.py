"""The registration desk's list: search, two events on one day, merging a double entry, who is missing, pasted text."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving, players, roster
from pareo.app.commands.people.import_rows import ImportFate, preview, read_pasted
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.people.roster import Filter, elsewhere
from pareo.app.queries.pages.event_tables import journal_rows
from pareo.core.model.entities import Status
from pareo.core.text.errors import NeedsConfirmation, Refused
from pareo.store import SqliteStore
from support.errors import raises_code
from support.events.stage import Stage

POKEMON = rulesets.load("pokemon-tcg-2019-07")
SCRABBLE = rulesets.load("scrabble-fise")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ana Abril, 2009, Club Faro", ("Ana", "Abril", 2009, "", "Club Faro", None)),
        ("Ana Abril Soto; seniors; Club, del Faro", ("Ana", "Abril Soto", None, "senior", "Club, del Faro", None)),
        ("Ana\tAbril\t03/05/2009\tClub Faro\t1450", ("Ana", "Abril", 2009, "", "Club Faro", 1450)),
        ("\tAna Abril\tMaster", ("Ana", "Abril", None, "master", "", None)),
        ("Ana", ("Ana", "", None, "", "", None)),
    ],
)
def test_a_pasted_line_is_understood(line: str, expected: tuple[object, ...]) -> None:
    player = read_pasted(line, POKEMON)[0].player
    assert player is not None
    assert (player.first, player.last, player.birth_year, player.division, player.club, player.rating) == expected


def test_without_divisions_a_number_is_a_rating() -> None:
    player = read_pasted("Ana Abril, 1985", SCRABBLE)[0].player
    assert player is not None
    assert (player.rating, player.birth_year) == (1985, None)


def test_the_preview_leaves_out_who_is_there_and_who_comes_twice(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07")
    stage.enter([NewPlayer(first="Ana", last="Abril", birth_year=2009)])
    rows = read_pasted("ana ABRIL, 2009\nAna Abril, 1990\nBel Mar\nbel mar\nEva Luz, 1800", POKEMON)
    event = stage.ctx.open(stage.slug)
    fates = [p.fate for p in preview(stage.ctx, event, rows)]
    assert fates == [
        ImportFate.KNOWN,
        ImportFate.NEW,
        ImportFate.NEW,
        ImportFate.KNOWN,
        ImportFate.NEW,
    ]  # 1800 is no birth year but a rating
    assert len(event.state.entrants) == 1


def test_search_needs_every_word_and_ignores_accents(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter([NewPlayer(first="Íñigo", last="Peña", club="Faro"), NewPlayer(first="Ana", last="Pena")])
    event = stage.ctx.open(stage.slug)
    assert roster.search(event, Filter("pena")).all_nos == (2, 1)
    assert roster.search(event, Filter("PENA faro")).all_nos == (1,)
    stage.enter([NewPlayer(first="Eva", last="Peña")])
    assert roster.search(stage.ctx.open(stage.slug), Filter("pena")).all_nos == (2, 3, 1)


def test_somebody_in_two_events_of_one_date_is_found(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", date="2026-11-15")
    stage.enter(
        [
            NewPlayer(first="Ana", last="Luz", id="7"),
            NewPlayer(first="Bel", last="Mar", birth_year=1990),
            NewPlayer(first="Cai", last="Sol"),
            NewPlayer(first="Eva", last="Río", id="9"),
        ]
    )
    other = events.create(stage.ctx, events.NewEvent("Tarde", "swiss", settings={"date": "2026-11-15"}))
    players.enter(
        stage.ctx,
        other,
        [
            NewPlayer(first="A.", last="L.", id="7"),
            NewPlayer(first="MAR", last="Bel", birth_year=1990),
            NewPlayer(first="Cai", last="Sol"),
            NewPlayer(first="Eva", last="Río", id="9"),
        ],
    )
    assert set(roster.elsewhere(stage.ctx, stage.slug)) == {1, 2, 4}
    leaving.drop(stage.ctx, other, "9")
    assert set(roster.elsewhere(stage.ctx, stage.slug)) == {1, 2}
    events.change_settings(stage.ctx, other, {"date": "2026-11-16"})
    assert roster.elsewhere(stage.ctx, stage.slug) == {}


def test_merging_before_the_start_takes_the_other_entry_out(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07")
    stage.enter(
        [
            NewPlayer(first="Ana", last="Luz", club="Faro", birth_year=1990),
            NewPlayer(first="Ana", last="Luz", id="77", club="Torre", rating=1500, nickname="Lu"),
        ]
    )
    roster.merge(stage.ctx, stage.slug, "1", "77")
    event = stage.ctx.open(stage.slug)
    assert list(event.state.entrants) == [1]
    assert (event.id(1), event.state.entrants[1].club, event.state.entrants[1].rating) == ("77", "Faro", 1500)
    assert event.person(event.state.entrants[1])["nickname"] == "Lu"
    assert len(event.people) == 1
    edited, removed = journal_rows(stage.ctx, stage.slug)[-1].data["parts"]
    assert (edited["action"], removed["action"], removed["data"]["merged_into"]) == ("edited", "removed", 1)
    stage.ctx.invalidate(stage.slug)
    assert stage.ctx.open(stage.slug).state.entrants[1].rating == 1500


def test_merging_after_the_start_keeps_who_has_played(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(8)
    stage.enter([NewPlayer(first="Otra", last="Vez", id="twin", club="Faro", absent=frozenset({1}))])
    stage.open_round(to=Status.STARTED)
    assert not roster.has_played(stage.t, 9)
    roster.merge(stage.ctx, stage.slug, "twin", "p1")  # the wrong way round: p1 has a match and stays
    assert stage.t.entrants[1].drop is None
    assert stage.t.entrants[1].club == "Faro"
    assert stage.t.entrants[9].drop is not None
    with raises_code(Refused, "merge-both-played"):
        roster.merge(stage.ctx, stage.slug, "p2", "p3")
    stage.ctx.invalidate(stage.slug)
    assert stage.t.entrants[9].drop is not None


def test_who_has_a_bye_or_asked_off_is_not_missing(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(
        [
            NewPlayer(first="A", byes=1),
            NewPlayer(first="B", absent=frozenset({1})),
            NewPlayer(first="C"),
            NewPlayer(first="D"),
            NewPlayer(first="E"),
        ]
    )
    floor.check_in(stage.ctx, stage.slug, ["3"])
    assert roster.missing(stage.t) == [4, 5]
    with pytest.raises(NeedsConfirmation):
        roster.drop_missing(stage.ctx, stage.slug)
    roster.drop_missing(stage.ctx, stage.slug, confirmed=True)
    assert {no for no, e in stage.t.entrants.items() if e.drop} == {4, 5}
    with raises_code(Refused, "missing-none"):
        roster.drop_missing(stage.ctx, stage.slug, confirmed=True)


def test_nobody_is_dropped_for_not_checking_in_while_a_round_is_played(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(4)
    stage.open_round(to=Status.STARTED)
    with raises_code(Refused, "missing-playing"):
        roster.drop_missing(stage.ctx, stage.slug, confirmed=True)


def test_describing_writes_beside_the_journal_only_what_changes(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss")
    stage.enter(2)
    done = roster.describe(stage.ctx, stage.slug, "p1", pronouns=" she / her ", staff=True)
    assert "she" not in str(done.fact)
    assert roster.describe(stage.ctx, stage.slug, "p1", pronouns="she / her", staff=True).seq == done.seq
    assert stage.t.seq == done.seq
    players.edit(stage.ctx, stage.slug, "p1", {"nickname": "Lu"})
    event = stage.ctx.open(stage.slug)
    assert dict(event.person(event.state.entrants[1]))["pronouns"] == "she / her"
    roster.describe(stage.ctx, stage.slug, "p1", pronouns="", staff=False)
    event = stage.ctx.open(stage.slug)
    assert "pronouns" not in event.person(event.state.entrants[1])


def test_two_events_of_one_day_at_other_hours_are_no_clash(tmp_path: Path) -> None:
    ctx = Context(SqliteStore(tmp_path / "hours.db"))
    same = {"date": "2026-11-15"}
    ana = NewPlayer(first="Ana", last="Prado", birth_year=1990)
    for slug, start in (("morning", "10:00"), ("noon", "10:30"), ("evening", "19:00"), ("unsaid", "")):
        settings = {**same, "start": start} if start else same
        events.create(ctx, events.NewEvent(slug.title(), "swiss", slug=slug, settings=settings))
        players.enter(ctx, slug, [ana])
    assert [e.slug for e in elsewhere(ctx, "morning")[1]] == ["noon", "unsaid"]
    assert [e.slug for e in elsewhere(ctx, "evening")[1]] == ["unsaid"]
    ctx.store.close()
